#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The output of `cudastdenv env` sets exactly its variables in a shell, whatever characters paths contain.

usage: env.py COMMAND
"""

import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import fakes

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from answer_schemas import read_answer  # noqa: E402
from programs import buildah, run_unwrapped  # noqa: E402
from sampling import tries_every_case  # noqa: E402

COMMAND = None
NVCC_OF = {"11.8": "11.8.89", "12.3": "12.3.107", "12.4": "12.4.131", "12.8": "12.8.93", "13.0": "13.0.88",
           "13.2": "13.2.86"}
HOSTILE = "a b's \"c\" $(touch hacked) `touch hacked` ;touch hacked\n\\ü"
SHELLS = [shell for shell in ("sh", "dash", "bash", "zsh") if shutil.which(shell)]


class Machine:
    """A PATH of fakes, and an otherwise empty environment."""

    def __init__(self, test, name="bin"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-env-"))
        test.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / name
        self.bin.mkdir()
        self.variables = {"PATH": str(self.bin), "HOME": str(self.folder)}

    def run(self, *arguments, expect=0):
        self.install_toolkit_of(arguments)
        result = run_unwrapped(
            [COMMAND, "env", *arguments], env=self.variables, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert result.returncode == expect, result
        return result

    def lines_to_type(self, tool, *arguments):
        """The answer of `resolve` for this machine."""
        result = subprocess.run([COMMAND, "resolve", *arguments, "--stdenv", "host", "--for", tool, "--json"],
                                env=self.variables, cwd=self.folder, capture_output=True, text=True, check=False)
        (apply,) = json.loads(result.stdout)["apply"]
        return apply["lines"]

    def install_toolkit_of(self, arguments):
        """The toolkit of the requested release, unless the test has its own."""
        wanted = arguments[arguments.index("--cuda") + 1] if "--cuda" in arguments else ""
        if wanted in NVCC_OF and not (self.bin / "nvcc").exists():
            fakes.nvcc(self.bin / "nvcc", NVCC_OF[wanted], heeds_ccbin=wanted >= "12.5")

    def variables_after(self, shell, script):
        """The exported variables after a shell has evaluated the script."""
        # fish reads bytes as characters of the locale.
        with_script = dict(self.variables, SCRIPT=script, LC_ALL="C.UTF-8")
        command = 'eval "$SCRIPT"; exec /usr/bin/env -0'
        if os.path.basename(shell) == "fish":
            command = "echo $SCRIPT | source; exec /usr/bin/env -0"
        result = subprocess.run(
            [shutil.which(shell), "-c", command], env=with_script, cwd=self.folder, capture_output=True, check=True
        )
        entries = result.stdout.decode().split("\0")[:-1]
        assert not (self.folder / "hacked").exists()
        return dict(entry.split("=", 1) for entry in entries)


def read_github(text):
    values, lines = {}, iter(text.split("\n")[:-1])
    for line in lines:
        name, mark, end = re.fullmatch(r"(\w+)(=|<<)(.*)", line).groups()
        if mark == "=":
            values[name] = end
        else:
            values[name] = "\n".join(iter(lambda: next(lines), end))
    return values


def variables_of_image(test, lines):
    """buildah's result of the instructions; without root or a mount, as an image that is never run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-env-"))
    test.addCleanup(shutil.rmtree, folder, ignore_errors=True)
    (folder / "Dockerfile").write_text("FROM scratch\n" + lines, encoding="utf-8")
    built = buildah(folder, "build", "--isolation", "chroot", "-q", folder)
    test.assertEqual(built.returncode, 0, built.stderr)
    inspected = buildah(folder, "inspect", "--type", "image", built.stdout.strip())
    return dict(entry.split("=", 1) for entry in json.loads(inspected.stdout)["OCIv1"]["config"]["Env"])


