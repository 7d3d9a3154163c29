# SPDX-License-Identifier: MIT
# C++ standards of host code.
tables:
let
  inherit (import ./lists.nix) distance min;
  inherit (import ./versions.nix) inVersions;
in
rec {
  names = [
    "c++11"
    "c++14"
    "c++17"
    "c++20"
    "c++23"
  ];

  /**
    Its place among them: the newer one has the larger number.
  */
  rank =
    let
      ranks = builtins.listToAttrs (
        builtins.genList (value: {
          inherit value;
          name = builtins.elemAt names value;
        }) (builtins.length names)
      );
    in
    name: ranks.${name};

  apart = left: right: distance (rank left) (rank right);

  /**
    The newest up to C++17 that the release's nvcc takes; where nobody knows, C++17.
  */
  defaultOf =
    release:
    if release.newestStandard == null then
      rank "c++17"
    else
      min (rank "c++17") (rank release.newestStandard);

  /**
    Whether nvcc of that release was seen not to take the standard from a compiler as old as this one.
  */
  isNotTaken =
    release: compiler: standard:
    builtins.any (
      row:
      row.standard == standard
      && row.family == compiler.family
      && compiler.major < row.min
      && inVersions {
        min = row.first;
        max = row.last;
      } release.release
    ) tables.measured.hostStandards;

  /**
    The standard that the compiler compiles in: the one asked for, or the newest up to C++17 that it and the release
    take.
  */
  of =
    release: wanted: compiler:
    let
      takes =
        standard: rank standard <= defaultOf release && !(isNotTaken release compiler standard);
    in
    if wanted != null then
      wanted
    else if takes "c++17" then
      "c++17"
    else if takes "c++14" then
      "c++14"
    else
      "c++11";
}
