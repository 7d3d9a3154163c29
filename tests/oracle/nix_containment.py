#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A hostile checkout cannot read anything outside of it with `nix diff`, and a harmless one works.

Each hostile expression (one in three by the date, all with CUDASTDENV_EVERY_CASE) reads what it can and prints it in
its message. Outside are a file with a secret, and names that no expression knows; neither may be printed. An expression
with a path outside prints the same whether or not it exists. Skipped (77) without Nix. Another Nix is tested by putting
its nix-instantiate first in PATH.

usage: nix_containment.py COMMAND
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from nix import Checks, Command, need_nix

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs import run_unwrapped  # noqa: E402
from sampling import sample_of_today  # noqa: E402

SECRET = "secret-5b1ed0f7"
UNKNOWN = "unknown-c0ffee42"  # the start of every name that no expression knows

# Ways to write a path outside; NAME is a file with Nix code, or does not exist.
OUTSIDE = [
    "./../../NAME.nix",
    "./inner/../../../NAME.nix",
    "(./. + \"/../../NAME.nix\")",
    "(./. + \"/inner/../..//../NAME.nix\")",
    "./${\"..\"}/../NAME.nix",
    "BASE/NAME.nix",
    "\"BASE/NAME.nix\"",
    "(toString ./. + \"/../../NAME.nix\")",
    "(builtins.toPath \"BASE/NAME.nix\")",
    "{ outPath = \"BASE/NAME.nix\"; }",
    "{ __toString = _: \"BASE/NAME.nix\"; }",
    "{ type = \"derivation\"; outPath = BASE/NAME.nix; }",
    "./link-NAME",
    "./up/NAME.nix",
    "./up/.././up/NAME.nix",
    "./folder-NAME",
    "./proc/self/root/BASE/NAME.nix",
]

# What an expression does with such a path P, and how that would show.
READERS = [
    "builtins.readFile P",
    "builtins.pathExists P",
    "import P",
    "builtins.toJSON [ P ]",
    "\"${P}\"",
]
RARER_READERS = [
    "__readFile P",
    "__pathExists P",
    "builtins.readDir P",
    "builtins.readFileType P",
    "builtins.import P",
    "scopedImport { } P",
    "builtins.scopedImport { inherit builtins; } P",
    "builtins.hashFile \"sha256\" P",
    "builtins.path { path = P; name = \"x\"; }",
    "builtins.path { path = P; filter = path: type: throw path; name = \"x\"; }",
    "builtins.filterSource (path: type: throw path) P",
    "builtins.filterSource (_: _: true) P",
    "builtins.toFile \"x\" \"${P}\"",
    "builtins.toXML \"${P}\"",
    "builtins.concatStringsSep \"\" [ P ]",
    "\"\" + P",
    "builtins.hashString \"sha256\" P",
    "builtins.stringLength P",
    "builtins.substring 0 9 \"${P}\"",
    "builtins.fromJSON (builtins.readFile P)",
    "builtins.fetchurl \"file://${toString P}\"",
    "builtins.fetchurl { url = \"file://${toString P}\"; }",
    "builtins.fetchTarball \"file://${toString P}\"",
    "builtins.fetchTarball P",
    "builtins.fetchGit P",
    "builtins.fetchGit { url = P; }",
    "builtins.fetchMercurial P",
    "builtins.fetchTree { type = \"path\"; path = toString P; }",
    "builtins.fetchTree \"path:${toString P}\"",
    "builtins.getFlake \"path:${toString P}\"",
    "(import \"path:${toString P}\")",
    "builtins.fetchClosure { fromStore = \"file://${toString P}\"; fromPath = P; }",
    "builtins.storePath P",
    "builtins.findFile [ { prefix = \"x\"; path = P; } ] \"x\"",
    "__findFile [ { prefix = \"x\"; path = P; } ] \"x\"",
    "let __nixPath = [ { prefix = \"x\"; path = P; } ]; in import <x>",
    "(derivation { name = \"x\"; system = \"x\"; builder = P; }).outPath",
    "(derivation { name = \"x\"; system = \"x\"; builder = \"x\"; src = P; }).drvPath",
    "(builtins.derivationStrict { name = \"x\"; system = \"x\"; builder = P; }).drvPath",
    "builtins.tryEval (builtins.readFile P)",
    "builtins.tryEval (builtins.pathExists P)",
    "builtins.addErrorContext (builtins.readFile P) (throw \"x\")",
    "builtins.trace (builtins.readFile P) (throw \"x\")",
    "builtins.exec [ \"cat\" (toString P) ]",
    "builtins.importNative P \"init\"",
    "builtins.appendContext \"x\" { ${toString P} = { path = true; }; }",
    "with builtins; readFile P",
    "with { import = 1; }; import P",
    "map import [ P ]",
    "builtins.map builtins.readFile [ P ]",
    "(builtins.getAttr \"read${\"File\"}\" builtins) P",
    "(builtins.builtins.builtins.readFile) P",
    "(lib.readFile or lib.builtins.readFile or (_: \"\")) P",
    "(lib.filterSource or (_: _: \"\")) (_: _: true) P",
    "(lib.import or (_: \"\")) P",
]

