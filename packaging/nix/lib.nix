# SPDX-License-Identifier: MIT
# cudastdenv's tables as Nix values, and its choice of a host compiler: the answer of `cudastdenv resolve`, without
# building or running it. Needs only Nix: no nixpkgs, no import from derivation. It judges nothing: answers.json has the
# answers that the program computed.
{
  # The installed library is below the tables.
  dataDirectory ? if builtins.pathExists ../releases.json then ./.. else ../../data,
  # `tests/oracle/nix_answers.cpp` makes it from the tables.
  answersFile ? ./answers.json,
}:
let
  # The tables of an installed package carry the references of the package, which their values do not need.
  readJson = file: builtins.fromJSON (builtins.unsafeDiscardStringContext (builtins.readFile file));
  answers = readJson answersFile;
  inherit (builtins) elemAt head length stringLength;

  # Texts of words are read faster than lists: only those of the question are split.
  wordsOf = text: builtins.filter builtins.isString (builtins.split " " text);
  lineAt = lines: number: wordsOf (elemAt lines (builtins.fromJSON number));

  fail = message: throw "cudastdenv: ${message}";

  # The place of a value among those that are possible.
  placeOf =
    what: choices: value:
    let
      places = builtins.filter (place: elemAt choices place == value) (
        builtins.genList (place: place) (length choices)
      );
    in
    if places == [ ] then
      fail "unknown ${what} '${toString value}' (expected one of ${builtins.concatStringsSep ", " choices})"
    else
      head places;

  # How many of these ascending thresholds of two numbers a version has reached.
  countReached =
    thresholds: version:
    let
      numbers = builtins.splitVersion version;
      firstTwo = "${head numbers}.${if length numbers > 1 then elemAt numbers 1 else "0"}";
      isReached = threshold: builtins.compareVersions firstTwo threshold >= 0;
    in
    if version == null then 0 else length (builtins.filter isReached thresholds);

  # `gcc-14`, `clang-19`, `gcc-14.3.0`; the version is null where it is not given.
  parseCompiler =
    text:
    let
      parts = builtins.match "((gcc|clang)-([1-9][0-9]{0,5}))(\\.[0-9]+(\\.[0-9]+)?)?" text;
      minor = elemAt parts 3;
    in
    if parts == null then
      null
    else
      {
        name = head parts;
        family = elemAt parts 1;
        major = builtins.fromJSON (elemAt parts 2);
        version = if minor == null then null else elemAt parts 2 + minor;
      };

  rowOfStdenv = name: elemAt answers.environments answers.stdenvs.${name};

  # The name in `stdenvs`. Only some versions of a compiler have a separate answer there.
  readStdenv =
    name:
    let
      compiler = parseCompiler name;
      base = compiler.name or name;
      versions = (rowOfStdenv base).versions or [ ];
    in
    if !(answers.stdenvs ? ${base}) then
      fail (
        if compiler != null then
          "no answers for '${name}'; run `cudastdenv resolve --stdenv ${name}`"
        else
          "unknown stdenv '${name}' (expected gcc-14, or an id of `cudastdenv table environments`)"
      )
    else if versions == [ ] || compiler.version == null then
      base
    else
      "${compiler.family}-${elemAt versions (countReached versions compiler.version - 1)}";

  # The place of a release: `12.8` (its newest patch release), `12.8.1`, `latest`, or the name of a package set, which
  # is looked up in that channel of nixpkgs, otherwise in the assumed one.
  placeOfRelease =
    name: channel:
    let
      sets = answers.packageSets.${channel} or answers.packageSets.${answers.assumed} or { };
      parts = builtins.match "cudaPackages_([0-9]+_[0-9]+(_[0-9]+)?)" name;
      number = if parts == null then name else builtins.replaceStrings [ "_" ] [ "." ] (head parts);
    in
    if !builtins.isString name then
      fail "a CUDA release has to be a string, such as \"12.8\""
    else
      sets.${name} or answers.releaseNames.${number}
        or (fail "unknown CUDA release '${name}' (expected 12.8, 12.8.1 or cudaPackages_12_8)");

  placeOfStandard =
    release: standard:
    let
      place = placeOf "C++ standard" answers.standards standard;
      newest = release.newestStandard;
    in
    if newest != null && placeOf "C++ standard" answers.standards newest < place then
      fail "CUDA ${release.release} does not support ${standard} (newest: ${newest})"
    else
      place;

  # In `5 2.38 7 2.41 9` the answer is 5 where glibc is unknown, 7 from 2.38, and 9 from 2.41.
  answerFor =
    entries: glibc:
    let
      thresholds = builtins.genList (place: elemAt entries (2 * place + 1)) (length entries / 2);
    in
    elemAt entries (2 * countReached thresholds glibc);

  lookUp =
    {
      cuda,
      stdenv ? null,
      policy ? "nixpkgs",
      available ? null,
      system ? null,
      glibc ? null,
      libstdcxx ? null,
      standard ? null,
    }:
    let
      ofNixpkgs = builtins.isAttrs stdenv;
      # nixpkgs' own is its compiler.
      name =
        if !ofNixpkgs then
          (if stdenv == null then "none" else stdenv)
        else if stdenv.cc.isGNU or false then
          "gcc-${stdenv.cc.version}"
        else if stdenv.cc.isClang or false then
          "clang-${stdenv.cc.version}"
        else
          fail "the compiler of this stdenv is neither GCC nor Clang";
      known = readStdenv name;
      environment = rowOfStdenv known;
      release = elemAt answers.releases (placeOfRelease cuda environment.name);
      policyPlace = placeOf "policy" answers.policies policy;
      systemPlace = placeOf "system" answers.systems (
        if system != null then system else environment.system
      );
      standardPlace = if standard == null then null else placeOfStandard release standard;
      row = lineAt answers.rows (elemAt release.rows systemPlace);
      cases = lineAt answers.cases (elemAt row answers.stdenvs.${known});
      ownGlibc = if ofNixpkgs then stdenv.cc.libc.version or null else environment.glibc;
      # For each policy the case without a standard, and one for each standard. If no compiler can work, one for all.
      casePlace =
        policyPlace * (length cases / length answers.policies)
        + (if standard == null then 0 else standardPlace + 1);
      answersOf = lineAt answers.glibcs (elemAt cases (if length cases == 1 then 0 else casePlace));
    in
    # They are judged even where all policies and standards have one answer.
    builtins.seq policyPlace (
      builtins.seq standardPlace (
        if available != null then
          fail "the library has no answers for `available`; run `cudastdenv resolve --available LIST`"
        else if libstdcxx != null then
          fail "the library has no answers for `libstdcxx`; run `cudastdenv resolve --libstdcxx gcc-14`"
        else
          {
            inherit environment policyPlace release;
            answer = lineAt answers.answers (
              answerFor answersOf (if glibc != null then glibc else ownGlibc)
            );
            version = (parseCompiler name).version or null;
          }
      )
    );

  rangeOf =
    release: family: policyPlace:
    elemAt answers.ranges (elemAt release.ranges.${family} policyPlace);

  # An answer is a letter for each candidate, the advisory that breaks it, and if one is chosen its headers, and whether
  # they are inferred. `*` is the chosen one; the last letter is also that of all further candidates.
  explain =
    found:
    let
      letters = head found.answer;
      last = stringLength letters - 1;
      compilers = wordsOf found.environment.candidates;
      candidates = builtins.genList (place: {
        compiler = elemAt compilers place;
        letter = builtins.substring (if place < last then place else last) 1 letters;
      }) (length compilers);
      chosen = builtins.filter (candidate: candidate.letter == "*") candidates;
      compiler = (head chosen).compiler;
      parts = parseCompiler compiler;
      usesStdenv = compiler == found.environment.compiler;
    in
    {
      hostCompiler =
        if chosen == [ ] then
          null
        else
          {
            inherit compiler usesStdenv;
            inherit (parts) family major;
            range = rangeOf found.release parts.family found.policyPlace;
            libstdcxxHeaders = builtins.fromJSON (elemAt found.answer 2);
            libstdcxxHeadersInferred = elemAt found.answer 3 == "true";
          }
          // (if usesStdenv && found.version != null then { inherit (found) version; } else { });
      broken = if elemAt found.answer 1 == "null" then null else elemAt found.answer 1;
      rejected = map (candidate: {
        inherit (candidate) compiler;
        reason = answers.reasons.${candidate.letter};
      }) (builtins.filter (candidate: candidate.letter != "*") candidates);
    };
