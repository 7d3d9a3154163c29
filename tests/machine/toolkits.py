# SPDX-License-Identifier: MIT
"""Fake toolkits: headers of our own text with NVIDIA's conditions, in the layouts of packages."""

GUARD = ("defined(__clang__) && !defined(__ibmxl_vrm__) && !defined(__ICC) && !defined(__HORIZON__) && "
         "!defined(__APPLE__) && !defined(__GRCO_CLANG_COMPILER__)")


def header(gcc=14, clang=20, grace=(16, 19)):
    """The conditions of a real one; `clang` is the limit, exclusive."""
    window = "" if not grace else f"""#if defined(__GRCO_CLANG_COMPILER__)
#if (__GRCO_CLANG_COMPILER__ == 1) && ((__clang_major__ < {grace[0]}) || (__clang_major__ > {grace[1]}))
#error a text of ours
#endif
#endif
"""
    return f"""#if !defined(__HOST_CONFIG_H__)
#define __HOST_CONFIG_H__
#if defined(__CUDACC__)
#if defined(__CUDACC_RTC__)
#else
#if !__NV_NO_HOST_COMPILER_CHECK
{window}#if defined(__GNUC__)
#if __GNUC__ > {gcc}
#error a text of ours that names 99
#endif
#if {GUARD}
#if (__clang_major__ >= {clang}) || (__clang_major__ < 3) || ((__clang_major__ == 3) &&  (__clang_minor__ < 3))
#error a text of ours
#endif
#endif
#endif
#endif
#endif
#endif
#endif
"""


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return root


def meta_package(release, nvcc, package="nvidia-cuda-nvcc"):
    """PyPI's cuda-toolkit: parts in extras, each named twice."""
    folder = f"cuda_toolkit-{release}.dist-info"
    parts = [("nvidia-cublas", "13.8.0.4", "cublas"), (package, nvcc, "nvcc")]
    requirements = "".join(f"Requires-Dist: {part}=={version}.*; (sys_platform == 'linux') and extra == '{extra}'\n"
                           for part, version, own in parts for extra in ("all", own))
    return {f"{folder}/METADATA": f"Metadata-Version: 2.4\nName: cuda-toolkit\nVersion: {release}\n{requirements}",
            f"{folder}/WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n"}


def metadata(name, version, place="x86_64"):
    folder = f"{name.replace('-', '_')}-{version}.dist-info"
    return {f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\nVersion: 1.1.1\n",
            f"{folder}/WHEEL": f"Wheel-Version: 1.0\nTag: py3-none-manylinux2014_{place}\n"}
