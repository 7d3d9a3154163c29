# SPDX-License-Identifier: MIT
# The tools to build, test and format cudastdenv, for `nix develop` and callPackage.
{
  mkShell,
  clang-tools,
  cudastdenv,
  graphviz,
  nix,
  nixfmt,
  python3,
}:
mkShell {
  inputsFrom = [ cudastdenv ];
  packages = [
    clang-tools
    graphviz
    nix
    nixfmt
    (python3.withPackages (packages: [ packages.jsonschema ]))
  ];
  inherit (cudastdenv) env;
}
