// SPDX-License-Identifier: MIT
#include "nix/checkout.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cudastdenv::nix {

namespace {

// Newest layout first.
constexpr std::array<std::string_view, 4> nvcc_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/nvcc.nix",
    "pkgs/development/cuda-modules/_cuda/data/nvcc.nix",
    "pkgs/development/cuda-modules/data/nvcc-compatibilities.nix",
    "pkgs/development/cuda-modules/nvcc-compatibilities.nix",
};
constexpr std::array<std::string_view, 4> cuda_places{
    "pkgs/development/cuda-modules/_cuda/db/bootstrap/cuda.nix",
    "pkgs/development/cuda-modules/_cuda/data/cuda.nix",
    "pkgs/development/cuda-modules/gpus.nix",
    "pkgs/development/compilers/cudatoolkit/gpus.nix",
};

/// Enough of nixpkgs' lib for every version of the two files, for folders that are not a whole checkout.
constexpr std::string_view small_lib = R"(
  lib =
    let
      length = builtins.stringLength;
      functions = builtins // rec {
        id = x: x;
        const = x: _: x;
        flip = f: a: b: f b a;
        pipe = builtins.foldl' (x: f: f x);
        nameValuePair = name: value: { inherit name value; };
        optional = yes: x: if yes then [ x ] else [ ];
        optionals = yes: xs: if yes then xs else [ ];
        optionalAttrs = yes: set: if yes then set else { };
        optionalString = yes: text: if yes then text else "";
        genAttrs = names: f: builtins.listToAttrs (map (name: nameValuePair name (f name)) names);
        mapAttrs' = f: set: builtins.listToAttrs (mapAttrsToList f set);
        mapAttrsToList = f: set: map (name: f name set.${name}) (builtins.attrNames set);
        attrsToList = mapAttrsToList nameValuePair;
        filterAttrs =
          keep: set:
          builtins.listToAttrs (builtins.filter (pair: keep pair.name pair.value) (attrsToList set));
        mergeAttrsList = builtins.foldl' (left: right: left // right) { };
        attrByPath =
          path: default: set:
          if path == [ ] then
            set
          else if set ? ${builtins.head path} then
            attrByPath (builtins.tail path) default set.${builtins.head path}
          else
            default;
        hasPrefix = part: text: builtins.substring 0 (length part) text == part;
        hasSuffix =
          part: text:
          length part <= length text && builtins.substring (length text - length part) (length part) text == part;
        hasInfix = part: text: builtins.length (builtins.split (escapeRegex part) text) > 1;
        escapeRegex = builtins.replaceStrings [ "." "+" "*" "?" ] [ "\\." "\\+" "\\*" "\\?" ];
        removeSuffix =
          part: text: if hasSuffix part text then builtins.substring 0 (length text - length part) text else text;
        removePrefix = part: text: if hasPrefix part text then builtins.substring (length part) (-1) text else text;
        last = xs: builtins.elemAt xs (builtins.length xs - 1);
        unique = builtins.foldl' (seen: x: if builtins.elem x seen then seen else seen ++ [ x ]) [ ];
        flatten = x: if builtins.isList x then builtins.concatMap flatten x else [ x ];
        range = first: end: if first > end then [ ] else builtins.genList (i: first + i) (end - first + 1);
        recursiveUpdate =
          left: right:
          left
          // builtins.mapAttrs (
            name: value:
            if builtins.isAttrs value && builtins.isAttrs (left.${name} or null) then
              recursiveUpdate left.${name} value
            else
              value
          ) right;
        versionOlder = left: right: builtins.compareVersions left right < 0;
        versionAtLeast = left: right: !versionOlder left right;
      };
      versions = {
        major = version: builtins.elemAt (builtins.splitVersion version) 0;
        minor = version: builtins.elemAt (builtins.splitVersion version) 1;
        majorMinor = version: "${versions.major version}.${versions.minor version}";
      };
    in
    functions
    // {
      inherit versions;
      attrsets = functions;
      lists = functions;
      strings = functions;
      trivial = functions;
    };
)";

/// The file as it is, or what it gives for the arguments that nixpkgs calls it with.
constexpr std::string_view call = R"(
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
)";

/// The lines have the form of the rows: each attribute a set with its `line`, and what is in it as `inner`.
constexpr std::string_view with_lines = R"(
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
)";

}  // namespace

std::string_view name_of(Table table) noexcept {
    return table == Table::nvcc ? "nvccCompatibilities" : "cudaCapabilityToInfo";
}

std::vector<std::string> places_of(Table table) {
    const std::span<const std::string_view> full = table == Table::nvcc ? nvcc_places : cuda_places;
    std::vector<std::string> places(full.begin(), full.end());
    for (std::string_view place : full)
        for (std::size_t slash = place.find('/'); slash != place.npos; slash = place.find('/')) {
            place.remove_prefix(slash + 1);
            if (std::find(places.begin(), places.end(), place) == places.end()) places.emplace_back(place);
        }
    return places;
}

std::string expression_for(Table table, std::string_view path, bool own_lib) {
    std::string code = "let\n  path = checkout + \"/" + std::string(path) + "\";\n  name = \"" +
                       std::string(name_of(table)) + "\";\n  file = import path;\n";
    if (own_lib) code += "  lib = import (checkout + \"/lib\");\n";
    else code += small_lib;
    return code.append(call).append(with_lines);
}

}  // namespace cudastdenv::nix
