#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fake toolkits of every layout, with headers of our own text and NVIDIA's conditions.

usage: ingest.py CUDASTDENV DATA_DIR CHECKS_DIR
"""

import gzip
import io
import json
import lzma
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from toolkits import header, meta_package, metadata, write

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import run_unwrapped  # noqa: E402

COMMAND, DATA, CHECKS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
SKIPPED = 77
failures = []

RUNTIME = "#define CUDART_VERSION  12080\n"
VERSION = {"cuda": {"name": "CUDA SDK", "version": "12.8.1"}, "cuda_nvcc": {"name": "NVCC", "version": "12.8.93"}}
LIKE_12_8_1 = {"include/crt/host_config.h": header(), "include/cuda_runtime_api.h": RUNTIME}


def check(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")


def run(*arguments, **options):
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1795000000", **options.pop("env", {})}
    return run_unwrapped([COMMAND, "ingest", *map(str, arguments)], capture_output=True, encoding="utf-8", errors="replace",
                          timeout=1200, env=environment, **options)


def ask(*arguments, status=0):
    """The JSON answer."""
    result = run("--json", *arguments)
    check(result.returncode == status, f"{arguments}: exit {result.returncode}, not {status}: {result.stderr}")
    if not result.stdout:
        return {}
    return read_answer("ingestAll" if "--all" in arguments else "ingested", result.stdout)


def refused(*arguments, message, status=3, **options):
    """One line on stderr, nothing on stdout."""
    result = run(*arguments, **options)
    check(result.returncode == status and result.stdout == "" and result.stderr.count("\n") == 1,
          f"{arguments}: exit {result.returncode}, stdout {result.stdout!r}, stderr {result.stderr!r}")
    check(message in result.stderr, f"{arguments}: {result.stderr!r} does not say {message!r}")


def tar(files, mode="xz", prefix=""):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=f"w:{mode}") as archive:
        for name, text in files.items():
            content = text.encode() if isinstance(text, str) else text
            member = tarfile.TarInfo(prefix + name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def ar(files):
    packed = b"!<arch>\n"
    for name, content in files.items():
        packed += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content
        packed += b"\n" * (len(content) % 2)
    return packed


def wheel(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def is_12_8_1(toolkit, what, releases=("12.8.1", "12.8.2")):
    answer = ask(toolkit)
    check(answer.get("releases") == list(releases), f"{what}: releases {answer.get('releases')}")
    check(answer["enforced"] == {"gcc": {"min": None, "max": 14}, "clang": {"min": 3, "max": 19},
                                 "grace": {"min": 16, "max": 19}}, f"{what}: {answer['enforced']}")
    check(answer["problems"] == [] and answer["differences"] == [], f"{what}: {answer}")
    return answer


def folders(scratch):
    runfile = write(scratch / "it's a \"toolkit\"\nof $(two) lines", {
        "version.json": json.dumps(VERSION), "targets/x86_64-linux/include/crt/host_config.h": header()})
    (runfile / "include").symlink_to("targets/x86_64-linux/include")
    answer = is_12_8_1(runfile, "runfile")
    check(answer["nvcc"] == "12.8.93", f"runfile: {answer['nvcc']}")
    check(answer["path"] == str(runfile), "a path of two lines")
    check(run(runfile).stdout.count("No differences.") == 1, "runfile as text")

    is_12_8_1(write(scratch / "installed", LIKE_12_8_1), "only the minor release",
              ("12.8.0", "12.8.1", "12.8.2"))
    is_12_8_1(write(scratch / "pip", {"nvidia/cuda_nvcc/include/crt/host_config.h": header(),
                                      **metadata("nvidia-cuda-nvcc-cu12", "12.8.93")}), "pip")
    is_12_8_1(write(scratch / "venv", {"lib/python3.11/site-packages/nvidia/cu12/include/crt/host_config.h": header(),
                                       **{f"lib/python3.11/site-packages/{name}": text for name, text
                                          in metadata("nvidia-cuda-crt", "12.8.93").items()}}), "venv")
    is_12_8_1(write(scratch / "cuda_nvcc-linux-sbsa-12.8.93-archive", {"include/crt/host_config.h": header()}), "redist")
    is_12_8_1(write(scratch / "conda", {
        "targets/x86_64-linux/include/crt/host_config.h": header(),
        "conda-meta/cuda-crt-dev_linux-64-12.8.93-0.json": json.dumps({"name": "cuda-crt-dev_linux-64",
                                                                       "version": "12.8.93", "files": []})}), "conda")
    is_12_8_1(write(scratch / "debian", {
        "usr/include/crt/host_config.h": header(),
        "usr/share/doc/nvidia-cuda-dev/changelog.Debian.gz":
            gzip.compress(b"nvidia-cuda-toolkit (12.8.1-3) unstable; urgency=medium\n\n  * Words.\n")}), "debian")
    single = write(scratch / "single", {"renamed.h": header()}) / "renamed.h"
    answer = ask(single, status=1)
    check([problem["code"] for problem in answer["problems"]] == ["release-unknown"], f"single: {answer['problems']}")
    check([row["first"] for row in answer["rows"]["host_compilers.json"]] == [None, None], f"single: {answer['rows']}")
    check(ask("--cuda", "12.8.1", single)["releases"] == ["12.8.1", "12.8.2"], "single with --cuda")


def archives(scratch):
    packed = scratch / "packed [*?] it's"
    packed.mkdir()
    crt = wheel(packed / "crt.whl", {"nvidia/cu13/include/crt/host_config.h": header(),
                                     **metadata("nvidia-cuda-crt", "12.8.93", "aarch64")})
    check(is_12_8_1(crt, "wheel")["clues"][0]["platform"] == "Linux aarch64", "the wheel's platform")
    redist = packed / "cuda_nvcc-linux-x86_64-12.8.93-archive.tar.xz"
    folder = "cuda_nvcc-linux-x86_64-12.8.93-archive/"
    redist.write_bytes(tar(LIKE_12_8_1, prefix=folder))
    is_12_8_1(redist, "redist archive")
    renamed = packed / "renamed.tar.gz"
    renamed.write_bytes(tar(LIKE_12_8_1, mode="gz", prefix="./" + folder))
    is_12_8_1(renamed, "redist archive, renamed")

    control = "Package: nvidia-cuda-dev\nVersion: 12.8.90~12.8.1-1\nArchitecture: amd64\nDescription: x\n"
    deb = packed / "dev.deb"
    deb.write_bytes(ar({"debian-binary": b"2.0\n", "control.tar.xz": tar({"control": control}, prefix="./"),
                        "data.tar.xz": tar({"usr/include/crt/host_config.h": header()}, prefix="./")}))
    is_12_8_1(deb, "deb")

    index = json.dumps({"name": "cuda-crt-dev_linux-64", "version": "12.8.93", "subdir": "noarch"})
    inner = write(scratch / "inner", {"targets/x86_64-linux/include/crt/host_config.h": header(),
                                      "info/index.json": index})
    for name, part in (("pkg-cuda-crt.tar.zst", "targets"), ("info-cuda-crt.tar.zst", "info")):
        subprocess.run(["bsdtar", "-c", "--zstd", "-f", scratch / name, "-C", inner, part], check=True)
    conda = wheel(packed / "cuda-crt.conda", {
        "metadata.json": "{}", **{name: (scratch / name).read_bytes()
                                  for name in ("pkg-cuda-crt.tar.zst", "info-cuda-crt.tar.zst")}})
    is_12_8_1(conda, "conda")

    answer = ask("--all", scratch)
    paths = [pathlib.Path(toolkit["path"]).name for toolkit in answer["toolkits"]]
    check(paths == ["inner", "crt.whl", "cuda-crt.conda", redist.name, "dev.deb", "renamed.tar.gz"], f"--all: {paths}")
    (packed / "broken.whl").write_bytes(crt.read_bytes()[:100])
    wheel(packed / "other.whl", {"numpy/__init__.py": ""})
    result = run("--all", scratch)
    check(result.returncode == 3 and result.stdout.count("no differences") == 6, f"--all with a bad one: {result}")
    check(result.stderr.count("\n") == 2 and "broken.whl" in result.stderr and "note: " in result.stderr,
          f"--all with a bad one: {result.stderr}")


def hostile(scratch):
    def packed(name, content):
        path = scratch / name
        path.write_bytes(content)
        return path

    escape = scratch / "escaped"
    names = {"../escaped": "x", str(escape): "x", "include/crt/host_config.h": header(), "-rf": "x", "a\nb": "x"}
    answer = ask("--cuda", "12.8.1", packed("names.tar.xz", tar(names)))
    check(answer["enforced"]["gcc"]["max"] == 14 and not escape.exists(), "names that lead out")
    refused(packed("large.tar.xz", tar({"include/crt/host_config.h": "x" * (3 << 20)})), message="more than 1 MiB")
    refused(packed("short.tar.xz", tar(LIKE_12_8_1)[:200]), message="cannot be read")
    refused(packed("nothing.tar.xz", tar({"x": "y"})), message="no crt/host_config.h")
    refused(packed("words.whl", b"words"), message="neither GCC nor Clang")
    twice = io.BytesIO(lzma.decompress(tar({"include/crt/host_config.h": header()})))
    with tarfile.open(fileobj=twice, mode="a") as archive:
        archive.addfile(tarfile.TarInfo("include/crt/host_config.h"))
    refused(packed("twice.tar", twice.getvalue()), message="two members called include/crt/host_config.h")
    refused(write(scratch / "two", {"include/crt/host_config.h": header(),
                                    "targets/x/include/crt/host_config.h": header(gcc=13)}), message="more than one")
    refused(write(scratch / "large", {"include/crt/host_config.h": "x" * (3 << 20)}), message="larger than 1024 KiB")
    odd = os.fsdecode(os.fsencode(scratch) + b"/\xff\x1b[31m")
    check("\x1b" not in run(write(pathlib.Path(odd), {"version.json": json.dumps(VERSION), **LIKE_12_8_1})).stdout
          and ask(odd)["differences"] == [], "a name that is no UTF-8")
    os.mkfifo(scratch / "pipe")
    refused(scratch / "pipe", message="neither a directory nor a regular file")
    (scratch / "zero" / "include" / "crt").mkdir(parents=True)
    (scratch / "zero/include/crt/host_config.h").symlink_to("/dev/zero")
    refused(scratch / "zero", message="no crt/host_config.h")
    refused(scratch / "absent", message="no such file")
    (scratch / "wheels").mkdir()
    for count, message in ((1, "--all reads the one in it"), (2, "--all reads the 2 in it")):
        wheel(scratch / f"wheels/{count}.whl", {"nvidia/cu13/include/crt/host_config.h": header()})
        refused(scratch / "wheels", message=message)
    refused("--all", scratch / "absent", message="no such directory")
    (scratch / "empty").mkdir()
    refused("--all", scratch / "empty", message="no toolkit")
    alone = packed("cuda_nvcc-linux-x86_64-12.8.93-archive.tar.xz", tar(LIKE_12_8_1))
    check(run(alone, env={"PATH": ""}).returncode == 0, "no program on PATH is needed")
    # It does not begin to skip gigabytes.
    for size, message in ((9 << 30, "more than 8192 MiB"), (1 << 20, "cannot be read")):
        member = tarfile.TarInfo("nvcc/large")
        member.size = size
        refused(packed("bomb.tar.gz", gzip.compress(member.tobuf())), message=message)
    # Other kinds that libarchive reads: some name files of the machine.
    for kind, content in {"mtree": b"#mtree\n./include/crt/host_config.h type=file contents=/etc/passwd\n",
                          "cpio": b"070701" + b"0" * 104 + b"x" * 500, "words": b"words"}.items():
        refused(packed(f"{kind}.gz", gzip.compress(content)), message="cannot be read")
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
        link = tarfile.TarInfo("include/crt/host_config.h")
        link.type, link.linkname = kind, "/etc/passwd"
        refused(packed("link.tar.gz", gzip.compress(link.tobuf() + bytes(1024))), message="no crt/host_config.h")
    good = {"control.tar.xz": tar({"control": "Package: x\nVersion: 1\n"}), "data.tar.xz": tar(LIKE_12_8_1)}
    for name, content in good.items():
        refused(packed("part.deb", ar({"debian-binary": b"2.0\n", **good, name: content[:100]})), message="cannot be read")
    large = tar({"usr/include/crt/host_config.h": "x" * (3 << 20)})
    refused(packed("large.deb", ar({"debian-binary": b"2.0\n", "data.tar.xz": large})), message="more than 1 MiB")
    for arguments, message in (((), "missing toolkit"), (("",), "empty"), (("--cuda", "12", "x"), "12.8.1"),
                              (("--all", "--cuda", "12.8.1", "x"), "omit one of them"),
                              (("--data", "x", "--write", "y", "z"), "omit --data")):
        refused(*arguments, message=message, status=2)

    strange = header().replace("__GNUC__ > 14", "__GNUC__ > NEWEST")
    answer = ask("--cuda", "12.8.1", write(scratch / "strange", {"host_config.h": strange}), status=1)
    codes = [problem["code"] for problem in answer["problems"]]
    check(codes == ["unknown-check", "missing-check"], f"strange: {codes}")
    check("__GNUC__ > NEWEST" in answer["problems"][0]["message"], f"strange: {answer['problems']}")
    other = {**VERSION, "cuda": {"version": "12.9.0"}}
    answer = ask(write(scratch / "liar", {**LIKE_12_8_1, "version.json": json.dumps(other)}), status=1)
    check("clues-disagree" in [problem["code"] for problem in answer["problems"]], f"liar: {answer['problems']}")
    answer = ask(write(scratch / "torn", {**LIKE_12_8_1, "version.json": "{"}), status=1)
    check([problem["code"] for problem in answer["problems"]] == ["unreadable"], f"torn: {answer['problems']}")


def differences(scratch):
    toolkit = write(scratch / "differs", {"version.json": json.dumps(VERSION),
                                          "include/crt/host_config.h": header(gcc=13, grace=None)})
    answer = ask(toolkit, status=1)
    check([(difference["code"], difference["release"]) for difference in answer["differences"]]
          == [("bounds", "12.8.1")] * 2 + [("bounds", "12.8.2")] * 2, f"differs: {answer['differences']}")
    check("nvidia-header-12.8.93" in answer["differences"][0]["tablesSources"], "differs: the tables' source")
    text = run(toolkit).stdout
    for words in ("12.8.1: GCC 13 or older here, 14 or older in the tables", "not checked here, 16 to 19 in the tables",
                  "[here: include/crt/host_config.h]", "4 differences"):
        check(words in " ".join(text.split()), f"differs: {words!r} is not in {text}")


def tool(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)


def help_text(option, names, more=""):
    quoted = ",".join(f"'{name}'" for name in names)
    return f"\n{option} <x>   (-x)\n        Allowed values for this option:  {quoted}.\n\n{more}--other\n"


def nvcc(names, listed=None, version="12.8.93", standards=("c++17", "c++20")):
    listed = [name for name in names if name[-1].isdigit()] if listed is None else listed
    text = help_text("--gpu-architecture", names, help_text("--std", standards)[1:])
    return (f"case $1 in\n--version) echo 'Cuda compilation tools, release 12.8, V{version}' ;;\n"
            f"--help) cat <<'END'\n{text}\nEND\n;;\n--list-gpu-arch) printf '%s\\n' {' '.join(listed)} ;;\nesac\n")


def programs(scratch, tables):
    taken = [row["capability"] for row in tables["capabilities"]["capabilities"]
             if version(row["nvcc"]["first"]) <= (12, 8) <= version(row["nvcc"]["last"] or "99.0")]
    names = ["sm_" + name.replace(".", "") for name in taken]
    root = write(scratch / "a 'toolkit' $HOME", {"version.json": json.dumps(VERSION),
                                                  "include/crt/host_config.h": header()})

    def problems(script, ptxas=None, status=1):
        tool(root / "bin/nvcc", script)
        (root / "bin/ptxas").unlink(missing_ok=True)
        if ptxas:
            tool(root / "bin/ptxas", ptxas)
        answer = ask("--run", root, status=status)
        return " ".join(problem["message"] for problem in answer["problems"]), answer

    text, answer = problems(nvcc(["all", "native", *names]), status=0)
    check(answer["run"]["capabilities"] == taken and text == "", f"the list of nvcc: {answer['run']}")
    check(answer["run"]["newestStandard"] == "c++20", f"the newest standard: {answer['run']}")
    # The newest known standard need not be the newest that it accepts.
    text, answer = problems(nvcc(names, standards=("c++03", "c++17", "c++20", "c++26")))
    check(answer["run"]["newestStandard"] is None and "'c++26'" in text, f"an unknown standard: {answer['run']} {text}")
    # As in 12.4: only ptxas lists 9.0a.
    text, answer = problems(nvcc([name for name in names if name[-1].isdigit()]),
                            f"cat <<'END'\n{help_text('--gpu-name', names)}\nEND\n", status=0)
    check(answer["run"]["capabilities"] == taken, f"the list of ptxas: {answer['run']}")
    text, answer = problems(nvcc(names[1:] + ["sm_999"]))
    check([difference["code"] for difference in answer["differences"]] == ["capability-taken", "capability-refused"] * 2,
          f"another list: {answer['differences']}")
    check("lists 'rm_rf'" in problems(nvcc(names + ["rm_rf"]))[0], "an unknown name")
    check("list different architectures" in problems(nvcc(names, listed=names[1:2]))[0], "lists that differ")
    check("bin/nvcc --version prints nothing" in problems("exit 0\n")[0], "no answer")
    check("the output of bin/nvcc --version lacks V13.0.88" in problems("echo Hallo\n")[0], "another answer")
    german = nvcc(names).replace("Allowed values for this option", "Erlaubte Werte")
    check(" lacks sm_90" in problems(german)[0], "an answer in another language")
    check("failed with exit status 3" in problems("exit 3\n")[0], "a failure")
    check("was killed by signal 11" in problems("kill -SEGV $$\n")[0], "a crash")
    check("prints more than 1 MiB" in problems("yes\n")[0], "a flood")
    check("but bin/nvcc says nvcc 12.8.61" in problems(nvcc(names, version="12.8.61"))[0], "another build")
    hang = nvcc(names).replace("--list-gpu-arch) ", "--list-gpu-arch) sleep 60;")
    check("did not finish within 10 s" in problems(hang)[0], "a hanging one")
    (root / "bin/nvcc").write_text("#!/no/such/shell\n")
    check("cannot be started: " in " ".join(problem["message"] for problem in ask("--run", root, status=1)["problems"]),
          "no program")
    marker = scratch / "was run"
    tool(root / "bin/nvcc", f"touch '{marker}'\n")
    ask(root)
    check(not marker.exists(), "without --run nothing is run")
    (root / "bin/nvcc").unlink()
    check("no nvcc and no ptxas to run" in ask("--run", root, status=1)["problems"][0]["message"],
          "a toolkit without programs")
    note = run("--run", wheel(scratch / "x.whl", {"nvidia/cu13/include/crt/host_config.h": header(),
                                                  **metadata("nvidia-cuda-crt", "12.8.93")}))
    check(note.returncode == 0 and "nothing was run" in note.stderr, f"--run with a wheel: {note}")


def version(text):
    return tuple(int(number) for number in text.split("."))


def check_scripts(data, scripts=("canonical", "sources", "expected", "schema")):
    for script in scripts:
        result = subprocess.run([sys.executable, "-B", CHECKS / f"check_{script}.py", data], capture_output=True, text=True)
        check(result.returncode in (0, SKIPPED), f"check_{script}.py: {result.stdout}{result.stderr}")


def writing(scratch):
    data = scratch / "data copy"
    shutil.copytree(DATA, data)
    before = {path.name: path.read_bytes() for path in data.glob("*.json")}
    new = write(scratch / "new", {
        "version.json": json.dumps({"cuda": {"version": "13.6.0"}, "cuda_nvcc": {"version": "13.6.20"}}),
        "include/crt/host_config.h": header(gcc=17, clang=25, grace=(16, 24))})
    answer = ask(new, status=1)
    check([difference["code"] for difference in answer["differences"]] == ["new-release"], f"new: {answer}")
    check(answer["rows"]["releases.json"][0]["nvcc"] == "13.6.20", f"new: {answer['rows']}")
    check(answer["rows"]["sources.json"][0]["retrieved"] == "2026-11-18", f"new: {answer['rows']}")
    check(run("--write", data, new).returncode == 0, "--write of a new release")
    after = {path.name: path.read_bytes() for path in data.glob("*.json")}
    check({name for name in before if before[name] != after[name]}
          == {"releases.json", "host_compilers.json", "sources.json"}, "--write changes three files")
    check(sorted(path.name for path in data.iterdir()) == sorted(path.name for path in DATA.iterdir()),
          "--write leaves nothing behind")
    check_scripts(data)
    table = subprocess.run([COMMAND, "resolve", "--cuda", "13.6", "--data", data, "--policy", "enforced", "--json"],
                           capture_output=True, text=True)
    check(table.returncode == 0 and json.loads(table.stdout)["cuda"]["nvcc"] == "13.6.20", f"13.6: {table}")
    # The first run reports what no row has, not the run after the release's row is written.
    tool(new / "bin/nvcc", nvcc(["sm_90", "sm_999"], version="13.6.20"))
    first = [difference["code"] for difference in ask("--run", new, status=1)["differences"]]
    check(first[0] == "new-release" and first.count("capability-taken") == 1, f"--run of a new release: {first}")
    shutil.rmtree(new / "bin")
    check(ask("--data", data, new)["differences"] == [], "no differences afterwards")

    times = {path: path.stat().st_mtime_ns for path in data.glob("*.json")}
    check(run("--write", data, new).returncode == 0, "--write again")
    check({path: path.stat().st_mtime_ns for path in data.glob("*.json")} == times, "--write again changes nothing")

    # A patch release with the limits of the one before, and a release that differs from its row.
    patch = write(scratch / "patch", {
        "cuda_nvcc-linux-x86_64-13.6.40-archive/include/crt/host_config.h": header(gcc=17, clang=25, grace=(16, 24)),
        "version.json": json.dumps({"cuda": {"version": "13.6.1"}})})
    departs = write(scratch / "departs", {
        "nvidia/cuda_nvcc/include/crt/host_config.h": header(gcc=12, clang=19, grace=(16, 18)),
        **metadata("nvidia-cuda-nvcc-cu12", "12.6.68")})
    for toolkit in (patch, departs):
        result = run("--write", data, toolkit)
        check(result.returncode == 0, f"--write of {toolkit.name}: {result}")
    rows = json.loads((data / "host_compilers.json").read_text())["hostCompilers"]
    ends = [(row["first"], row["last"]) for row in rows if row["family"] == "gcc" and row["first"][:5] in ("12.6.", "13.6.")]
    check(ends == [("12.6.0", "12.6.0"), ("12.6.1", "12.6.1"), ("12.6.2", "12.6.3"), ("13.6.0", "13.6.1")], f"rows: {ends}")
    # A maximum that falls is in that header, and check_expected.py reports it.
    check_scripts(data, ("canonical", "sources"))

    strange = write(scratch / "odd", {"version.json": json.dumps({"cuda": {"version": "13.7.0"}}),
                                      "include/crt/host_config.h": header().replace("__GNUC__ > 14", "__GNUC__ > X")})
    held = (data / "host_compilers.json").read_bytes()
    result = run("--write", data, strange)
    check(result.returncode == 1 and "nothing written: it is not fully understood" in result.stderr, f"--write of the odd: {result}")
    check((data / "host_compilers.json").read_bytes() == held, "--write of the odd writes nothing")
    (data / "rules.json").write_text("{")
    refused("--write", data, new, message="rules.json")


def meta_packages(scratch):
    """A release without a new nvcc is found only with PyPI's meta package."""
    known = meta_package("12.8.2.0", "12.8.93", "nvidia-cuda-nvcc-cu12")
    packed = wheel(scratch / "cuda_toolkit-12.8.2.0-py2.py3-none-any.whl", known)
    unpacked = write(scratch / "unpacked", known)
    folder = unpacked / "cuda_toolkit-12.8.2.0.dist-info"
    for toolkit in (packed, unpacked, folder, folder / "METADATA"):
        answer = ask(toolkit)
        check(answer["releases"] == ["12.8.2"] and answer["nvcc"] == "12.8.93" and answer["header"] is None
              and answer["differences"] == [] and answer["problems"] == [], f"{toolkit.name}: {answer}")
        check([row["release"] for row in answer["rows"]["releases.json"]] == ["12.8.2"], f"{toolkit.name}: {answer}")
    check(len(ask("--all", scratch)["toolkits"]) == 2, "--all of the packed and the unpacked one")

    new = wheel(scratch / "new.whl", meta_package("12.8.50", "12.8.93"))
    answer = ask(new, status=1)
    check([difference["message"] for difference in answer["differences"]]
          == ["12.8.50: not in the tables; its nvcc is that of 12.8.2"], f"new: {answer['differences']}")
    row = answer["rows"]["releases.json"][0]
    check((row["release"], row["nvcc"], row["date"], row["newestStandard"]) == ("12.8.50", "12.8.93", None, "c++20"),
          f"new: {row}")
    data = scratch / "data"
    shutil.copytree(DATA, data)
    check(run("--write", data, new).returncode == 0 and ask("--data", data, new)["differences"] == [], "new is written")
    check_scripts(data, ("canonical", "sources"))
    answer = subprocess.run([COMMAND, "resolve", "--cuda", "12.8.50", "--data", data, "--policy", "enforced",
                             "--stdenv", "gcc-14", "--json"], capture_output=True, text=True)
    check(answer.returncode == 0 and json.loads(answer.stdout)["hostCompiler"]["compiler"] == "gcc-14", f"new: {answer}")

    # As that of 12.5.1: it has the parts of the release before.
    held = {path.name: path.read_bytes() for path in data.glob("*.json")}
    late = wheel(scratch / "late.whl", meta_package("12.5.1", "12.5.40", "nvidia-cuda-nvcc-cu12"))
    answer = ask("--data", data, late, status=1)
    check([difference["message"] for difference in answer["differences"]]
          == ["12.5.1: nvcc is 12.5.40 here, 12.5.82 in the tables"], f"late: {answer['differences']}")
    foreign = wheel(scratch / "foreign.whl", meta_package("99.0.0", "99.0.20"))
    for package, message in ((late, "nvcc not written: only a meta package pins it"), (foreign, "has no crt/host_config.h")):
        result = run("--write", data, package)
        check(result.returncode == 1 and message in result.stderr, f"{package.name}: {result}")
    check({path.name: path.read_bytes() for path in data.glob("*.json")} == held, "neither is written")

    # In an environment, the nvcc can be another one than the one that it pins.
    site = write(scratch / "site", {"nvidia/cu12/include/crt/host_config.h": header(),
                                    **metadata("nvidia-cuda-crt", "12.8.93"), **meta_package("13.0.2", "13.0.88")})
    is_12_8_1(site, "beside another nvcc")
    unclear = wheel(scratch / "unclear.whl", meta_package("12.8.1", "12.8"))
    problems = ask(unclear, status=1)["problems"]
    check([problem["code"] for problem in problems] == ["unreadable"], f"unclear: {problems}")
    refused(wheel(scratch / "odd.whl", meta_package("12.x", "12.8.93")), message="has another form")
    other = {name.replace("cuda_toolkit", "cuda_toolkit-x"): text.replace("Name: cuda-toolkit", "Name: cuda-toolkit-x")
             for name, text in known.items()}
    refused(wheel(scratch / "other.whl", other), message="not a CUDA toolkit")


