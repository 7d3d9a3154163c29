# SPDX-License-Identifier: MIT
# nixpkgs' computations from its two tables, in a few lines: for each release, the supported capabilities, the default
# ones, and the majors of the host compilers.
{ tables, releases }:
let
  atLeast = left: right: builtins.compareVersions left right >= 0;
  infos = builtins.attrValues tables.cudaCapabilityToInfo;
  names = builtins.map (info: info.cudaCapability);
  isSupported =
    release: info:
    atLeast release info.minCudaMajorMinorVersion
    && (info.maxCudaMajorMinorVersion == null || atLeast info.maxCudaMajorMinorVersion release);
  isDefault =
    release: info:
    !(info.isJetson || info.isArchitectureSpecific || info.isFamilySpecific)
    && (
      info.dontDefaultAfterCudaMajorMinorVersion == null
      || atLeast info.dontDefaultAfterCudaMajorMinorVersion release
    );
  majors = range: [
    range.minMajorVersion
    range.maxMajorVersion
  ];
  answer =
    release:
    let
      supported = builtins.filter (isSupported release) infos;
      row = tables.nvccCompatibilities.${release};
    in
    {
      name = release;
      value = {
        supported = names supported;
        default = names (builtins.filter (isDefault release) supported);
        gcc = majors row.gcc;
        clang = majors row.clang;
      };
    };
in
builtins.listToAttrs (map answer releases)
