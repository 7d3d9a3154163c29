# SPDX-License-Identifier: MIT
# The major versions of host compilers that count for a release: `{ min, minInferredFrom, max, view, sources }`, closed
# at both ends, as `cudastdenv resolve --json` prints them.
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

  # The policy's own view, or the next one that has a row.
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

  # The documented lower bound of the newest release before that one, with that release; or null. NVIDIA has only ever
  # raised it with a major release.
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

  # nvcc's own check cuts what another view would let pass.
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
      # The header's lower bound says what it compares with, not what works: a documented one goes before it.
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