# Other attempts; X is what would be shown.
OTHERS = [
    "builtins.attrNames (builtins.readDir ./..)",
    "builtins.attrNames (builtins.readDir ./../..)",
    "builtins.attrNames (builtins.readDir ./../../..)",
    "builtins.attrNames (builtins.readDir ./../../../../../../../..)",
    "builtins.attrNames (builtins.readDir /.)",
    "builtins.attrNames (builtins.readDir \"/\")",
    "builtins.attrNames (builtins.readDir \"BASE/checkout/..\")",
    "builtins.attrNames (builtins.readDir ./up)",
    "builtins.attrNames (builtins.readDir ./up/.)",
    "builtins.attrNames (builtins.readDir ./slash)",
    "builtins.attrNames (builtins.readDir (dirOf (dirOf ./.)))",
    "builtins.attrNames (__readDir ./../..)",
    "builtins.attrNames (builtins.readDir <checkout/..>)",
    "builtins.attrNames (builtins.readDir <x>)",
    "\"${./..}\"",
    "\"${./../..}\"",
    "\"${./up}\"",
    "\"${./slash}\"",
    "\"${/.}\"",
    "./../..",
    "./up",
    "{ x = ./../..; }",
    "builtins.readFile <checkout/../unknown>",
    "<checkout>",
    "<checkout/..>",
    "<nixpkgs>",
    "import <nixpkgs> { }",
    "import <nix/fetchurl.nix>",
    "<nix/fetchurl.nix>",
    "<nix>",
    "__nixPath",
    "builtins.nixPath",
    "builtins.getEnv \"HOME\"",
    "__getEnv \"PATH\"",
    "builtins.currentTime",
    "__currentTime",
    "builtins.currentSystem",
    "__currentSystem",
    "builtins.readFile ~/x",
    "builtins.attrNames (builtins.readDir ~/.)",
    "builtins.readFile \"/proc/self/environ\"",
    "builtins.readFile /proc/self/cmdline",
    "import \"/dev/stdin\"",
    "import /dev/fd/0",
    "import (builtins.toFile \"x.nix\" \"1\")",
    "import (builtins.fetchTarball \"https://nixos.org/x.tar.gz\")",
    "builtins.fetchurl \"https://nixos.org/\"",
    "builtins.fetchurl \"http://127.0.0.1:9/\"",
    "fetchTarball \"https://nixos.org/x.tar.gz\"",
    "fetchGit \"https://nixos.org/x.git\"",
    "builtins.fetchGit { url = \"ssh://nixos.org/x\"; }",
    "fetchMercurial \"https://nixos.org/x\"",
    "fetchTree { type = \"git\"; url = \"https://nixos.org/x.git\"; }",
    "builtins.getFlake \"nixpkgs\"",
    "builtins.getFlake \"github:NixOS/nixpkgs\"",
    "import https://nixos.org/x.tar.gz",
    "import \"channel:nixos-unstable\"",
    "import \"flake:nixpkgs\"",
    "import (derivation { name = \"x\"; system = \"x86_64-linux\"; builder = \"/bin/sh\"; })",
    "(derivation { name = \"x\"; system = \"x86_64-linux\"; builder = \"/bin/sh\"; }).outPath",
    "builtins.readFile (derivation { name = \"x\"; system = \"x\"; builder = \"x\"; })",
    "builtins.storePath \"/nix/store/00000000000000000000000000000000-x\"",
    "builtins.exec [ \"sh\" \"-c\" \"echo 1\" ]",
    "builtins.break 1",
    "builtins.outputOf \"/nix/store/00000000000000000000000000000000-x.drv\" \"out\"",
    "import ./pipe",
    "builtins.readFile ./pipe",
    "import ./circle",
    "throw \"symbolic link in the checkout: ../../unknown\"",
    "throw \"symbolic link in the checkout: /etc/hostname\"",
    "abort \"symbolic link in the checkout: up/unknown\"",
]

