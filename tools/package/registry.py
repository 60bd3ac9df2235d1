"""For the registry of MCP servers: a bundle (mcpb) of the portable program, and server.json that names the bundles of a
release by address and digest. What stays the same from release to release is in server.json of the repository."""
import io
import json
import re
import time
import zipfile
from pathlib import Path

from release import LICENSE, ROOT, SUMMARY, Wrong

ARCHES = ("amd64", "arm64")


def manifest(release):
    """Of the bundle. A person names the work tree when the bundle is installed."""
    return {"manifest_version": "0.3", "name": "assay", "display_name": "Assay", "version": release.version,
            "description": f"The {SUMMARY}", "license": LICENSE,
            "author": {"name": release.maintainer.split(" <", maxsplit=1)[0]},
            "server": {"type": "binary", "entry_point": "server/assay",
                       "mcp_config": {"command": "${__dirname}/server/assay",
                                      "args": ["mcp", "--workspace", "${user_config.workspace}"]}},
            "user_config": {"workspace": {"type": "directory", "title": "Work tree", "required": True,
                                          "description": "The git work tree whose change is judged"}},
            "compatibility": {"platforms": ["linux"]}}


def write_bundle(release, folder):
    target = Path(folder) / f"{release.name}.mcpb"
    day = time.gmtime(release.epoch)[:6]
    out = io.BytesIO()
    files = {"manifest.json": ((json.dumps(manifest(release), indent=2) + "\n").encode(), 0o644),
             "server/assay": (release.portable.read_bytes(), 0o755)}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, mode) in sorted(files.items()):
            info = zipfile.ZipInfo(name, day)
            info.create_system, info.external_attr = 3, (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    target.write_bytes(out.getvalue())
    return target


def complaints(server):
    """What the registry would refuse, of what its schema and its rules for publishing say about the fields used here."""
    out = []

    def expect(holds, what):
        if not holds:
            out.append(what)
    known = {"$schema", "name", "title", "description", "version", "packages", "repository", "websiteUrl"}
    expect(set(server) <= known, f"unknown keys: {sorted(set(server) - known)}")
    expect(re.fullmatch(r"https://static\.modelcontextprotocol\.io/schemas/\d{4}-\d\d-\d\d/server\.schema\.json",
                        server.get("$schema", "")), "$schema names no released schema")
    name = server.get("name", "")
    expect(3 <= len(name) <= 200 and re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", name), "name is not namespace/name")
    expect(1 <= len(server.get("title", "x")) <= 100, "title has 1 to 100 characters")
    expect(1 <= len(server.get("description", "")) <= 100, "description has 1 to 100 characters")
    expect(re.fullmatch(r"\d+\.\d+\.\d+", server.get("version", "")), "version is not like 1.2.3")
    for number, each in enumerate(server.get("packages", [])):
        where = f"packages[{number}]: "
        expect({"registryType", "identifier", "transport"} <= set(each), where + "a key is missing")
        expect(each.get("registryType") == "mcpb", where + "registryType is mcpb")
        expect(each.get("identifier", "").startswith("https://") and "mcp" in each.get("identifier", ""),
               where + "identifier is an https address that holds mcp")
        expect(re.fullmatch(r"[a-f0-9]{64}", each.get("fileSha256", "")), where + "fileSha256 is a SHA-256")
        expect(each.get("transport") == {"type": "stdio"}, where + "transport is stdio")
    return out


def server_document(version, address, digests, name=None):
    server = json.loads((ROOT / "server.json").read_text())
    server["version"] = version
    if name is not None:
        server["name"] = name
    server["packages"] = [
        {"registryType": "mcpb", "identifier": f"{address}/{bundle}", "fileSha256": digests[bundle],
         "transport": {"type": "stdio"}}
        for bundle in (f"assay-{version}-linux-{arch}.mcpb" for arch in ARCHES) if bundle in digests]
    wrong = complaints(server)
    if wrong:
        raise Wrong("server.json: " + "; ".join(wrong))
    return server


def write_server(version, address, digests, folder, name=None):
    target = Path(folder) / "server.json"
    target.write_text(json.dumps(server_document(version, address, digests, name), indent=2) + "\n")
    return target