class Quoting(unittest.TestCase):
    def test_runs_no_command_in_a_path(self):
        machine = Machine(self, HOSTILE)
        compiler = fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        script = machine.run("--cuda", "13.0").stdout
        for shell in SHELLS:
            with self.subTest(shell=shell):
                after = machine.variables_after(shell, script)
                self.assertEqual(after["NVCC_CCBIN"], str(compiler))
                self.assertEqual(after["CUDAHOSTCXX"], str(compiler))
                self.assertNotIn("NVCC_APPEND_FLAGS", after)
                undone = machine.variables_after(shell, script + machine.run("--unset").stdout)
                for name in ("NVCC_CCBIN", "CUDAHOSTCXX", "CUDAARCHS", "TORCH_CUDA_ARCH_LIST"):
                    self.assertNotIn(name, undone)

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_quotes_for_fish(self):
        machine = Machine(self, HOSTILE)
        compiler = fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        script = machine.run("--cuda", "13.0", "--shell", "fish").stdout
        self.assertEqual(machine.variables_after("fish", script)["NVCC_CCBIN"], str(compiler))
        undone = machine.variables_after("fish", script + machine.run("--unset", "--shell", "fish").stdout)
        self.assertNotIn("NVCC_CCBIN", undone)

    def test_quotes_for_github(self):
        """As the runner reads the file in GITHUB_ENV: NAME=VALUE, or NAME<<END, lines, END."""
        machine = Machine(self, HOSTILE)
        compiler = fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        after = read_github(machine.run("--cuda", "13.0", "--shell", "github").stdout)
        exported = machine.variables_after("sh", machine.run("--cuda", "13.0").stdout)
        self.assertEqual(after["NVCC_CCBIN"], str(compiler))
        self.assertEqual({name: exported[name] for name in after}, after)
        machine.variables |= after
        # Only shells can unset variables: nvcc fails with an empty NVCC_CCBIN.
        for shell in ("github", "dockerfile"):
            refused = machine.run("--unset", "--shell", shell, expect=2)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))

    @unittest.skipUnless(shutil.which("buildah"), "buildah is not installed")
    def test_quotes_for_dockerfiles(self):
        machine = Machine(self, HOSTILE.replace("\n", ""))
        compiler = fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        lines = machine.run("--cuda", "13.0", "--shell", "dockerfile").stdout
        exported = machine.variables_after("sh", machine.run("--cuda", "13.0").stdout)
        after = variables_of_image(self, lines)
        self.assertEqual(after["NVCC_CCBIN"], str(compiler))
        self.assertEqual({name: exported[name] for name in after if name != "PATH"},
                         {name: value for name, value in after.items() if name != "PATH"})

    def test_a_dockerfile_has_one_variable_a_line(self):
        machine = Machine(self, HOSTILE)
        fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        result = machine.run("--cuda", "13.0", "--shell", "dockerfile", expect=3)
        self.assertEqual(result.stdout, "")
        self.assertIn("newline", result.stderr)

    def test_accepts_names_of_shells(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++-12", 12)
        plain = machine.run("--cuda", "13.0").stdout
        for shell in ("sh", "bash", "zsh", "dash"):
            self.assertEqual(machine.run("--cuda", "13.0", "--shell", shell).stdout, plain)
        self.assertIn("; cudastdenv env --cuda 13.0 --shell zsh", machine.run("--cuda", "13.0", "--shell", "zshh", expect=2).stderr)

    def test_json_has_the_same_variables(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++-12", 12)
        answer = read_answer("env", machine.run("--cuda", "12.8", "--capabilities", "8.9,9.0a", "--shell", "json").stdout)
        values = {variable["name"]: variable["value"] for variable in answer["variables"]}
        self.assertEqual(values["CUDAARCHS"], "89;90a-real")
        self.assertEqual(values["TORCH_CUDA_ARCH_LIST"], "8.9+PTX;9.0a")
        self.assertTrue(all(variable["why"] for variable in answer["variables"]))
        after = machine.variables_after("sh", machine.run("--cuda", "12.8", "--capabilities", "8.9,9.0a").stdout)
        for name, value in values.items():
            self.assertEqual(after[name], value)

    def test_prints_the_value_of_one_variable(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++-12", 12)
        self.assertEqual(machine.run("--cuda", "13.0", "--print", "NVCC_CCBIN").stdout, f"{machine.bin / 'g++-12'}\n")
        self.assertEqual(machine.run("--cuda", "13.0", "--capabilities", "8.9", "--print", "CUDAARCHS").stdout, "89\n")
        missing = machine.run("--cuda", "13.0", "--print", "PATH", expect=1)
        self.assertEqual((missing.stdout, missing.stderr), ("", "env does not set PATH\n"))
        for other in (("--json",), ("--shell", "fish"), ("--unset",)):
            self.assertIn("--print cannot be combined", machine.run("--print", "CUDAARCHS", *other, expect=2).stderr)

    def test_json_has_the_changes_of_the_plan(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 12)
        fakes.gcc(machine.bin / "g++-11", 11)
        asked = ("--cuda", "11.8", "--capabilities", "8.9", "--json")
        select = {"kind": "select", "what": "host compiler", "now": "gcc-12", "to": "gcc-11"}
        build = {"kind": "build-for", "what": "GPU capabilities", "now": None, "to": "8.9 (Ada); PTX of 8.9"}
        for consumer in ((), ("--consumer", "cmake"), ("--consumer", "torch")):
            changes = read_answer("env", machine.run(*asked, *consumer).stdout)["changes"]
            self.assertIn(select, changes)
            self.assertIn(build, changes)
        self.assertEqual(read_answer("env", machine.run("--unset", "--json").stdout)["changes"], [])

    def test_json_marks_the_default_compiler(self):
        for default, expected in ((12, False), (11, True)):
            machine = Machine(self)
            fakes.gcc(machine.bin / "c++", default)
            fakes.gcc(machine.bin / "g++-10", 10)
            answer = read_answer("env", machine.run("--cuda", "11.8", "--json").stdout)
            self.assertIs(answer["usesStdenv"], expected)
        self.assertNotIn("usesStdenv", read_answer("env", machine.run("--unset", "--json").stdout))

    def test_prints_lists_for_the_named_consumer(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12)
        asked = ("--cuda", "13.0", "--capabilities", "8.0,10.0f,10.3")
        newest = machine.run(*asked)
        self.assertIn("export CUDAARCHS='80-real;100f-real;103'", newest.stdout)
        older = machine.run(*asked, "--consumer", "cmake-3.25.1")
        self.assertIn("export CUDAARCHS='80-real;100-real;103'", older.stdout)
        self.assertIn("warning: CMake 3.25.1 does not accept 10.0f", older.stderr)
        torch = machine.run(*asked, "--consumer", "torch-2.7")
        self.assertIn("export CUDAARCHS='80-real;100f-real;103'", torch.stdout)
        self.assertIn("warning: PyTorch 2.7 does not accept 10.3", torch.stderr)
        self.assertIn("note: CMake 99.0 is newer than", machine.run(*asked, "--consumer", "cmake-99.0").stderr)
        self.assertIn("no environment variable for Meson", machine.run(*asked, "--consumer", "meson-1.9", expect=2).stderr)


class LinesToType(unittest.TestCase):
    """`resolve --stdenv host --for TOOL` prints the variables that `env` exports."""

    def compare(self, machine, release):
        exported = machine.variables_after("sh", machine.run("--cuda", release).stdout)
        asked = ("--cuda", release)
        for tool, names in (("nvcc", ["NVCC_PREPEND_FLAGS"]), ("make", ["NVCC_PREPEND_FLAGS"]),
                            ("cmake", ["CUDAHOSTCXX"]), ("torch", ["TORCH_CUDA_ARCH_LIST"])):
            with self.subTest(release=release, tool=tool):
                lines = machine.lines_to_type(tool, *asked)
                self.assertTrue(lines)
                typed = [line for line in lines if not line.startswith(("cmake ", "make "))]
                for shell in SHELLS:
                    after = machine.variables_after(shell, "\n".join(typed))
                    for name in names:
                        self.assertEqual(after.get(name, "").rstrip(), exported.get(name, ""))
                    if tool == "nvcc" and "NVCC_CCBIN" in after:
                        self.assertEqual(after["NVCC_CCBIN"], exported["NVCC_CCBIN"])

    def test_prints_the_variables_of_env(self):
        for release in ("11.8", "12.4", "12.8", "13.0"):
            machine = Machine(self)
            fakes.gcc(machine.bin / "g++-11", 11)
            self.compare(machine, release)

    def test_quotes_a_path_with_blanks(self):
        for release in ("11.8", "13.0"):
            machine = Machine(self, "a (b) & c")
            fakes.gcc(machine.bin / "g++-11", 11)
            self.compare(machine, release)

    def test_runs_no_command_in_a_path(self):
        """Control characters are never printed; anything other is text for the shell."""
        machine = Machine(self, HOSTILE)
        fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        self.assertEqual(machine.lines_to_type("nvcc", "--cuda", "13.0"), [])
        machine = Machine(self, HOSTILE.replace("\n", ""))
        compiler = fakes.gcc(machine.bin / "g++-12", 12)
        fakes.nvcc(machine.bin / "nvcc", "13.0.88")
        for tool, name in (("nvcc", "NVCC_CCBIN"), ("make", "NVCC_CCBIN"), ("cmake", "CUDAHOSTCXX"), ("torch", "CXX")):
            lines = [line for line in machine.lines_to_type(tool, "--cuda", "13.0") if line.startswith("export")]
            for shell in SHELLS:
                with self.subTest(tool=tool, shell=shell):
                    self.assertEqual(machine.variables_after(shell, "\n".join(lines))[name], str(compiler))
        # Flags cannot contain it.
        self.assertEqual(machine.lines_to_type("nvcc", "--cuda", "12.4"), [])


class Choice(unittest.TestCase):
    def test_chooses_an_older_compiler_than_the_default(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 14)
        older = fakes.gcc(machine.bin / "g++-11", 11)
        fakes.gcc(machine.bin / "g++-9", 9)
        out = machine.run("--cuda", "11.8").stdout
        self.assertIn(f"export NVCC_CCBIN='{older}'\n", out)

    def test_fails_without_a_usable_compiler(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 14)
        result = machine.run("--cuda", "11.8", expect=1)
        self.assertEqual(result.stdout, "")
        self.assertIn("gcc-14.2.0: nixpkgs accepts 11 or older", result.stderr)
        self.assertIn("apt install g++-11", result.stderr)
        # If the distribution is known, the answer has only its packages.
        system = pathlib.Path("/etc/os-release")
        uses_apt = system.exists() and re.search(r"(?m)^ID=(debian|ubuntu)$", system.read_text(encoding="utf-8"))
        self.assertEqual("zypper install" in result.stderr, not uses_apt)

    def test_replaces_a_default_of_another_family(self):
        """No compiler of its family works; the answer has one that does, and it works as the default."""
        detected = subprocess.run([COMMAND, "detect", "--json"], capture_output=True, text=True, check=True)
        own = read_answer("detect", detected.stdout)["libstdcxx"]["gcc"]
        for default, working, release, newest in (
            # No GCC whose libstdc++ is newer than the one that is loaded here.
            (fakes.clang, fakes.gcc, "12.8", min(own, 14)),
            (fakes.gcc, fakes.clang, "13.0", 14),
        ):
            machine = Machine(self)
            default(machine.bin / "c++", 23)
            name = "g++-{}" if working is fakes.gcc else "clang++-{}"
            for major in (11, 12, 13, 14, 22):
                working(machine.bin / name.format(major), major)
            result = machine.run("--cuda", release, expect=1)
            self.assertEqual(result.stdout, "")
            path = machine.bin / name.format(newest)
            self.assertIn(f"works as the default compiler: run `export CXX={path}`", result.stderr)
            self.assertNotIn("no installed compiler", result.stderr)
            machine.variables["CXX"] = str(path)
            self.assertIn(f"export NVCC_CCBIN='{path}'\n", machine.run("--cuda", release).stdout)

    def test_reports_an_unusable_cxx(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 12)
        machine.variables["CXX"] = "g++-99 -m64"
        result = machine.run("--cuda", "13.0")
        self.assertIn("warning: ignoring CXX='g++-99 -m64': there is no such program", result.stderr)
        self.assertIn(f"export NVCC_CCBIN='{machine.bin}/c++'", result.stdout)

    def test_fails_without_a_compiler(self):
        machine = Machine(self)
        result = machine.run("--cuda", "12.8", expect=2)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1)

    def test_fails_for_an_unknown_toolkit(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12)
        fakes.nvcc(machine.bin / "nvcc", "99.9.9")
        result = machine.run(expect=2)
        self.assertIn("whose release is not in the tables", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_rejects_bad_usage(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12)
        for arguments in (["--shell", "cmd"], ["--cuda", "12.7"], ["--glibc-shim", ""], ["--glibc-shim", "a$b"],
                          ["--glibc-shim", "a'b"]):
            with self.subTest(arguments=arguments):
                if "--cuda" not in arguments:
                    arguments += ["--cuda", "12.8"]
                if {"a$b", "a'b"} & set(arguments):
                    fakes.gcc(machine.bin / "g++", 12, glibc="2.41")
                result = machine.run(*arguments, expect=2)
                self.assertEqual(result.stdout, "")
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)


@unittest.skipIf(fakes.HAS_DRIVER, "this machine has a driver of its own")
class Gpus(unittest.TestCase):
    """A machine with two GPUs."""

    def setUp(self):
        self.machine = Machine(self)
        fakes.gcc(self.machine.bin / "c++", 12)
        fakes.gcc(self.machine.bin / "g++-12", 12)
        self.use("NVIDIA GeForce RTX 4090, 8.9", "NVIDIA GeForce RTX 3090, 8.6")

    def use(self, *gpus):
        lines = "\n".join(f"{gpu}, 550.54.15" for gpu in gpus)
        fakes.program(self.machine.bin / "nvidia-smi", f"echo '{lines}'")

    def ask(self, *arguments):
        return subprocess.run([COMMAND, *arguments], env=self.machine.variables, capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL)

    def torch_list(self, *arguments):
        variables = json.loads(self.machine.run("--cuda", "12.8", "--json", *arguments).stdout)["variables"]
        return next(one["value"] for one in variables if one["name"] == "TORCH_CUDA_ARCH_LIST")

    def test_builds_for_the_gpus_of_the_machine(self):
        self.assertEqual(self.torch_list(), "8.6;8.9+PTX")
        self.assertEqual(self.torch_list("--gpu", "H100"), "9.0+PTX")
        self.assertTrue(self.torch_list("--all-gpus").startswith("7.5;8.0;8.6;8.9;9.0;"))

    def test_fails_for_a_gpu_that_the_release_cannot_build(self):
        self.use("NVIDIA GeForce GTX 680, 3.0")
        done = self.machine.run("--cuda", "12.8")
        self.assertRegex(done.stderr, r"warning: CUDA 12\.8\.\d cannot build for capability 3\.0")
        self.assertIn("8.9", done.stdout)

    def test_host_means_each_part_of_the_machine(self):
        for there, here in (
            (["compat", "12.8", "--driver", "550.54.15"], ["compat", "12.8", "--driver", "host"]),
            (["releases", "--driver", "550.54.15", "--gpu", "RTX 4090,RTX 3090"],
             ["releases", "--driver", "host", "--gpu", "host"]),
            (["covers", "12.8", "--gpu", "RTX 4090,RTX 3090"], ["covers", "12.8", "--gpu", "host"]),
            (["covers", "12.8", "--device", "8.9"], ["covers", "12.8", "--device", "host"]),
            (["flags", "12.8", "--capabilities", "8.6,8.9"], ["flags", "12.8", "--capabilities", "host"]),
            (["flags", "12.8", "--gpu", "RTX 3090,RTX 4090"], ["flags", "12.8", "--gpu", "host"]),
            (["gpu", "RTX 4090"], ["gpu", "host"]),
            (["explain", "12.8", "gcc-12"], ["explain", "12.8", "host"]),
            (["diagnose", "--driver", "550.54.15", "--gpu", "RTX 4090,RTX 3090", "nvcc fatal : 'compute_120'"],
             ["diagnose", "--driver", "host", "--gpu", "host", "nvcc fatal : 'compute_120'"]),
        ):
            expected, done = self.ask(*there), self.ask(*here)
            self.assertIn(expected.returncode, (0, 1), expected.stderr)
            self.assertEqual((done.returncode, done.stdout), (expected.returncode, expected.stdout), here)

    def test_host_fails_for_a_missing_part(self):
        (self.machine.bin / "nvidia-smi").unlink()
        for arguments in (["gpu", "host"], ["compat", "12.8", "--driver", "host"], ["covers", "12.8", "--gpu", "host"]):
            done = self.ask(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn("this machine has no known", done.stderr)


class Torch(unittest.TestCase):
    """PyTorch's extensions, with the rules of torch/utils/cpp_extension.py of 2.10.0 and 2.13.0."""

    def test_sets_torch_variables(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 16)
        fakes.gcc(machine.bin / "g++-11", 11)
        needed = f"`export CXX={machine.bin}/g++-11 CC={machine.bin}/gcc-11`"
        fakes.program(machine.bin / "gcc-11", "exit 0")
        self.assertIn(needed, machine.run("--cuda", "11.8").stderr)
        machine.variables["CXX"] = "g++-11"
        self.assertNotIn("PyTorch", machine.run("--cuda", "11.8").stderr)
        machine.variables["CC"] = "gcc-11"
        self.assertNotIn("PyTorch", machine.run("--cuda", "11.8").stderr)
        # It would pass that to nvcc, overriding NVCC_CCBIN.
        machine.variables["CC"] = str(fakes.program(machine.bin / "gcc-16", "exit 0"))
        self.assertIn(needed, machine.run("--cuda", "11.8").stderr)

    def test_for_torch_the_pair_is_set(self):
        for own in ({}, {"CC": "gcc-16"}, {"CXX": "c++"}, {"CC": "gcc-16", "CXX": "ccache c++ -m64"}):
            machine = Machine(self)
            fakes.gcc(machine.bin / "c++", 16)
            pair = {"CXX": str(fakes.gcc(machine.bin / "g++-11", 11)),
                    "CC": str(fakes.program(machine.bin / "gcc-11", "exit 0"))}
            machine.variables |= own
            asked = ("--cuda", "11.8", "--consumer", "torch")
            result = machine.run(*asked)
            self.assertNotIn("PyTorch's extensions use", result.stderr)
            self.assertIn("# the compiler for PyTorch's extensions, which check CXX and pass CC to nvcc\n", result.stdout)
            after = machine.variables_after("sh", result.stdout)
            self.assertEqual({name: after[name] for name in pair}, pair)
            # It is not the user's choice of a default: a second run changes nothing, and --unset undoes it.
            machine.variables |= after
            answer = read_answer("env", machine.run(*asked, "--json").stdout)
            self.assertIs(answer["usesStdenv"], False)
            again = machine.variables_after("sh", machine.run(*asked).stdout)
            self.assertEqual({name: again[name] for name in pair}, pair)
            for script in (machine.run("--cuda", "11.8").stdout, machine.run("--unset").stdout):
                undone = machine.variables_after("sh", script)
                self.assertEqual({name: undone[name] for name in ("CC", "CXX") if name in undone}, own)

    def test_the_users_own_that_lead_there_stay(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "c++", 16)
        fakes.gcc(machine.bin / "g++-11", 11)
        fakes.program(machine.bin / "gcc-11", "exit 0")
        machine.variables |= {"CXX": "g++-11", "CC": "gcc-11"}
        after = machine.variables_after("sh", machine.run("--cuda", "11.8", "--consumer", "torch").stdout)
        self.assertEqual((after["CXX"], after["CC"]), ("g++-11", "gcc-11"))

    def test_a_c_driver_that_is_not_installed(self):
        machine = Machine(self)
        cxx = str(fakes.gcc(machine.bin / "g++-11", 11))
        after = machine.variables_after("sh", machine.run("--cuda", "11.8", "--consumer", "torch-2.7").stdout)
        self.assertEqual((after["CXX"], after["CC"]), (cxx, cxx))
        self.assertNotIn("export CXX", machine.run("--cuda", "11.8", "--consumer", "cmake").stdout)


class Toolkits(unittest.TestCase):
    def setUp(self):
        self.machine = Machine(self)
        fakes.gcc(self.machine.bin / "g++", 12)
        self.first = fakes.nvcc(self.machine.bin / "nvcc", "13.0.88")
        self.home = self.machine.folder / "13.3"
        self.second = fakes.nvcc(self.home / "bin" / "nvcc", "13.3.33")
        (self.home / "version.json").write_text(
            '{"cuda": {"name": "CUDA SDK", "version": "13.3.0"}}', encoding="utf-8")

    def test_a_minor_release_means_the_installed_patch(self):
        """Any installed patch release, although other commands use the newest in the tables."""
        self.machine.variables["PATH"] = f"{self.home}/bin:{self.machine.bin}"
        for name in ("13.3", "cuda-13.3", "cuda_13_3", "13.3.0"):
            answer = read_answer("env", self.machine.run("--cuda", name, "--json").stdout)
            self.assertEqual(answer["cuda"]["release"], "13.3.0")
        self.assertEqual(self.machine.run("--cuda", "13.3.1", expect=1).stdout, "")

    def test_fails_for_a_missing_toolkit(self):
        for name in ("12.6", "13.0.0", "latest", "cudaPackages_12_8"):
            with self.subTest(name):
                result = self.machine.run("--cuda", name, expect=1)
                self.assertEqual(result.stdout, "")
                self.assertIn("is not installed here; installed: CUDA 13.0", result.stderr)
                self.assertIn(str(self.first), result.stderr)

    def test_puts_another_toolkit_first_in_path(self):
        self.machine.variables["PATH"] += f":{self.home}/bin"
        before = self.machine.variables_after("sh", "")
        script = self.machine.run("--cuda", "13.3").stdout
        self.assertIn("put CUDA 13.3.0 in ", script)
        after = self.machine.variables_after("sh", script)
        self.assertEqual(after["PATH"], f"{self.home}/bin:{before['PATH']}")
        self.assertEqual(after["CUDA_HOME"], str(self.home))
        self.assertEqual(after["CUDACXX"], str(self.second))
        # A second run changes nothing; the other toolkit and --unset undo it.
        self.machine.variables.update(after)
        self.assertEqual(self.machine.variables_after("sh", self.machine.run("--cuda", "13.3").stdout), after)
        for script in (self.machine.run("--cuda", "13.0").stdout, self.machine.run("--unset").stdout):
            undone = self.machine.variables_after("sh", script)
            self.assertEqual(undone["PATH"], before["PATH"])
            self.assertFalse([name for name in undone if "CUDA_HOME" in name or "CUDACXX" in name], undone)
        shells = ["sh"] + (["fish"] if shutil.which("fish") else [])
        self.machine.variables = before
        for shell in shells:
            script = self.machine.run("--cuda", "13.3", "--shell", shell).stdout
            self.assertEqual(self.machine.variables_after(shell, script)["PATH"], after["PATH"])

    def test_sets_and_restores_variables_of_another_toolkit(self):
        other = self.machine.folder / "other"
        for name in ("CUDA_HOME", "CUDACXX"):
            before = dict(self.machine.variables, PATH=f"{self.home}/bin:{self.machine.bin}", **{name: str(other)})
            self.machine.variables = before
            after = self.machine.variables_after("sh", self.machine.run("--cuda", "13.3").stdout)
            self.assertEqual((after["CUDA_HOME"], after["CUDACXX"]), (str(self.home), str(self.second)))
            self.machine.variables = after
            undone = self.machine.variables_after("sh", self.machine.run("--unset").stdout)
            self.assertEqual(undone[name], str(other))
            self.machine.variables = {key: before[key] for key in ("PATH", "HOME")}

    def test_adds_the_library_directory_of_a_toolkit_from_pip(self):
        root = fakes.pips_toolkit(self.machine.folder / "cu13", "13.1.115")
        self.machine.variables["PATH"] = f"{root}/bin:{self.machine.bin}"
        after = self.machine.variables_after("sh", self.machine.run().stdout)
        self.assertEqual(after["NVCC_PREPEND_FLAGS"], f"-L {root}/lib")
        (root / "lib64").symlink_to("lib")
        self.assertNotIn("-L", self.machine.run().stdout)

    def test_one_that_cannot_build_is_not_set_up(self):
        """No variable helps."""
        for lack, reason in (
            ("cicc", "{root} has cicc in bin, but its nvcc runs nvvm/bin/cicc: nothing compiles until you link it there"),
            ("link-stub", "{root} has no bin/crt/link.stub: programs with GPU code do not link; the package "
                          "nvidia-cuda-crt of a later patch release has it"),
        ):
            root = fakes.pips_toolkit(self.machine.folder / lack, "13.0.48", lacks=(lack,))
            self.machine.variables["PATH"] = f"{root}/bin:{self.machine.bin}"
            result = self.machine.run(expect=1)
            self.assertEqual((result.stdout, result.stderr), ("", reason.format(root=root) + "\n"))
            failed = json.loads(self.machine.run("--json", expect=1).stderr)
            self.assertEqual(failed["code"], "toolkit-incomplete")
            self.assertEqual(failed["message"], reason.format(root=root))

    def test_one_that_cannot_link_an_extension(self):
        """No wheel of CUDA 13 has libcudart.so; only links of PyTorch's extensions and of -cudart shared need it."""
        root = fakes.pips_toolkit(self.machine.folder / "cu13", "13.2.86", lacks=("cudart",))
        self.machine.variables["PATH"] = f"{root}/bin:{self.machine.bin}"
        fix = f"ln -s libcudart.so.13 {root}/lib/libcudart.so"
        reason = (f"{root} has libcudart.so.13 but no libcudart.so: PyTorch's extensions and -cudart shared do not link "
                  f"until you run `{fix}`")
        result = self.machine.run()
        self.assertIn(reason, " ".join(result.stderr.split()))
        self.assertIn("export NVCC_CCBIN=", result.stdout)
        result = self.machine.run("--consumer", "torch", expect=1)
        self.assertEqual((result.stdout, result.stderr), ("", reason + "\n"))
        subprocess.run(["sh", "-ec", fix], check=True)
        self.assertNotIn("libcudart", self.machine.run("--consumer", "torch").stderr)

    def test_leaves_the_first_toolkit_in_path(self):
        after = self.machine.variables_after("sh", self.machine.run("--cuda", "13.0").stdout)
        self.assertNotIn("CUDA_HOME", after)
        self.assertEqual(after["PATH"], str(self.machine.bin))


class NewerLibstdcxx(unittest.TestCase):
    """A g++-11 that links an older libstdc++ than the one that is loaded."""

    def setUp(self):
        compiler = shutil.which("g++")
        if not compiler:
            self.skipTest("no g++ to make a library with")
        self.machine = Machine(self)
        old = self.machine.folder / "old" / "libstdc++.so"
        old.parent.mkdir()
        versions = self.machine.folder / "versions"
        versions.write_text("GLIBCXX_3.4.29 { global: marker; };\n", encoding="utf-8")
        source = self.machine.folder / "marker.c"
        source.write_text("int marker(void) { return 1; }\n", encoding="utf-8")
        subprocess.run(
            [compiler, "-x", "c", "-shared", "-fPIC", "-o", old, source, f"-Wl,--version-script={versions}"], check=True
        )
        found = subprocess.run([compiler, "-print-file-name=libstdc++.so"], capture_output=True, text=True, check=True)
        self.folder = pathlib.Path(found.stdout.strip())
        # Too new for nvcc and for Clang 19, on a machine with any libstdc++: it cannot be chosen itself.
        fakes.gcc(self.machine.bin / "c++", 18, library=self.folder)
        fakes.gcc(self.machine.bin / "g++-11", 11, library=old)

    def test_links_a_newer_libstdcxx(self):
        folder = os.path.normpath(self.folder.parent)
        ccbin = f"-ccbin {self.machine.bin}/g++-11"  # nvcc 11.8 does not read NVCC_CCBIN
        self.machine.variables["NVCC_PREPEND_FLAGS"] = "-lineinfo"
        script = self.machine.run("--cuda", "11.8").stdout
        after = self.machine.variables_after("sh", script)
        self.assertEqual(after["NVCC_PREPEND_FLAGS"], f"{ccbin} -L {folder} -lineinfo")
        self.assertEqual(after["LDFLAGS"], f"-L{folder}")

        # A second run changes nothing, and --unset leaves the user's values.
        self.machine.variables.update(after)
        again = self.machine.variables_after("sh", self.machine.run("--cuda", "11.8").stdout)
        self.assertEqual(again["NVCC_PREPEND_FLAGS"], f"{ccbin} -L {folder} -lineinfo")
        undone = self.machine.variables_after("sh", self.machine.run("--unset").stdout)
        self.assertEqual(undone["NVCC_PREPEND_FLAGS"], "-lineinfo")
        self.assertFalse([name for name in undone if name == "LDFLAGS" or name.startswith("CUDASTDENV")])

    def test_links_it_for_a_clang_with_older_headers(self):
        """It links from the given directory, so the newer libstdc++ has to come first."""
        fakes.clang(self.machine.bin / "clang++-19", 19, headers=18, library=self.folder)
        self.machine.variables["CXX"] = "clang++-19"
        folder = os.path.normpath(self.folder.parent)
        older = self.machine.folder / "old"
        after = self.machine.variables_after("sh", self.machine.run("--cuda", "13.0").stdout)
        self.assertEqual(after["NVCC_CCBIN"], str(self.machine.bin / "clang++-19"))
        self.assertEqual(after["NVCC_PREPEND_FLAGS"], f"-Xcompiler --gcc-install-dir={older} -L {folder}")
        self.assertEqual(after["LDFLAGS"], f"-L{folder}")


class Shim(unittest.TestCase):
    def test_writes_and_uses_the_shim(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12, glibc="2.41")
        warned = machine.run("--cuda", "12.4")
        self.assertIn("glibc-2.41-sinpi", warned.stderr)
        self.assertNotIn("-isystem", warned.stdout)
        after = machine.variables_after("sh", machine.run("--cuda", "12.4", "--glibc-shim", "my shim").stdout)
        self.assertEqual(
            after["NVCC_PREPEND_FLAGS"], f'-ccbin {machine.bin}/g++ -isystem "{machine.folder}/my shim"'
        )
        header = machine.folder / "my shim/bits/libc-header-start.h"
        self.assertIn("#include_next <bits/libc-header-start.h>\n", header.read_text(encoding="utf-8"))

    def test_writes_no_unneeded_shim(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12)
        result = machine.run("--cuda", "12.4", "--glibc-shim", "shim")
        self.assertIn("no shim written", result.stderr)
        self.assertFalse((machine.folder / "shim").exists())

    def test_fails_without_a_writable_directory(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12, glibc="2.41")
        (machine.folder / "file").write_text("x", encoding="utf-8")
        result = machine.run("--cuda", "12.4", "--glibc-shim", "file/shim", expect=3)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1)


@unittest.skipUnless(shutil.which("nvcc"), "nvcc is not installed")
class FolderNames(unittest.TestCase):
    def test_nvcc_finds_headers_in_each_directory_name(self):
        machine = Machine(self)
        fakes.gcc(machine.bin / "g++", 12, glibc="2.42")
        source = machine.folder / "source.cpp"
        source.write_text("#include <marker.h>\n", encoding="utf-8")
        taken = ""
        for character in map(chr, range(32, 127)):
            if character.isalnum() or character == "/":
                continue
            with self.subTest(character=character):
                shim = machine.folder / f"a{character}b"
                asked = subprocess.run([COMMAND, "env", "--cuda", "13.0", "--glibc-shim", shim],
                                       env=machine.variables, capture_output=True, text=True, check=False)
                if asked.returncode == 2:
                    self.assertEqual(asked.stdout, "")
                    continue
                self.assertEqual(asked.returncode, 0, asked)
                taken += character
                (shim / "marker.h").write_text("", encoding="utf-8")
                flags = machine.variables_after("sh", asked.stdout)["NVCC_PREPEND_FLAGS"]
                subprocess.run(["nvcc", "-E", source, "-o", os.devnull], check=True,
                               env=dict(os.environ, NVCC_PREPEND_FLAGS=flags))
        for character in " ()&;*~":
            self.assertIn(character, taken)


DOES_NOT_READ = "because this nvcc does not read NVCC_CCBIN"


class OlderNvcc(unittest.TestCase):
    """nvcc before 12.5 does not read NVCC_CCBIN; a dry run shows it."""

    def test_dry_run_finds_support_of_nvcc_ccbin(self):
        for heeds in (False, True):
            machine = Machine(self)
            compiler = fakes.gcc(machine.bin / "g++", 10)
            fakes.program(
                machine.bin / "nvcc",
                "case \"$*\" in *--dryrun*) echo '#$ %s -E' >&2;; esac\n"
                "echo 'Cuda compilation tools, release 11.4, V11.4.152'" % (compiler if heeds else "gcc"),
            )
            out = machine.run("--cuda", "11.4.4").stdout
            self.assertEqual(f"export NVCC_PREPEND_FLAGS='-ccbin {compiler}'" in out, not heeds)

    def test_a_known_release_decides_without_a_dry_run(self):
        for release, heeds in (("12.3", False), ("13.2", True)):
            machine = Machine(self)
            compiler = fakes.gcc(machine.bin / "g++", 12)
            out = machine.run("--cuda", release).stdout
            self.assertEqual(f"'-ccbin {compiler}'" in out, not heeds)
            self.assertEqual(DOES_NOT_READ in out, not heeds)

    def test_passes_the_compiler_as_a_flag_if_the_dry_run_fails(self):
        """With an nvcc that fails or prints no command."""
        machine = Machine(self)
        compiler = fakes.gcc(machine.bin / "g++", 10)
        outputs = []
        for dry_run in ("exit 1", "echo 'something else' >&2; exit 0", "sleep 600"):
            fakes.program(
                machine.bin / "nvcc",
                f"case \"$*\" in *--dryrun*) {dry_run};; esac\n"
                "echo 'Cuda compilation tools, release 11.4, V11.4.152'",
            )
            outputs.append(machine.run("--cuda", "11.4.4").stdout)
        for out in outputs:
            self.assertIn(f"'-ccbin {compiler}'", out)
            self.assertNotIn(DOES_NOT_READ, out)
            self.assertIn("in case this nvcc does not read NVCC_CCBIN", out)


def without_shells_own(variables):
    own = ("SCRIPT", "LC_ALL", "PWD", "OLDPWD", "SHLVL", "LOGNAME", "_")
    return {name: value for name, value in variables.items() if name not in own}


class OwnHostCompiler(unittest.TestCase):
    """A host compiler in the user's own flags, where nvcc would prefer it to NVCC_CCBIN or even to a command line."""

    def test_it_is_removed_and_comes_back(self):
        why = ("# your flags without the host compiler that they name, which nvcc would use in place of the one above; "
               "--unset restores them\n")
        for name in ("NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS"):
            for own, others, removed in (("-ccbin g++-9", "", "-ccbin g++-9"),
                                         ("-g --compiler-bindir=g++-9 -DA='\"b c\"'", "-g -DA='\"b c\"'",
                                          "--compiler-bindir=g++-9")):
                machine = Machine(self)
                fakes.gcc(machine.bin / "g++", 12)
                machine.variables[name] = own
                before = dict(machine.variables)
                result = machine.run("--cuda", "12.8")
                self.assertIn(f"note: removing {removed} from {name}, which nvcc prefers to NVCC_CCBIN; --unset restores it",
                              " ".join(result.stderr.split()))
                self.assertIn(why, result.stdout)
                for shell in SHELLS:
                    after = machine.variables_after(shell, result.stdout)
                    self.assertEqual(after.get(name, ""), others)
                machine.variables |= after
                if not others:
                    del machine.variables[name]
                again = machine.variables_after("sh", machine.run("--cuda", "12.8").stdout)
                self.assertEqual(without_shells_own(again), without_shells_own(after))
                undone = machine.variables_after("sh", machine.run("--unset").stdout)
                self.assertEqual(without_shells_own(undone), before)

    @unittest.skipUnless(shutil.which("nvcc"), "nvcc is not installed")
    def test_the_real_nvcc_uses_the_other(self):
        def commands(variables):
            return subprocess.run(["nvcc", "--dryrun", "-E", "-x", "cu", os.devnull], env=dict(os.environ, **variables),
                                  capture_output=True, text=True, check=False).stderr

        for name in ("NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS"):
            for flags in ("-ccbin /nowhere/g++", "-ccbin=/nowhere/g++ -DA=\"b c\"", "-g --compiler-bindir \t/nowhere/g++",
                          "--compiler-bindir=/nowhere/g++ -ccbin /nowhere/g++ -g"):
                self.assertIn("/nowhere/g++: No such file", commands({name: flags}))
                environment = dict(os.environ, **{name: flags})
                answer = json.loads(subprocess.run([COMMAND, "env", "--json"], env=environment, capture_output=True,
                                                   text=True, check=True).stdout)
                new = {variable["name"]: variable["value"] or "" for variable in answer["variables"]}
                said = commands(new)
                self.assertNotIn("/nowhere", said)
                self.assertIn("/" + pathlib.Path(new["NVCC_CCBIN"]).name + " ", said)


class Combinations(unittest.TestCase):
    """Each pair of options reaches the variables, so none is lost beside another."""

    def setUp(self):
        self.machine = Machine(self)
        self.include = self.machine.folder / "include"
        (self.include / "crt").mkdir(parents=True)
        (self.include / "crt/math_functions.h").write_text("", encoding="utf-8")
        for major in (12, 13):
            own = self.machine.folder / f"gcc/{major}"
            (own / "c++").mkdir(parents=True)
            (own / "libstdc++.so").write_text("", encoding="utf-8")
            fakes.gcc(self.machine.bin / f"g++-{major}", major, glibc="2.42", library=own / "libstdc++.so",
                      folders=[own / "c++", self.include])
        fakes.gcc(self.machine.bin / "g++-18", 18, glibc="2.42")
        for major in (14, 16, 19):
            fakes.clang(self.machine.bin / f"clang++-{major}", major, headers=18, glibc="2.42", folders=[self.include])
        # It works in C++17 only, with any of these headers.
        self.machine.variables["CXX"] = "clang++-14"

    def test_each_pair(self):
        options = {
            "shim": ["--glibc-shim", "shim"],
            "std": ["--std", "c++20"],
            "available": ["--available", "clang-16,gcc-12"],
            "capabilities": ["--capabilities", "8.0,9.0"],
            "gpu": ["--gpu", "RTX 5090"],
            "consumer": ["--consumer", "torch"],
        }
        for pair in itertools.combinations(options, 2):
            # Without the shim nothing compiles, and the default goes before what is available.
            names = {*pair, "shim"} | ({"std"} if "available" in pair else set())
            with self.subTest(names=names):
                asked = [word for name in names for word in options[name]]
                after = self.machine.variables_after("sh", self.machine.run("--cuda", "13.0", *asked).stdout)
                chosen = 14 if "std" not in names else 16 if "available" in names else 19
                self.assertEqual(after["NVCC_CCBIN"], f"{self.machine.bin}/clang++-{chosen}")
                # The headers of gcc-18 are too new for each of them.
                headers = (f"-stdlib\\+\\+-isystem{self.machine.folder}/gcc/1[23]/c\\+\\+" if chosen == 14
                           else f"--gcc-install-dir={self.machine.folder}/gcc/1[23]")
                self.assertRegex(after["NVCC_PREPEND_FLAGS"],
                                 f"^-isystem {self.machine.folder}/shim -Xcompiler {headers}( |$)")
                capabilities = {"capabilities": ["80-real", "90"], "gpu": ["120"]}
                wanted = [one for name, ones in capabilities.items() if name in names for one in ones]
                if wanted:
                    self.assertEqual([one.removesuffix("-real") for one in after["CUDAARCHS"].split(";")],
                                     [one.removesuffix("-real") for one in wanted])
                self.assertEqual(pathlib.Path(after["CXX"]).name, f"clang++-{chosen if 'consumer' in names else 14}")

    def test_an_older_standard_or_compiler_changes_the_choice(self):
        self.machine.variables["CXX"] = "g++-12"
        for asked, chosen in (([], "g++-12"), (["--stdenv", "clang-16"], "clang++-16"), (["--stdenv", "clang-16", "--available", "clang-16"], "clang++-16")):
            after = self.machine.variables_after(
                "sh", self.machine.run("--cuda", "13.0", "--glibc-shim", "shim", *asked).stdout)
            self.assertEqual(pathlib.Path(after["NVCC_CCBIN"]).name, chosen)
            self.assertIn(f"-isystem {self.machine.folder}/shim", after["NVCC_PREPEND_FLAGS"])


class OlderClang(unittest.TestCase):
    """Clang 15 and older reject --gcc-install-dir."""

    def test_it_is_pointed_at_each_header_directory(self):
        machine = Machine(self)
        own = machine.folder / "include/c++/12"
        other = machine.folder / "include/machine/c++/12"
        for folder in (own, other):
            folder.mkdir(parents=True)
        fakes.gcc(machine.bin / "g++-12", 12, folders=[own, other, machine.folder / "include"])
        fakes.clang(machine.bin / "clang++-14", 14, headers=18)
        machine.variables["CXX"] = "clang++-14"
        after = machine.variables_after("sh", machine.run("--cuda", "13.0").stdout)
        self.assertEqual(after["NVCC_CCBIN"], f"{machine.bin}/clang++-14")
        self.assertEqual(after["NVCC_PREPEND_FLAGS"],
                         f"-Xcompiler -stdlib++-isystem{own} -Xcompiler -stdlib++-isystem{other}")

    @unittest.skipUnless(shutil.which("nvcc") and shutil.which("g++"), "nvcc or g++ is not installed")
    def test_the_real_ones_read_those_headers(self):
        """Every Clang of this machine, and every option that it should know."""
        detected = read_answer("detect", subprocess.run([COMMAND, "detect", "--json"], capture_output=True, text=True,
                                                        check=True).stdout)
        gcc = next((one for one in detected["compilers"] if one["compiler"].startswith("gcc-")), None)
        clangs = [one for one in detected["compilers"] if one["compiler"].startswith("clang-")]
        if not gcc or not clangs:
            self.skipTest("needs a GCC and a Clang")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-clang-"))
        self.addCleanup(shutil.rmtree, folder)
        searched = subprocess.run([gcc["path"], "-v", "-xc++", "-fsyntax-only", os.devnull], capture_output=True,
                                  text=True, check=True).stderr
        standard = re.findall(r"(?m)^ (/.*c\+\+.*)$", searched)
        # A copy, so that it is not the default directory of each Clang.
        copies = []
        for number, source in enumerate(standard):
            copies.append(shutil.copytree(source, folder / f"c++/{number}"))
        (folder / "a.cu").write_text("#include <vector>\nint main() { return int(std::vector<int>{0}[0]); }\n",
                                     encoding="utf-8")
        for clang in clangs:
            major = int(clang["compiler"].removeprefix("clang-"))
            flags = [word for copy in copies for word in ("-Xcompiler", f"-stdlib++-isystem{copy}")]
            if major < 11:
                flags = ["-Xcompiler", "-nostdinc++,-Wno-unused-command-line-argument"]
                flags += [word for copy in copies for word in ("-isystem", str(copy))]
            done = subprocess.run(["nvcc", "-allow-unsupported-compiler", "-ccbin", clang["path"], *flags, "-E", "a.cu"],
                                  cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f'"{copies[0]}/vector"', done.stdout)


class BrokenDefault(unittest.TestCase):
    """nvcc accepts the default compiler, but with this machine's glibc not even an empty main compiles."""

    def setUp(self):
        self.machine = Machine(self)
        self.include = self.machine.folder / "include"
        (self.include / "crt").mkdir(parents=True)
        (self.include / "crt/math_functions.h").write_text("", encoding="utf-8")
        fakes.clang(self.machine.bin / "clang++-17", 17, glibc="2.41", folders=[self.include])
        (self.machine.bin / "c++").symlink_to("clang++-17")

    def test_another_compiler_that_builds_is_used(self):
        for major in (11, 12):
            fakes.gcc(self.machine.bin / f"g++-{major}", major, glibc="2.41", folders=[self.include])
        result = self.machine.run("--cuda", "12.4")
        after = self.machine.variables_after("sh", result.stdout)
        self.assertEqual(after["NVCC_CCBIN"], f"{self.machine.bin}/g++-12")
        self.assertIn("# this compiler works with CUDA 12.4.1 (", result.stdout)
        self.assertNotIn("default compiler works", result.stdout)
        self.assertRegex(result.stderr, "^note: using gcc-12 in place of this machine's default compiler: ")
        self.assertNotIn("warning", result.stderr)
        self.assertIs(read_answer("env", self.machine.run("--cuda", "12.4", "--json").stdout)["usesStdenv"], False)
        # Who asks for the header, or for the compiler, gets it.
        shimmed = self.machine.variables_after("sh", self.machine.run("--cuda", "12.4", "--glibc-shim", "shim").stdout)
        self.assertEqual(shimmed["NVCC_CCBIN"], f"{self.machine.bin}/clang++-17")
        self.assertEqual(self.machine.run("--cuda", "12.4", "--stdenv", "clang-17", expect=1).stdout, "")

    def test_without_another_it_fails_with_the_command(self):
        result = self.machine.run("--cuda", "12.4", "--std", "c++17", "--gpu", "RTX 4090", expect=1)
        self.assertEqual(result.stdout, "")
        self.assertIn("glibc-2.41-sinpi", result.stderr)
        line = ("to build with a header that fixes it: eval \"$(cudastdenv env --cuda 12.4 --std c++17 --gpu 'RTX 4090' "
                "--glibc-shim ~/.cache/cudastdenv/glibc-shim)\"\n")
        self.assertTrue(result.stderr.endswith(line), result.stderr)
        # Typed as it is, it sets up everything.
        typed = line[line.index("eval") :]
        (self.machine.bin / "cudastdenv").symlink_to(COMMAND)
        after = self.machine.variables_after("sh", typed)
        self.assertEqual(after["NVCC_CCBIN"], f"{self.machine.bin}/clang++-17")
        self.assertIn(f"-isystem {self.machine.folder}/.cache/cudastdenv/glibc-shim", after["NVCC_PREPEND_FLAGS"])
        self.assertEqual(after["CUDAARCHS"], "89")


    def test_a_conflict_that_no_header_fixes(self):
        """As that of glibc 2.38 on Arm."""
        data = self.machine.folder / "data"
        shutil.copytree(pathlib.Path(__file__).resolve().parents[2] / "data", data)
        text = (data / "advisories.json").read_text(encoding="utf-8")
        first = text.index('"glibc-2.41-sinpi"')
        changed = text[first:].replace('["isystem", "glibc-shim"]', "[]", 1)
        changed = re.sub('"workaround": "[^"]*"', '"workaround": "Use another glibc."', changed, count=1)
        (data / "advisories.json").write_text(text[:first] + changed, encoding="utf-8")
        for asked in ([], ["--glibc-shim", "shim"]):
            result = self.machine.run("--cuda", "12.4", "--data", str(data), *asked, expect=1)
            self.assertEqual(result.stdout, "")
            self.assertTrue(result.stderr.endswith("[glibc-2.41-sinpi]\nUse another glibc.\n"), result.stderr)
        fakes.gcc(self.machine.bin / "g++-12", 12, glibc="2.41", folders=[self.include])
        self.assertIn("g++-12", self.machine.run("--cuda", "12.4", "--data", str(data), "--glibc-shim", "shim").stdout)


class Try(unittest.TestCase):
    """`--try` builds a program before it prints anything."""

    def setUp(self):
        self.machine = Machine(self)
        fakes.gcc(self.machine.bin / "g++", 12)

    def use(self, build):
        """An nvcc that does that where it is to build something."""
        version = "echo 'Cuda compilation tools, release 13.0, V13.0.88'"
        fakes.program(self.machine.bin / "nvcc", f'case "$*" in *program.cu*) {build};; *) {version};; esac')

    def test_the_variables_are_printed_if_it_builds(self):
        self.use('echo "$NVCC_CCBIN $*" > "$HOME/built"')
        plain = self.machine.run("--cuda", "13.0").stdout
        self.assertFalse((self.machine.folder / "built").exists())
        self.assertEqual(self.machine.run("--cuda", "13.0", "--try").stdout, plain)
        built = (self.machine.folder / "built").read_text(encoding="utf-8")
        self.assertTrue(built.startswith(f"{self.machine.bin}/g++ -o "), built)
        self.machine.run("--cuda", "13.0", "--try", "--std", "c++20", "--consumer", "torch")
        built = (self.machine.folder / "built").read_text(encoding="utf-8")
        self.assertIn(" -std=c++20 -cudart shared -o ", built)

    def test_nothing_is_printed_otherwise(self):
        error = "nvcc fatal : Unsupported gpu architecture 'compute_20'"
        self.use(f'echo "noise"; echo "{error}" >&2; exit 1')
        result = self.machine.run("--cuda", "13.0", "--try", "--std", "c++20", expect=1)
        self.assertEqual(result.stdout, "")
        first, second, third = result.stderr.splitlines()
        self.assertEqual(first, "CUDA 13.0.3 with gcc-12 does not build a small program in c++20:")
        self.assertEqual(second, f"  {error}")
        self.assertTrue(third.startswith("unsupported-gpu-architecture: "), third)
        failed = json.loads(self.machine.run("--cuda", "13.0", "--try", "--json", expect=1).stderr)
        self.assertEqual(failed["code"], "does-not-build")
        self.assertIn(error, failed["message"])

    def test_an_nvcc_that_says_nothing(self):
        self.use("exit 5")
        result = self.machine.run("--cuda", "13.0", "--try", expect=1)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr, "CUDA 13.0.3 with gcc-12 does not build a small program: nvcc prints no error\n")

    def test_plans_are_tried_before_they_are_printed(self):
        log = "error: #error -- unsupported GNU version! gcc versions later than 12 are not supported!"

        def ask(command, *arguments):
            words = {"resolve": [], "explain": ["gcc-12"], "diagnose": [log]}[command]
            return run_unwrapped([COMMAND, command, *words, *arguments], env=self.machine.variables,
                                 capture_output=True, text=True, check=False)

        for command in ("resolve", "explain", "diagnose"):
            self.use('echo tried >> "$HOME/tried"')
            plain = ask(command, "--cuda", "host", "--stdenv", "host").stdout
            self.assertEqual(ask(command, "--here").stdout, plain)
            self.assertFalse((self.machine.folder / "tried").exists())
            tried = ask(command, "--try")
            self.assertEqual((tried.stdout, tried.returncode), (plain, 0))
            (self.machine.folder / "tried").unlink()
            self.use("echo 'fatal: no such thing' >&2; exit 1")
            failed = ask(command, "--try")
            self.assertEqual((failed.stdout, failed.returncode), ("", 1))
            self.assertIn("does not build a small program", failed.stderr)
            self.assertIn("fatal: no such thing", failed.stderr)

    @unittest.skipUnless(shutil.which("nvcc"), "nvcc is not installed")
    def test_the_real_one(self):
        for flags, status in (("", 0), ("-include no-such-file.h", 1), ("-Xlinker --no-such-option", 1)):
            done = subprocess.run([COMMAND, "env", "--try"], env=dict(os.environ, NVCC_APPEND_FLAGS=flags),
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, status, done)
            self.assertEqual(done.stdout == "", status != 0)
            self.assertEqual("no-such" in done.stderr, status != 0)


@unittest.skipUnless(shutil.which("nvcc"), "nvcc is not installed")
class RealBuild(unittest.TestCase):
    """With the real toolkit and compilers of this machine."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cudastdenv-build-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "a.cu").write_text(
            "#include <string>\n__global__ void k() {}\n"
            'int main() { k<<<1, 1>>>(); return std::string("x").size() == 1 ? 0 : 1; }\n',
            encoding="utf-8",
        )
        result = subprocess.run([COMMAND, "env", "--cuda", "host"], capture_output=True, text=True, check=True)
        self.script = result.stdout

    def build(self, command):
        subprocess.run(["sh", "-ec", f'eval "$SCRIPT"\n{command}'], env=dict(os.environ, SCRIPT=self.script),
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def test_builds_with_nvcc(self):
        self.build("nvcc -arch=sm_75 a.cu -o a && ./a")

    @unittest.skipUnless(tries_every_case(), "takes ten seconds: CMake runs nvcc a dozen times")
    @unittest.skipUnless(shutil.which("cmake"), "cmake is not installed")
    def test_builds_with_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(a LANGUAGES CXX CUDA)\n"
            "if(NOT CMAKE_CUDA_HOST_COMPILER STREQUAL \"$ENV{CUDAHOSTCXX}\")\n"
            '  message(FATAL_ERROR "host compiler: ${CMAKE_CUDA_HOST_COMPILER}")\nendif()\n'
            "if(NOT CMAKE_CUDA_ARCHITECTURES STREQUAL \"$ENV{CUDAARCHS}\")\n"
            '  message(FATAL_ERROR "architectures: ${CMAKE_CUDA_ARCHITECTURES}")\nendif()\n'
            "add_executable(a a.cu)\nset_property(TARGET a PROPERTY CUDA_ARCHITECTURES 75)\n",
            encoding="utf-8",
        )
        self.build("cmake -S . -B build && cmake --build build && build/a")


if __name__ == "__main__":
    COMMAND = os.path.abspath(sys.argv.pop(1))
    unittest.main()
