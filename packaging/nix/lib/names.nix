# SPDX-License-Identifier: MIT
# Reads the names in a question. An unknown name throws: nothing is guessed.
tables:
let
  inherit (import ./lists.nix) findFirst last;
  inherit (import ./versions.nix) isVersion mayBeSame;

  fail = message: throw "cudastdenv: ${message}";

  byId = builtins.listToAttrs (
    map (row: {
      name = row.id;
      value = row;
    }) tables.environments.environments
  );
  byAlias = builtins.listToAttrs (
    builtins.concatMap (
      row:
      map (name: {
        inherit name;
        value = row;
      }) row.aliases
    ) tables.environments.environments
  );

  releases = tables.releases.releases;

  # The newest patch release; a preview only if no other exists.
  newestOf =
    candidates:
    let
      final = builtins.filter (row: !row.preview) candidates;
    in
    last (if final == [ ] then candidates else final);

  # The number in the name of a package set, `cudaPackages_12_8`; null for any other name.
  numberOfSet =
    name:
    let
      numbers = builtins.match "cudaPackages_([0-9]+_[0-9]+(_[0-9]+)?)" name;
    in
    if numbers == null then
      null
    else
      builtins.replaceStrings [ "_" ] [ "." ] (builtins.head numbers);

  # The release with that name in a channel of nixpkgs, or null.
  findPackageSet =
    channel: name:
    findFirst (
      row: row.channel == channel && row.attribute == name
    ) tables.package_sets.packageSets;

  releaseOfNumber =
    number: name:
    let
      found = newestOf (builtins.filter (row: mayBeSame row.release number) releases);
    in
    if found == null then fail "unknown CUDA release '${name}'" else found;
in
rec {
  /**
    The environment of that id or alias, as `cudastdenv table environments` has them; null where there is none.
  */
  findEnvironment = name: byId.${name} or byAlias.${name} or null;

  assumedEnvironment = byId.${tables.environments.assumed};

  /**
    The row of a release: `12.8` (its newest patch release), `12.8.1`, `latest`, or the name of a package set, which is
    looked up in the environment where that is a channel of nixpkgs, else in the assumed one.
  */
  readRelease =
    name: environment:
    let
      isChannel = environment != null && builtins.match "nixos-.*" environment.id != null;
      set = findPackageSet (if isChannel then environment else assumedEnvironment).id name;
      number = numberOfSet name;
    in
    if !builtins.isString name then
      fail "a CUDA release has to be a string, such as \"12.8\""
    else if name == "latest" then
      newestOf releases
    else if set != null then
      releaseOfNumber set.release name
    else if number != null then
      releaseOfNumber number name
    else if isVersion name then
      releaseOfNumber name name
    else
      fail "'${name}' is not a CUDA release (expected 12.8, 12.8.1 or cudaPackages_12_8)";

  /**
    `gcc-14`, `clang-19`, `gcc-14.3.0` as `{ family, major, version }`; the version is null where it is not said.
    Null for any other text.
  */
  parseCompiler =
    text:
    let
      parts = builtins.match "(gcc|clang)-([1-9][0-9]{0,5})(\\.[0-9]+(\\.[0-9]+)?)?" text;
      minor = builtins.elemAt parts 2;
      major = builtins.elemAt parts 1;
    in
    if parts == null then
      null
    else
      {
        family = builtins.head parts;
        major = builtins.fromJSON major;
        version = if minor == null then null else major + minor;
      };

  readCompiler =
    text:
    let
      compiler = parseCompiler text;
    in
    if compiler == null then
      fail "'${text}' is not a compiler (expected a name such as gcc-14 or clang-19)"
    else
      compiler;

  /**
    The text that `readCompiler` reads back as the compiler of a standard environment of nixpkgs, a derivation.
  */
  compilerOfStdenv =
    stdenv:
    if stdenv.cc.isGNU or false then
      "gcc-${stdenv.cc.version}"
    else if stdenv.cc.isClang or false then
      "clang-${stdenv.cc.version}"
    else
      fail "the compiler of this stdenv is neither GCC nor Clang";

  checkOneOf =
    what: choices: value:
    if builtins.elem value choices then
      value
    else
      fail "unknown ${what} '${toString value}' (expected one of ${builtins.concatStringsSep ", " choices})";
}
