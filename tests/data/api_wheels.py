# SPDX-License-Identifier: MIT
"""The headers of NVIDIA's wheels on PyPI, read with range requests: a wheel of cuBLAS has 600 MB, its headers 1 MB."""

import email
import functools
import io
import json
import pathlib
import re
import shutil
import time
import urllib.error
import urllib.request
import zipfile

SIMPLE = "https://pypi.org/simple/{}/"
ACCEPT = {"Accept": "application/vnd.pypi.simple.v1+json"}
TAIL = 1 << 17  # bytes at the end of a wheel, which usually have its whole central directory
GAP = 1 << 18   # members that are closer than this are read with one request
TRIES = 4


def get(url, headers=None):
    """The body; a connection that fails is tried again."""
    for attempt in range(TRIES):
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=180) as answer:
                return answer.read()
        except (OSError, urllib.error.URLError):
            if attempt + 1 == TRIES:
                raise
            time.sleep(2 ** attempt)
    return None


class RemoteFile(io.RawIOBase):
    """A file behind a URL, of which only the ranges that are read are downloaded."""

    def __init__(self, url, size):
        super().__init__()
        self.url, self.size, self.at, self.parts = url, size, 0, []

    def load(self, start, end):
        """Downloads the bytes from start to end, the last one not included."""
        start, end = max(start, 0), min(end, self.size)
        if not any(begin <= start and end <= begin + len(data) for begin, data in self.parts):
            self.parts.append((start, get(self.url, {"Range": f"bytes={start}-{end - 1}"})))

    def seekable(self):
        return True

    def readable(self):
        return True

    def tell(self):
        return self.at

    def seek(self, offset, whence=io.SEEK_SET):
        self.at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        return self.at

    def read(self, size=-1):
        end = self.size if size is None or size < 0 else min(self.at + size, self.size)
        if end <= self.at:
            return b""
        self.load(self.at, end)
        begin, data = next((begin, data) for begin, data in self.parts
                           if begin <= self.at and end <= begin + len(data))
        found = data[self.at - begin:end - begin]
        self.at = end
        return found


def load_members(remote, members):
    """Downloads the members that are close to each other with one request."""
    runs = []
    for member in sorted(members, key=lambda item: item.header_offset):
        # A local header has its own name and extra field.
        end = member.header_offset + member.compress_size + len(member.filename) + 1024
        if runs and member.header_offset - runs[-1][1] < GAP:
            runs[-1][1] = max(runs[-1][1], end)
        else:
            runs.append([member.header_offset, end])
    for start, end in runs:
        remote.load(start, end)


@functools.cache
def files_of(project):
    """What PyPI's index says of the project's files."""
    return json.loads(get(SIMPLE.format(project), ACCEPT))["files"]


def numbers(version):
    return tuple(int(part) for part in version.split("."))


def releases_on_pypi():
    """The metapackage's file of each release; 13.4.1.0 is 13.4.1. A preview is no release."""
    found = {}
    for file in files_of("cuda-toolkit"):
        name = re.fullmatch(r"cuda_toolkit-([0-9]+\.[0-9]+\.[0-9]+)(?:\.0)?-.*\.whl", file["filename"])
        if name:
            found[name[1]] = file
    return dict(sorted(found.items(), key=lambda item: numbers(item[0])))


def pins(file):
    """The wheels that a release's metapackage requires, with their versions."""
    with zipfile.ZipFile(io.BytesIO(get(file["url"]))) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    # nvJitLink's wheel can be a newer one; the oldest is the release's.
    return dict(re.findall(r"(nvidia-[a-z0-9-]+)(?:==|<[0-9]+,>=)([0-9]+(?:\.[0-9]+)*)",
                           " ".join(metadata.get_all("Requires-Dist"))))


def same_version(left, right):
    """13.4.1 and 13.4.1.0 are one version."""
    return re.sub(r"(\.0)+$", "", left) == re.sub(r"(\.0)+$", "", right)


def wheel_of(project, version):
    """The Linux wheel of the version: of x86_64, otherwise of any system; None if it is not on PyPI."""
    found = [file for file in files_of(project)
             if file["filename"].endswith(".whl") and same_version(file["filename"].split("-")[1], version)
             and "win" not in file["filename"].rsplit("-", 1)[1]]
    # The older of two wheels of CCCL 11.8 lacks headers.
    found.sort(key=lambda file: ("x86_64" not in file["filename"], "manylinux1_" in file["filename"],
                                 file["filename"]))
    return found[0] if found else None


def include_name(member):
    """`cub/cub.cuh` of `nvidia/cuda_cccl/include/cub/cub.cuh`; None: no header."""
    path = re.match(r"nvidia/[^/]+/(?:nvvm/)?include/(.+[^/])$", member)
    return path and not path[1].endswith((".py", ".f90", ".cuf", "CMakeLists.txt")) and path[1] or None


def headers(cache, project, version):
    """The directory with the wheel's headers; None: PyPI has no such wheel."""
    folder = pathlib.Path(cache, f"{project}-{version}")
    if folder.exists():
        return folder
    file = wheel_of(project, version)
    if not file:
        return None
    remote = RemoteFile(file["url"], file["size"])
    remote.load(file["size"] - TAIL, file["size"])
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    with zipfile.ZipFile(remote) as archive:
        members = [member for member in archive.infolist() if include_name(member.filename)]
        load_members(remote, members)
        for member in members:
            target = unfinished / include_name(member.filename)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
    unfinished.rename(folder)
    return folder
