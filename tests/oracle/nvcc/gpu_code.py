#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`covers FILE` lists the GPU code that NVIDIA's cuobjdump lists in what the real nvcc builds.

usage: gpu_code.py CUDASTDENV

Builds each target of each nvcc that can be had (find_nvccs), and files of each kind: programs, objects, libraries,
archives, relocatable and linked code, LTO, each compression, debug, stripped. cuobjdump is on PATH, named by
CUDASTDENV_CUOBJDUMP, or a package on PyPI. Skipped without either.
"""

import pathlib
import re
import shutil
import sys
import tempfile

import code_lists
import host_compilers
import toolkit

KERNEL = """
__global__ void scale(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = values[i] * 2.0f + 1.0f;
}
"""
PROGRAM = KERNEL + "int main() { scale<<<1, 32>>>(nullptr, 0); return 0; }\n"
OTHER = "__device__ float square(float x) { return x * x; }\n" + KERNEL.replace("scale", "scale_more")


class Builder:
    def __init__(self, nvcc, folder):
        self.nvcc, self.folder = nvcc, folder
        for name, text in (("program.cu", PROGRAM), ("kernel.cu", KERNEL), ("other.cu", OTHER)):
            (folder / name).write_text(text, encoding="utf-8")
        self.host = self.find_host()
        help_text = toolkit.run([nvcc, "--help"])[1]
        self.modes = ["default", "none", "speed", "balance", "size"] if "--compress-mode" in help_text else []

    def find_host(self):
        """Options for the host compiler: none, or the newest g++ on PATH that this nvcc supports."""
        others = [path for family, _, path in reversed(host_compilers.installed()) if family == "gcc"]
        ways = [[], *(["-ccbin", other] for other in others)]
        probe = ["-c", self.folder / "kernel.cu", "-o", self.folder / "probe.o"]
        return next((way for way in ways if toolkit.run([self.nvcc, *way, *probe])[0] == 0), None)

    def own_cuobjdump(self):
        """That of nvcc's release: beside it, or in the packages that tests/roots unpacked. None: neither has one."""
        nvcc = pathlib.Path(self.nvcc)
        places = (nvcc.with_name("cuobjdump"), nvcc.parents[2] / "packaged/usr/bin/cuobjdump")
        return next((str(place) for place in places if place.exists()), None)

    def architectures(self, what):
        """`90`, `90a`: those that nvcc lists, and with a and f those that its help names."""
        code, text = toolkit.run([self.nvcc, f"--list-gpu-{what}"])
        listed = re.findall(r"_(\d+[af]?)$", text, re.MULTILINE) if code == 0 else []
        named = re.findall(r"'compute_(\d+[af])'", toolkit.run([self.nvcc, "--help"])[1])
        return list(dict.fromkeys(listed + named))

    def build(self, name, *arguments):
        """The file; None: nvcc refuses the arguments."""
        path = self.folder / name
        code, _ = toolkit.run([self.nvcc, *self.host, *arguments, "-o", path])
        return path if code == 0 else None

    def targets(self):
        """Each target, as machine code, PTX and LTO IR, and as a cubin."""
        kernel = self.folder / "kernel.cu"
        every = self.architectures("code")
        for suffix in ("", "a", "f"):  # nvcc rejects some pairs with different suffixes
            alike = [each for each in every if each.rstrip("af") + suffix == each]
            for form in ("sm", "compute", "lto"):
                options = [f"-gencode=arch=compute_{each},code={form}_{each}" for each in alike]
                if alike:
                    name = f"{form}_{suffix}.o"
                    yield name, self.build(name, "-c", "-rdc=true", *options, kernel)
        for each in every:
            yield f"{each}.cubin", self.build(f"{each}.cubin", "-cubin", f"-arch=sm_{each}", kernel)

    def kinds(self):
        """A file of each kind, with several targets."""
        several = self.several()
        kernel, other, program = (self.folder / name for name in ("kernel.cu", "other.cu", "program.cu"))
        for mode in self.modes:
            yield f"mode {mode}", self.build(f"{mode}.o", "-c", f"--compress-mode={mode}", *several, kernel)
        for name, options in {"all": ["-Xfatbin", "-compress-all"], "none": ["--no-compress"], "debug": ["-G"],
                              "lineinfo": ["-lineinfo"], "rdc": ["-rdc=true"], "dlto": ["-dlto"]}.items():
            yield f"object {name}", self.build(f"{name}.o", "-c", *options, *several, kernel)
            yield f"program {name}", self.build(name, *options, *several, program, other)
        yield "fatbin", self.build("kernel.fatbin", "-fatbin", *several, kernel)
        yield "default", self.build("default", program)
        yield "library", self.build("kernel.so", "-shared", "-Xcompiler=-fPIC", *several, kernel)
        yield "archive", self.build("kernel.a", "-lib", *several, kernel, other)
        yield "relocatable archive", self.build("rdc.a", "-lib", "-rdc=true", *several, kernel, other)
        if (stripped := self.build("stripped", *several, program)) and shutil.which("strip"):
            toolkit.run(["strip", stripped])
            yield "stripped", stripped

    def several(self):
        """Options for the oldest and the newest, and one of each suffix."""
        every = self.architectures("code")
        plain = [each for each in every if each.isdigit()]
        chosen = {plain[0], plain[-1], *[next((each for each in every if each.endswith(s)), plain[0]) for s in "af"]}
        options = [f"-gencode=arch=compute_{each},code=sm_{each}" for each in sorted(chosen)]
        return options + [f"-gencode=arch=compute_{plain[-1]},code=compute_{plain[-1]}"]


