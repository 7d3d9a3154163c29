# SPDX-License-Identifier: MIT
"""Toolkits with an nvcc, in their layouts: Debian's as installed and under a prefix, NVIDIA's wheels as pip installs
them and under a prefix."""

import dataclasses
import pathlib
import shutil
import subprocess
import sys

import making

# Each nvcc of Debian's packages, by the suite and by where the packages are. 12.5.0 is in experimental, used with sid.
DEBIANS = {
    "11.2.152-bullseye": ("bullseye", ""),
    "11.8.89-bookworm": ("bookworm", ""),
    "12.4.131-trixie": ("trixie", ""),
    "12.4.131-sid": ("sid", ""),
    "12.5.40-experimental": ("sid", "experimental"),
}
# Those that only Ubuntu's packages have, which unpack in a root of Debian that has Ubuntu's keys.
UBUNTU_MIRROR = "http://archive.ubuntu.com/ubuntu"
UBUNTUS = {
    "10.1.243-focal": ("trixie", "focal"),
    "11.5.119-jammy": ("trixie", "jammy"),
    "12.0.140-noble": ("trixie", "noble"),
    "12.2.140-plucky": ("trixie", "plucky"),
}
# The releases on PyPI whose wheels have an nvcc; one for each nvcc.
WHEELS = ("13.0.0", "13.0.2", "13.1.0", "13.1.1", "13.2.0", "13.2.1", "13.2.2", "13.3.0", "13.3.1", "13.4.1.0",
          "13.4.2", "13.5.0")
NAMES = (*DEBIANS, *WHEELS)
PROFILE = """TOP              = $(_HERE_)/..
NVVMIR_LIBRARY_DIR = $(TOP)/nvvm/libdevice
LD_LIBRARY_PATH += $(TOP)/lib64:$(TOP)/nvvm/lib64:
PATH            += $(TOP)/nvvm/bin:$(_HERE_):
INCLUDES        +=  "-I$(TOP)/include" $(_SPACE_)
LIBRARIES        =+ $(_SPACE_) "-L$(TOP)/lib64"
CUDAFE_FLAGS    +=
PTXAS_FLAGS     +=
"""
# The files for building a program; the rest of nvidia-cuda-dev is a gigabyte of other libraries.
KEPT_LIBRARIES = ("libcudart*", "libcudadevrt*", "libnvvm*", "libcuda.so*")


@dataclasses.dataclass
class Toolkit:
    name: str
    prefix: pathlib.Path  # the layout of NVIDIA's installer
    packaged: pathlib.Path  # as installed: Debian's is a layer for a root, pip's a site-packages


def lay_out_debians(unpacked, place):
    """Debian's toolkit, which is in Debian's directories, in the layout of NVIDIA's installer."""
    tools = unpacked / "usr/lib/nvidia-cuda-toolkit"
    libraries = unpacked / "usr/lib/x86_64-linux-gnu"
    for folder in ("bin", "nvvm/bin", "lib64", "nvvm/lib64"):
        (place / folder).mkdir(parents=True)
    for name in ("cudafe++", "ptxas", "nvlink", "fatbinary", "bin2c"):
        shutil.copy(unpacked / "usr/bin" / name, place / "bin")
    shutil.copy(tools / "bin/nvcc", place / "bin")
    shutil.copytree(tools / "bin/crt", place / "bin/crt")
    shutil.copy(tools / "bin/cicc", place / "nvvm/bin")
    shutil.copytree(tools / "libdevice", place / "nvvm/libdevice")
    for library in libraries.glob("libnvvm.so*"):
        shutil.copy(library, place / "nvvm/lib64", follow_symlinks=False)
    for name in ("libcudart_static.a", "libcudadevrt.a"):
        shutil.copy(libraries / name, place / "lib64")
    shutil.copytree(unpacked / "usr/include", place / "include")
    (place / "bin/nvcc.profile").write_text(PROFILE, encoding="utf-8")


