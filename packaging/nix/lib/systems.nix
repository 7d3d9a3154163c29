# SPDX-License-Identifier: MIT
# The platforms of NVIDIA's toolkits. If a system has two, it is the server's, not the Jetson's.
tables:
let
  inherit (import ./lists.nix) findFirst;
  inherit (import ./versions.nix) inVersions;

  rows = tables.redist.systems;

  ships =
    row: release:
    row.first != null
    && inVersions {
      min = row.first;
      max = row.last;
    } release
    && !builtins.elem release row.absent;
in
{
  names = map (row: row.nix) rows;

  /**
    Why no compiler works there, whichever it is: `system-not-shipped`, or `system-not-covered` where the host compilers
    are others than GCC and Clang of Linux. Null: some may.
  */
  reasonAgainst =
    system: release:
    let
      row = findFirst (candidate: candidate.nix == system && !candidate.jetson) rows;
    in
    if row == null || !ships row release then
      "system-not-shipped"
    else if builtins.match ".*-linux" row.nix == null then
      "system-not-covered"
    else
      null;
}
