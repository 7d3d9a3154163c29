# SPDX-License-Identifier: MIT
{
  pkgs ? { },
  ...
}:
let
  licensesOfNvidia = [ ];
  # nixpkgs' own word on one licence, in the channels that have one.
  isAllowedByNixpkgs =
    license:
    license ? free
    && pkgs ? _cuda.lib.allowUnfreeCudaPredicate
    && pkgs._cuda.lib.allowUnfreeCudaPredicate { meta.license = license; };
  # One licence, a list of them, several by AND or OR, one WITH an exception or one PLUS later versions.
  isAllowed =
    license:
    if builtins.isList license then
      builtins.all isAllowed license
    else if license ? licenses then
      (if license.operator or "AND" == "OR" then builtins.any else builtins.all) isAllowed license.licenses
    else if license ? license then
      isAllowed license.license && isAllowed (license.exception or [ ])
    else
      license.free or false
      || builtins.elem (license.shortName or null) licensesOfNvidia
      || isAllowedByNixpkgs license;
in
package: isAllowed (package.meta.license or [ ])