def packages_of(name):
    """The packages of a toolkit. libcu++ was a part of nvidia-cuda-dev until 11.5; CUB came with 11."""
    number = [int(part) for part in name.split("-")[0].split(".")]
    runtime = "libcudart10.1" if number[0] < 11 else "libcudart11.0" if number[0] < 12 else "libcudart12"
    cccl = ["libthrust-dev"] + ["libcub-dev"] * (number >= [11]) + ["libcu++-dev"] * (number >= [11, 6])
    return ["nvidia-cuda-toolkit", "nvidia-cuda-dev", "libnvvm3" if number[0] < 11 else "libnvvm4", runtime, *cccl]


def fetch_debians(name, folder, root):
    """The packages of one of Debian's or Ubuntu's toolkits, unpacked with only what builds need."""
    suite, target = (DEBIANS | UBUNTUS)[name]
    packages = folder / "debs" / name
    packages.mkdir(parents=True, exist_ok=True)
    debian = f"deb {making.MIRROR} {suite} main contrib non-free\n"
    components = debian + (f"deb {making.MIRROR} {target} main contrib non-free\n" if target else "")
    making.join_network(root)
    if name in UBUNTUS:
        (root / "etc/apt/sources.list").write_text(debian, encoding="utf-8")
        making.need(making.enter(root, "apt-get update -qq && apt-get install -y -qq ubuntu-keyring"), name)
        keys = "/usr/share/keyrings/ubuntu-archive-keyring.gpg"
        components = f"deb [signed-by={keys}] {UBUNTU_MIRROR} {target} main universe multiverse\n"
    (root / "etc/apt/sources.list").write_text(components, encoding="utf-8")
    choice = f"-t {target}" if target else ""
    unpacked = folder / name / "packaged"
    script = f"""set -e
        {making.APT_SETTINGS}
        apt-get update -qq
        cd /debs
        ls nvidia-cuda-dev_* >/dev/null 2>&1 || apt-get download -qq {choice} -o APT::Sandbox::User=root \\
            {" ".join(packages_of(name))}
        for package in *.deb; do dpkg-deb -x $package /unpacked; done"""
    making.need(making.enter(root, script, binds=[(packages, "debs"), (unpacked, "unpacked")]), name)
    if name in UBUNTUS:
        (root / "etc/apt/sources.list").write_text(debian, encoding="utf-8")
    libraries = unpacked / "usr/lib/x86_64-linux-gnu"
    kept = {path for pattern in KEPT_LIBRARIES for path in libraries.glob(pattern)}
    for path in libraries.iterdir():
        if path not in kept and path.is_file():
            path.unlink()
    shutil.rmtree(unpacked / "usr/share", ignore_errors=True)
    shutil.rmtree(packages)


def lay_out_wheels(site, place):
    """The wheels of one release are in one directory already, except for two names."""
    shutil.copytree(site / "nvidia/cu13", place, symlinks=True)
    (place / "lib64").symlink_to("lib")
    compiler = place / "bin/cicc"
    if compiler.exists():
        (place / "nvvm/bin").mkdir(parents=True, exist_ok=True)
        compiler.rename(place / "nvvm/bin/cicc")


def fetch_wheels(name, folder):
    site = folder / name / "packaged"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--root-user-action=ignore",
                    "--find-links", folder / "wheels", "--target", site,
                    f"cuda-toolkit[nvcc,cccl,crt,nvvm,cudart]=={name}"], check=True)


def toolkit(name, folder, roots):
    """Fetched and arranged once, and kept."""
    made = Toolkit(name, folder / name / "prefix", folder / name / "packaged")
    complete = folder / name / "complete"
    if complete.exists():
        return made
    shutil.rmtree(folder / name, ignore_errors=True)
    made.packaged.mkdir(parents=True)
    print(f"laying out {name}", flush=True)
    if name in DEBIANS or name in UBUNTUS:
        fetch_debians(name, folder, making.base_root(roots, (DEBIANS | UBUNTUS)[name][0]))
        lay_out_debians(made.packaged, made.prefix)
    else:
        fetch_wheels(name, folder)
        lay_out_wheels(made.packaged, made.prefix)
        stubs = made.prefix / "bin/crt"
        if not stubs.exists():  # 13.0.0: in NVIDIA's installer, not in its wheels
            shutil.copytree(toolkit("13.0.2", folder, roots).prefix / "bin/crt", stubs)
    complete.touch()
    return made
