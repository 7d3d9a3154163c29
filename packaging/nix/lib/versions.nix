# SPDX-License-Identifier: MIT
# Versions of two or three numbers, as strings: of CUDA, glibc or a compiler.
let
  inherit (import ./lists.nix) min;
in
rec {
  isVersion = text: builtins.match "[0-9]+\\.[0-9]+(\\.[0-9]+)?" text != null;

  /**
    Whether one is older than the other whatever patch is meant where only two numbers are given: 12.8 is before 12.9,
    and neither before nor after 12.8.1.
  */
  isBefore =
    version: other:
    let
      numbers = builtins.splitVersion version;
      otherNumbers = builtins.splitVersion other;
      count = min (builtins.length numbers) (builtins.length otherNumbers);
      first = list: builtins.concatStringsSep "." (builtins.genList (builtins.elemAt list) count);
    in
    builtins.compareVersions (first numbers) (first otherNumbers) < 0;

  /**
    Whether both can be the same version: 12.8 and 12.8.1 can.
  */
  mayBeSame = version: other: !(isBefore version other) && !(isBefore other version);

  /**
    Whether a closed range, `{ min, max }` with null for an open end, has the version in it.
  */
  inVersions =
    range: version:
    !(range.min != null && isBefore version range.min)
    && !(range.max != null && isBefore range.max version);

  /**
    The same for whole numbers: major versions.
  */
  inMajors =
    range: major: (range.min == null || range.min <= major) && (range.max == null || major <= range.max);
}
