#include "audit/bundle.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {

namespace {

struct Line {
  std::string text;    // with its line end
  std::string digest;  // without
};

Line sealed(std::string_view payload, const SigningKey& key) {
  Line out;
  out.text = envelope_line(seal(k_statement_type, payload, key));
  out.digest = sha256_hex(std::string_view(out.text).substr(0, out.text.size() - 1));
  return out;
}

// The lines of a text that ends in a line end.
Result<std::vector<std::string_view>> lines_in(std::string_view text) {
  if (text.empty()) return corrupt("there is nothing here");
  if (text.back() != '\n') return corrupt("its last line does not end");
  text.remove_suffix(1);
  return split(text, '\n');
}

Result<Attestation> read_line(std::string_view line, const PublicKey* key) {
  TRY_ASSIGN(const auto envelope, read_envelope(line));
  if (key != nullptr) TRY(check_signature(envelope, *key));
  if (envelope.payload_type != k_statement_type) {
    return corrupt(cat("its payload is ", envelope.payload_type, ", not an in-toto statement"));
  }
  TRY_ASSIGN(auto statement, read_statement(envelope.payload));
  return Attestation{std::move(statement), sha256_hex(line)};
}

// What an approval names: digest and name of every other attestation of its landing.
std::vector<Reference> named_by(const json::value& approval) {
  std::vector<Reference> out;
  const auto* object = approval.if_object();
  const auto* list = object == nullptr ? nullptr : object->if_contains("attestations");
  if (list == nullptr || !list->is_array()) return out;
  for (const auto& item : list->get_array()) {
    boost::system::error_code error;
    const auto* digest = item.find_pointer("/digest/sha256", error);
    const auto* name = item.find_pointer("/name", error);
    Reference entry;
    if (name != nullptr && name->is_string()) entry.name = name->get_string();
    if (digest != nullptr && digest->is_string()) entry.digest = digest->get_string();
    out.push_back(std::move(entry));
  }
  return out;
}

// The attestations that stand before an approval are exactly those that it names, in their order.
Result<void> check_named(const std::vector<const Attestation*>& waiting, const Attestation& approval) {
  const auto named = named_by(approval.statement.predicate);
  for (size_t i = 0; i < named.size(); ++i) {
    if (i < waiting.size() && waiting[i]->digest == named[i].digest) continue;
    return corrupt(
        cat("the attestation \"", named[i].name, "\" that the approval names is missing or not in its place"));
  }
  if (waiting.size() <= named.size()) return {};
  return corrupt(cat("the approval does not name the attestation ", waiting[named.size()]->statement.predicate_type));
}

// Each landing is its attestations and then the approval that names exactly these, and the landings of a batch stand
// in its order: so there is one way to write it, and nothing can be dropped, added, doubled or moved.
Result<void> check_complete(const std::vector<Attestation>& attestations) {
  std::vector<const Attestation*> waiting;
  BatchSequence sequence;
  for (const auto& attestation : attestations) {
    const auto& statement = attestation.statement;
    if (!is_approval(statement.predicate_type)) {
      waiting.push_back(&attestation);
      continue;
    }
    TRY(check_named(waiting, attestation));
    waiting.clear();
    if (statement.predicate_type == k_approval_v1) {
      TRY(sequence.finish());
      continue;
    }
    TRY_ASSIGN(const auto batch, read_batch(statement.predicate, statement.subject));
    TRY(sequence.next(batch));
  }
  if (!waiting.empty() || attestations.empty()) return corrupt("the approval is missing");
  return sequence.finish();
}

std::vector<std::string> limits_of(const std::vector<Attestation>& attestations) {
  for (const auto& attestation : attestations) {
    if (attestation.statement.predicate_type != k_approval_v1) continue;
    return {
        "signed by an older version, which did not name the batch: whether another landing of this commit, or the "
        "landing before it, is missing cannot be shown"};
  }
  return {};
}

Result<void> check_subject(const Subject& found, const Subject& expected) {
  if (found == expected) return {};
  return corrupt(cat("it is about commit ", found.commit, " with tree ", found.tree, ", not about ", expected.commit,
                     " with tree ", expected.tree));
}

}  // namespace

SignedLanding sign_landing(const Landing& landing, const SigningKey& key) {
  const auto tests = sealed(test_result_statement(landing.result), key);
  std::string out = tests.text;
  Approval approval = landing.approval;
  approval.attestations = {{"test-result", tests.digest}};
  Summary summary = landing.summary;
  summary.inputs = {{"test-result", tests.digest}};
  if (const auto payload = summary_statement(summary)) {
    const auto line = sealed(*payload, key);
    out += line.text;
    approval.attestations.push_back({"verification-summary", line.digest});
  }
  const auto last = sealed(approval_statement(approval), key);
  return {out + last.text, last.digest};
}

BundleAudit check_bundle(std::string_view text, const PublicKey& key, const std::optional<Subject>& expected) {
  BundleAudit out;
  const auto lines = lines_in(text);
  if (!lines) {
    out.fault = Fault{0, lines.error().message};
    return out;
  }
  std::optional<Subject> subject = expected;
  std::uint64_t number = 0;
  for (const auto line : *lines) {
    ++number;
    auto attestation = read_line(line, &key);
    Result<void> good;
    if (!attestation) {
      good = attestation.error();
    } else if (subject) {
      good = check_subject(attestation->statement.subject, *subject);
    } else {
      subject = attestation->statement.subject;
    }
    if (!good) {
      out.fault = Fault{number, good.error().message};
      return out;
    }
    out.attestations.push_back(std::move(*attestation));
  }
  const auto complete = check_complete(out.attestations);
  if (!complete) out.fault = Fault{0, complete.error().message};
  out.limits = limits_of(out.attestations);
  return out;
}

Result<std::vector<Attestation>> read_bundle(std::string_view text) {
  TRY_ASSIGN(const auto lines, lines_in(text));
  std::vector<Attestation> out;
  for (const auto line : lines) {
    TRY_ASSIGN(auto attestation, read_line(line, nullptr));
    out.push_back(std::move(attestation));
  }
  return out;
}

bool looks_like_bundle(std::string_view beginning) { return beginning.starts_with("{\"payload"); }

}  // namespace assay::audit
