#include "base/text.h"
#include "plan/criterion_evidence.h"

namespace assay::plan {

using model::EvidenceKind;
using model::SuccessCriterion;

namespace {

std::string argument_in(const SuccessCriterion& criterion, std::string_view key) {
  for (const auto& [name, value] : criterion.arguments) {
    if (name == key) return value;
  }
  return {};
}

std::string describe_command(const SuccessCriterion& criterion) {
  const auto code = argument_in(criterion, "exit_code"), output = argument_in(criterion, "output");
  return cat("`", argument_in(criterion, "command"), "` exits with ", code.empty() ? "0" : code,
             output.empty() ? std::string() : cat(" and prints \"", excerpt(output, 80), "\""));
}

std::string describe_request(const SuccessCriterion& criterion) {
  const auto method = argument_in(criterion, "method"), status = argument_in(criterion, "status");
  const auto body = argument_in(criterion, "body");
  return cat(method.empty() ? "GET" : method, " ", argument_in(criterion, "path"), " answers ",
             status.empty() ? "200" : status, body.empty() ? std::string() : cat(" with \"", excerpt(body, 80), "\""));
}

std::string describe_search(const SuccessCriterion& criterion, std::string_view outcome) {
  const auto path = argument_in(criterion, "path");
  const bool fixed = argument_in(criterion, "fixed") == "true";
  return cat(path.empty() ? "a file" : replace_all(path, "\n", ", "), " ", outcome,
             fixed ? " the text " : " a match of ", "\"", excerpt(argument_in(criterion, "pattern"), 120), "\"");
}

}  // namespace

std::string describe_evidence(const SuccessCriterion& criterion) {
  switch (criterion.evidence) {
    case EvidenceKind::test: return cat("the test ", argument_in(criterion, "name"), " passes");
    case EvidenceKind::grep: return describe_search(criterion, "holds");
    case EvidenceKind::absent: return describe_search(criterion, "no longer holds");
    case EvidenceKind::artefact: return cat("the file ", argument_in(criterion, "path"), " is there");
    case EvidenceKind::command: return describe_command(criterion);
    case EvidenceKind::http: return describe_request(criterion);
    case EvidenceKind::diff: {
      const auto touched = argument_in(criterion, "touched"), untouched = argument_in(criterion, "untouched");
      return touched.empty() ? cat("the change leaves ", untouched, " alone") : cat("the change touches ", touched);
    }
    case EvidenceKind::none:
    case EvidenceKind::judge: break;
  }
  return "a person or a critic says so";
}

}  // namespace assay::plan
