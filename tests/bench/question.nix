# SPDX-License-Identifier: MIT
# The compiler part of `cudastdenv resolve --cuda 12.8`, computed by Nix without nixpkgs.
let
  release = "12.8";
  stdenv = 15;
  ranges = {
    "10.0" = { min = 4; max = 7; };
    "10.1" = { min = 4; max = 8; };
    "10.2" = { min = 4; max = 8; };
    "11.0" = { min = 5; max = 9; };
    "11.4" = { min = 6; max = 10; };
    "11.8" = { min = 6; max = 11; };
    "12.0" = { min = 6; max = 12; };
    "12.4" = { min = 6; max = 13; };
    "12.8" = { min = 6; max = 14; };
    "13.0" = { min = 6; max = 15; };
  };
  newestFirst = [ 16 15 14 13 12 11 10 9 8 7 6 5 4 ];
  range = ranges.${release};
  fits = major: range.min <= major && major <= range.max && major <= stdenv;
in
if fits stdenv then stdenv else builtins.head (builtins.filter fits newestFirst)
