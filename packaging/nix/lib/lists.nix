# SPDX-License-Identifier: MIT
# Functions that builtins lack, so that nixpkgs is not needed.
rec {
  /**
    The first element for which the condition holds, or null.
  */
  findFirst =
    condition: list:
    let
      found = builtins.filter condition list;
    in
    if found == [ ] then null else builtins.head found;

  /**
    The last element, or null where there is none.
  */
  last = list: if list == [ ] then null else builtins.elemAt list (builtins.length list - 1);

  min = left: right: if left < right then left else right;
  max = left: right: if left < right then right else left;
  distance = left: right: if left < right then right - left else left - right;

  /**
    The element of the least key, of several the first; null where there is none. Keys are numbers or lists of them.
  */
  leastBy =
    key: list:
    let
      less = best: other: if key other < key best then other else best;
    in
    if list == [ ] then null else builtins.foldl' less (builtins.head list) list;

  /**
    The list in order of a key that is a number, or a list of them, each value once.
  */
  sortUnique =
    key: list:
    let
      sorted = builtins.sort (left: right: key left < key right) list;
      add = kept: next: if kept != [ ] && last kept == next then kept else kept ++ [ next ];
    in
    builtins.foldl' add [ ] sorted;
}