# Functions and constants that depend on more than their arguments, in any version of Nix.
IMPURE = """
    addDrvOutputDependencies appendContext break currentSystem currentTime derivation derivationStrict exec fetchClosure
    fetchGit fetchMercurial fetchTarball fetchTree fetchurl filterSource findFile getEnv getFlake hashFile import
    importNative nixPath outputOf path pathExists readDir readFile readFileType scopedImport storePath toFile
""".split()
GUARDED = {"import", "readDir", "readFile", "readFileType", "pathExists"}


class Outside:
    """A checkout and its surroundings."""

    def __init__(self, base):
        self.base = pathlib.Path(os.path.realpath(base))
        self.checkout = self.base / "checkout"
        (self.base / "known.nix").write_text(f"{{ {SECRET} = 1; }}\n", encoding="utf-8")
        (self.base / f"{UNKNOWN}.nix").write_text(SECRET, encoding="utf-8")
        (self.base / f"{UNKNOWN}-folder").mkdir()
        (self.base / "folder-known").mkdir()
        (self.base / "folder-known" / "default.nix").write_text(f'"{SECRET}"', encoding="utf-8")
        (self.base / "folder-known" / f"{UNKNOWN}.nix").write_text(f'"{SECRET}"', encoding="utf-8")
        self.checkout.mkdir()

    def new_table(self, text):
        """A directory with a table and the links of the expressions; it is also a whole checkout."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.checkout))
        (folder / "inner").mkdir()
        for name in ("known", "other"):
            (folder / f"link-{name}").symlink_to(f"../../{name}.nix")
            (folder / f"folder-{name}").symlink_to(self.base / f"folder-{name}")
        (folder / "up").symlink_to("../..")
        (folder / "slash").symlink_to("/")
        (folder / "proc").symlink_to("/proc")
        (folder / "circle").symlink_to("circle")
        os.mkfifo(folder / "pipe")
        (folder / "nvcc.nix").write_text(text.replace("BASE", str(self.base)), encoding="utf-8")
        return folder


def diff(command, folder):
    done = command.run("nix", "diff", "--timeout", "60", folder)
    return str(done.returncode), done.stdout, done.stderr.replace(str(folder), "CHECKOUT")


def shown(expression):
    """Fails with the expression's value in the message, if it has a value."""
    return f"{{ lib }}: let value = {expression}; in throw (builtins.toJSON value)"


