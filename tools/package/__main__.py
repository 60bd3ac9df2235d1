"""Makes the packages of a release from built programs: ./dev package.

  python3 tools/package make --program FILE --portable FILE --output DIR [--image] [--key FILE] [--builder ADDRESS]
  python3 tools/package publish --version V --address URL [--name NAMESPACE/NAME] DIR
                                       checksums of all that is in DIR, the formula, server.json
"""
import argparse
import hashlib
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import deb  # noqa: E402
import formula  # noqa: E402
import image  # noqa: E402
import provenance  # noqa: E402
import registry  # noqa: E402
import sbom  # noqa: E402
import tarball  # noqa: E402
from release import Wrong, read_release  # noqa: E402


# Made of the checksums, so not in them.
MADE_OF_CHECKSUMS = {"assay.rb", "server.json"}


def write_checksums(version, folder):
    name = f"assay-{version}-checksums.txt"
    files = sorted(each for each in folder.iterdir()
                   if each.is_file() and each.name != name and each.name not in MADE_OF_CHECKSUMS)
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (folder / name).write_text("".join(lines))


def write_index(version, address, folder, name=None):
    """What names the other files: checksums, the formula, server.json."""
    if not re.fullmatch(r"https://[A-Za-z0-9._~/%+-]+", address):
        raise Wrong("the address of the release must be https, without blanks and quotes")
    write_checksums(version, folder)
    digests = formula.digests_of((folder / f"assay-{version}-checksums.txt").read_text())
    formula.write(version, address, digests, folder)
    registry.write_server(version, address, digests, folder, name)


def make(options):
    release = read_release(options.program, options.portable)
    folder = Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Wrong(f"{folder} is not empty; files of two builds must not be mixed")
    package = deb.write(release, folder)
    files = [package, tarball.write(release, folder), registry.write_bundle(release, folder)]
    if options.image:
        files.append(image.write(release, package, folder))
    files.append(sbom.write(release, folder))
    provenance.write(release, folder, files, options.key, options.builder)
    write_index(release.version, options.address.replace("VERSION", release.version), folder)
    for each in sorted(folder.iterdir()):
        print(f"{each.stat().st_size:>10}  {each.name}")


def publish(options):
    if not re.fullmatch(r"\d+\.\d+\.\d+", options.version):
        raise Wrong(f"'{options.version}' is no version of a release (1.2.3)")
    write_index(options.version, options.address, Path(options.folder), options.name)


def main():
    # example.com: where a release lies is known when it is published.
    somewhere = "https://example.com/assay/releases/download/vVERSION"
    parser = argparse.ArgumentParser(prog="tools/package", description="Makes the packages of a release.")
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("make")
    one.add_argument("--program", required=True)
    one.add_argument("--portable", required=True)
    one.add_argument("--output", required=True)
    one.add_argument("--image", action="store_true")
    one.add_argument("--key", default=os.environ.get("ASSAY_RELEASE_KEY") or None)
    one.add_argument("--builder", default=os.environ.get("ASSAY_BUILDER") or "urn:assay:builder:local")
    one.add_argument("--address", default=os.environ.get("ASSAY_RELEASE_URL") or somewhere)
    one.set_defaults(run=make)
    other = commands.add_parser("publish")
    other.add_argument("--version", required=True)
    other.add_argument("--address", required=True)
    other.add_argument("--name")
    other.add_argument("folder")
    other.set_defaults(run=publish)
    options = parser.parse_args()
    try:
        options.run(options)
    except (Wrong, OSError) as error:
        print(f"package: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
