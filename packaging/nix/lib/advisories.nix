# SPDX-License-Identifier: MIT
# Combinations that nvcc's check accepts and that still break.
tables:
let
  inherit (import ./lists.nix) findFirst min max;
  inherit (import ./versions.nix) inVersions inMajors isBefore;
  inherit (import ./standards.nix tables) rank;

  # Whether the compiler's version is in one of the ranges. If only its major version is known, all its minor versions
  # must be in them.
  hasVersion =
    ranges: compiler:
    let
      isExact = compiler.version != null;
      major = toString compiler.major;
      lowest = if isExact then compiler.version else "${major}.0.0";
      highest = if isExact then compiler.version else "${major}.2147483647.0";
    in
    builtins.any (range: inVersions range lowest && inVersions range highest) ranges;

  # Some hosts are not affected if the toolkit's headers are in that place. If the place is unknown, all hosts are
  # affected.
  isSpared =
    unless: situation:
    unless != null
    && situation.compiler != null
    && situation.compiler.family == unless.family
    && situation.toolkitHeaders == unless.toolkitHeaders;

  holdsForCompiler =
    when: compiler:
    (when.family == null || (compiler != null && compiler.family == when.family))
    && (when.compiler == null || (compiler != null && inMajors when.compiler compiler.major))
    && (
      when.compilerVersions == [ ] || (compiler != null && hasVersion when.compilerVersions compiler)
    );

  holdsForLibraries =
    when: situation:
    (
      when.libstdcxxHeaders == null
      || (situation.headers != null && inMajors when.libstdcxxHeaders situation.headers)
    )
    && (when.libstdcxxLibrary == null || inMajors when.libstdcxxLibrary situation.library)
    && (when.glibc == null || (situation.glibc != null && inVersions when.glibc situation.glibc));

  holdsForStandard =
    when: standard:
    (when.standardMin == null || rank when.standardMin <= rank standard)
    && (when.standardMax == null || rank standard <= rank when.standardMax);

  holds =
    when: situation:
    holdsForCompiler when situation.compiler
    && holdsForLibraries when situation
    && holdsForStandard when situation.standard
    && (when.system == null || when.system == situation.system)
    && !(isSpared when.unless situation);

  # Those of a release that break something, selected once for each release.
  breakingIn =
    let
      breaking = builtins.filter (row: row.severity == "broken") tables.advisories.advisories;
      isOf = release: row: row.when.releases == null || inVersions row.when.releases release;
      byRelease = builtins.listToAttrs (
        map (row: {
          name = row.release;
          value = builtins.filter (isOf row.release) breaking;
        }) tables.releases.releases
      );
    in
    release: byRelease.${release};

  applies =
    request: situation: row:
    holds row.when situation && !builtins.elem row.id request.stdenv.fixedAdvisories;

  isAboutCompiler = row: row.when.compiler != null || row.when.libstdcxxHeaders != null;
in
rec {
  /**
    The newest libstdc++, of GCC majors up to `wanted`, whose symbols code may need that is linked in the stdenv.
  */
  linkable = stdenv: wanted: if stdenv.nonshared then wanted else min wanted stdenv.libstdcxx;

  /**
    What conditions are held against: the request with that compiler and the libstdc++ headers of that GCC major. Both
    may be null: conditions on them do not hold then.
  */
  situationOf = request: compiler: headers: standard: {
    inherit compiler headers standard;
    inherit (request) system toolkitHeaders;
    inherit (request.stdenv) glibc;
    release = request.release.release;
    library = max request.stdenv.libstdcxx (
      linkable request.stdenv (if headers == null then 0 else headers)
    );
  };

  /**
    The first row for which the situation's compiler, with its headers, cannot be used at all; or null. One that no
    choice of compiler escapes, as glibc's are, does not count.
  */
  findBreakage =
    request: situation:
    findFirst (row: isAboutCompiler row && applies request situation row) (
      breakingIn situation.release
    );

  /**
    The same, whether or not another compiler would escape it.
  */
  findAnyBreakage =
    request: situation:
    findFirst (applies request situation) (breakingIn situation.release);
}
