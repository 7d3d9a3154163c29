# SPDX-License-Identifier: MIT
let
  majors = { maxMajorVersion, minMajorVersion }@both: both;
  # A row as it stands; evaluating one with an attribute that is misspelt or missing is an error.
  checked = { clang, gcc }@row: builtins.seq (majors clang) (builtins.seq (majors gcc) row);
in
{ }
