# SPDX-License-Identifier: MIT
# Evaluates `expression`, whose text takes the place of that word at the end, with no other builtins than those that read
# nothing, and with an `import` and a few others that read nothing but the regular files below `<checkout>`, which the
# expression finds as `checkout`. So has every file that it imports. No language feature of Nix reads a file by itself but
# the conversion of a path to a string, which the store has to refuse.
#
# `links` is a text of lines: the path of a symbolic link below the checkout, then `/` and the path below the checkout
# that it leads to, without links; and so on. Any other link is met with an abort. `drafts` has the names of files of
# `<drafts>`, each in a line.
#
# Restricted evaluation lets newer versions of Nix list the folders above the allowed one, and tells by its messages what
# is there. So the checkout gets no function that could ask: those below are allowed, all others of whatever version are
# not, under any of the names that they have.
{ links, drafts }:
let
  real = builtins;
  root = <checkout>;

  pureNames = [
    "abort" "add" "addErrorContext" "all" "any" "attrNames" "attrValues" "baseNameOf" "bitAnd" "bitOr" "bitXor"
    "catAttrs" "ceil" "compareVersions" "concatLists" "concatMap" "concatStringsSep" "deepSeq" "dirOf" "div" "elem"
    "elemAt" "false" "filter" "floor" "foldl'" "fromJSON" "fromTOML" "functionArgs" "genList" "genericClosure"
    "getAttr" "getContext" "groupBy" "hasAttr" "hasContext" "hashString" "head" "intersectAttrs" "isAttrs" "isBool"
    "isFloat" "isFunction" "isInt" "isList" "isNull" "isPath" "isString" "langVersion" "length" "lessThan"
    "listToAttrs" "map" "mapAttrs" "match" "mul" "nixVersion" "null" "parseDrvName" "partition" "placeholder"
    "removeAttrs" "replaceStrings" "seq" "sort" "split" "splitVersion" "storeDir" "stringLength" "sub" "substring"
    "tail" "throw" "toJSON" "toPath" "toString" "toXML" "trace" "traceVerbose" "true" "tryEval" "typeOf"
    "unsafeDiscardOutputDependency" "unsafeDiscardStringContext" "unsafeGetAttrPos" "warn" "zipAttrsWith"
  ];
  pure = real.intersectAttrs (real.listToAttrs (map (name: { inherit name; value = null; }) pureNames)) real;

  # A draft is read in the place of a file, and finds what lies beside that file.
  isDraft = real.listToAttrs (map (name: { inherit name; value = true; }) (split "\n" drafts));
  draftsPrefix = toString <drafts> + "/";
  textOf =
    path:
    let
      name = real.substring (real.stringLength rootPrefix) (-1) (toString path);
    in
    if isDraft ? ${name} then <drafts> + "/${name}" else path;

  # Each file is parsed once, as by the real import.
  entryOf = path: type: {
    inherit path type;
    text = textOf path;
    value = real.scopedImport scope (textOf path);
    entries = real.mapAttrs (name: entryOf (path + "/${name}")) (real.readDir path);
  };
  rootEntry = entryOf root "directory";

  split = separator: text: real.filter (part: real.isString part && part != "") (real.split separator text);
  targets =
    let
      lines = split "\n" links;
      pairOf = i: { name = real.elemAt lines (2 * i); value = real.elemAt lines (2 * i + 1); };
    in
    real.listToAttrs (real.genList pairOf (real.length lines / 2));

  # The entry of a path below the root, or null.
  below = real.foldl' (
    at: name:
    let
      next = at.entries.${name};
      # Not by `path - root`: only a name that readDir gave is used to read.
      link = real.substring (real.stringLength rootPrefix) (-1) (toString next.path);
    in
    if at == null || at.type != "directory" || !(at.entries ? ${name}) then
      null
    else if next.type != "symlink" then
      next
    else if targets ? ${link} then
      below (split "/" targets.${link})
    else
      abort "symbolic link in the checkout: ${link}"
  ) rootEntry;
  rootPrefix = if toString root == "/" then "/" else toString root + "/";
  absolute =
    path:
    let
      text = toString (/. + toString path);
      length = real.stringLength draftsPrefix;
    in
    if real.substring 0 length text == draftsPrefix then rootPrefix + real.substring length (-1) text else text;
  isInside = text: text == toString root || real.substring 0 (real.stringLength rootPrefix) text == rootPrefix;
  entryAt = text: below (split "/" (real.substring (real.stringLength rootPrefix) (-1) text));
  find =
    path:
    let
      text = absolute path;
      entry = entryAt text;
    in
    if !isInside text then
      throw "${text} is not in the checkout: reading it is forbidden"
    else if entry == null then
      throw "${text} does not exist"
    else
      entry;
  findOf =
    type: path:
    let
      entry = find path;
    in
    if entry.type == type then entry else throw "${absolute path} is of type ${entry.type}, not ${type}";

  guarded = {
    builtins = allowed;
    import =
      path:
      let
        entry = find path;
      in
      if entry.type == "directory" then guarded.import (entry.path + "/default.nix") else (findOf "regular" path).value;
    pathExists = path: isInside (absolute path) && entryAt (absolute path) != null;
    readDir = path: real.mapAttrs (_: entry: entry.type) (findOf "directory" path).entries;
    readFile = path: real.readFile (findOf "regular" path).text;
    readFileType = path: (find path).type;
  };
  forbidden = real.mapAttrs (name: _: throw "builtins.${name} is forbidden in a checkout") (
    real.removeAttrs real (pureNames ++ real.attrNames guarded)
  );
  allowed = forbidden // pure // guarded;

  # What is not in `builtins` of this version can be a name of its own; `<x>` means `__findFile __nixPath "x"`.
  scope =
    forbidden
    // real.listToAttrs (map (name: { name = "__${name}"; value = allowed.${name}; }) (real.attrNames allowed))
    // {
      inherit (guarded) builtins import;
    };
in
let
  inherit (scope) builtins import;
  checkout = root;
in
if real.compareVersions real.nixVersion "2.8" < 0 then
  throw "Nix ${real.nixVersion} is older than 2.8: what a checkout may read cannot be limited"
else
  expression
