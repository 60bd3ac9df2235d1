#!/usr/bin/env python3
"""statements.py BUNDLE PUBLIC-KEY: holds signed statements to the standards, as their texts have it.

Written from DSSE v1, in-toto Statement v1 (with ResourceDescriptor, DigestSet, TypeURI and Timestamp), SLSA Verification
Summary v1 and in-toto Test Result v0.1; of Assay it knows nothing. Signatures are checked by OpenSSL. Stricter than a
consumer has to be: a member that the standards do not name must be a URI, as they ask of extensions, and what they only
recommend is demanded. BUNDLE holds an envelope a line.

statements.py --mutants BUNDLE PUBLIC-KEY: breaks each statement in every way that a rule is about, and fails when one of
those is taken. Exit status 0: all is well, 1: not, with the first fault in words.
"""
import base64
import copy
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile


class Fault(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Fault(what)


def is_uri(text):
    return isinstance(text, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~]+", text) is not None


def members(value, where, required, optional=()):
    need(isinstance(value, dict), f"{where} is no object")
    for name in required:
        need(name in value, f"{where} lacks {name}")
    for name in value:
        need(name in required or name in optional or is_uri(name), f"{where} has {name}, which is no extension by a URI")


def text(value, where):
    need(isinstance(value, str) and value != "", f"{where} is no text")
    return value


def texts(value, where):
    need(isinstance(value, list), f"{where} is no list")
    for each in value:
        text(each, where)
    need(len(value) == len(set(value)), f"{where} names something twice")
    return value


def uri(value, where):
    need(is_uri(value), f"{where} is no URI: {value!r}")


def timestamp(value, where):
    """RFC 3339 in UTC, with Z."""
    need(isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", value) is not None, f"{where} is no time in UTC: {value!r}")
    try:
        datetime.datetime.strptime(value[:19], "%Y-%m-%dT%H:%M:%S")
    except ValueError as error:
        raise Fault(f"{where} is no time: {value!r}") from error


DIGITS = {"sha256": {64}, "sha512": {128}, "sha1": {40}, "gitCommit": {40, 64}, "gitTree": {40, 64}, "gitBlob": {40, 64}}


def digest_set(value, where):
    need(isinstance(value, dict) and value, f"{where} is no set of digests")
    for name, digits in value.items():
        need(name in DIGITS, f"{where}: the algorithm {name} is none of the standard")
        need(isinstance(digits, str) and len(digits) in DIGITS[name] and re.fullmatch("[0-9a-f]+", digits) is not None, f"{where}: {name} is not in lower-case hexadecimal digits")


def descriptor(value, where, required=()):
    members(value, where, required, ["name", "uri", "digest", "content", "downloadLocation", "mediaType", "annotations"])
    need(any(name in value for name in ("uri", "digest", "content")), f"{where} has no uri, digest or content")
    for name in ("uri", "downloadLocation"):
        if name in value:
            uri(value[name], f"{where}.{name}")
    for name in ("name", "mediaType"):
        if name in value:
            text(value[name], f"{where}.{name}")
    if "digest" in value:
        digest_set(value["digest"], f"{where}.digest")


def test_result(value):
    members(value, "predicate", ["result", "configuration"], ["url", "passedTests", "warnedTests", "failedTests"])
    need(value["result"] in ("PASSED", "WARNED", "FAILED"), f"result: {value['result']!r}")
    need(isinstance(value["configuration"], list) and value["configuration"], "configuration is no list, or empty")
    for each in value["configuration"]:
        descriptor(each, "configuration")
    if "url" in value:
        uri(value["url"], "url")
    lists = {name: texts(value.get(name, []), name) for name in ("passedTests", "warnedTests", "failedTests")}
    named = [each for names in lists.values() for each in names]
    need(len(named) == len(set(named)), "a test is in two lists")
    need(not lists["failedTests"] or value["result"] == "FAILED", "a test failed, and the result does not say so")
    need(not lists["warnedTests"] or value["result"] != "PASSED", "a test warns, and the result does not say so")


def summary(value):
    members(value, "predicate", ["verifier", "timeVerified", "resourceUri", "policy", "verificationResult", "verifiedLevels"],
            ["inputAttestations", "dependencyLevels", "slsaVersion"])
    members(value["verifier"], "verifier", ["id"], ["version"])
    uri(value["verifier"]["id"], "verifier.id")
    for name, version in value["verifier"].get("version", {}).items():
        text(name, "verifier.version")
        text(version, "verifier.version")
    timestamp(value["timeVerified"], "timeVerified")
    uri(value["resourceUri"], "resourceUri")
    descriptor(value["policy"], "policy", ["uri", "digest"])
    need(isinstance(value.get("inputAttestations", []), list), "inputAttestations is no list")
    for each in value.get("inputAttestations", []):
        descriptor(each, "inputAttestations", ["uri", "digest"])
    need(value["verificationResult"] in ("PASSED", "FAILED"), f"verificationResult: {value['verificationResult']!r}")
    levels = texts(value["verifiedLevels"], "verifiedLevels")
    need(levels, "verifiedLevels is empty")
    need(("FAILED" in levels) == (value["verificationResult"] == "FAILED"), "verifiedLevels and verificationResult disagree")
    need("FAILED" not in levels or levels == ["FAILED"], "FAILED beside a level")
    tracks = []
    for level in levels + list(value.get("dependencyLevels", {})):
        own = re.fullmatch(r"SLSA_([A-Z]+)_LEVEL_([0-3])", level)
        need(own or not level.startswith("SLSA_"), f"{level}: levels that begin with SLSA_ are the standard's")
        tracks += [own[1]] if own and level in levels else []
    need(len(tracks) == len(set(tracks)), "two levels of one track")
    for count in value.get("dependencyLevels", {}).values():
        need(isinstance(count, int) and not isinstance(count, bool) and count >= 0, "dependencyLevels: a count")
    if "slsaVersion" in value:
        need(isinstance(value["slsaVersion"], str) and re.fullmatch(r"\d+\.\d+", value["slsaVersion"]) is not None, "slsaVersion is no MAJOR.MINOR")


PREDICATES = {"https://in-toto.io/attestation/test-result/v0.1": test_result, "https://slsa.dev/verification_summary/v1": summary}


def statement(value):
    members(value, "statement", ["_type", "subject", "predicateType"], ["predicate"])
    need(value["_type"] == "https://in-toto.io/Statement/v1", f"_type: {value['_type']!r}")
    uri(value["predicateType"], "predicateType")
    need(isinstance(value["subject"], list) and value["subject"], "no subject")
    for each in value["subject"]:
        descriptor(each, "subject", ["digest"])
    names = [each["name"] for each in value["subject"] if "name" in each]
    need(len(names) == len(set(names)), "two subjects of one name")
    need(isinstance(value.get("predicate", {}), dict), "predicate is no object")
    check = PREDICATES.get(value["predicateType"])
    if check is not None:
        check(value["predicate"])
    return value["predicateType"]


def parse(data, where):
    def once(pairs):
        need(len(pairs) == len({name for name, _ in pairs}), f"{where} has a member twice")
        return dict(pairs)

    try:
        return json.loads(data, object_pairs_hook=once)
    except ValueError as error:
        raise Fault(f"{where} is no JSON: {error}") from error


def decoded(value, where):
    need(isinstance(value, str) and value != "", f"{where} is no text")
    try:
        return base64.b64decode(value, validate=True)
    except ValueError as error:
        raise Fault(f"{where} is no base64") from error


def is_signed(message, signature, key):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("message", message), ("signature", signature)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", os.path.abspath(key), "-rawin", "-in", "message", "-sigfile", "signature"]
        return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False).returncode == 0


def envelope(value, key):
    """The payload of an envelope, when its signature is right."""
    members(value, "envelope", ["payload", "payloadType", "signatures"])
    need(value["payloadType"] == "application/vnd.in-toto+json", f"payloadType: {value['payloadType']!r}")
    payload = decoded(value["payload"], "payload")
    need(isinstance(value["signatures"], list) and value["signatures"], "no signature")
    kind = value["payloadType"].encode()
    message = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    for each in value["signatures"]:
        members(each, "signature", ["sig"], ["keyid"])
        need(is_signed(message, decoded(each["sig"], "sig"), key), "a signature is wrong")
    return payload


# What makes a statement wrong: a path to a member and what stands there instead (None: nothing does).
ANY = [(["_type"], "https://in-toto.io/Statement/v0.1"), (["_type"], None), (["subject"], []), (["subject"], None),
       (["subject", 0, "digest"], None), (["subject", 0, "digest"], {}), (["subject", 0, "digest", "gitCommit"], "ABC"),
       (["subject", 0, "digest", "gitCommit"], "A" * 40), (["subject", 0, "digest", "md5"], "0" * 32),
       (["subject", 1, "name"], "commit"), (["predicateType"], "test-result"), (["predicateType"], None), (["predicate"], []),
       (["more"], 1)]
OF_TYPE = {
    "https://in-toto.io/attestation/test-result/v0.1": [
        (["result"], "passed"), (["result"], None), (["configuration"], None), (["configuration"], []),
        (["configuration"], {}), (["configuration", 0], {"name": "assay.toml"}), (["configuration", 0, "uri"], "assay.toml"),
        (["url"], "here"), (["passedTests"], "Tests"), (["passedTests"], ["a", "a"]), (["warnedTests"], [1]), (["checks"], []),
        (["failedTests"], ["a"], ["result"], "WARNED"), (["warnedTests"], ["a"], ["result"], "PASSED")],
    "https://slsa.dev/verification_summary/v1": [
        (["verifier"], None), (["verifier"], "assay"), (["verifier", "id"], "assay"), (["verifier", "version"], {"assay": 1}),
        (["timeVerified"], None), (["timeVerified"], "2026-11-15"), (["timeVerified"], "2026-11-15T06:00:00+01:00"),
        (["timeVerified"], "2026-13-15T06:00:00Z"), (["resourceUri"], None), (["resourceUri"], "main"), (["policy"], None),
        (["policy", "uri"], None), (["policy", "digest"], {"sha256": "00"}), (["inputAttestations"], {}),
        (["inputAttestations", 0, "digest"], None), (["verificationResult"], "passed"), (["verificationResult"], None),
        (["verificationResult"], "FAILED"), (["verifiedLevels"], None), (["verifiedLevels"], []), (["verifiedLevels"], "X"),
        (["verifiedLevels"], ["FAILED"]), (["verifiedLevels"], ["SLSA_ASSAY_VERIFIED"]), (["policyLevel"], "X"),
        (["verifiedLevels"], ["SLSA_BUILD_LEVEL_1", "SLSA_BUILD_LEVEL_2"]), (["dependencyLevels"], {"A": -1}), (["slsaVersion"], "1"),
    ],
}


def changed(value, *changes):
    out = copy.deepcopy(value)
    for path, instead in zip(changes[::2], changes[1::2]):
        at = out
        for name in path[:-1]:
            at = at[name]
        if instead is None:
            del at[path[-1]]
        else:
            at[path[-1]] = instead
    return out


def mutants(value):
    for each in ANY:
        yield each, changed(value, *each)
    for each in OF_TYPE.get(value["predicateType"], []):
        inside = [["predicate", *part] if number % 2 == 0 else part for number, part in enumerate(each)]
        yield each, changed(value, *inside)


def is_refused(value):
    try:
        statement(value)
    except Fault:
        return True
    return False


def main(bundle, key, with_mutants):
    with open(bundle, encoding="utf-8", newline="") as file:
        content = file.read()
    counts = {}
    broken = 0
    need(content.endswith("\n"), "the last line does not end")
    for number, line in enumerate(content[:-1].split("\n"), 1):
        try:
            value = parse(envelope(parse(line, "envelope"), key), "payload")
            kind = statement(value)
        except Fault as fault:
            raise Fault(f"line {number}: {fault}") from fault
        counts[kind] = counts.get(kind, 0) + 1
        if not with_mutants:
            continue
        for change, mutant in mutants(value):
            need(is_refused(mutant), f"line {number}: taken although {change}")
            broken += 1
        for damage in (line.replace('"sig":"', '"sig":"AAAA', 1), line.replace('"payloadType"', '"type"', 1), line.replace("DSSE", "x") + "x"):
            try:
                envelope(parse(damage, "envelope"), key)
            except Fault:
                broken += 1
                continue
            raise Fault(f"line {number}: an envelope was taken that is damaged")
    for kind, count in sorted(counts.items()):
        print(f"{count} of {kind}" + ("" if kind in PREDICATES else " (a statement; its predicate is not of a standard)"))
    if with_mutants:
        print(f"{broken} broken ones refused")


if __name__ == "__main__":
    words = sys.argv[1:]
    mutate = words[:1] == ["--mutants"]
    words = words[1:] if mutate else words
    if len(words) != 2:
        sys.exit(__doc__)
    try:
        main(words[0], words[1], mutate)
    except Fault as fault:
        print(f"not of the standard: {fault}")
        sys.exit(1)
