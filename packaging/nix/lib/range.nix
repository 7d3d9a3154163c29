# SPDX-License-Identifier: MIT
# The range of major versions of host compilers for a release: `{ min, minInferredFrom, max, view, sources }`, inclusive
# at both ends, as `cudastdenv resolve --json` prints it.
tables:
let
  inherit (import ./lists.nix) findFirst last;
  inherit (import ./versions.nix) inVersions isBefore;

  rows = tables.host_compilers.hostCompilers;
  views = [
    "nixpkgs"
    "documented"
    "enforced"
  ];

  # The policy's view, or the next one with a row.
  viewOf =
    row: policy:
    let
      later = {
        nixpkgs = views;
        documented = builtins.tail views;
        enforced = [ "enforced" ];
      };
    in
    findFirst (view: row.${view} != null) later.${policy};

  # The documented minimum of the newest earlier release, with that release; or null. NVIDIA has raised it only in major
  # releases.
  earlierMin =
    release: family:
    let
      isEarlier =
        row:
        row.family == family
        && isBefore row.last release
        && row.documented != null
        && row.documented.min != null;
      newest = last (builtins.filter isEarlier rows);
    in
    if newest == null then
      null
    else
      {
        min = newest.documented.min;
        minInferredFrom = newest.last;
      };

  # nvcc's check limits the other views.
  withinCheck =
    enforced: range:
    range
    // (if enforced.max < range.max then { inherit (enforced) max sources; } else { })
    // (
      if enforced.min != null && (range.min == null || range.min < enforced.min) then
        {
          inherit (enforced) min;
          minInferredFrom = null;
        }
      else
        { }
    );

  rangeOfRow =
    row: release: policy:
    let
      view = viewOf row policy;
      own = {
        inherit view;
        inherit (row.${view}) min max sources;
        minInferredFrom = null;
      };
      # The header's minimum is what it compares with, not what works, so a documented one has precedence.
      earlier =
        if view == "enforced" && policy != "enforced" then earlierMin release row.family else null;
      documented = if earlier == null then own else own // earlier;
    in
    if row.enforced == null then own else withinCheck row.enforced documented;
in
rec {
  policies = views;

  /**
    The row of a family in a release, or null: none is known to be taken.
  */
  findRow =
    release: family:
    findFirst (
      row:
      row.family == family
      && inVersions {
        min = row.first;
        max = row.last;
      } release
    ) rows;

  /**
    release: its full number; family: `gcc` or `clang`; policy: whose range counts. Where the policy has no row for a
    release, the next one answers: nixpkgs, documented, enforced. No policy widens what nvcc's own check takes.
  */
  rangeOf =
    release: family: policy:
    let
      row = findRow release family;
    in
    if row != null then
      rangeOfRow row release policy
    else
      {
        min = null;
        minInferredFrom = null;
        max = 0;
        view = "enforced";
        sources = [ ];
      };
}