def check_hostile(command, checks, outside):
    with_names = [reader.replace("P", path) for path in OUTSIDE for reader in READERS]
    with_names += [reader.replace("P", OUTSIDE[0]) for reader in RARER_READERS]

    def outcomes(expression):
        """The outcomes with and without NAME, with both names replaced by one."""
        found = []
        for name in ("known", "other") if "NAME" in expression else ("",):
            folder = outside.new_table(shown(expression.replace("NAME", name)))
            found.append(tuple(part.replace(name or "NAME", "NAME") for part in diff(command, folder)))
            shutil.rmtree(folder)
        return found

    expressions = sample_of_today(3).of(with_names) + sample_of_today(3).of(OTHERS)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for expression, found in zip(expressions, pool.map(outcomes, expressions)):
            status, output, errors = found[0]
            checks.same(f"{expression}: one line, exit 3", ("3", "", 1), (status, output, errors.count("\n")))
            checks.need(f"{expression}: {errors!r} tells a secret", SECRET not in errors and UNKNOWN not in errors)
            checks.need(f"{expression}: {errors!r} names the root's folders", '"etc"' not in errors)
            checks.same(f"{expression}: the same whether or not it is there", found[0], found[-1])


def check_names(command, checks, outside):
    """Every function of this Nix, also later ones than this test."""
    done = subprocess.run(
        ["nix-instantiate", "--eval", "--strict", "--json", "--expr", "builtins.attrNames builtins"],
        capture_output=True, text=True, check=False,
        env=os.environ | {"NIX_REMOTE": "dummy://", "NIX_STATE_DIR": str(outside.base), "HOME": str(outside.base)})
    names = [name for name in json.loads(done.stdout) if name != "builtins"]
    checks.need("more than a hundred functions", len(names) > 100)

    def refused(codes):
        listed = " ".join(f"(! (builtins.tryEval (builtins.seq ({code}) 1)).success)" for code in codes)
        folder = outside.new_table(f"throw (builtins.toJSON [ {listed} ])")
        status, _, errors = diff(command, folder)
        shutil.rmtree(folder)
        checks.same("the functions are told", "3", status)
        return dict(zip(names, json.loads(errors[errors.index("["):errors.index("]") + 1])))

    forbidden = refused([f'builtins.${{"{name}"}}' for name in names])
    for name in set(IMPURE) & set(names):
        checks.same(f"{name} is forbidden or guarded", name not in GUARDED, forbidden[name])
    checks.same("the same with underscores", forbidden, refused([f"__{name}" for name in names]))
    names = [name for name in names if forbidden[name]]
    checks.need("the forbidden ones are names of their own too", all(refused(names).values()))


KEEPS_TO_ITSELF = """{ lib }:
assert import ./inner/a.nix == 1;
assert import (./. + "/inner/a.nix") == 1;
assert import (toString ./inner/a.nix) == 1;
assert import "${toString ./.}/inner/../inner/./a.nix" == 1;
assert builtins.import ./inner == 2;
assert import ./inner/back.nix == 1;
assert map import [ ./inner ./inner/a.nix ] == [ 2 1 ];
assert (import { outPath = toString ./inner; }) == 2;
assert builtins.readFile ./inner/a.nix == "1";
assert builtins.attrNames (builtins.readDir ./inner/names) == [ "x" "y z" ];
assert (builtins.readDir ./inner)."a.nix" == "regular";
assert import (./inner + "/a b'$.nix") == 3;
assert builtins.pathExists ./inner && builtins.pathExists ./inner/a.nix && builtins.pathExists ./.;
assert !(builtins.pathExists ./inner/no || builtins.pathExists ./inner/a.nix/no || builtins.pathExists ./../../known);
assert (builtins.readFileType or (_: "directory")) ./inner == "directory";
assert (with builtins; length [ 1 ] - 1 < 1 && 4 / 2 * 2 == 4);
assert (builtins.tryEval (throw "x")).success == false;
assert baseNameOf ./inner/a.nix == "a.nix" && builtins.isPath (dirOf ./inner/a.nix);
assert builtins ? readFile && isNull null && toString 1 == "1" && removeAttrs { a = 1; } [ "a" ] == { };
assert with { readFile = 1; }; readFile == 1;
LINKED
builtins.fromJSON (builtins.readFile ./table.json)
"""
LINKS = {
    "to-file": "inner/a.nix",
    "to-folder": "inner",
    "to-link": "./to-folder/../to-file",
    "inner/to-above": "../to-folder",
    "self": ".",
    "odd 'name$": "inner/a b'$.nix",
    "to-nothing": "inner/no",
}
LINKED = """
assert import ./to-file == 1 && import ./to-folder == 2 && import ./to-folder/back.nix == 1;
assert import ./to-link == 1 && import ./inner/to-above/to-above/a.nix == 1 && import ./self/self/inner == 2;
assert import (./. + "/odd 'name$") == 3 && import ./absolute == 2 && builtins.readFile ./to-file == "1";
assert !(builtins.pathExists ./to-nothing) && builtins.pathExists ./to-file;
"""


