# SPDX-License-Identifier: MIT
# cudastdenv's tables as Nix values, and its choice of a host compiler: the answer of `cudastdenv resolve`, without
# building or running it. Needs only Nix: no nixpkgs, no import from derivation.
{
  dataDirectory ? ../../data,
}:
let
  read = name: builtins.fromJSON (builtins.readFile (dataDirectory + "/${name}.json"));
  names = [
    "advisories"
    "capabilities"
    "components"
    "consumers"
    "drivers"
    "environments"
    "gpus"
    "host_compilers"
    "libstdcxx"
    "measured"
    "messages"
    "package_sets"
    "redist"
    "releases"
    "rules"
    "sources"
    "symbol_versions"
  ];
  tables = builtins.listToAttrs (
    map (name: {
      inherit name;
      value = read name;
    }) names
  );

  inherit (import ./lib/judge.nix tables) judge;
  inherit (import ./lib/lists.nix) max min sortUnique;
  inherit (import ./lib/names.nix tables)
    assumedEnvironment
    checkOneOf
    compilerOfStdenv
    findEnvironment
    parseCompiler
    readCompiler
    readRelease
    ;
  inherit (import ./lib/range.nix tables) policies rangeOf;
  standards = import ./lib/standards.nix tables;
  systems = import ./lib/systems.nix tables;

  newestFirst = sortUnique (major: -major);

  # Every GCC whose libstdc++ is in the tables.
  knownLibstdcxx = map (
    row: builtins.fromJSON (builtins.head (builtins.splitVersion row.gcc))
  ) tables.libstdcxx.libstdcxx;

  # Every major version from the lowest to the highest in the tables.
  knownCompilers =
    family:
    let
      rows = builtins.filter (row: row.family == family) tables.host_compilers.hostCompilers;
      ranges = builtins.filter (range: range != null) (
        builtins.concatMap (row: map (view: row.${view}) policies) rows
      );
      bounds = builtins.filter (bound: bound != null) (
        builtins.concatMap (range: [
          range.min
          range.max
        ]) ranges
      );
      majors = bounds ++ (if family == "gcc" then knownLibstdcxx else [ ]);
      first = builtins.foldl' min (builtins.head majors) majors;
      count = builtins.foldl' max 0 majors - first + 1;
    in
    builtins.genList (index: {
      inherit family;
      major = first + index;
      version = null;
    }) count;

  compilersIn =
    family: majors:
    map (major: {
      inherit family major;
      version = null;
    }) majors;

  # For an environment with a row.
  stdenvIn = environment: {
    inherit (environment)
      fixedAdvisories
      glibc
      libstdcxx
      nonshared
      ;
    compiler = readCompiler environment.compiler;
  };

  # For a compiler alone: a GCC has its own libstdc++, a Clang that of the assumed environment.
  stdenvOf = compiler: {
    inherit compiler;
    fixedAdvisories = [ ];
    glibc = null;
    libstdcxx = if compiler.family == "gcc" then compiler.major else assumedEnvironment.libstdcxx;
    nonshared = false;
  };

  readStdenv =
    name: environment:
    if environment != null then
      stdenvIn environment
    else if parseCompiler name != null then
      stdenvOf (parseCompiler name)
    else
      throw "cudastdenv: unknown stdenv '${name}' (expected gcc-14, or an id of `cudastdenv table environments`)";

  # The place of the headers of the environment's own toolkit; null if unknown.
  toolkitHeadersIn =
    environment: release:
    let
      own = builtins.filter (row: row.release == release.release) environment.ownCuda;
    in
    if own == [ ] then null else (builtins.head own).toolkitHeaders;

  checkStandard =
    release: standard:
    let
      known = checkOneOf "C++ standard" standards.names standard;
    in
    if
      release.newestStandard != null && standards.rank release.newestStandard < standards.rank known
    then
      throw "cudastdenv: CUDA ${release.release} does not support ${known} (newest: ${release.newestStandard})"
    else
      known;

  readRequest =
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
      name = if ofNixpkgs then compilerOfStdenv stdenv else stdenv;
      environment = if name == null then null else findEnvironment name;
      release = readRelease cuda environment;
      named =
        if name == null then
          stdenvOf (readCompiler assumedEnvironment.compiler)
          // {
            inherit (assumedEnvironment) libstdcxx;
          }
        else
          readStdenv name environment;
      given = {
        glibc =
          if glibc != null then
            glibc
          else if ofNixpkgs then
            stdenv.cc.libc.version or null
          else
            named.glibc;
        libstdcxx = if libstdcxx != null then libstdcxx else named.libstdcxx;
      };
      ownSystem =
        if environment == null || environment.system == null then "x86_64-linux" else environment.system;
    in
    {
      inherit release;
      policy = checkOneOf "policy" policies policy;
      system = checkOneOf "system" systems.names (if system != null then system else ownSystem);
      stdenv = named // given;
      available =
        if available != null then
          map readCompiler available
        else if environment != null then
          compilersIn "gcc" environment.gccs ++ compilersIn "clang" environment.clangs
        else
          knownCompilers "gcc" ++ knownCompilers "clang";
      headers = newestFirst (
        if environment == null then knownLibstdcxx else environment.gccs ++ [ environment.libstdcxx ]
      );
      standard = if standard == null then null else checkStandard release standard;
      toolkitHeaders = if environment == null then null else toolkitHeadersIn environment release;
    };
in
{
  /**
    The tables in data/, by the names of their files: `tables.releases.releases`. data/README.md says what they hold.
  */
  inherit tables;

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

    available
    : candidates beside the stdenv's own, a list of names. Default: what the environment packages, otherwise all known

    system
    : a Nix system; default: the environment's, otherwise `x86_64-linux`

    glibc, libstdcxx, standard
    : of the environment, if it differs from the default: `"2.41"`; the GCC major whose libstdc++ is loaded, `14`;
      `"c++20"`

    Unknown names throw. Jetsons' capabilities, cross builds and `--nixpkgs-exact` exist only in the command.
  */
  pickHostCompiler = question: (judge (readRequest question)).hostCompiler;

  /**
    The same question. `{ hostCompiler, broken, rejected }`: `broken` is the id of the advisory that breaks the answer
    whichever compiler is chosen (its row says what to do), or null; `rejected` has each other candidate with the code
    of the reason, as `cudastdenv resolve --json` has it.
  */
  explainHostCompiler = question: judge (readRequest question);

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
    rangeOf (readRelease cuda null).release (checkOneOf "family" [ "gcc" "clang" ] family) (
      checkOneOf "policy" policies policy
    );
}