def not_allowed(scratch):
    """A directory that cannot be written, unless the test runs as root."""
    if os.geteuid() != 0:
        return
    data = scratch / "held data"
    shutil.copytree(DATA, data)
    new = write(scratch / "held", {
        "version.json": json.dumps({"cuda": {"version": "13.6.0"}, "cuda_nvcc": {"version": "13.6.20"}}),
        "include/crt/host_config.h": header(gcc=17, clang=25, grace=(16, 24))})
    for path in (scratch, scratch.parent):
        path.chmod(0o755)
    nobody = {"user": 65534, "group": 65534}
    try:
        subprocess.run([COMMAND, "--version"], check=True, capture_output=True, **nobody)
    except (OSError, subprocess.CalledProcessError):
        print("nobody cannot start the command: a read-only folder is not tried")
        return
    before = {path.name: path.read_bytes() for path in data.glob("*.json")}
    result = run("--write", data, new, **nobody)
    check(result.returncode == 3 and result.stderr.count("error:") == 1, f"a read-only folder: {result}")
    # The third file cannot be written, the two before can: they are restored.
    apart = write(scratch / "apart", {"host_compilers.json": before["host_compilers.json"]})
    (data / "host_compilers.json").unlink()
    (data / "host_compilers.json").symlink_to(apart / "host_compilers.json")
    data.chmod(0o777)
    result = run("--write", data, new, **nobody)
    check(result.returncode == 3, f"a file that cannot be written: {result}")
    check({path.name: path.read_bytes() for path in data.glob("*.json")} == before, "all or nothing is written")


def main():
    if not shutil.which("bsdtar"):
        print("no bsdtar")
        return SKIPPED
    tables = {"capabilities": json.loads((DATA / "capabilities.json").read_text())}
    with tempfile.TemporaryDirectory(prefix="cudastdenv-ingest-") as name:
        for number, part in enumerate((folders, archives, hostile, differences,
                                       lambda scratch: programs(scratch, tables), writing, meta_packages,
                                       not_allowed)):
            scratch = pathlib.Path(name) / str(number)
            scratch.mkdir()
            part(scratch)
    print(f"{len(failures)} wrong" if failures else "nothing wrong")
    return 1 if failures else 0


sys.exit(main())