def check_kept(command, checks, outside):
    table = json.dumps(command.json("nix", "nvcc"))
    cuda = command.output("nix", "cuda", "--plain")
    for linked in ("", LINKED):
        folder = outside.new_table(KEEPS_TO_ITSELF.replace("LINKED", linked))
        for path, text in (("table.json", table), ("cuda.nix", cuda), ("inner/a.nix", "1"),
                           ("inner/default.nix", "1 + import ./a.nix"), ("inner/a b'$.nix", "3"),
                           ("inner/back.nix", "import ../inner/a.nix"), ("inner/names/x", ""), ("inner/names/y z", "")):
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        if linked:
            for path, target in LINKS.items():
                (folder / path).symlink_to(target)
            (folder / "absolute").symlink_to(folder / "inner")
        checks.same(f"a checkout that keeps to itself, links: {linked != ''}", ("0", ""), diff(command, folder)[::2])
        shutil.rmtree(folder)


def check_found(command, checks, outside):
    """A link to a table or a lib is followed inside the checkout, and never outside."""
    table, cuda = command.output("nix", "nvcc"), command.output("nix", "cuda", "--plain")
    for link in ("nvcc.nix", "cuda.nix", "lib", "lib/default.nix"):
        errors = []
        for name in ("known", "other", "inside"):
            folder = outside.new_table(table)
            (folder / "cuda.nix").write_text(cuda, encoding="utf-8")
            (folder / "lib").mkdir()
            (folder / "lib/default.nix").write_text("{ }", encoding="utf-8")
            (folder / link).rename(folder / "inner/moved")
            (folder / link).symlink_to(folder / "inner/moved" if name == "inside" else f"../../{name}.nix")
            status, _, error = diff(command, folder)
            checks.same(f"{link}, a link to {name}", "0" if name == "inside" else "3", status)
            errors.append(error)
            shutil.rmtree(folder)
        checks.same(f"{link} leads out: the same whether or not it is there", errors[0], errors[1])
        checks.need(f"{link}: {errors[0]!r} says so", "a symbolic link points outside the checkout" in errors[0])


def check_old(command, checks, outside):
    """A Nix with an older version than the tested ones."""
    real = shutil.which("nix-instantiate")
    old = outside.base / "nix-instantiate"
    old.write_text(f"#!/bin/bash\nexec '{real}' \"${{@//real.nixVersion/\\\"2.7.1\\\"}}\"\n", encoding="utf-8")
    old.chmod(0o755)
    done = run_unwrapped([command.path, "nix", "diff", outside.new_table("{ }")], capture_output=True, text=True,
                          check=False, env=os.environ | {"PATH": f"{outside.base}:{os.environ['PATH']}"})
    checks.same("an old Nix: one line, exit 3", (3, "", 1), (done.returncode, done.stdout, done.stderr.count("\n")))
    checks.need(f"{done.stderr!r} names its version", "Nix 2.7.1 is older than 2.8" in done.stderr)


def main():
    need_nix()
    command, checks = Command(sys.argv[1]), Checks()
    with tempfile.TemporaryDirectory() as base:
        outside = Outside(base)
        check_kept(command, checks, outside)
        check_found(command, checks, outside)
        check_old(command, checks, outside)
        check_names(command, checks, outside)
        check_hostile(command, checks, outside)
    checks.finish()


main()
