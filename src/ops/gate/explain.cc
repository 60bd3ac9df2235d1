#include "ops/gate/explain.h"

#include <vector>

#include "base/terminal.h"
#include "base/text.h"
#include "engine/check/artifacts.h"
#include "ops/gate/check.h"
#include "ops/operation.h"
#include "os/files.h"
#include "report/read_full.h"
#include "report/terminal.h"

namespace assay::ops {

void ExplainRun::Request::fields(Fields& f) {
  f.field({.name = "run",
           .help = "id of a run of this work tree, or how it begins (default: the latest)",
           .place = Place::word,
           .value = "RUN|FOLDER|FILE",
           .completes = Completes::file},
          run);
}

Result<std::string> document_of_run(const std::string& workspace, const std::string& word, std::string_view kinds) {
  const std::string runs = engine::folder_of_latest_run(workspace);
  const auto names = engine::newest_runs(runs);
  if (names.empty()) return not_found(cat("no run is kept in ", runs, "; run assay check there first"));
  if (word.empty()) return os::join_path(os::join_path(runs, names.front()), "assay.json");
  std::vector<std::string> matching;
  for (const auto& name : names) {
    if (name.starts_with(word)) matching.push_back(name);
  }
  if (matching.empty()) return not_found(cat("no ", kinds, " is called ", excerpt(word, 80)));
  if (matching.size() > 1)
    return conflict(cat(excerpt(word, 80), " begins ", matching.size(), " run ids; give more of it"));
  return os::join_path(os::join_path(runs, matching.front()), "assay.json");
}

Result<ExplainRun::Response> explain_file(const std::string& path) {
  TRY_ASSIGN(const auto text, os::read_file(path));
  ExplainRun::Response out;
  TRY_ASSIGN(out.kept, parse_json(text, path));
  TRY_ASSIGN(out.check, report::check_from_full(out.kept, path));
  return out;
}

Result<ExplainRun::Response> ExplainRun::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto path, document_of_run(context.folder(), request.run, "run"));
  return explain_file(path);
}

std::string present(const ExplainRun::Response& answer, const Terminal& terminal) {
  return report::explanation(answer.check, terminal.colours);
}

constinit const NamedSchema& ExplainRun::Response::k_schema = VerdictDocument::k_full_schema;

constinit const Operation k_explain_operation = reads<ExplainRun>(
    {"explain", "show why a verdict was given: rules, places, what ran",
     "RUN is a run id of this work tree, a folder of artifacts, or a document printed by --full. On the command\n"
     "line it may be a rule instead: what it finds and what to do.\n"
     "Without it the latest run of this work tree is shown.",
     "  {} explain\n  {} explain tests.skipped\n  {} explain 20260618084500-12345-abcdef\n  {} check --full ... > "
     "full.json && {} explain "
     "full.json\n",
     "GET", "/api/explain"});

}  // namespace assay::ops
