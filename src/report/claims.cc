#include "report/claims.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/escape.h"
#include "report/read_parts.h"
#include "report/schema_words.h"

namespace assay::report {

json::object criterion_json(const model::CriterionProof& criterion) {
  json::array lines;
  for (const auto& place : criterion.lines) lines.emplace_back(to_utf8(place));
  json::object out{{"taskId", criterion.task.text},
                   {"id", criterion.id},
                   {"claim", to_utf8(criterion.claim)},
                   {"test", to_utf8(criterion.test)},
                   {"proof", criterion.proof ? json::value(name(*criterion.proof)) : json::value(nullptr)},
                   {"detail", to_utf8(criterion.detail)},
                   {"lines", std::move(lines)}};
  if (!criterion.standing) return out;
  out["standing"] = name(*criterion.standing);
  out["evidence"] = to_utf8(criterion.evidence);
  out["found"] = to_utf8(criterion.found);
  return out;
}

model::CriterionProof read_criterion(const json::object& from) {
  model::CriterionProof criterion;
  criterion.task = model::TaskId(text_at(from, "taskId"));
  criterion.id = text_at(from, "id");
  criterion.claim = text_at(from, "claim");
  criterion.test = text_at(from, "test");
  if (const auto proof = text_at(from, "proof"); !proof.empty())
    criterion.proof = named(proof, model::TestProof::indeterminate);
  criterion.detail = text_at(from, "detail");
  for (const auto& item : array_in(from, "lines")) {
    if (item.is_string()) criterion.lines.emplace_back(item.get_string());
  }
  criterion.standing = model::criterion_standing_named(text_at(from, "standing"));
  criterion.evidence = text_at(from, "evidence");
  criterion.found = text_at(from, "found");
  return criterion;
}

std::string claim_words(const model::CriterionProof& claim) {
  const auto lines = claim.lines.empty() ? std::string() : cat(" (", join(claim.lines, ", "), ")");
  return claim.test.empty() ? describe(claim) : cat(claim.test, ": ", describe(claim), lines);
}

std::string claims_markdown(const std::vector<model::CriterionProof>& claims) {
  std::string out = claims.empty() ? "" : "\n## Claims of the task\n\n";
  for (const auto& claim : claims)
    out += cat("- ", markdown_text(excerpt(claim.claim, 200)), ": ", markdown_text(claim_words(claim)), "\n");
  return out;
}

json::value criterion_schema() {
  using namespace schema_words;
  // Documents of before have no lines and no standing.
  return object_of({{"taskId", text()},
                    {"id", text()},
                    {"claim", text()},
                    {"test", text()},
                    {"proof", or_null("string")},
                    {"detail", text()}},
                   {{"lines", list_of(text())}, {"standing", text()}, {"evidence", text()}, {"found", text()}});
}

}  // namespace assay::report
