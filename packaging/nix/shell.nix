# SPDX-License-Identifier: MIT
# What building, testing and formatting cudastdenv takes; `nix develop` gives it, callPackage too.
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
