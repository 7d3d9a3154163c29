#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The output of `nix checks`, with the real Nix and a stub of nixpkgs with this machine's tools.

usage: nix_checks.py [--build] COMMAND

Evaluates the file; with CUDASTDENV_NIXPKGS_LIB, the directory of nixpkgs' own lib, that is used instead of a stub.
--build builds its derivations for the GCCs and Clangs of this machine with the nvcc on PATH and another one from pip,
and runs what needs no GPU. Skipped (77) without Nix; with --build also with fewer than four pairs.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from nix import SKIPPED, Checks, Command, need_nix
from nix_store import BuildStore, stub_nixpkgs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "roots"))

# Compilers and toolkits by name only, and removed names.
NAMES_ONLY = """
pkgs:
let
  fake = name: pkgs.fromMachine name "true";
  nvidia = release: {
    cuda_nvcc = fake "cuda_nvcc-${release}";
    cuda_cudart = fake "cuda_cudart-${release}" // { dev = fake "cudart-dev"; };
  };
in
{
  stdenvAdapters.useLibsFrom = model: target: target // { inherit model; };
  gcc13Stdenv = pkgs.stdenvWith (fake "gcc13");
  gcc14Stdenv = pkgs.stdenvWith (fake "gcc14");
  llvmPackages_19.stdenv = pkgs.stdenvWith (fake "clang19");
  llvmPackages_18 = throw "llvmPackages_18 was removed";
  cudaPackages_12_6 = nvidia "12.6";
  cudaPackages_12_8 = nvidia "12.8";
  cudaPackages_11_8 = throw "cudaPackages_11_8 was removed";
}
"""
# This machine's: a toolkit is in one directory, and all GCCs share the newest one's libstdc++.
OF_MACHINE = """
pkgs:
let
  nvidia = folder: {
    cuda_nvcc = pkgs.fromMachine "cuda_nvcc" ''
      printf '#!/bin/sh\\nexec ${folder}/bin/nvcc "$@"\\n' > $out/bin/nvcc; chmod +x $out/bin/nvcc
    '';
    cuda_cudart = pkgs.fromMachine "cuda_cudart" ''
      mkdir -p $out/lib; ln -s ${folder}/include $out/include; cp -d ${folder}/lib64/libcudart.so* $out/lib/
    '';
  };
  compiler = family: cxx: major: pkgs.fromMachine "${family}${major}" ''
    ln -s $(command -v ${family}-${major}) $out/bin/${family}; ln -s $(command -v ${cxx}-${major}) $out/bin/${cxx}
  '';
  libstdcxx = pkgs.fromMachine "libstdcxx" "mkdir $out/lib; cp -L $(g++ -print-file-name=libstdc++.so.6) $out/lib/";
in
{
  stdenv = pkgs.stdenvWith (compiler "gcc" "g++" "DEFAULT" // { cc.lib = libstdcxx; });
  stdenvAdapters.useLibsFrom = _: target: target;
  COMPILERS
  TOOLKITS
}
"""
OTHER_TOOLKIT = "13.1.0"


def file_for(command, extra, *arguments):
    """The expression of the file's value."""
    return f"(({command.output('nix', 'checks', *arguments)}) {{ pkgs = {stub_nixpkgs(f'extra = {extra};')}; }})"


