#!/usr/bin/env node
// check_receipt.mjs BUNDLE PUBLIC-KEY [COMMIT]: checks what Assay signed when something landed, without Assay.
//
// BUNDLE is what `assay audit bundle COMMIT` writes, PUBLIC-KEY what `assay audit key` prints. With COMMIT every
// statement must be of a batch whose last landing is that commit. Needs Node 18 and nothing else; reads two files,
// writes none. Exit status: 0 intact, 1 not intact (the first fault is named), 2 it could not be checked.
// docs/formats/attestation.md
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const k_tests = "https://in-toto.io/attestation/test-result/v0.1";
const k_verdict = "https://slsa.dev/verification_summary/v1";
const k_approval = "urn:assay:approval:v2";
const k_types = {
  [k_tests]: ["result", "configuration"],
  [k_verdict]: ["verifier", "timeVerified", "resourceUri", "policy", "verificationResult", "verifiedLevels"],
  [k_approval]: ["mission", "approver", "approvedAt", "batch", "attestations"],
};

class Fault extends Error {}
const need = (holds, what) => {
  if (!holds) throw new Fault(what);
};
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const bytesOf = (text) => {
  const bytes = Buffer.from(text, "base64");
  need(bytes.toString("base64") === text, "base64 that is written otherwise");
  return bytes;
};

function statement(line, key) {
  const envelope = JSON.parse(line);
  need(JSON.stringify(envelope) === line, "an envelope that is written otherwise");
  need(isDeepStrictEqual(Object.keys(envelope), ["payloadType", "payload", "signatures"]) && envelope.signatures.length === 1, "not an envelope with one signature");
  const { payloadType: kind, signatures: [signed] } = envelope;
  const payload = bytesOf(envelope.payload);
  need(kind === "application/vnd.in-toto+json", "not an in-toto statement");
  need(signed.keyid === sha256(key.export({ type: "spki", format: "der" })), "signed with another key");
  const message = Buffer.concat([Buffer.from(`DSSEv1 ${kind.length} ${kind} ${payload.length} `), payload]);
  need(verify(null, message, key, bytesOf(signed.sig)), "the signature is wrong");
  const out = JSON.parse(payload.toString("utf8"));
  need(out._type === "https://in-toto.io/Statement/v1" && Object.hasOwn(k_types, out.predicateType), "a statement of another type");
  need(k_types[out.predicateType].every((name) => Object.hasOwn(out.predicate, name)), "a statement that lacks something");
  return { ...out, digests: Object.assign({}, ...out.subject.map((each) => each.digest)) };
}

// Lists of statements, each ended by its approval, which names the others.
function landingsOf(lines, key) {
  const out = [];
  let open = [], digests = [];
  for (const [at, line] of lines.entries()) {
    try {
      open.push(statement(line, key));
    } catch (error) {
      throw new Fault(`line ${at + 1}: ${error.message}`);
    }
    if (open.at(-1).predicateType !== k_approval) {
      digests.push(sha256(line));
      continue;
    }
    need(isDeepStrictEqual(open.at(-1).predicate.attestations.map((each) => each.digest.sha256), digests), `line ${at + 1}: the approval names other statements`);
    need(open.every((each) => isDeepStrictEqual(each.digests, open[0].digests)), `line ${at + 1}: statements about different commits`);
    out.push(open);
    [open, digests] = [[], []];
  }
  need(out.length > 0 && open.length === 0, "no landing, or one without its approval");
  return out;
}

function checkBatch(landings, commit) {
  const { batch } = landings[0].at(-1).predicate;
  const rows = batch.landings.map((each) => `${each.position} ${each.mission} ${each.commit} ${each.tree}\n`).join("");
  need(sha256(rows) === batch.digest.sha256, "the digest of the batch is wrong");
  need(batch.count === batch.landings.length && batch.count === landings.length, "a landing of the batch is missing or comes twice");
  const last = batch.landings.at(-1);
  for (const [at, landing] of landings.entries()) {
    const own = landing.at(-1).predicate, named = batch.landings[at];
    need(isDeepStrictEqual({ ...own.batch, position: 0 }, { ...batch, position: 0 }) && own.batch.position === at + 1 && named.position === at + 1 && own.mission === named.mission, "landings out of order, or of another batch");
    need(isDeepStrictEqual(landing[0].digests, { gitCommit: last.commit, gitTree: last.tree }), "statements about another commit than the batch");
  }
  need(commit === undefined || commit === last.commit, `it is about ${last.commit}`);
}

const [bundle, keyFile, commit, more] = process.argv.slice(2);
if (keyFile === undefined || more !== undefined || bundle.startsWith("-")) {
  console.log("usage: check_receipt.mjs BUNDLE PUBLIC-KEY [COMMIT]");
  process.exit(2);
}
let key, text;
try {
  key = createPublicKey(readFileSync(keyFile));
  need(key.asymmetricKeyType === "ed25519", `${keyFile} holds no Ed25519 key`);
  text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(bundle));
} catch (error) {
  console.error(`cannot be checked: ${error.message}`);
  process.exit(2);
}
try {
  need(text.endsWith("\n"), "it does not end with a line");
  const found = landingsOf(text.slice(0, -1).split("\n"), key);
  checkBatch(found, commit);
  for (const landing of found) {
    const said = Object.fromEntries(landing.map((each) => [each.predicateType, each.predicate]));
    const { mission, approver, approvedAt } = said[k_approval];
    console.log(`intact: ${mission}: tests ${said[k_tests]?.result ?? "not stated"}, verdict ${said[k_verdict]?.verificationResult ?? "none"}, approved by ${approver.id} at ${approvedAt}`);
  }
} catch (fault) {
  console.log(`not intact: ${fault.message}`);
  process.exit(1);
}
