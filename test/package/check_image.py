"""check_image.py IMAGE FOLDER: reads an OCI layout as a registry would: every blob is what its name says, sizes and
digests agree, and the layer unpacks (into FOLDER, as root) to a system in which the program starts."""
import gzip
import hashlib
import io
import json
import os
import stat
import subprocess
import sys
import tarfile


def main():
    image, folder = sys.argv[1:]
    with tarfile.open(image) as tar:
        files = {each.name: tar.extractfile(each).read() for each in tar.getmembers() if each.isfile()}
    assert json.loads(files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}

    def blob(descriptor):
        data = files["blobs/" + descriptor["digest"].replace(":", "/")]
        assert len(data) == descriptor["size"], descriptor
        assert "sha256:" + hashlib.sha256(data).hexdigest() == descriptor["digest"], descriptor
        return data
    manifest = json.loads(blob(json.loads(files["index.json"])["manifests"][0]))
    config = json.loads(blob(manifest["config"]))
    layer = gzip.decompress(blob(manifest["layers"][0]))
    assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(layer).hexdigest()]
    with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
        tar.extractall(folder)
    # What a container has from who runs it.
    os.mknod(f"{folder}/dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    for command in (["--version"], ["help"]):
        subprocess.run(["chroot", folder, *config["config"]["Entrypoint"], *command], check=True, timeout=60)
    said = subprocess.run(["chroot", folder, "git", "config", "--system", "safe.directory"], check=True, timeout=60,
                          capture_output=True, text=True)
    assert said.stdout == "/work\n", said.stdout
    for program in ("git", "bwrap"):
        subprocess.run(["chroot", folder, program, "--version"], check=True, timeout=60)


main()