def check_attributes(store, command, checks):
    drvs = json.loads(store.evaluate(f"""
        builtins.mapAttrs (name: drv: {{
          inherit (drv) type name cudaRelease hostCompiler drvPath strictDeps meta __structuredAttrs doInstallCheck;
          inputs = map (input: input.name) (drv.nativeBuildInputs ++ drv.buildInputs);
          gpu = drv ? requiredSystemFeatures;
          testers = builtins.mapAttrs (_: builtins.mapAttrs (_: one: one.drvPath)) drv.passthru.testers;
          tests = builtins.mapAttrs (_: builtins.mapAttrs (_: one: {{
            inherit (one) type requiredSystemFeatures strictDeps __structuredAttrs;
            inputs = map (input: input.drvPath) one.nativeBuildInputs;
            path = one.drvPath;
          }})) drv.passthru.tests;
        }}) {file_for(command, NAMES_ONLY)}"""))
    checks.same("names", ["cudaPackages_12_6-gcc13", "cudaPackages_12_8-clang19", "cudaPackages_12_8-gcc13",
                          "cudaPackages_12_8-gcc14"], sorted(drvs))
    described = command.json("nix", "checks")
    for name, drv in drvs.items():
        checks.same(name, described[name], {"cudaRelease": drv["cudaRelease"], "hostCompiler": drv["hostCompiler"]})
        checks.same(f"{name}: strict", (True, True, True),
                    (drv["strictDeps"], drv["__structuredAttrs"], drv["doInstallCheck"]))
        checks.same(f"{name}: the program", "saxpy", drv["meta"]["mainProgram"])
        checks.need(f"{name}: a description", drv["cudaRelease"] in drv["meta"]["description"])
        checks.same(f"{name}: inputs", [f"cuda_nvcc-{drv['cudaRelease']}", f"cuda_cudart-{drv['cudaRelease']}",
                                        "cudart-dev"], drv["inputs"])
        checks.same(f"{name}: building asks for no GPU", False, drv["gpu"])
        checks.same(f"{name}: the tester is the program", {"cuda": {"saxpy": drv["drvPath"]}}, drv["testers"])
        test = drv["tests"]["cuda"]["saxpy"]
        checks.same(f"{name}: the test", ("derivation", ["cuda"], True, True, [drv["drvPath"]]),
                    (test["type"], test["requiredSystemFeatures"], test["strictDeps"], test["__structuredAttrs"],
                     test["inputs"]))
        checks.same(f"{name}: nothing else", (["cuda"], ["saxpy"]), (list(drv["tests"]), list(drv["tests"]["cuda"])))
        checks.need(f"{name}: a derivation", test["path"].endswith("-run.drv"))


def majors_of(cxx):
    """The compilers on PATH with a version in their name."""
    found = {re.fullmatch(re.escape(cxx) + r"-(\d+)", file.name) for folder in os.environ["PATH"].split(":")
             for file in pathlib.Path(folder).glob(f"{cxx}-*")}
    return sorted({int(match[1]) for match in found if match})


def nvcc_on_path():
    """Minor release and directory, or nothing."""
    nvcc = shutil.which("nvcc")
    if not nvcc:
        return {}
    printed = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    return {re.search(r"release (\d+\.\d+)", printed)[1]: pathlib.Path(nvcc).resolve().parents[1]}


def nvcc_of_pip(folder):
    """The same; nothing without a package index."""
    import layouts  # noqa: PLC0415: needs what only this needs
    folder = pathlib.Path(os.environ.get("CUDASTDENV_ROOTS", folder)) / "toolkits"
    (folder / "wheels").mkdir(parents=True, exist_ok=True)
    try:
        prefix = layouts.toolkit(OTHER_TOOLKIT, folder, None).prefix
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no toolkit by pip: {error}")
        return {}
    return {OTHER_TOOLKIT.rsplit(".", 1)[0]: prefix}


def of_machine(toolkits, gccs, clangs):
    compilers = [f'gcc{major}Stdenv = pkgs.stdenvWith (compiler "gcc" "g++" "{major}");' for major in gccs]
    compilers += [f'llvmPackages_{major}.stdenv = pkgs.stdenvWith (compiler "clang" "clang++" "{major}");'
                  for major in clangs]
    packages = [f'cudaPackages_{release.replace(".", "_")} = nvidia "{folder}";'
                for release, folder in toolkits.items()]
    return (OF_MACHINE.replace("DEFAULT", str(max(gccs))).replace("COMPILERS", "\n  ".join(compilers))
            .replace("TOOLKITS", "\n  ".join(packages)))


