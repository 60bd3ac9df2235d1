"""The portable archive: one program that needs no library of the machine, and what belongs beside it. Unpacked into a
prefix it is installed: tar -C /usr/local --strip-components=1 -xf assay-….tar.gz"""
from pathlib import Path

from archives import gzipped, tar_of
from release import Entry, manual_entries, terms_entries


def entries_of(release):
    doc = "share/doc/assay"
    out = {
        "bin/assay": Entry(release.portable.read_bytes(), 0o755),
        "share/bash-completion/completions/assay": Entry(release.completions["bash"]),
        "share/zsh/site-functions/_assay": Entry(release.completions["zsh"]),
        "share/fish/vendor_completions.d/assay.fish": Entry(release.completions["fish"]),
    }
    out |= manual_entries(release, "share/man", None)
    out |= {f"{doc}/{name}": Entry(data) for name, data in release.documents.items()}
    out |= terms_entries(release.linked_portable, f"{doc}/linked")
    return {f"assay-{release.version}/{name}": entry for name, entry in out.items()}


def write(release, folder):
    target = Path(folder) / f"{release.name}.tar.gz"
    target.write_bytes(gzipped(tar_of(entries_of(release), release.epoch)))
    return target
