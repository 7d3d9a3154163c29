# SPDX-License-Identifier: MIT
# The functions of nixpkgs' lib that the project's Nix files call, as short as possible.
rec {
  genAttrs =
    names: value:
    builtins.listToAttrs (
      map (name: {
        inherit name;
        value = value name;
      }) names
    );
  mapAttrs = builtins.mapAttrs;
  hasSuffix =
    part: text:
    let
      rest = builtins.stringLength text - builtins.stringLength part;
    in
    rest >= 0 && builtins.substring rest (builtins.stringLength part) text == part;

  getOutput = output: package: package.${output} or package;
  getDev = getOutput "dev";
  getLib = getOutput "lib";

  mesonOption = feature: value: "-D${feature}=${value}";
  mesonEnable = feature: enabled: mesonOption feature (if enabled then "enabled" else "disabled");

  # Calls a function with arguments of the set, and adds `override`.
  callPackageWith =
    set: function: extra:
    let
      called = if builtins.isFunction function then function else import function;
      arguments = builtins.intersectAttrs (builtins.functionArgs called) set // extra;
    in
    called arguments // { override = more: callPackageWith set function (extra // more); };

  fileset = {
    unions = paths: paths;
    toSource =
      { root, fileset }:
      let
        wanted = map toString fileset;
        beginsWith = part: text: builtins.substring 0 (builtins.stringLength part) text == part;
        isBelow = parent: path: path == parent || beginsWith "${parent}/" path;
      in
      builtins.path {
        name = "source";
        path = root;
        filter = path: _: builtins.any (one: isBelow one path || isBelow path one) wanted;
      };
  };

  licenses.mit = {
    spdxId = "MIT";
    free = true;
  };
  platforms.linux = [
    "aarch64-linux"
    "x86_64-linux"
  ];
}
