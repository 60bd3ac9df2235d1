"""What makes the packages, with a small program in place of the real one: the same input gives the same bytes, wrong
input is refused, and what names files names them rightly. No network. ./dev test-package tries the packages."""
import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/package"))
import archives  # noqa: E402
import deb  # noqa: E402
import formula  # noqa: E402
import image  # noqa: E402
import provenance  # noqa: E402
import registry  # noqa: E402
import release as releases  # noqa: E402
import sbom  # noqa: E402
import tarball  # noqa: E402
from release import Entry, Linked, Release, Wrong  # noqa: E402

EPOCH = 1_700_000_000


def example():
    one = Linked("libexample-dev", "1.2+dfsg-1", "example", "1.2+dfsg-1", b"free\n")
    program = Path(shutil.which("env"))
    return Release(version="1.2.3", commit="0" * 40, epoch=EPOCH, arch="amd64", maintainer="A Person <a@example.org>",
                   program=program, portable=program,
                   pages={"assay.1": b".TH ASSAY 1\n", "assay-waivers.7": b".TH W 7\n"},
                   completions={"bash": b"b", "zsh": b"z", "fish": b"f"},
                   documents={"CHANGELOG.md": b"# C\n", "docs/guide.md": b"# G\n", "LICENSE": b"L\n"},
                   linked=[one], linked_portable=[one])


class Folder(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="assay-package-test.")
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        # Packages are of a commit; the example has none.
        self.addCleanup(setattr, deb, "output", deb.output)
        real = deb.output
        deb.output = lambda *command, **options: "2023\n" if command[:2] == ("git", "log") else real(*command, **options)

    def twice(self, write):
        """The bytes, written in two folders under two umasks and at two times."""
        out = []
        for name, mask in (("one", 0o022), ("two", 0o077)):
            folder = self.folder / name
            folder.mkdir(exist_ok=True)
            old = os.umask(mask)
            try:
                out.append(write(folder).read_bytes())
            finally:
                os.umask(old)
        return out


class Archives(Folder):
    def test_a_tar_is_sorted_and_says_nothing_of_this_machine(self):
        data = archives.tar_of({"b/x": Entry(b"1", 0o755), "a": Entry(b"2")}, EPOCH)
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            members = tar.getmembers()
        self.assertEqual([each.name for each in members], ["a", "b", "b/x"])
        self.assertEqual({(each.uid, each.gid, each.mtime) for each in members}, {(0, 0, EPOCH)})
        self.assertEqual([each.mode for each in members], [0o644, 0o755, 0o755])
        self.assertEqual(archives.gzipped(data), archives.gzipped(data))

    def test_the_portable_archive_holds_the_program_where_the_action_looks(self):
        one, two = self.twice(lambda folder: tarball.write(example(), folder))
        self.assertEqual(one, two)
        self.assertTrue((self.folder / "one/assay-1.2.3-linux-amd64.tar.gz").exists())
        with tarfile.open(fileobj=io.BytesIO(one)) as tar:
            self.assertEqual(tar.getmember("assay-1.2.3/bin/assay").mode, 0o755)
            self.assertIn("assay-1.2.3/share/man/man7/assay-waivers.7", tar.getnames())

    def test_a_bundle_is_the_same_twice_and_its_program_can_be_started(self):
        one, two = self.twice(lambda folder: registry.write_bundle(example(), folder))
        self.assertEqual(one, two)
        with zipfile.ZipFile(io.BytesIO(one)) as archive:
            manifest = json.loads(archive.read("manifest.json"))
            self.assertEqual(archive.getinfo(manifest["server"]["entry_point"]).external_attr >> 16, 0o100755)
        self.assertEqual(manifest["version"], "1.2.3")