def check(command, tool, name, path):
    """A line if the lists differ; None: they are equal."""
    _, answer = code_lists.answer(command, path)
    ours = code_lists.codes_of(answer["files"][0]) if answer["files"] else {}
    if path.suffix == ".cubin":
        # The list of files has no f, and a cubin of ptxas 12 or older shows it nowhere.
        found = [code.architecture for code in ours]
        if code_lists.cubin_listed(tool, path) != [each.rstrip("f") for each in found]:
            return f"{name}: covers: {found}, cuobjdump: {code_lists.cubin_listed(tool, path)}"
        return None if found == [path.stem] else f"{name}: covers: {found}"
    listing = code_lists.Listing(tool, path)
    if not listing.codes:
        return f"{name}: cuobjdump lists nothing: {listing.problem}"
    problem = code_lists.difference(ours, listing)
    return f"{name}: {problem}" if problem else None


def main():
    command = sys.argv[1]
    nvccs = toolkit.find_nvccs()
    wrong, compared = [], 0
    with tempfile.TemporaryDirectory() as folder:
        tool = code_lists.find_cuobjdump() or code_lists.cuobjdump_from_pypi(pathlib.Path(folder, "cuobjdump"))
        if not tool:
            toolkit.skip("no cuobjdump, neither on PATH nor on PyPI")
        for nvcc in nvccs:
            own = pathlib.Path(folder, toolkit.nvcc_build(nvcc))
            own.mkdir()
            builder = Builder(nvcc, own)
            if builder.host is None:
                print(f"nvcc {own.name}: not tried: it supports no g++ of this machine")
                continue
            before = compared
            # The newest cuobjdump refuses sm_35, and finds no code in bare cubins of 12.0 to 12.2 for sm_90.
            own_tool = builder.own_cuobjdump() or tool
            for files in (builder.targets(), builder.kinds()):
                for name, path in files:
                    if path is None and name in ("default", "fatbin", "library", "sm_.o", "compute_.o"):
                        wrong.append(f"nvcc {own.name} does not build {name}")
                    if path:
                        compared += 1
                        wrong.append(check(command, own_tool, f"nvcc {own.name}, {name}", path))
            print(f"nvcc {own.name}: {compared - before} files")
    wrong = [line for line in wrong if line]
    print("\n".join(wrong) or f"{compared} files are equal")
    sys.exit(1 if wrong or compared < 20 else 0)


if __name__ == "__main__":
    main()
