#!/usr/bin/env python3
"""check_receipt.py BUNDLE PUBLIC-KEY [COMMIT]: checks what Assay signed when something landed, without Assay.

BUNDLE is what `assay audit bundle COMMIT` writes, PUBLIC-KEY what `assay audit key` prints. With COMMIT every statement
must be of a batch whose last landing is that commit. Needs Python 3.8 and nothing else; reads two files, writes none.
Exit status: 0 intact, 1 not intact (the first fault is named), 2 it could not be checked. docs/formats/attestation.md
"""
import base64
import hashlib
import json
import sys

P = 2**255 - 19  # Ed25519, RFC 8032
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
TYPES = {
    "https://in-toto.io/attestation/test-result/v0.1": {"result", "configuration"},
    "https://slsa.dev/verification_summary/v1": {"verifier", "timeVerified", "resourceUri", "policy", "verificationResult", "verifiedLevels"},
    "urn:assay:approval:v2": {"mission", "approver", "approvedAt", "batch", "attestations"},
}


class Fault(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Fault(what)


def add(p, q):  # points of the curve, in extended coordinates
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(n, p):
    return (0, 1, 1, 0) if n == 0 else add(times(n - 1, p), p) if n % 2 else times(n // 2, add(p, p))


def point(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = next((x for x in (pow(square, (P + 3) // 8, P) * each % P for each in (1, pow(2, (P - 1) // 4, P))) if (x * x - square) % P == 0), None)
    need(y < P and x is not None and (x or not sign), "a point that is not on the curve")
    x = x if x & 1 == sign else P - x
    return (x, y, 1, x * y % P)


def is_signed(key, signature, message):
    s, r = int.from_bytes(signature[32:], "little"), signature[:32]
    digest = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    left, right = times(s, point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))), add(point(r), times(digest, point(key)))
    return s < L and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


def statement(line, der):
    envelope = json.loads(line)
    need(json.dumps(envelope, separators=(",", ":")) == line, "an envelope that is written otherwise")
    need(list(envelope) == ["payloadType", "payload", "signatures"] and len(envelope["signatures"]) == 1, "not an envelope with one signature")
    kind, payload, signed = envelope["payloadType"], base64.b64decode(envelope["payload"], validate=True), envelope["signatures"][0]
    need(kind == "application/vnd.in-toto+json", "not an in-toto statement")
    need(signed["keyid"] == hashlib.sha256(der).hexdigest(), "signed with another key")
    signature = base64.b64decode(signed["sig"], validate=True)
    message = b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(payload), payload)
    need(len(signature) == 64 and is_signed(der[-32:], signature, message), "the signature is wrong")
    out = json.loads(payload)
    need(out["_type"] == "https://in-toto.io/Statement/v1" and out["predicateType"] in TYPES, "a statement of another type")
    need(TYPES[out["predicateType"]] <= set(out["predicate"]), "a statement that lacks something")
    out["digests"] = {name: value for each in out["subject"] for name, value in each["digest"].items()}
    return out


def landings(lines, der):
    """Lists of statements, each ended by its approval, which names the others."""
    out, open_ones, digests = [], [], []
    for number, line in enumerate(lines, 1):
        try:
            open_ones.append(statement(line, der))
        except (ValueError, KeyError, TypeError, Fault) as error:
            raise Fault(f"line {number}: {error}") from None
        if open_ones[-1]["predicateType"] == "urn:assay:approval:v2":
            named = [each["digest"]["sha256"] for each in open_ones[-1]["predicate"]["attestations"]]
            need(named == digests, f"line {number}: the approval names other statements")
            need(all(each["digests"] == open_ones[0]["digests"] for each in open_ones), f"line {number}: statements about different commits")
            out, open_ones, digests = out + [open_ones], [], []
        else:
            digests.append(hashlib.sha256(line.encode()).hexdigest())
    need(out and not open_ones, "no landing, or one without its approval")
    return out


def check_batch(all_landings, commit):
    batch = all_landings[0][-1]["predicate"]["batch"]
    rows = "".join(f"{each['position']} {each['mission']} {each['commit']} {each['tree']}\n" for each in batch["landings"])
    need(hashlib.sha256(rows.encode()).hexdigest() == batch["digest"]["sha256"], "the digest of the batch is wrong")
    need(batch["count"] == len(batch["landings"]) == len(all_landings), "a landing of the batch is missing or comes twice")
    last = batch["landings"][-1]
    for position, landing in enumerate(all_landings, 1):
        own, named = landing[-1]["predicate"], batch["landings"][position - 1]
        need({**own["batch"], "position": 0} == {**batch, "position": 0} and own["batch"]["position"] == position == named["position"] and own["mission"] == named["mission"], "landings out of order, or of another batch")
        need(landing[0]["digests"] == {"gitCommit": last["commit"], "gitTree": last["tree"]}, "statements about another commit than the batch")
    need(commit in ("", last["commit"]), f"it is about {last['commit']}")


def told(landing):
    said = {each["predicateType"]: each["predicate"] for each in landing}
    tests, verdict, approval = (said.get(kind, {}) for kind in TYPES)
    return f"{approval['mission']}: tests {tests.get('result', 'not stated')}, verdict {verdict.get('verificationResult', 'none')}, approved by {approval['approver']['id']} at {approval['approvedAt']}"


def main(bundle, key, commit=""):
    try:
        with open(key, encoding="ascii") as file:
            der = base64.b64decode("".join(file.read().split("-----")[2].split()))
        with open(bundle, encoding="utf-8", newline="") as file:
            text = file.read()
        need(len(der) == 44 and der[:12].hex() == "302a300506032b6570032100", f"{key} holds no Ed25519 key")
    except (OSError, ValueError, IndexError, Fault) as error:
        print(f"cannot be checked: {error}", file=sys.stderr)
        return 2
    try:
        need(text.endswith("\n"), "it does not end with a line")
        found = landings(text[:-1].split("\n"), der)
        check_batch(found, commit)
        print("\n".join(f"intact: {told(each)}" for each in found))
    except (Fault, KeyError, TypeError, IndexError, AttributeError) as fault:
        print(f"not intact: {fault}")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