class Deb(Folder):
    def test_the_package_is_the_same_twice_and_says_what_it_needs(self):
        one, two = self.twice(lambda folder: deb.write(example(), folder))
        self.assertEqual(one, two)
        package = str(self.folder / "one/assay_1.2.3-1_amd64.deb")
        fields = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
        self.assertRegex(fields, r"(?m)^Depends: git \(>= 1:2\.38\), libc6 \(>= ")
        self.assertIn("Built-Using: example (= 1.2+dfsg-1)\n", fields)
        listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            self.assertIn(" root/root ", line)
        self.assertRegex(listed, r"-rwxr-xr-x .* \./usr/bin/assay\n")
        self.assertRegex(listed, r"-rw-r--r-- .* \./usr/share/man/man1/assay\.1\.gz\n")
        self.assertNotIn("verifier", listed)

    def test_the_user_is_made_only_where_there_is_systemd(self):
        done = subprocess.run(["sh", str(ROOT / "tools/package/files/postinst"), "configure"],
                              env={"PATH": "/nonexistent"}, capture_output=True, check=False, executable="/bin/sh")
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Papers(Folder):
    def test_the_bill_of_materials_names_all_that_is_linked(self):
        one, two = self.twice(lambda folder: sbom.write(example(), folder))
        self.assertEqual(one, two)
        document = json.loads(one)
        self.assertEqual(document["spdxVersion"], "SPDX-2.3")
        ids = [each["SPDXID"] for each in document["packages"]]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual({each["relatedSpdxElement"] for each in document["relationships"]}, set(ids))
        places = [each["externalRefs"][0]["referenceLocator"] for each in document["packages"]]
        self.assertIn("pkg:deb/debian/libexample-dev@1.2%2Bdfsg-1?arch=amd64", places)
        self.assertTrue(any(each.startswith("pkg:npm/preact@") for each in places))

    def test_a_provenance_is_signed_as_dsse_says_and_openssl_agrees(self):
        key, public = self.folder / "key.pem", self.folder / "public.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True, capture_output=True)
        subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", public], check=True, capture_output=True)
        subject = self.folder / "file"
        subject.write_bytes(b"content")
        one, two = self.twice(lambda folder: provenance.write(example(), folder, [subject], key, "urn:test"))
        self.assertEqual(one, two)
        envelope = json.loads(one)
        payload = base64.b64decode(envelope["payload"], validate=True)
        kind = envelope["payloadType"]
        message = self.folder / "message"
        message.write_bytes(f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload)
        signature = self.folder / "signature"
        signature.write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))
        checked = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", public, "-rawin", "-in", message, "-sigfile", signature]
        self.assertEqual(subprocess.run(checked, capture_output=True, check=False).returncode, 0)
        statement = json.loads(payload)
        self.assertEqual(statement["predicateType"], "https://slsa.dev/provenance/v1")
        self.assertEqual(statement["subject"],
                         [{"name": "file", "digest": {"sha256": hashlib.sha256(b"content").hexdigest()}}])

    def test_what_nobody_signed_is_called_so(self):
        target = provenance.write(example(), self.folder, [], None, "urn:test")
        self.assertEqual(target.name, "assay-1.2.3-linux-amd64.unsigned.intoto.json")

    def test_a_key_of_another_kind_is_refused(self):
        key = self.folder / "rsa.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "rsa", "-out", key], check=True, capture_output=True)
        with self.assertRaisesRegex(Wrong, "not an Ed25519 key"):
            provenance.write(example(), self.folder, [], key, "urn:test")


class Names(Folder):
    digests = {"assay-1.2.3-linux-amd64.tar.gz": "a" * 64, "assay-1.2.3-linux-amd64.mcpb": "b" * 64}

    def test_the_formula_names_the_archives_that_there_are(self):
        text = formula.formula("1.2.3", "https://example.com/a/releases/download/v1.2.3", self.digests)
        self.assertIn('url "https://example.com/a/releases/download/v1.2.3/assay-1.2.3-linux-amd64.tar.gz"', text)
        self.assertIn('sha256 "' + "a" * 64, text)
        self.assertNotIn("on_arm", text)
        self.assertIn('homepage "https://example.com/a"', text)
        with self.assertRaisesRegex(Wrong, "no archive of 9.9.9"):
            formula.formula("9.9.9", "https://example.com", self.digests)

    def test_checksums_are_read_strictly(self):
        self.assertEqual(formula.digests_of("a" * 64 + "  x.deb\n"), {"x.deb": "a" * 64})
        for text in ("a" * 64 + " x\n", "a" * 63 + "  x\n", "a" * 64 + "  ../x\n", "a" * 64 + '  x"#{y}\n'):
            with self.assertRaises(Wrong):
                formula.digests_of(text)

    def test_the_server_of_the_repository_is_what_the_registry_takes(self):
        server = json.loads((ROOT / "server.json").read_text())
        self.assertEqual(registry.complaints(server), [])
        cmake = (ROOT / "CMakeLists.txt").read_text()
        self.assertIn(f"project(assay VERSION {server['version']} ", cmake)

    def test_the_server_of_a_release_names_its_bundles(self):
        address = "https://example.com/mcp/releases/download/v1.2.3"
        server = registry.server_document("1.2.3", address, self.digests, "io.github.someone/assay")
        self.assertEqual([each["fileSha256"] for each in server["packages"]], ["b" * 64])
        self.assertEqual(server["name"], "io.github.someone/assay")

    def test_what_the_registry_refuses_is_refused_here(self):
        good = json.loads((ROOT / "server.json").read_text())
        package = {"registryType": "mcpb", "identifier": "https://example.com/x.mcpb", "fileSha256": "a" * 64,
                   "transport": {"type": "stdio"}}
        self.assertEqual(registry.complaints(good | {"packages": [package]}), [])
        for change in ({"name": "assay"}, {"description": "x" * 101}, {"version": "^1.2.3"}, {"other": 1},
                       {"$schema": "https://example.com"}, {"packages": [package | {"fileSha256": "A" * 64}]},
                       {"packages": [package | {"identifier": "http://example.com/x.mcpb"}]},
                       {"packages": [{"registryType": "mcpb"}]}):
            self.assertNotEqual(registry.complaints(good | change), [], change)