def check_program(checks, name, out):
    """It was made by that compiler against that toolkit, and runs."""
    _, release, family, major = re.fullmatch(r"(.*)cuda([\d.]+)-(gcc|clang)(\d+)", out.name).groups()
    program = out / "bin/saxpy"
    done = subprocess.run([program, "--without-gpu"], capture_output=True, text=True, check=False)
    cuda_major, cuda_minor = map(int, release.split("."))
    checks.same(f"{name}: host part", f"runtime {cuda_major * 1000 + cuda_minor * 10}, 2.14745e+09\n", done.stdout)
    makers = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True, check=True).stdout
    maker = rf"GCC: .* {major}\." if family == "gcc" else rf"clang version {major}\."
    checks.need(f"{name}: made by {family}-{major}: {makers}", re.search(maker, makers))
    needed = (out / "nix-support/symbol-versions").read_text(encoding="utf-8").split()
    checks.need(f"{name}: symbol versions {needed}", any(version.startswith("GLIBCXX_") for version in needed))


def check_builds(store, command, checks, folder):
    gccs, clangs = majors_of("g++"), majors_of("clang++")
    toolkits = nvcc_of_pip(folder) | nvcc_on_path()
    if not toolkits or not gccs:
        print("neither an nvcc nor a GCC with its number in its name")
        sys.exit(SKIPPED)
    arguments = ["--cuda", ",".join(toolkits), "--stdenv", f"gcc-{max(gccs)}", "--available",
                 ",".join([f"gcc-{major}" for major in gccs] + [f"clang-{major}" for major in clangs])]
    pairs = command.json("nix", "checks", *arguments)
    print(f"pairs: {', '.join(pairs)}")
    if len(pairs) < 4:
        print("fewer than four pairs of release and compiler")
        sys.exit(SKIPPED)
    extra = of_machine(toolkits, gccs, clangs)
    # All at once: Nix builds one on each processor.
    built = store.build(f"builtins.attrValues {file_for(command, extra, *arguments)}")
    for name, out in zip(sorted(pairs), built, strict=True):
        check_program(checks, name, pathlib.Path(out))
    # They can fail: with a libstdc++ without symbols, and with a compiler that nvcc rejects.
    name = next(iter(pairs))
    bare = extra.replace("cp -L $(g++ -print-file-name=libstdc++.so.6) $out/lib/",
                         "echo | gcc -x c -shared - -o $out/lib/libstdc++.so.6")
    done = store.try_run("nix-build", "--no-out-link", "-", text=f"{file_for(command, bare, *arguments)}.{name}")
    checks.same("a libstdc++ without symbols", (True, True),
                (done.returncode != 0, "libstdc++ lacks:\nCXXABI_1.3" in done.stderr))
    refused = extra.replace("ln -s $(command -v ${cxx}-${major}) $out/bin/${cxx}",
                            "printf '#!/bin/sh\\nexec %s -U__GNUC__ -D__GNUC__=99 \"$@\"\\n' "
                            "$(command -v ${cxx}-${major}) > $out/bin/${cxx}; chmod +x $out/bin/${cxx}")
    gcc = next(one for one in pairs if "gcc" in one)
    done = store.try_run("nix-build", "--no-out-link", "-", text=f"{file_for(command, refused, *arguments)}.{gcc}")
    checks.same("a compiler that is too new", (True, True),
                (done.returncode != 0, "unsupported GNU version" in done.stderr))


def main():
    need_nix()
    build = sys.argv[1] == "--build"
    command, checks = Command(sys.argv[1 + build]), Checks()
    with tempfile.TemporaryDirectory() as folder:
        store = BuildStore(folder)
        check_attributes(store, command, checks)
        if build:
            check_builds(store, command, checks, folder)
    checks.finish()


main()
