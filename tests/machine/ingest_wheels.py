#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`ingest WHEEL` of made-up wheels: those with the values of data/wheels.json agree with it, and give each row back that
was removed; the other cases are new, contradict a row, or cannot be a row.

usage: ingest_wheels.py CUDASTDENV DATA_DIR CHECKS_DIR
"""

import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import zipfile

from gpu_code_image import CUBIN, FAMILY, PTX, SPECIFIC, elf, fatbin, piece

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import run_unwrapped  # noqa: E402

COMMAND, DATA, CHECKS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
TAGS = {"linux-x86_64": "manylinux_2_28_x86_64", "linux-aarch64": "manylinux_2_28_aarch64", "windows-x86_64": "win_amd64"}
PLUGINS = {"jax[cuda12]": "jax-cuda12-plugin", "jax[cuda13]": "jax-cuda13-plugin"}
WITH_ALL_BUILDS = "bitsandbytes"  # one wheel has a library for each CUDA release
FLAGS = {"": 0, "a": SPECIFIC, "f": FAMILY}
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")


def run(*arguments):
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1795000000"}
    return run_unwrapped([COMMAND, "ingest", *map(str, arguments)], capture_output=True, encoding="utf-8", timeout=1200,
                         env=environment)


def ask(*arguments, status=0):
    """The JSON answer."""
    result = run("--json", *arguments)
    check(result.returncode == status, f"{arguments}: exit {result.returncode}, not {status}: {result.stderr}")
    return read_answer("ingestAll" if "--all" in arguments else "ingested", result.stdout) if result.stdout else {}


def version(text):
    """Sorts as pip does."""
    numbers, _, post = text.partition(".post")
    parts = [int(part) for part in numbers.split(".")]
    return parts[:3] + [parts[3] if len(parts) > 3 else -1, int(post or -1)]


def load(name="wheels", directory=DATA):
    return json.loads((directory / f"{name}.json").read_text(encoding="utf-8"))


PTX_VERSIONS = {row["release"]: tuple(map(int, row["ptx"].split("."))) for row in load("drivers")["ptxVersions"]}
AMBIGUOUS = (8, 5)  # CUDA 12.5 and 12.6


def piece_of(kind, capability, ptx_version=(8, 5)):
    number, suffix = re.fullmatch(r"([\d.]+)([af]?)", capability).groups()
    return piece(kind, int(number.replace(".", "")), FLAGS[suffix], ptx_version, bytes(16))


def library(machine_code, ptx, ptx_version=AMBIGUOUS):
    """Ten kernels for all of them, and one for a single GPU."""
    codes = [piece_of(CUBIN, each) for each in machine_code] + [piece_of(PTX, each, ptx_version) for each in ptx]
    return elf(nv_fatbin=fatbin(*codes) * 10 + fatbin(piece_of(CUBIN, "9.0a"))) if codes else elf(text=b"none")


LIBRARY = library(["8.0"], ["8.0"])


def make_wheel(folder, package, number, tag, files, requires=(), python=None, suffix=""):
    """tag: `cp312-cp312-manylinux_2_28_x86_64`."""
    name = package.replace("-", "_")
    lines = ["Metadata-Version: 2.1", f"Name: {package}", f"Version: {number}{suffix}"]
    lines += [f"Requires-Python: {python}"] if python else []
    lines += [f"Requires-Dist: {each}" for each in requires]
    path = folder / f"{name}-{number}{suffix}-{tag}.whl"
    info = f"{name}-{number}{suffix}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
        archive.writestr(f"{info}/METADATA", "\n".join(lines) + "\n\nVersion: 9.9.9\n")
        archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nTag: {tag}\n")
    return path


def torch(folder, number="2.16.0", **changes):
    """A wheel of a version after those in the table."""
    values = {"tag": "cp312-cp312-manylinux_2_28_x86_64", "python": ">=3.11", "code": ["7.5", "8.0", "9.0"], "ptx": [],
              "requires": ["cuda-toolkit[cudart,nvrtc]==13.2.2; platform_system == \"Linux\"",
                           "nvidia-cudnn-cu13==9.26.0.51; platform_system == 'Linux'", "numpy", "sympy ; extra == 'x'",
                           "triton~=3.9.0; platform_system == \"Linux\" and platform_machine == \"x86_64\"",
                           "nvidia-nccl-cu12==1.2.3; sys_platform == 'win32'"],
              "suffix": "", "package": "torch", **changes}
    files = {"torch/lib/libtorch_cuda.so": library(values["code"], values["ptx"], (9, 2)),
             "torch/lib/libcudnn.so.9": library(["5.0", "6.0", "7.0", "8.0", "9.0"], ["9.0"]),
             "torch/version.py": f"__version__ = '{number}+{'cu132' if values['code'] else 'cpu'}'\n"}
    return make_wheel(folder, values["package"], number, values["tag"], files, values["requires"], values["python"],
                      values["suffix"])


def copy_of_tables(scratch):
    copy = scratch / "data copy"
    shutil.copytree(DATA, copy)
    return copy


def codes(answer, key="differences"):
    return [each["code"] for each in answer[key]]


def new_versions(scratch):
    tables = copy_of_tables(scratch)
    before = load()
    first = torch(scratch)
    answer = ask(first, status=1)
    row = answer["rows"]["wheels.json"][0]
    check(codes(answer) == ["new-wheel", "new-wheel"], f"the build and its requirements: {codes(answer)}")
    check(row["variant"] == "cu132" and row["cuda"] == "13.2" and row["onPypi"] and row["systems"] == ["linux-x86_64"]
          and row["machineCode"] == ["7.5", "8.0", "9.0"] and row["ptx"] == [] and row["first"] == row["last"] == "2.16.0"
          and row["python"] == {"min": "3.11", "max": "3.12"}
          and row["requires"] == ["cuda-toolkit==13.2.2", "nvidia-cudnn-cu13==9.26.0.51"]
          and row["sources"] == ["torch-2.16.0-wheels"], f"new row: {row}")
    companion = answer["rows"]["wheels.json"][1]
    check(companion["requires"] == ["triton~=3.9.0"] and companion["last"] == "2.16.0", f"companion: {companion}")
    check(answer["wheel"]["package"] == "torch" and answer["wheel"]["project"] == "torch", f"{answer['wheel']}")
    check(run("--write", tables, first).returncode == 0, "--write of a new version")
    check(ask("--data", tables, first)["differences"] == [], "what was written agrees")
    after = load(directory=tables)
    added = [row for row in after["builds"] if row not in before["builds"]]
    check(added == [row] and len(after["builds"]) == len(before["builds"]) + 1, f"one row more: {added}")
    source = [row for row in load("sources", tables)["sources"] if row["id"] == "torch-2.16.0-wheels"]
    check(source == [{"id": "torch-2.16.0-wheels", "kind": "measured", "title": "PyTorch 2.16.0, wheels on PyPI",
                      "url": "https://pypi.org/project/torch/2.16.0/", "locator": first.name,
                      "retrieved": "2026-11-18", "confidence": "high"}], f"source: {source}")
    # The next Python release extends the row.
    second = torch(scratch, tag="cp313-cp313-manylinux_2_28_x86_64")
    check("Python" in ask("--data", tables, second, status=1)["differences"][0]["message"], "another Python release")
    check(run("--write", tables, second).returncode == 0, "--write of another Python release")
    # The next version moves its end, once it is known for the same Python releases.
    check(run("--write", tables, torch(scratch, "2.16.1")).returncode == 0, "--write of the next version")
    rows = [row["first"] for row in load(directory=tables)["builds"] if row not in before["builds"]]
    check(rows == ["2.16.0", "2.16.1"], f"for fewer Python releases: {rows}")
    third = torch(scratch, "2.16.1", tag="cp313-cp313-manylinux_2_28_x86_64")
    check(run("--write", tables, third).returncode == 0, "--write of the next version for another Python release")
    row = [row for row in load(directory=tables)["builds"] if row not in before["builds"]]
    check(len(row) == 1 and row[0]["python"] == {"min": "3.11", "max": "3.13"} and row[0]["last"] == "2.16.1"
          and row[0]["sources"] == ["torch-2.16.0-wheels", "torch-2.16.1-wheels"], f"moved end: {row}")
    locator = next(row["locator"] for row in load("sources", tables)["sources"] if row["id"] == "torch-2.16.0-wheels")
    check(locator == f"{first.name}, {second.name}", f"both wheels are cited: {locator}")
    # A build of the project's index.
    suffixed = torch(scratch, suffix="+cu126", requires=["nvidia-cuda-runtime-cu12==12.6.77"])
    check(run("--write", tables, suffixed).returncode == 0, "--write of a wheel with a suffix")
    row = [row for row in load(directory=tables)["builds"] if row["variant"] == "cu126" and row["first"] == "2.16.0"]
    check(len(row) == 1 and not row[0]["onPypi"] and row[0]["cuda"] == "12.6", f"a build of the index: {row}")
    check_scripts(tables)


def contradictions(scratch):
    tables = copy_of_tables(scratch)
    before = {path.name: path.read_bytes() for path in tables.glob("*.json")}
    known = torch(scratch, "2.15.0", code=["7.5", "8.0"], requires=["cuda-toolkit==13.2.2"])
    answer = ask("--write", tables, known, status=1)
    check(codes(answer) == ["wheel-differs", "wheel-differs"], f"contradiction: {answer['differences']}")
    message, sources = answer["differences"][0]["message"], answer["differences"][0]["tablesSources"]
    check(message == "torch 2.15.0 of cu132 for linux-x86_64: machine code 7.5 8.0 here, 7.5 8.0 8.6 9.0 10.0 12.0 in "
          "the tables" and sources == ["torch-wheels"], f"both sides: {message} {sources}")
    check({path.name: path.read_bytes() for path in tables.glob("*.json")} == before, "nothing is overwritten")
    cupy = make_wheel(scratch, "cupy-cuda12x", "14.2.0", "cp312-cp312-manylinux_2_28_x86_64", {"cupy/a.so": LIBRARY})
    messages = [each["message"] for each in ask("--cuda", "12.8", cupy, status=1)["differences"]]
    check("cupy-cuda12x 14.2.0 for linux-x86_64: CUDA 12.8 here, 12.9 in the tables" in messages, f"CUDA: {messages}")
    # nvcc of CUDA 11.8 has no 12.0.
    refused = ask("--write", tables, torch(scratch, code=["12.0"], suffix="+cu118", requires=[]), status=1)
    check(codes(refused, "problems") == ["wheel-refused"], f"no row: {refused['problems']}")


def without_rows(scratch):
    unknown = make_wheel(scratch, "made-up", "1.0.0", "cp312-cp312-manylinux_2_28_x86_64",
                         {"made_up/lib.so": library(["8.0", "9.0"], ["9.0"], (9, 2))}, ["torch==2.9.0"])
    answer = ask(unknown, status=1)
    row = answer["rows"]["wheels.json"][0]
    check(codes(answer, "problems") == ["wheel-project-unknown"] and answer["wheel"]["project"] is None
          and row["machineCode"] == ["8.0", "9.0"] and row["ptx"] == ["9.0"], f"unknown project: {answer}")
    text = run(unknown)
    check(text.returncode == 1 and "made-up 1.0.0" in text.stdout and "machine code of 8.0 9.0; PTX of 9.0" in text.stdout,
          f"unknown project: {text}")
    plain = make_wheel(scratch, "plain", "1.0.0", "py3-none-any", {"plain/__init__.py": ""})
    result = run(plain)
    check(result.returncode == 3 and "no project in the tables" in result.stderr, f"no code: {result}")
    for number, changes, code in (("2.16.0", {"tag": "py3-none-any"}, "wheel-any-system"),
                                  ("2.16.0", {"tag": "cp312-cp312-musllinux_1_2_x86_64"}, "wheel-any-system"),
                                  ("2.16.0rc1", {}, "wheel-version"),
                                  ("2.16.0", {"requires": [], "suffix": "+rocm7"}, "wheel-release-unknown")):
        answer = ask(torch(scratch, number, **changes), status=1)
        check(codes(answer, "problems") == [code], f"{code}: {answer['problems']}")
    given = run("--cuda", "12.8", "--json", torch(scratch, "2.16.0", requires=[], suffix="+rocm7"))
    check(json.loads(given.stdout)["rows"]["wheels.json"][0]["cuda"] == "12.8", "--cuda")
    processor = torch(scratch, tag="cp312-cp312-win_amd64", code=[], requires=["cuda-toolkit==13.2.2; os_name != 'nt'"])
    row = ask(processor, status=1)["rows"]["wheels.json"][0]
    check(row["variant"] == "cpu" and row["cuda"] is None and row["machineCode"] == [] and row["requires"] == [],
          f"without CUDA: {row}")
    cut = scratch / processor.name
    cut.write_bytes(cut.read_bytes()[:cut.stat().st_size // 2])
    check(run(cut).returncode == 3, "a damaged wheel")
    library_only = make_wheel(scratch, "jaxlib", "0.12.0", "cp312-cp312-manylinux_2_28_x86_64", {"jaxlib/a.py": ""})
    check(codes(ask(library_only, status=1), "problems") == ["wheel-without-rows"], "a package without code and rows")
    answer = ask("--all", scratch, status=3)
    check(len(answer["toolkits"]) >= 4 and len(answer["leftOut"]) == 2, f"--all: {answer}")


class MadeUp:
    """Wheels with the values of the rows that have all values: of each version that begins or ends a row, for each
    system, the oldest and the newest Python release."""

    def __init__(self, table, folder):
        self.table, self.folder = table, folder
        self.rows = [row for row in table["builds"] if None not in (row["machineCode"], row["ptx"], row["requires"])]
        self.wheels = {}  # by path: the release for --cuda or None, the rows
        self.companions = {}  # by path: the row
        for install in sorted({row["install"] for row in self.rows}):
            self.make_package([row for row in self.rows if row["install"] == install])

    def make_package(self, rows):
        numbers = {row[end] for row in rows + self.companions_of(rows[0]) for end in ("first", "last")}
        for number in sorted(numbers, key=version):
            for system in TAGS:
                here = [row for row in rows if within(number, row) and system in row["systems"]]
                for group in [here] if rows[0]["install"] == WITH_ALL_BUILDS else [[row] for row in here]:
                    if group:
                        self.make(group, number, system)

    def companions_of(self, build):
        return [row for row in self.table["companions"] if row["project"] == build["project"]]

    def make(self, rows, number, system):
        row = rows[0]
        package = package_of(row["install"])
        marker = "; extra == 'with-cuda'" if "[" in row["install"] else ""
        requires = [each + marker for each in row["requires"]]
        companion = [each for each in self.companions_of(row) if within(number, each) and system == "linux-x86_64"]
        for each in companion:
            requires += each["requires"]
        files, given = {}, None
        for each in rows:
            own = PTX_VERSIONS.get(".".join((each["cuda"] or "").split(".")[:2]), AMBIGUOUS)
            label = "cuda" + each["variant"][2:] if row["install"] == WITH_ALL_BUILDS else "all"
            files[f"{package}/lib_{label}.so"] = library(each["machineCode"], each["ptx"], own)
        variant = row["variant"] if row["install"] != WITH_ALL_BUILDS else None
        suffix = "" if row["onPypi"] else f"+{variant or 'cu12torch2.9'}"
        if row["onPypi"] and variant:
            files[f"{package}/version.py"] = f"__version__ = '{number}+{variant}'\n"
        elif row["cuda"] and row["install"] != WITH_ALL_BUILDS and not (row["ptx"] and is_only(row["cuda"])):
            given = row["cuda"]
        low, high = row["python"]["min"], row["python"]["max"]
        tags = [f"cp{each.replace('.', '')}" for each in sorted({low, high}, key=version_of_python)] if high else ["py3"]
        for tag in tags:
            abi = tag if high else "none"
            wheel = make_wheel(self.folder, package, number, f"{tag}-{abi}-{TAGS[system]}", files, requires,
                               low and f">={low}", suffix)
            self.wheels[wheel] = (given, [(each, number) for each in rows])
            if companion:
                self.companions[wheel] = companion[0]

    def of_builds(self, removed):
        return {wheel: given for wheel, (given, rows) in self.wheels.items() if any(row in removed for row, _ in rows)}

    def of_companions(self, removed):
        return {wheel: self.wheels[wheel][0] for wheel, row in self.companions.items() if row in removed}


def within(number, row):
    return version(row["first"]) <= version(number) <= version(row["last"])


def package_of(install):
    """The package with the code."""
    return PLUGINS.get(install, install.partition("[")[0])


def is_only(cuda):
    """Whether no other release writes PTX of the version that it writes."""
    return list(PTX_VERSIONS.values()).count(PTX_VERSIONS.get(cuda)) == 1


def version_of_python(text):
    return [int(part) for part in text.split(".")]


def rows_come_back(scratch):
    """Rows that are removed come back from wheels with their values, half of them at a time."""
    table = load()
    (scratch / "all").mkdir()
    made = MadeUp(table, scratch / "all")
    agree(scratch, made)
    for part in range(2):
        # Pairs of neighbours, so that a row for the same systems remains.
        removed = [row for number, row in enumerate(made.rows) if number // 2 % 2 == part and not begins_name(row, table)]
        builds = [row for row in table["builds"] if row not in removed]
        after = restore(scratch / f"builds {part}", {**table, "builds": builds}, made.of_builds(removed))
        compare(by_wheel(table["builds"], table), by_wheel(after["builds"], table), "builds")
        ends = {(row["project"], number) for wheel, row in made.companions.items()
                for _, number in made.wheels[wheel][1]}
        removed = [row for number, row in enumerate(table["companions"]) if number % 2 == part
                   and all((row["project"], row[end]) in ends for end in ("first", "last"))]
        companions = [row for row in table["companions"] if row not in removed]
        after = restore(scratch / f"companions {part}", {**table, "companions": companions},
                        made.of_companions(removed))
        compare(by_version(table["companions"], table), by_version(after["companions"], table), "companions")
        print(f"{len(table['builds']) - len(builds)} builds and {len(removed)} companions were removed")


def begins_name(row, table):
    """Whether the package has another name for pip before: a wheel does not say which extra people install."""
    before = [each for each in table["builds"] if package_of(each["install"]) == package_of(row["install"])
              and version(each["last"]) < version(row["first"]) and set(each["systems"]) & set(row["systems"])]
    nearest = max(before, key=lambda each: version(each["first"]), default=row)
    return nearest["install"] != row["install"]


def restore(scratch, table, wheels):
    """The table with these wheels: those that need no --cuda are read by one `--all`."""
    scratch.mkdir()
    directory = copy_of_tables(scratch)
    (directory / "wheels.json").write_text(json.dumps(table), encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in directory.glob("*.json") if path.name != "sources.json")
    sources = load("sources", directory)
    sources["sources"] = [row for row in sources["sources"] if f'"{row["id"]}"' in text]
    (directory / "sources.json").write_text(json.dumps(sources), encoding="utf-8")
    folder = scratch / "batch"
    folder.mkdir()
    for wheel, cuda in wheels.items():
        if cuda is None:
            os.link(wheel, folder / wheel.name)
    # First those with a release: rows without one would span their versions.
    for wheel, cuda in wheels.items():
        if cuda is not None:
            result = run("--write", directory, "--cuda", cuda, wheel)
            check(result.returncode == 0, f"--write {wheel.name}: {result.stderr} {result.stdout[-800:]}")
    if any(folder.iterdir()):
        result = run("--write", directory, "--all", folder)
        check(result.returncode == 0, f"--write --all: {result.returncode} {result.stderr[-500:]} {result.stdout[-2000:]}")
    return load(directory=directory)


def agree(scratch, made):
    answer = ask("--data", DATA, "--all", scratch / "all")
    wrong = [(each["path"], [difference["message"] for difference in each["differences"]], codes(each, "problems"))
             for each in answer["toolkits"] if each["differences"] or each["problems"]]
    check(len(answer["toolkits"]) == len(made.wheels) > 500 and not wrong,
          f"{len(answer['toolkits'])} of {len(made.wheels)} wheels, {len(wrong)} differ: {wrong[:5]}")
    print(f"{len(made.wheels)} wheels, {len(wrong)} differ from their rows")


def by_wheel(rows, table):
    """What the rows say of each wheel. Equal rows may be joined, or not."""
    return {(row["install"], row["variant"], system, number): {key: row[key] for key in row if key not in (
                "first", "last", "systems", "sources")}
            for row in rows for system in row["systems"] for number in ends_of(table["builds"], row, "install")}


def by_version(rows, table):
    return {(row["project"], number): row["requires"] for row in rows
            for number in ends_of(table["companions"], row, "project")}


def ends_of(rows, own, key):
    """The versions within a row that begin or end a row of the table."""
    return {row[end] for row in rows for end in ("first", "last") if row[key] == own[key] and within(row[end], own)}


def compare(before, after, what):
    # A wheel that does not say its release may get that of its neighbours.
    for key in before.keys() & after.keys():
        if isinstance(before[key], dict) and before[key]["cuda"] is None:
            after[key]["cuda"] = None
    wrong = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    check(not wrong, f"{what}: {len(wrong)} of {len(before)} differ: "
          f"{[(key, before.get(key), after.get(key)) for key in sorted(wrong, key=str)[:3]]}")


def check_scripts(data, scripts=("canonical", "sources", "schema")):
    for script in scripts:
        result = run_unwrapped([sys.executable, "-B", CHECKS / f"check_{script}.py", data], capture_output=True,
                               encoding="utf-8", timeout=600)
        check(result.returncode in (0, 77), f"check_{script}.py: {result.stdout}{result.stderr}")


def main():
    with tempfile.TemporaryDirectory(prefix="cudastdenv-ingest-") as name:
        for part in (new_versions, contradictions, without_rows, rows_come_back):
            scratch = pathlib.Path(name) / part.__name__
            scratch.mkdir()
            part(scratch)
    print(f"{len(failures)} wrong" if failures else "nothing wrong")
    return 1 if failures else 0


sys.exit(main())
