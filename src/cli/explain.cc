#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "engine/check/artifacts.h"
#include "git/repository.h"
#include "os/files.h"
#include "report/json.h"
#include "report/read_full.h"
#include "report/terminal.h"

namespace assay::cli {

namespace {

constexpr Flag k_explain_table[] = {
    {"--workspace", "", Takes::value, "DIR", "the work tree whose runs are meant (default: here)"},
    {"--json", "", Takes::nothing, "", "print the document instead"},
};

// The assay.json that `word` means: a file, a folder of artifacts, or a run id; empty: the latest.
Result<std::string> find_document(const std::string& word, const std::string& workspace) {
  if (!word.empty() && os::is_folder(word)) return os::join_path(word, "assay.json");
  if (!word.empty() && os::exists(word)) return word;
  const std::string runs = engine::folder_of_latest_run(workspace);
  auto names = os::list_folder(runs);
  if (!names || names->empty()) return not_found(cat("no run is kept in ", runs, "; run assay check there first"));
  if (word.empty()) return os::join_path(os::join_path(runs, names->back()), "assay.json");
  std::vector<std::string> matching;
  for (const auto& name : *names) {
    if (name.starts_with(word)) matching.push_back(name);
  }
  if (matching.empty()) return not_found(cat("no file, folder or run is called ", excerpt(word, 80)));
  if (matching.size() > 1)
    return conflict(cat(excerpt(word, 80), " begins ", matching.size(), " run ids; give more of it"));
  return os::join_path(os::join_path(runs, matching.front()), "assay.json");
}

}  // namespace

const std::span<const Flag> k_explain_flags = k_explain_table;

Result<int> run_explain(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_explain_flags, invocation.arguments));
  if (options.words().size() > 1) return invalid_input("explain takes one run");
  const std::string word = options.words().empty() ? "" : options.words().front();
  TRY_ASSIGN(const auto path, find_document(word, options.value("--workspace").value_or(".")));
  TRY_ASSIGN(const auto text, os::read_file(path));
  TRY_ASSIGN(const auto document, parse_json(text, path));
  TRY_ASSIGN(const auto check, report::check_from_full(document, path));
  TRY(print(options.has("--json") ? write_json(document, Indent::two_spaces) + "\n"
                                  : report::explanation(check, use_colour())));
  return k_exit_ok;
}

}  // namespace assay::cli
