// `assay explain`: what the word means that names a run. Files and folders are a matter of this machine.
#include "ops/gate/explain.h"

#include "cli/operation_run.h"
#include "model/rule_ids.h"
#include "ops/codec.h"
#include "ops/gate/rules.h"
#include "ops/operation.h"
#include "os/files.h"

namespace assay::cli {

namespace {

// "tests.skipped", "own.no-print"; what is there by that name is meant before a rule.
bool is_rule(const std::string& word) {
  if (os::exists(word)) return false;
  const auto pattern = model::rule_pattern(word);
  return pattern && *pattern == word && !word.ends_with("*");
}

// The assay.json that `word` means: a file, a folder of artifacts, or a run id; empty: the latest.
Result<std::string> find_document(const std::string& word, const std::string& workspace) {
  if (!word.empty() && os::is_folder(word)) return os::join_path(word, "assay.json");
  if (!word.empty() && os::exists(word)) return word;
  return ops::document_of_run(workspace, word, "file, folder or run");
}

}  // namespace

Result<int> run_explain(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::ExplainRun::Request>(from));
  if (is_rule(request.run)) {
    TRY_ASSIGN(auto rule, ops::ShowRule::run(setting.context, {request.run}));
    ops::AnswerOf<ops::RuleDocument> told(std::move(rule));
    return show(setting, told);
  }
  TRY_ASSIGN(const auto path, find_document(request.run, setting.context.folder()));
  TRY_ASSIGN(auto answer, ops::explain_file(path));
  ops::AnswerOf<ops::ExplainRun::Response> shown(std::move(answer));
  return show(setting, shown);
}

}  // namespace assay::cli
