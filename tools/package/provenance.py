"""How the packages were made: a SLSA provenance as an in-toto statement in a DSSE envelope, in the one form that
docs/formats/attestation.md describes, so that the same readers take it. Signed with Ed25519 where a key is given."""
import base64
import hashlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

from release import Wrong

PAYLOAD_TYPE = "application/vnd.in-toto+json"


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def statement(release, files, builder):
    subjects = [{"name": each.name, "digest": {"sha256": hashlib.sha256(each.read_bytes()).hexdigest()}}
                for each in sorted(files)]
    materials = [{"uri": "git+commit:" + release.commit, "digest": {"gitCommit": release.commit}}]
    materials += [{"uri": f"pkg:deb/debian/{each.name}@{each.version.replace('+', '%2B')}?arch={release.arch}"}
                  for each in release.linked_portable]
    return {"_type": "https://in-toto.io/Statement/v1", "subject": subjects,
            "predicateType": "https://slsa.dev/provenance/v1",
            "predicate": {"buildDefinition": {"buildType": "urn:assay:dev-package:v1",
                                              "externalParameters": {"command": "./dev package",
                                                                     "commit": release.commit},
                                              "internalParameters": {"architecture": release.arch,
                                                                     "sourceDateEpoch": release.epoch},
                                              "resolvedDependencies": materials},
                          "runDetails": {"builder": {"id": builder}}}}


def openssl(*arguments):
    done = subprocess.run(["openssl", *arguments], capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        raise Wrong(f"openssl {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def signed(payload, key):
    """The pre-authentication encoding of DSSE, signed with an Ed25519 key in PEM."""
    message = b"DSSEv1 %d %s %d %s" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(payload), payload)
    public = openssl("pkey", "-in", str(key), "-pubout", "-outform", "DER")
    if len(public) != 44:
        raise Wrong(f"{key} is not an Ed25519 key; make one with: openssl genpkey -algorithm ed25519 -out {key}")
    with tempfile.NamedTemporaryFile(prefix="assay-dsse.") as file:
        file.write(message)
        file.flush()
        signature = openssl("pkeyutl", "-sign", "-inkey", str(key), "-rawin", "-in", file.name)
    return hashlib.sha256(public).hexdigest(), signature


def write(release, folder, files, key, builder):
    """With a key an envelope (.intoto.jsonl); without one only the statement, whose name says that nobody signed it."""
    if not re.fullmatch(r"[!-~]{1,500}", builder):
        raise Wrong("a builder is named by an address without blanks")
    payload = compact(statement(release, files, builder)).encode()
    folder = Path(folder)
    if key is None:
        target = folder / f"{release.name}.unsigned.intoto.json"
        target.write_bytes(payload + b"\n")
        return target
    identity, signature = signed(payload, key)
    envelope = {"payloadType": PAYLOAD_TYPE, "payload": base64.b64encode(payload).decode(),
                "signatures": [{"keyid": identity, "sig": base64.b64encode(signature).decode()}]}
    target = folder / f"{release.name}.intoto.jsonl"
    target.write_text(compact(envelope) + "\n")
    return target
