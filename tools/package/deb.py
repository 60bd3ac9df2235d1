"""The package for Debian: written by dpkg-deb from a folder, with what it depends on found by dpkg-shlibdeps."""
import hashlib
import os
import subprocess
import tempfile
from email.utils import formatdate
from pathlib import Path

from archives import gzipped
from release import DESCRIPTION, LICENSE, OLDEST_GIT, SUMMARY, Entry, Wrong, manual_entries, output, terms_entries

FILES = Path(__file__).parent / "files"

OVERRIDES = """# Boost, RE2, libsodium, SQLite, zlib and libstdc++ are linked into the program: each shared object
# would cost every start of every command a part of a millisecond. Built-Using names their versions.
assay: embedded-library *
# It is not uploaded to Debian; there is no bug to close.
assay: initial-upload-closes-no-bugs *
"""


def debian_version(release):
    return f"{release.version}-1"


def file_name(release):
    return f"assay_{debian_version(release)}_{release.arch}.deb"


def copyright_text(release):
    owner = release.maintainer.split(" <", maxsplit=1)[0]
    parts = "".join(f"\n   {each.name} {each.version} ({each.source})" for each in release.linked)
    return f"""Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: assay
Comment: The program holds parts of these packages of Debian, whose terms are in
 /usr/share/doc/assay/linked, by source:{parts}

Files: *
Copyright: {output('git', 'log', '-1', '--format=%cd', '--date=format:%Y', release.commit).strip()} {owner}
License: {LICENSE}

License: {LICENSE}
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
"""


def changelog(release):
    return (f"assay ({debian_version(release)}) unstable; urgency=medium\n\n"
            f"  * Release {release.version}; see changelog.gz.\n\n"
            f" -- {release.maintainer}  {formatdate(release.epoch)}\n")


def entries_of(release):
    doc = "usr/share/doc/assay"
    out = {
        "usr/bin/assay": Entry(release.program.read_bytes(), 0o755),
        "usr/share/bash-completion/completions/assay": Entry(release.completions["bash"]),
        "usr/share/zsh/vendor-completions/_assay": Entry(release.completions["zsh"]),
        "usr/share/fish/vendor_completions.d/assay.fish": Entry(release.completions["fish"]),
        "usr/lib/systemd/system/assay@.service": Entry((FILES / "assay@.service").read_bytes()),
        "usr/lib/sysusers.d/assay.conf": Entry((FILES / "sysusers.conf").read_bytes()),
        "usr/share/lintian/overrides/assay": Entry(OVERRIDES.encode()),
        f"{doc}/copyright": Entry(copyright_text(release).encode()),
        f"{doc}/changelog.Debian.gz": Entry(gzipped(changelog(release).encode())),
        f"{doc}/changelog.gz": Entry(gzipped(release.documents["CHANGELOG.md"])),
    }
    out |= manual_entries(release, "usr/share/man", gzipped)
    out |= {f"{doc}/{name}": Entry(data) for name, data in release.documents.items() if name.startswith("docs/")}
    out |= terms_entries(release.linked, f"{doc}/linked")
    return out


def dependencies(program, folder):
    """What the program needs of shared libraries, as Debian computes it."""
    (folder / "debian").mkdir()
    (folder / "debian/control").write_text("Source: assay\nPackage: assay\nArchitecture: any\n")
    (folder / "assay").write_bytes(program.read_bytes())
    said = output("dpkg-shlibdeps", "-O", "assay", cwd=folder)
    for line in said.splitlines():
        if line.startswith("shlibs:Depends="):
            return line.split("=", 1)[1]
    raise Wrong("dpkg-shlibdeps does not say what the program depends on: " + said)


def control(release, needs, size):
    built_using = ", ".join(sorted({f"{each.source} (= {each.source_version})" for each in release.linked}))
    described = "\n".join(" " + line for line in DESCRIPTION.splitlines())
    return (f"Package: assay\nVersion: {debian_version(release)}\nArchitecture: {release.arch}\n"
            f"Maintainer: {release.maintainer}\nInstalled-Size: {size}\n"
            f"Depends: git (>= 1:{OLDEST_GIT}), {needs}\n"
            "Recommends: bubblewrap, ca-certificates, libcurl4 | libcurl3-gnutls | curl\n"
            f"Built-Using: {built_using}\n"
            "Section: devel\nPriority: optional\n"
            f"Description: {SUMMARY}\n{described}\n")


def md5sums(entries):
    return "".join(f"{hashlib.md5(entries[name].data, usedforsecurity=False).hexdigest()}  {name}\n"
                   for name in sorted(entries))


def write(release, folder):
    entries = entries_of(release)
    size = sum((len(each.data) + 1023) // 1024 for each in entries.values())
    with tempfile.TemporaryDirectory(prefix="assay-deb.") as scratch:
        scratch = Path(scratch)
        (scratch / "needs").mkdir()
        needs = dependencies(release.program, scratch / "needs")
        tree = scratch / "tree"
        (tree / "DEBIAN").mkdir(parents=True)
        entries_and_control = entries | {
            "DEBIAN/control": Entry(control(release, needs, size).encode()),
            "DEBIAN/md5sums": Entry(md5sums(entries).encode()),
            "DEBIAN/postinst": Entry((FILES / "postinst").read_bytes(), 0o755),
        }
        for name, entry in entries_and_control.items():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(entry.data)
            path.chmod(entry.mode)
        for path in [tree, *tree.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (release.epoch, release.epoch))
        target = Path(folder) / file_name(release)
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(release.epoch), "DPKG_DEB_THREADS_MAX": "1"}
        done = subprocess.run(["dpkg-deb", "-Zxz", "--root-owner-group", "--build", str(tree), str(target)],
                              env=environment, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode != 0:
            raise Wrong(f"dpkg-deb: {done.stderr.strip()}")
    return target
