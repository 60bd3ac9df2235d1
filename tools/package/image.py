"""The OCI image: a small Debian with git, bubblewrap and the package, as one layer in a layout that is one tar file.
Written by hand, as the format is four JSON documents; no daemon is asked. debootstrap (as root) makes the tree."""
import gzip
import hashlib
import json
import os
import shutil
import stat
import subprocess
import tarfile
import tempfile
from pathlib import Path

from archives import tar_of
from release import SUMMARY, Entry, Wrong, output
from sbom import time_of

SUITE = "bookworm"
PACKAGES = "git,bubblewrap,ca-certificates,libcurl3-gnutls"

# What differs from machine to machine or from run to run, or that nobody reads in an image.
LEFT_OUT = ["var/log", "var/cache", "var/lib/apt/lists", "var/lib/dpkg/status-old", "var/lib/dpkg/available-old",
            "var/lib/dpkg/diversions-old", "var/lib/dpkg/statoverride-old", "etc/machine-id", "etc/hostname",
            "etc/resolv.conf", "etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-", "etc/subuid-",
            "etc/subgid-", "etc/apt/sources.list", "debootstrap", "tmp", "run", "dev", "proc", "sys",
            "usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "var/lib/systemd/catalog"]
EMPTY = {"var/log": 0o755, "var/cache": 0o755, "var/cache/apt": 0o755, "tmp": 0o1777, "run": 0o755, "dev": 0o755,
         "proc": 0o755, "sys": 0o755, "var/lib/apt/lists": 0o755, "work": 0o755}


def mirror():
    """Where this machine gets its packages: nothing here names a host."""
    said = output("apt-get", "indextargets", "--format", "$(REPO_URI)|$(RELEASE)|$(COMPONENT)", "Created-By: Packages")
    for line in said.splitlines():
        uri, release, component = line.split("|")
        if release == SUITE and component == "main":
            return uri
    raise Wrong(f"the sources of apt on this machine do not have {SUITE}; add them, or build without --image")


def make_root(release, deb, root):
    if os.geteuid() != 0:
        raise Wrong("debootstrap needs root; run ./dev package as root, or without --image")
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(release.epoch), "DEBIAN_FRONTEND": "noninteractive"}

    def run(*command):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200, check=False)
        if done.returncode != 0:
            raise Wrong(f"{command[0]}: {(done.stderr or done.stdout).strip()[-2000:]}")
    run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(root), mirror())
    shutil.copy(deb, root / "assay.deb")
    run("chroot", str(root), "dpkg", "-i", "/assay.deb")
    (root / "assay.deb").unlink()
    # What is mounted there belongs to somebody else than root, who runs the program; git would refuse it.
    (root / "etc/gitconfig").write_text("[safe]\n\tdirectory = /work\n")


def is_left_out(name):
    return any(name == each or name.startswith(each + "/") for each in LEFT_OUT)


def shadow_without_day(text, epoch):
    """The day of a password's last change is the day of the build otherwise."""
    out = []
    for line in text.decode().splitlines():
        fields = line.split(":")
        fields[2] = str(epoch // 86400)
        out.append(":".join(fields))
    return ("\n".join(out) + "\n").encode()


def layer_of(root, epoch, target):
    """The tree as a tar: sorted, no time later than the commit, nothing that a run leaves behind."""
    with tarfile.open(target, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in sorted(root.rglob("*"), key=lambda each: each.relative_to(root).as_posix()):
            name = path.relative_to(root).as_posix()
            if is_left_out(name) or stat.S_ISSOCK(path.lstat().st_mode):
                continue
            info = tar.gettarinfo(str(path), arcname=name)
            info.mtime = min(int(info.mtime), epoch)
            info.uname = info.gname = ""
            if name == "etc/shadow":
                data = shadow_without_day(path.read_bytes(), epoch)
                info.size = len(data)
                with tempfile.SpooledTemporaryFile() as file:
                    file.write(data)
                    file.seek(0)
                    tar.addfile(info, file)
            elif info.isreg():
                with path.open("rb") as file:
                    tar.addfile(info, file)
            else:
                tar.addfile(info)
        for name, mode in sorted(EMPTY.items()):
            info = tarfile.TarInfo(name)
            info.type, info.mode, info.mtime = tarfile.DIRTYPE, mode, epoch
            tar.addfile(info)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def file_digest(path):
    with open(path, "rb") as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def json_bytes(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def config_of(release, layer_digest):
    return json_bytes({
        "created": time_of(release), "architecture": release.arch, "os": "linux",
        "config": {"Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"],
                   "Entrypoint": ["/usr/bin/assay"], "WorkingDir": "/work",
                   "Labels": {"org.opencontainers.image.title": "assay",
                              "org.opencontainers.image.description": SUMMARY,
                              "org.opencontainers.image.version": release.version,
                              "org.opencontainers.image.revision": release.commit,
                              "org.opencontainers.image.licenses": "Apache-2.0"}},
        "rootfs": {"type": "layers", "diff_ids": [layer_digest]},
        "history": [{"created": time_of(release), "created_by": "./dev package --image"}]})


def layout_of(release, layer, packed):
    """path -> Entry of the layout; `packed` is the gzipped layer."""
    config = config_of(release, file_digest(layer))
    descriptor = {"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": digest(packed),
                  "size": len(packed)}
    manifest = json_bytes({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest(config),
                   "size": len(config)},
        "layers": [descriptor]})
    index = json_bytes({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [{"mediaType": "application/vnd.oci.image.manifest.v1+json", "digest": digest(manifest),
                       "size": len(manifest), "platform": {"architecture": release.arch, "os": "linux"},
                       "annotations": {"org.opencontainers.image.ref.name": release.version}}]})
    blobs = {f"blobs/sha256/{digest(each)[7:]}": Entry(each) for each in (config, manifest, packed)}
    return blobs | {"index.json": Entry(index), "oci-layout": Entry(json_bytes({"imageLayoutVersion": "1.0.0"}))}


def write(release, deb, folder):
    target = Path(folder) / f"{release.name}.oci.tar"
    with tempfile.TemporaryDirectory(prefix="assay-image.") as scratch:
        root, layer, packed = Path(scratch) / "root", Path(scratch) / "layer.tar", Path(scratch) / "layer.tar.gz"
        make_root(release, deb, root)
        layer_of(root, release.epoch, layer)
        with layer.open("rb") as source, packed.open("wb") as file:
            with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as out:
                shutil.copyfileobj(source, out)
        target.write_bytes(tar_of(layout_of(release, layer, packed.read_bytes()), release.epoch))
    return target
