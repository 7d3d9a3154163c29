# SPDX-License-Identifier: MIT
"""Roots of Debian: made by debootstrap, stacked in layers, entered with their own processes and mounts."""

import contextlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

SUITES = ("bookworm", "trixie", "sid")
MIRROR = "http://deb.debian.org/debian"
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb",
               "DEBIAN_FRONTEND": "noninteractive"}
# A minimal root has no certificates, and only its machine knows a proxy's certificate.
HOST_AUTHORITIES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
# The configuration of every root before the first package.
APT_SETTINGS = """
# A mirror that is some days behind serves as well.
echo 'Acquire::Check-Valid-Until "false";' >/etc/apt/apt.conf.d/behind
echo 'APT::Keep-Downloaded-Packages "true";' >/etc/apt/apt.conf.d/keep
# Nobody needs these roots after a power failure.
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/unsafe-io
"""


def complaint_of_machine():
    """The reason why no root can be made here, or nothing."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        return "making roots takes root and debootstrap"
    return None


def base_root(folder, suite, mirror=MIRROR):
    """A minimal root, made once and kept."""
    root, unfinished = folder / f"base-{suite}", folder / f"unfinished-{suite}"
    if not root.exists():
        print(f"making {root}", flush=True)
        shutil.rmtree(unfinished, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", suite, unfinished, mirror], check=True,
                       stdout=subprocess.DEVNULL)
        unfinished.rename(root)
    return root


def join_network(root):
    """The machine's network configuration for a root."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if HOST_AUTHORITIES.exists():
        shutil.copy(HOST_AUTHORITIES, root / "etc/host-authorities.crt")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n", encoding="utf-8")


def enter(root, script, user="root", binds=(), network=True, environment=None, before=(), **options):
    """Runs a script in a root, with its own processes and mounts, which end with it.

    `binds` are pairs of a directory here and one inside; `before` are shell commands that mount what the root lacks."""
    mounts = [*before, f"mount -t proc proc {shlex.quote(f'{root}/proc')}"]
    for outside, inside in [("/dev", "dev"), *binds]:
        place, outside = shlex.quote(f"{root}/{str(inside).lstrip('/')}"), shlex.quote(str(outside))
        mounts.append(f"mkdir -p {place} && mount --rbind {outside} {place}")
    command = ["chroot", str(root), "su", user, "-s", "/bin/bash", "-c", script]
    isolated = ["unshare", "--mount", "--pid", "--fork", "--kill-child"] + ([] if network else ["--net"])
    known = ENVIRONMENT | ({"PIP_CERT": "/etc/host-authorities.crt"} if HOST_AUTHORITIES.exists() else {})
    return subprocess.run([*isolated, "sh", "-c", " && ".join([*mounts, 'exec "$@"']), "sh", *command],
                          env=known | (environment or {}), stdin=subprocess.DEVNULL, check=False, **options)


def enter_layers(layers, script, upper=None, **options):
    """As `enter`, in an overlay of directories, the first on top. The script writes to `upper`, or to a temporary
    one."""
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(
            prefix="stack-", dir=(upper or layers[-1]).parent)))
        upper = upper or work / "upper"
        for folder in (upper, work / "work", work / "root"):
            folder.mkdir(parents=True, exist_ok=True)
        lower = ":".join(str(layer) for layer in layers)
        mount = (f"mount -t overlay overlay -o lowerdir={lower},upperdir={upper},workdir={work}/work "
                 f"{shlex.quote(f'{work}/root')}")
        return enter(work / "root", script, before=[mount], **options)


def need(done, what):
    """Ends the program if a preparation failed, because later results would mean nothing."""
    if done.returncode != 0:
        sys.exit(f"{what}: exit {done.returncode}\n{(done.stdout or '')[-3000:]}")
    return done
