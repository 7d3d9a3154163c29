# SPDX-License-Identifier: MIT
# The newest libstdc++ headers, by GCC major, that a Clang and nvcc parse together: measured, otherwise inferred from
# the nearest measurement.
tables:
let
  inherit (import ./lists.nix)
    distance
    findFirst
    last
    leastBy
    min
    ;
  inherit (import ./standards.nix tables) apart;
  inherit (import ./range.nix tables) rangeOf;
  inherit (import ./names.nix tables) readCompiler;

  pairs = map (row: row // { compiler = readCompiler row.compiler; }) tables.measured.pairHeaders;
  pairsByNvcc = builtins.groupBy (row: row.nvcc) pairs;
  pairsOf = release: if release.nvcc == null then [ ] else pairsByNvcc.${release.nvcc} or [ ];

  # The newest that works below the first that fails; or null.
  newestThatWorks =
    row: last (builtins.filter (gcc: row.fails == [ ] || gcc < builtins.head row.fails) row.works);

  findPair =
    release: compiler: standard:
    findFirst (
      row:
      row.compiler.family == compiler.family
      && row.compiler.major == compiler.major
      && row.standard == standard
    ) (pairsOf release);

  # In the nearest standard with the nearest Clang; of two Clangs the newer one, for which libstdc++ enables more.
  nearestPair =
    release: clang: standard:
    let
      saysSomething = row: row.compiler.family == clang.family && newestThatWorks row != null;
    in
    leastBy (row: [
      (apart row.standard standard)
      (distance row.compiler.major clang.major)
      (-row.compiler.major)
    ]) (builtins.filter saysSomething (pairsOf release));

  inferredLimit =
    release: clang: standard:
    let
      near = nearestPair release clang standard;
    in
    if near != null then newestThatWorks near else (rangeOf release.release "gcc" "enforced").max;

  # With that Clang as host compiler: `max`, and whether it was measured for exactly this pair.
  nvccLimit =
    release: clang: standard:
    let
      row = findPair release clang standard;
      newest = newestThatWorks row;
      inferred = inferredLimit release clang standard;
    in
    if row == null then
      {
        max = inferred;
        measured = false;
      }
    else if newest != null then
      {
        max = newest;
        measured = true;
      }
    else
      {
        max = min inferred (builtins.head row.fails - 1);
        measured = false;
      };

  # The limit of a Clang alone, without nvcc; null if it parses none.
  clangLimit =
    clang: standard:
    (leastBy (row: [
      (distance row.clang clang.major)
      (apart row.standard standard)
    ]) tables.measured.clangHeaders).maxLibstdcxx;
in
{
  /**
    Of the two together; null: none at all. What was measured of the pair holds, whatever the Clang does by itself.
  */
  headersLimit =
    release: clang: standard:
    let
      nvcc = nvccLimit release clang standard;
      own = clangLimit clang standard;
    in
    if nvcc.measured then
      nvcc.max
    else if own == null then
      null
    else
      min own nvcc.max;

  /**
    Whether a program was built with these headers and that host compiler in that standard.
  */
  wasMeasured =
    release: compiler: standard: headers:
    let
      row = findPair release compiler standard;
    in
    row != null && builtins.elem headers row.works;
}