in
{
  /**
    The tables in data/, by the names of their files: `tables.releases.releases`. data/README.md says what they hold.
  */
  tables = builtins.listToAttrs (
    builtins.concatMap (
      file:
      let
        name = builtins.match "(.*)\\.json" file;
      in
      if name == null then
        [ ]
      else
        [
          {
            name = head name;
            value = readJson (dataDirectory + "/${file}");
          }
        ]
    ) (builtins.attrNames (builtins.readDir dataDirectory))
  );

  /**
    Which host compiler nvcc works with, as `hostCompiler` in `cudastdenv resolve --json`; null where none does.

    # Inputs

    cuda
    : `12.8` (its newest patch release), `12.8.1`, `latest`, or a package set of the channel: `cudaPackages_12_8`

    stdenv
    : a compiler (`gcc-15`, `clang-19`, `gcc-14.3.0`), the id or an alias of an environment (`nixos-26.05`,
      `debian-13`), or a standard environment of nixpkgs itself. Default: the compiler of the assumed environment

    policy
    : which limits to apply: `nixpkgs` (the default), `documented`, `enforced`

    system
    : a Nix system; default: the environment's, otherwise `x86_64-linux`

    glibc, standard
    : of the environment, if it differs from the default: `"2.41"`, `"c++20"`

    Unknown names throw, and so do `available` and `libstdcxx`, which only the command answers. Jetsons' capabilities,
    cross builds and `--nixpkgs-exact` exist only in the command too.
  */
  pickHostCompiler = question: (explain (lookUp question)).hostCompiler;

  /**
    The same question. `{ hostCompiler, broken, rejected }`: `broken` is the id of the advisory that breaks the answer
    whichever compiler is chosen (its row says what to do), or null; `rejected` has each other candidate with the code
    of the reason, as `cudastdenv resolve --json` has it.
  */
  explainHostCompiler = question: explain (lookUp question);

  /**
    The range of majors of a family (`gcc`, `clang`) that a release takes under a policy, both ends included:
    `{ min, minInferredFrom, max, view, sources }`.
  */
  hostCompilerRange =
    {
      cuda,
      family,
      policy ? "nixpkgs",
    }:
    let
      release = elemAt answers.releases (placeOfRelease cuda answers.assumed);
    in
    builtins.seq (placeOf "family" (builtins.attrNames release.ranges) family) (
      rangeOf release family (placeOf "policy" answers.policies policy)
    );
}
