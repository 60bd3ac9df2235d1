// `assay explain`: what the word means that names a run. Files and folders are a matter of this machine.
#include "ops/gate/explain.h"

#include "cli/operation_run.h"
#include "ops/codec.h"
#include "ops/operation.h"
#include "os/files.h"

namespace assay::cli {

namespace {

// The assay.json that `word` means: a file, a folder of artifacts, or a run id; empty: the latest.
Result<std::string> find_document(const std::string& word, const std::string& workspace) {
  if (!word.empty() && os::is_folder(word)) return os::join_path(word, "assay.json");
  if (!word.empty() && os::exists(word)) return word;
  return ops::document_of_run(workspace, word, "file, folder or run");
}

}  // namespace

Result<int> run_explain(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::ExplainRun::Request>(from));
  TRY_ASSIGN(const auto path, find_document(request.run, setting.context.folder()));
  TRY_ASSIGN(auto answer, ops::explain_file(path));
  ops::AnswerOf<ops::ExplainRun::Response> shown(std::move(answer));
  return show(setting, shown);
}

}  // namespace assay::cli
