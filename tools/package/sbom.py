"""What is in the programs, as an SPDX 2.3 document."""
import hashlib
import json
from datetime import datetime, timezone
from pathlib import Path

from release import LICENSE, ROOT


def time_of(release):
    return datetime.fromtimestamp(release.epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def of_page(root=ROOT):
    """Packages of npm that are in the web page: all that is not only for its development."""
    lock = json.loads((root / "web/package-lock.json").read_text())
    return sorted((path.rsplit("node_modules/", 1)[1], each["version"], each.get("license", "NOASSERTION"),
                   each.get("integrity", ""))
                  for path, each in lock["packages"].items() if path and not each.get("dev"))


def package(identity, name, version, license_name, location):
    return {"SPDXID": f"SPDXRef-{identity}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license_name,
            "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": location}]}


def document(release):
    packages = [package("assay", "assay", release.version, LICENSE, f"pkg:generic/assay@{release.version}")]
    packages[0]["sourceInfo"] = f"built from commit {release.commit}"
    for each in release.linked_portable:
        version = each.version.replace("+", "%2B")
        packages.append(package(f"deb-{each.name}".replace("+", "-"), each.name, each.version, "NOASSERTION",
                                f"pkg:deb/debian/{each.name}@{version}?arch={release.arch}"))
        if each not in release.linked:
            packages[-1]["comment"] = "only in the portable program (tar.gz)"
    for name, version, license_name, _ in of_page():
        identity = "npm-" + name.replace("@", "").replace("/", "-")
        packages.append(package(identity, name, version, license_name, f"pkg:npm/{name.replace('@', '%40')}@{version}"))
    related = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                "relatedSpdxElement": "SPDXRef-assay"}]
    related += [{"spdxElementId": "SPDXRef-assay", "relationshipType": "CONTAINS",
                 "relatedSpdxElement": each["SPDXID"]} for each in packages[1:]]
    body = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": release.name, "packages": packages, "relationships": related,
            "creationInfo": {"created": time_of(release), "creators": ["Tool: assay-dev-package"]}}
    # The namespace must be another one for another content, and the same for the same.
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    body["documentNamespace"] = f"urn:assay:spdx:{release.name}:{digest[:32]}"
    return body


def write(release, folder):
    target = Path(folder) / f"{release.name}.spdx.json"
    target.write_text(json.dumps(document(release), indent=2) + "\n")
    return target
