# SPDX-License-Identifier: MIT
# Enough of nixpkgs' lib for every version of the two files, for folders that are not a whole checkout.
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
}
