# SPDX-License-Identifier: MIT
# The rules that choose a host compiler: a request of lib.nix to an answer, from the tables only.
tables:
let
  inherit (import ./lists.nix) findFirst sortUnique;
  inherit (import ./advisories.nix tables)
    findAnyBreakage
    findBreakage
    linkable
    situationOf
    ;
  inherit (import ./headers.nix tables) headersLimit wasMeasured;
  inherit (import ./range.nix tables) rangeOf;
  inherit (import ./systems.nix tables) reasonAgainst;
  standards = import ./standards.nix tables;

  standardOf =
    request: compiler:
    standards.of request.release request.standard compiler;

  isSame = left: right: left.family == right.family && left.major == right.major;

  usable = headers: {
    inherit headers;
    reason = null;
  };
  rejected = reason: {
    inherit reason;
    headers = null;
  };

  breakageOf =
    request: candidate: headers:
    findBreakage request (situationOf request candidate headers (standardOf request candidate));

  # A GCC has its own headers, and its output can need symbols of its own libstdc++.
  assessGcc =
    request: candidate:
    if linkable request.stdenv candidate.major < candidate.major then
      rejected "newer-libstdcxx"
    else if breakageOf request candidate candidate.major != null then
      rejected "known-broken"
    else
      usable candidate.major;

  # A Clang gets the newest headers that it and nvcc parse, that link, and that no advisory breaks.
  assessClang =
    request: candidate:
    let
      parsed = headersLimit request.release candidate (standardOf request candidate);
      limit = if parsed == null then 0 else linkable request.stdenv parsed;
      tried = builtins.filter (headers: headers <= limit) request.headers;
      works = findFirst (headers: breakageOf request candidate headers == null) tried;
    in
    if works != null then
      usable works
    else
      rejected (if tried == [ ] then "headers-too-new" else "known-broken");

  assess =
    request: range: systemReason: candidate:
    if systemReason != null then
      rejected systemReason
    else if candidate.family != request.stdenv.compiler.family then
      rejected "other-family"
    else if range.min != null && candidate.major < range.min then
      rejected "too-old"
    else if range.max < candidate.major then
      rejected "too-new"
    else if
      request.standard != null && standards.isNotTaken request.release candidate request.standard
    then
      rejected "standard-not-taken"
    else if candidate.family == "clang" then
      assessClang request candidate
    else
      assessGcc request candidate;

  # The stdenv's family first, each with the newest first; one for each major version.
  inOrder =
    request:
    let
      own = request.stdenv.compiler;
      all = [ own ] ++ request.available;
      key = compiler: [
        (if compiler.family == own.family then 0 else 1)
        (-compiler.major)
      ];
      versionOf =
        compiler:
        let
          named = findFirst (other: isSame other compiler && other.version != null) all;
        in
        if named == null then null else named.version;
    in
    sortUnique key (map (compiler: compiler // { version = versionOf compiler; }) all);

  nameOf = compiler: "${compiler.family}-${toString compiler.major}";

  described =
    request: range: compiler: headers:
    {
      inherit (compiler) family major;
      inherit range;
      compiler = nameOf compiler;
      usesStdenv = isSame compiler request.stdenv.compiler;
      libstdcxxHeaders = headers;
      libstdcxxHeadersInferred =
        !(wasMeasured request.release compiler (standardOf request compiler) headers);
    }
    // (if compiler.version == null then { } else { inherit (compiler) version; });
in
{
  /**
    `{ hostCompiler, broken, rejected }`: the compiler, or null; the id of the first advisory that breaks the answer
    whatever is chosen (its `workaround` may help), or null; and why each other candidate is not it.
  */
  judge =
    request:
    let
      range = rangeOf request.release.release request.stdenv.compiler.family request.policy;
      systemReason = reasonAgainst request.system request.release.release;
      candidates = map (compiler: {
        inherit compiler;
        found = assess request range systemReason compiler;
      }) (inOrder request);
      own = findFirst (candidate: isSame candidate.compiler request.stdenv.compiler) candidates;
      works = candidate: candidate.found.reason == null;
      chosen = if works own then own else findFirst works candidates;
      situation =
        if chosen == null then
          situationOf request null null (standardOf request request.stdenv.compiler)
        else
          situationOf request chosen.compiler chosen.found.headers (standardOf request chosen.compiler);
      others = builtins.filter (candidate: chosen == null || candidate != chosen) candidates;
      breakage = if systemReason != null then null else findAnyBreakage request situation;
    in
    {
      hostCompiler =
        if chosen == null then
          null
        else
          described request range chosen.compiler chosen.found.headers;
      broken = if breakage == null then null else breakage.id;
      rejected = map (candidate: {
        compiler = nameOf candidate.compiler;
        reason = if works candidate then "superseded" else candidate.found.reason;
      }) others;
    };
}