class Image(Folder):
    def make_root(self, name):
        root = self.folder / name
        (root / "etc").mkdir(parents=True)
        (root / "var/log").mkdir(parents=True)
        (root / "etc/shadow").write_text(f"root:*:{len(name)}:0:99999:7:::\n")
        (root / "etc/machine-id").write_text(name)
        (root / "var/log/dpkg.log").write_text(name)
        (root / "bin").mkdir()
        (root / "bin/sh").write_text("sh")
        (root / "bin/bash").symlink_to("sh")
        return root

    def test_a_layer_holds_nothing_of_the_run_that_made_it(self):
        layers = []
        for name in ("one", "another"):
            target = self.folder / f"{name}.tar"
            image.layer_of(self.make_root(name), EPOCH, target)
            layers.append(target.read_bytes())
        self.assertEqual(layers[0], layers[1])
        with tarfile.open(fileobj=io.BytesIO(layers[0])) as tar:
            self.assertNotIn("etc/machine-id", tar.getnames())
            self.assertEqual(tar.getmember("tmp").mode, 0o1777)

    def test_every_blob_of_a_layout_is_named_by_its_digest(self):
        layer = self.folder / "layer.tar"
        layer.write_bytes(archives.tar_of({"x": Entry(b"1")}, EPOCH))
        layout = image.layout_of(example(), layer, archives.gzipped(layer.read_bytes()))
        for name, entry in layout.items():
            if name.startswith("blobs/"):
                self.assertEqual(name, "blobs/sha256/" + hashlib.sha256(entry.data).hexdigest())
        index = json.loads(layout["index.json"].data)
        manifest = json.loads(layout["blobs/sha256/" + index["manifests"][0]["digest"][7:]].data)
        config = json.loads(layout["blobs/sha256/" + manifest["config"]["digest"][7:]].data)
        self.assertEqual(config["rootfs"]["diff_ids"], ["sha256:" + hashlib.sha256(layer.read_bytes()).hexdigest()])
        self.assertIn("blobs/sha256/" + manifest["layers"][0]["digest"][7:], layout)


class Workflows(unittest.TestCase):
    # What a stranger can write comes by environment; in a command or a name of a step it would be run.
    harmless = r" +(- )?(runs-on|name|group|[A-Z_]+): (ci-)?\$\{\{ (matrix\.\w+|secrets\.\w+|github\.(token|ref)) \}\}"

    def test_no_expression_stands_in_a_command(self):
        files = sorted((ROOT / ".github/workflows").glob("*.yml"))
        self.assertIn("release.yml", [each.name for each in files])
        for path in files:
            for line in path.read_text().splitlines():
                if "${{" in line:
                    self.assertRegex(line, f"^{self.harmless}$", path.name)

    def test_what_others_wrote_is_pinned_by_its_commit(self):
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            for line in path.read_text().splitlines():
                if "uses:" in line:
                    self.assertRegex(line, r"uses: [\w./-]+@[0-9a-f]{40} # v", path.name)


class Sources(unittest.TestCase):
    def test_a_missing_library_is_named(self):
        with self.assertRaisesRegex(Wrong, "libdoes-not-exist is not installed"):
            releases.linked_packages(["libdoes-not-exist"])


if __name__ == "__main__":
    done = unittest.main(exit=False, verbosity=1).result
    wrong = len(done.failures) + len(done.errors)
    print(f"{done.testsRun - wrong} passed, {wrong} failed")
    sys.exit(wrong != 0)
