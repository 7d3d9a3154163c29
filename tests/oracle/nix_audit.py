#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`nix audit` on small checkouts in every layout of nixpkgs, with a real Nix. Skipped (77) without Nix. tests/laws
checks the severity of each error; this test checks that Nix passes them on, the lines, and findings in the text of
files.

usage: nix_audit.py COMMAND
"""

import json
import pathlib
import sys
import tempfile

from nix import Checks, Command, need_nix

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402

MODULES = "pkgs/development/cuda-modules"
BOOTSTRAP = f"{MODULES}/_cuda/db/bootstrap"

DOC = """{ lib }:
{
  /**
    `minCudaMajorMinorVersion`

    : The first release, inclusive.

    `maxCudaMajorMinorVersion`

    : The last release (exclusive).

    `dontDefaultAfterCudaMajorMinorVersion`

    : The release after which to exclude it.
  */
"""


def text(value):
    return json.dumps(value).replace("${", "\\${")


def nix_set(attributes, indent):
    """Attributes line by line, as people write them."""
    lines = []
    for name, value in attributes.items():
        if isinstance(value, dict):
            lines += [f"{indent}{text(name)} = {{", *nix_set(value, indent + "  "), f"{indent}}};"]
        else:
            lines.append(f"{indent}{text(name)} = {text(value)};")
    return lines


def code(table):
    """A literal for which Nix reports positions."""
    if isinstance(table, list):
        return "\n".join(["[", *(line for row in table for line in ["  {", *nix_set(row, "    "), "  }"]), "]"])
    return "\n".join(["{", *nix_set(table, "  "), "}"])


class Checkout:
    """The data of NVIDIA's guide and documentation, as the command writes it, in one of the layouts."""

    def __init__(self, command, folder, layout):
        self.folder = pathlib.Path(folder)
        self.layout = layout
        # The rows of the guide, otherwise of nvcc's check.
        self.nvcc = command.json("nix", "nvcc", "--policy", "documented")["nvccCompatibilities"]
        for release, newest in {"10.1": "7", "12.2": "15"}.items():  # what each patch release accepts
            self.nvcc[release]["clang"]["maxMajorVersion"] = newest
        self.cuda = command.json("nix", "cuda", "--all")["cudaCapabilityToInfo"]
        known = {row["capability"]: row["nvcc"] for row in
                 json.loads(command.output("table", "capabilities", "--format", "json"))["capabilities"]}
        for name, row in self.cuda.items():
            row["minCudaMajorMinorVersion"] = known[name]["first"]
            row["maxCudaMajorMinorVersion"] = known[name]["last"]

    def write_file(self, path, content):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")

    def tables(self):
        """In the layout's form."""
        if self.layout in ("current", "data"):
            return self.nvcc, self.cuda
        flat = {release: {f"{family}{end.capitalize()}MajorVersion": row[family][f"{end}MajorVersion"]
                          for family in ("gcc", "clang") for end in ("min", "max")}
                for release, row in self.nvcc.items()}
        gpus = []
        for capability, row in self.cuda.items():
            gpu = {"archName": row["archName"], "computeCapability": capability,
                   "minCudaVersion": row["minCudaMajorMinorVersion"], "maxCudaVersion": row["maxCudaMajorMinorVersion"]}
            if self.layout != "oldest":
                gpu |= {"isJetson": row["isJetson"], "dontDefaultAfter": row["dontDefaultAfterCudaMajorMinorVersion"]}
            gpus.append(gpu)
        return flat, gpus

    def paths(self):
        return {
            "current": (f"{BOOTSTRAP}/nvcc.nix", f"{BOOTSTRAP}/cuda.nix"),
            "data": (f"{MODULES}/_cuda/data/nvcc.nix", f"{MODULES}/_cuda/data/cuda.nix"),
            "compatibilities": (f"{MODULES}/data/nvcc-compatibilities.nix", f"{MODULES}/gpus.nix"),
            "older": (f"{MODULES}/nvcc-compatibilities.nix", f"{MODULES}/gpus.nix"),
            "oldest": (f"{MODULES}/nvcc-compatibilities.nix", "pkgs/development/compilers/cudatoolkit/gpus.nix"),
        }[self.layout]

    def write(self, tables=None):
        nvcc, cuda = tables or self.tables()
        nvcc_path, cuda_path = self.paths()
        if self.layout == "current":
            self.write_file(nvcc_path, f"{{\nnvccCompatibilities = {code(nvcc)};\n}}")
            self.write_file(cuda_path, f"{DOC}cudaCapabilityToInfo = {code(cuda)};\n}}")
        elif self.layout == "data":
            self.write_file(nvcc_path, f"{{ nvccCompatibilities = {code(nvcc)}; }}")
            self.write_file(cuda_path, "{ cudaData, lib }: { sorted = lib.attrNames cudaData.cudaCapabilityToInfo;"
                                       f" cudaCapabilityToInfo = {code(cuda)}; }}")
        else:
            self.write_file(nvcc_path, code(nvcc))
            self.write_file(cuda_path, code(cuda))


def line_of(checkout, path, *needles):
    """The number of the first line with the last needle after lines with the others."""
    rest = list(needles)
    for number, line in enumerate((checkout.folder / path).read_text(encoding="utf-8").splitlines(), 1):
        if rest[0] in line and not (rest := rest[1:]):
            return number
    raise AssertionError(f"no {needles} in {path}")


def check_layouts(command, checks):
    for layout in ("current", "data", "compatibilities", "older", "oldest"):
        with tempfile.TemporaryDirectory(prefix="a b=c'\"$(x)") as folder:
            checkout = Checkout(command, folder, layout)
            checkout.write()
            done = command.run("nix", "audit", folder, "--json")
            found = read_answer("nixAudit", done.stdout)
            # The errors of the newest layout's doc comment; a layout without isJetson builds for Jetsons.
            expected = ["called-exclusive"] if layout == "current" else []
            checks.same(f"{layout}: only the words", (expected, 1 if expected else 0),
                        ([finding["code"] for finding in found["findings"]], done.returncode))

            nvcc, cuda = checkout.tables()
            nested = layout in ("current", "data")
            if nested:
                nvcc["13.0"]["gcc"]["maxMajorVersion"] = "016"
                nvcc["12.9"]["clang"] |= {"note": "x"}
                del nvcc["12.8"]["gcc"]["minMajorVersion"]
                cuda["9.0"]["minCudaMajorMinorVersion"] = "12.0"
                cuda["7.0"] |= {"maxCudaMajorMinorVersion": None, "dontDefaultAfterCudaMajorMinorVersion": None}
            else:
                nvcc["13.0"]["gccMaxMajorVersion"] = "016"
                nvcc["12.9"]["note"] = "x"
                del nvcc["12.8"]["gccMinMajorVersion"]
                rows = {row["computeCapability"]: row for row in cuda}
                rows["9.0"]["minCudaVersion"] = "12.0"
                rows["7.0"]["maxCudaVersion"] = None
                if "dontDefaultAfter" in rows["7.0"]:
                    rows["7.0"]["dontDefaultAfter"] = None
                cuda.append(dict(rows["8.9"]))
            checkout.write((nvcc, cuda))
            done = command.run("nix", "audit", folder, "--json")
            checks.same(f"{layout}: seeded, exit", (1, ""), (done.returncode, done.stderr))
            findings = read_answer("nixAudit", done.stdout)["findings"]
            seen = {(f["subject"], f["row"], f["code"], f["severity"]) for f in findings}
            seeded = {("nvcc", "13.0", "odd-spelling", "cosmetic"), ("nvcc", "13.0", "major-allowed", "breaks-a-build"),
                      ("nvcc", "12.9", "extra-attribute", "cosmetic"),
                      ("nvcc", "12.8", "missing-attribute", "breaks-a-build"),
                      ("cuda", "9.0", "release-refused", "forbids-what-works"),
                      ("cuda", "7.0", "release-allowed", "breaks-a-build"),
                      ("defaults", "13.0", "refused-defaults", "breaks-a-build")}
            if not nested:
                seeded.add(("cuda", "8.9", "repeated-row", "cosmetic"))
            checks.same(f"{layout}: seeded", set(), seeded - seen)
            nvcc_path, cuda_path = checkout.paths()
            field = "maxMajorVersion" if nested else "gccMaxMajorVersion"
            expected = line_of(checkout, nvcc_path, '"13.0"', *(['"gcc"'] if nested else []), field)
            lines = {f["line"] for f in findings if f["row"] == "13.0" and f["code"] == "major-allowed"}
            checks.same(f"{layout}: line", {expected}, lines)
            if nested:
                expected = line_of(checkout, cuda_path, '"9.0" = {', "minCuda")
                lines = {f["line"] for f in findings if f["row"] == "9.0" and f["code"] == "release-refused"}
                checks.same(f"{layout}: line of a capability", {expected}, lines)
            text_answer = command.run("nix", "audit", folder).stdout
            counts = [sum(f["severity"] == s for f in findings) for s in
                      ("breaks-a-build", "forbids-what-works", "cosmetic")]
            first = f"{len(findings)} findings: {counts[0]} break a build, {counts[1]} forbid"
            checks.need(f"{layout}: the first line answers", text_answer.startswith(first))


def check_function(command, checks):
    """Rows that go through a function: Nix reports the function's line for each, the finding has the row's line."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder, "current")
        checkout.cuda["9.0"]["minCudaMajorMinorVersion"] = "12.0"
        checkout.write()
        path = checkout.paths()[1]
        rows = code(checkout.cuda)
        checkout.write_file(path, "{ lib }: { cudaCapabilityToInfo = lib.mapAttrs (_: { "
                            + ", ".join(checkout.cuda["9.0"]) + " }: { inherit "
                            + " ".join(checkout.cuda["9.0"]) + f"; }}) {rows}; }}")
        answer = read_answer("nixAudit", command.run("nix", "audit", folder, "--json").stdout)
        written = (pathlib.Path(folder) / path).read_text(encoding="utf-8").splitlines()
        row = next(i for i, line in enumerate(written, 1) if line.lstrip().startswith('"9.0" ='))
        checks.same("the row's line", [("9.0", row)], [(f["row"], f["line"]) for f in answer["findings"]])


def check_words(command, checks):
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder, "current")
        checkout.write()
        path = checkout.paths()[1]

        def findings():
            answer = read_answer("nixAudit", command.run("nix", "audit", folder, "--json").stdout)
            return [(f["code"], f["field"], f["line"]) for f in answer["findings"]]

        where = line_of(checkout, path, "(exclusive)")
        checks.same("a comment", [("called-exclusive", "maxCudaMajorMinorVersion", where)], findings())
        text_now = (checkout.folder / path).read_text(encoding="utf-8")
        for other in ("(inclusive)", "(inclusive, not exclusive)", "(not exclusive)", ""):
            checkout.write_file(path, text_now.replace("(exclusive)", other))
            checks.same(f"a comment that says {other}", [], findings())
        # Only comments count.
        checkout.write_file(path, text_now.replace("(exclusive)", "").replace(
            "cudaCapabilityToInfo", 'x = "/* maxCudaMajorMinorVersion exclusive */ # maxCudaMajorMinorVersion exclusive";'
            " y = ''${\"#\"} maxCudaMajorMinorVersion '' + ''exclusive''; cudaCapabilityToInfo", 1))
        checks.same("a text", [], findings())
        checkout.write_file(path, text_now.replace("(exclusive)", "") + "\n# maxCudaMajorMinorVersion\n# is exclusive\n")
        last = len((checkout.folder / path).read_text(encoding="utf-8").splitlines())
        checks.same("lines of a comment", [("called-exclusive", "maxCudaMajorMinorVersion", last)], findings())


PACKAGES = """{ lib, config }:
res: pkgs: super: with pkgs; {
  # cudaPackages_13 = cudaPackages_13_0; cudaPackages_13_9
  inherit (import ./cuda-packages.nix { inherit cudaPackages_13_8; }) cudaPackages_12_8 cudaPackages_12_9;
  cudaPackages_13_0 = callPackage ./cuda-packages.nix { cuda = "cudaPackages_13_7"; };
  cudaPackages_13_1 = callPackage ./cuda-packages.nix { };
  cudaPackages_12 = cudaPackages_12_9;
  cudaPackages_13 = ALIAS;
  cudaPackages = recurseIntoAttrs cudaPackages_12_8;
  text = ''cudaPackages_13 = cudaPackages_13_0;'';
}
"""


def check_package_sets(command, checks):
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder, "data")
        checkout.write()
        top = "pkgs/top-level/all-packages.nix"
        for alias, lagging in (("cudaPackages_13_0", True), ("recurseIntoAttrs cudaPackages_13_0", True),
                               ("cudaPackages_13_1", False), ("f cudaPackages_13_0", False),
                               ("cudaPackages_13_0; cudaPackages_13 = cudaPackages_13_1", False)):
            checkout.write_file(top, PACKAGES.replace("ALIAS", alias))
            answer = read_answer("nixAudit", command.run("nix", "audit", folder, "--json").stdout)
            found = [(f["row"], f["there"], f["nvidia"], f["line"]) for f in answer["findings"]]
            expected = [("cudaPackages_13", "cudaPackages_13_0", "cudaPackages_13_1", 8)] if lagging else []
            expected.append(("cudaPackages", "cudaPackages_12_8", "cudaPackages_12_9", 9))
            checks.same(f"cudaPackages_13 = {alias}", expected, found)
        # A package set without a row cannot be evaluated; a release without one cannot be packaged.
        nvcc, cuda = checkout.tables()
        del nvcc["13.1"], nvcc["13.2"]
        checkout.write((nvcc, cuda))
        answer = read_answer("nixAudit", command.run("nix", "audit", folder, "--json").stdout)
        found = {f["row"]: f["severity"] for f in answer["findings"] if f["code"] == "missing-release"}
        checks.same("missing rows", {"13.1": "breaks-a-build", "13.2": "forbids-what-works"}, found)


def check_markdown(command, checks):
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder, "data")
        evil = "`a|b` @someone #1 <img src=x> [x](http://x) \x1b[31m ![i](//x)\n| x |"
        checkout.cuda["9.0"]["archName"] = evil
        checkout.cuda["9.0"][evil] = evil
        checkout.write()
        done = command.run("nix", "audit", folder, "--format", "markdown")
        checks.same("markdown, exit", (1, ""), (done.returncode, done.stderr))
        rows = [line for line in done.stdout.splitlines() if line.startswith("| `") or "someone" in line]
        checks.need("the rows are there", len(rows) == 2)
        for row in rows:
            cells = row.replace("\\|", "").split("|")
            checks.same(f"cells of {row}", 7, len(cells))
            for cell in cells[1:-1]:
                if "someone" in cell or "img" in cell:
                    inner = cell.strip()
                    fence = inner[:len(inner) - len(inner.lstrip("`"))]
                    body = inner[len(fence):-len(fence)]
                    runs = {len(run) for run in "".join(c if c == "`" else " " for c in body).split()}
                    checks.need(f"{cell} is one code span",
                                len(fence) > 0 and inner.endswith(fence) and len(fence) not in runs)
        checks.need("nothing moves a cursor", "\x1b" not in done.stdout)
        checks.need("links", "](https://" in done.stdout)
        checks.need("nothing moves a cursor in text", "\x1b" not in command.run("nix", "audit", folder).stdout)


UNSOUND = {
    "{ lib }: {": "syntax error",
    '{ lib }: builtins.readFile "/etc/passwd"': "forbidden",
    "{ lib }: import /etc/passwd": "forbidden",
    "{ lib }: 1": "neither an attribute set nor a list",
    "{ lib }: { cudaCapabilityToInfo = null; }": "neither an attribute set nor a list",
    "{ lib }: throw ''one\ntwo''": "one",
    "{ lib }: { a = x: x; }": "function",
}
# Values that `nix diff` cannot read are findings.
UNREADABLE = {
    '{ lib }: { cudaCapabilityToInfo."9.0" = 1; }': "not-a-row",
    '{ lib }: { cudaCapabilityToInfo."9.0" = { archName = 1; }; }': "wrong-value",
    '{ lib }: { cudaCapabilityToInfo."nine" = { }; }': "not-a-name",
    '{ lib }: { cudaCapabilityToInfo."9.0\\n\\t" = { }; }': "not-a-name",
    '[ { archName = "A"; } ]': "missing-attribute",
    "[ 1 2 ]": "not-a-row",
    "[ ]": "no-defaults",
    '[ { a.b.c.d.e.f = 1; } ]': "extra-attribute",
}


def check_unsound(command, checks):
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(command, folder, "current")
        checkout.write()
        path = checkout.paths()[1]
        for content, words in UNSOUND.items():
            checkout.write_file(path, content)
            done = command.run("nix", "audit", folder)
            checks.same(f"{content}: one line, exit 3", (3, "", 1),
                        (done.returncode, done.stdout, done.stderr.count("\n")))
            checks.need(f"{content}: {done.stderr!r} says {words!r}", words in done.stderr)
        for content, finding in UNREADABLE.items():
            checkout.write_file(path, content)
            done = command.run("nix", "audit", folder, "--json")
            checks.same(f"{content}: exit 1", (1, ""), (done.returncode, done.stderr))
            codes = {f["code"] for f in read_answer("nixAudit", done.stdout)["findings"]}
            checks.need(f"{content}: {codes}", finding in codes)
            checks.same(f"{content}: text", 1, command.run("nix", "audit", folder).returncode)
        checkout.write()
        outside = pathlib.Path(folder, "pkgs/top-level/all-packages.nix")
        outside.parent.mkdir(parents=True)
        outside.symlink_to("/etc/hostname")
        done = command.run("nix", "audit", folder)
        checks.same("a link that leads out", 3, done.returncode)


def main():
    need_nix()
    command, checks = Command(sys.argv[1]), Checks()
    check_layouts(command, checks)
    check_function(command, checks)
    check_words(command, checks)
    check_package_sets(command, checks)
    check_markdown(command, checks)
    check_unsound(command, checks)
    checks.finish()


main()
