"""What is released: version, commit, time, architecture, and the files that every package holds."""
import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from archives import gzipped

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "gate for changes made by coding agents"
DESCRIPTION = """Assay looks at what was asked, what changed, what the tests really said and
what the agent claims, and answers with a verdict that shows its evidence.
It can also run the agents, check each task, and land only what was
verified. Checks run in a sandbox without network."""
LICENSE = "Apache-2.0"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
OLDEST_GIT = "2.38"

# What the program holds of others, by the Debian package that it is linked from.
LINKED = ["libboost-json1.81-dev", "libboost1.81-dev", "libre2-dev", "libsodium-dev", "libsqlite3-dev",
          "libstdc++-12-dev", "libtomlplusplus-dev", "libvectorscan-dev", "zlib1g-dev"]
LINKED_PORTABLE = LINKED + ["libc6-dev"]


class Wrong(Exception):
    """Something that a person has to mend; the message says what and how."""


def output(*command, cwd=ROOT, **options):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False, **options)
    if done.returncode != 0:
        raise Wrong(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


@dataclass
class Entry:
    """A file of a package."""
    data: bytes
    mode: int = 0o644


@dataclass
class Linked:
    """A package of Debian, a part of which is in the program."""
    name: str
    version: str
    source: str
    source_version: str
    copyright: bytes = b""


@dataclass
class Release:
    version: str
    commit: str
    epoch: int
    arch: str
    maintainer: str
    program: Path
    portable: Path
    pages: dict = field(default_factory=dict)        # "assay.1": bytes
    completions: dict = field(default_factory=dict)  # "bash": bytes
    documents: dict = field(default_factory=dict)    # "docs/guide.md": bytes
    linked: list = field(default_factory=list)
    linked_portable: list = field(default_factory=list)

    @property
    def name(self):
        return f"assay-{self.version}-linux-{self.arch}"


def linked_packages(names):
    out = []
    for name in names:
        known = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\t${source:Package}\t${source:Version}", name],
                               capture_output=True, text=True, timeout=60, check=False)
        if known.returncode != 0:
            raise Wrong(f"{name} is not installed, but the program is linked from it; ./dev build installs it")
        version, source, source_version = known.stdout.split("\t")
        terms = Path(f"/usr/share/doc/{name}/copyright")
        out.append(Linked(name, version, source, source_version, terms.read_bytes() if terms.exists() else b""))
    return out


def documents():
    """The documents that users read, as they are committed."""
    names = output("git", "ls-files", "docs", "README.md", "CHANGELOG.md", "LICENSE").splitlines()
    return {name: (ROOT / name).read_bytes() for name in names if name.endswith(".md") or name == "LICENSE"}


def read_release(program, portable):
    program, portable = Path(program).resolve(), Path(portable).resolve()
    facts, other = (json.loads(output(str(each), "version", "--json", cwd="/")) for each in (program, portable))
    version = facts["version"]
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Wrong(f"'{version}' is no version of a release (1.2.3)")
    if other["build"] != facts["build"]:
        raise Wrong(f"{portable} was built from another commit or other files than {program}; build both again")
    if facts["build"]["dirty"]:
        raise Wrong("packages are made of a commit, and files here differ from it; commit or put them back, then build again")
    commit = facts["build"]["commit"]
    here = output("git", "rev-parse", "HEAD").strip()
    if commit != here or output("git", "status", "--porcelain", "--untracked-files=no"):
        raise Wrong(f"the programs are of commit {commit} and the documents here are not; build again")
    arch = ARCHITECTURES.get(os.uname().machine)
    if not commit or arch is None:
        raise Wrong("packages are made of a commit, on x86_64 or aarch64")
    pages = output(str(program), "help", "--man", "--list", cwd="/").split()
    return Release(
        version=version, commit=commit, arch=arch, program=program, portable=portable,
        epoch=int(output("git", "log", "-1", "--format=%ct", commit)),
        maintainer=os.environ.get("ASSAY_MAINTAINER") or output("git", "log", "-1", "--format=%an <%ae>", commit).strip(),
        pages={page: output(str(program), "help", "--man", *filter(None, [page[6:-2] if page != "assay.1" else ""]),
                            cwd="/").encode() for page in pages},
        completions={shell: output(str(program), "completion", shell, cwd="/").encode()
                     for shell in ("bash", "zsh", "fish")},
        documents=documents(), linked=linked_packages(LINKED), linked_portable=linked_packages(LINKED_PORTABLE))


def manual_entries(release, folder, compress):
    """The pages of the manual below `folder`, packed by `compress` or as they are."""
    return {f"{folder}/man{page[-1]}/{page}{'.gz' if compress else ''}": Entry(compress(data) if compress else data)
            for page, data in release.pages.items()}


def terms_entries(linked, folder):
    """The terms of what is linked, one file for each source. Those of Boost are two megabytes, so all are packed."""
    return {f"{folder}/{each.source}.gz": Entry(gzipped(each.copyright)) for each in linked if each.copyright}
