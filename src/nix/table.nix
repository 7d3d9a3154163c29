# SPDX-License-Identifier: MIT
# The rows of a table of a checkout as plain data, and where they are in its file. Within os/contained.nix.
{
  lib,
  name, # the table's, in a file that has it as an attribute
  path,
}:
let
  # The file as it is, or what it gives for the arguments that nixpkgs calls it with.
  file = import path;
  arguments = {
    inherit lib;
    cudaData = table;
    cudaLib = lib;
    _cuda = {
      inherit lib;
      db = table;
      data = table;
    };
  };
  table =
    if !builtins.isFunction file then
      file
    else if builtins.functionArgs file == { } then
      file (lib // arguments)
    else
      file (builtins.intersectAttrs (builtins.functionArgs file) arguments);
  rows = if builtins.isAttrs table && table ? ${name} then table.${name} else table;

  # The lines have the form of the rows: each attribute a set with its `line`, and what is in it as `inner`.
  lineOf =
    set: name:
    let
      place = builtins.unsafeGetAttrPos name set;
    in
    if place != null && place.file == toString path then place.line else null;
  linesOf =
    depth: set:
    builtins.mapAttrs (name: value: {
      line = lineOf set name;
      inner = if depth > 0 && builtins.isAttrs value then linesOf (depth - 1) value else { };
    }) set;
  lines =
    if builtins.isAttrs rows then
      linesOf 2 rows
    else if builtins.isList rows then
      map (row: { inner = if builtins.isAttrs row then linesOf 1 row else { }; }) rows
    else
      null;
in
{
  inherit lines rows;
}
