#include "ops/work/attestations.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "engine/land/attest.h"
#include "ops/operation.h"
#include "store/missions.h"

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

void SignLanding::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
}

void SignLanding::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("commit", "what landed, and is attested"), commit);
  f.field(item("written", "false: it was attested already"), written);
}

Result<SignLanding::Response> SignLanding::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto mission, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto done, engine::attest_landing(*repository, home->folder, *store, mission));
  return Response{mission.text, done.commit, done.written};
}

std::string present(const SignLanding::Response& answer, const Terminal&) {
  return cat(answer.written ? "attested: " : "was attested already: ", answer.commit, "\n");
}

constinit const NamedSchema SignLanding::Response::k_schema =
    named_schema<SignLanding::Response>("signed", "A landing that is attested");

constinit const Operation k_sign_operation = waits<SignLanding>(
    {"sign", "sign a landing that was recorded and is not signed yet",
     "A run that was killed between the two leaves that. The same as `audit attest`; done again it writes nothing.\n"
     "See docs/formats/attestation.md.",
     "  {} sign\n  {} sign k3f7 --json\n", "POST", "/api/missions/{mission}/sign"});

}  // namespace assay::ops
