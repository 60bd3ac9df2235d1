#include "ops/work/attestations.h"

#include <boost/json.hpp>

#include "ops/operation.h"

namespace assay::ops {

void AttestationsDocument::Entry::fields(Fields& f) {
  f.field(item("predicateType"), type);
  f.field(item("digest", "SHA-256 of its envelope"), digest);
  f.field(item("predicate"), predicate);
}

void AttestationsDocument::Fault::fields(Fields& f) {
  f.field(item("line", "null: not of one line"), line);
  f.field(item("message"), message);
}

void AttestationsDocument::fields(Fields& f) {
  f.field(item("commit", "what landed; empty when nothing could be read"), commit);
  f.field(item("tree"), tree);
  f.field(item("key", "id of the key that the signatures were held against"), key);
  f.field(item("intact", "every signature fits, nothing is missing, all is about this commit and tree"), intact);
  f.field(item("attestations", "those found good"), attestations);
  f.field(item("fault", "the first one"), fault);
  f.field(item("notes", "what cannot be shown, and why"), notes);
}

AttestationsDocument document_of(const audit::BundleAudit& checked, const audit::PublicKey& key) {
  AttestationsDocument out;
  out.key = audit::key_id(key);
  out.intact = !checked.fault;
  out.notes = checked.limits;
  for (const auto& attestation : checked.attestations) {
    out.commit = attestation.statement.subject.commit;
    out.tree = attestation.statement.subject.tree;
    out.attestations.push_back(
        {attestation.statement.predicate_type, attestation.digest, attestation.statement.predicate});
  }
  if (checked.fault) {
    out.fault = AttestationsDocument::Fault{std::nullopt, checked.fault->what};
    if (checked.fault->line > 0) out.fault->line = checked.fault->line;
  }
  return out;
}

constinit const NamedSchema AttestationsDocument::k_schema =
    named_schema<AttestationsDocument>("attestations", "What is attested of a landed commit");

}  // namespace assay::ops
