#include "reports/cover.h"

#include <algorithm>
#include <set>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/coverage_readers.h"
#include "reports/narrow.h"
#include "reports/shell.h"

namespace assay::reports {

namespace {

// A module of its own below the folder is none of this command's packages.
bool is_in_other_module(const std::string& folder, std::string below, const Files* files) {
  while (!below.empty() && files != nullptr) {
    if (files->read(cat(folder, below, "go.mod"))) return true;
    below.pop_back();
    const auto slash = below.rfind('/');
    below = slash == std::string::npos ? "" : below.substr(0, slash + 1);
  }
  return false;
}

std::set<std::string> go_packages(const Found& found, const AskInput& input) {
  std::set<std::string> packages;
  for (const auto& file : below_folder(input.cover_files, found.folder)) {
    if (!file.ends_with(".go") || file.ends_with("_test.go")) continue;
    const auto slash = file.rfind('/');
    const auto folder = slash == std::string::npos ? std::string() : file.substr(0, slash + 1);
    if (!contains(folder, ",") && !is_in_other_module(found.folder, folder, input.files))
      packages.insert(cat("./", folder.substr(0, folder.empty() ? 0 : folder.size() - 1)));
  }
  return packages;
}

bool says_coverage(const Found& found) {
  return std::any_of(found.words.begin(), found.words.end(), [](const Word& word) {
    return contains(word.text, "-cover") || is_one_of(word.text, {"-c", "-list", "-args"});
  });
}

}  // namespace

void ask_for_coverage(const AskInput& input, Asked& asked) {
  if (input.cover_files.empty()) return;
  const auto& files = input.cover_files;
  const bool python = std::any_of(files.begin(), files.end(), [](const auto& file) { return file.ends_with(".py"); });
  const bool node = std::any_of(files.begin(), files.end(), [](const auto& file) { return is_of_node(file); });
  if (python || node) {
    const json::object wanted{{"files", json::array(input.cover_files.begin(), input.cover_files.end())},
                              {"tree", input.tree},
                              {"report", input.report_folder}};
    asked.hooks.push_back({"cover.json", json::serialize(wanted)});
    asked.environment.push_back(cat("ASSAY_COVER=", input.hooks_folder, "/cover.json"));
  }
  if (python) asked.coverage.push_back({CoverageFormat::lines_json, input.report_folder, "lines-*.jsonl"});
  if (node) asked.coverage.push_back({CoverageFormat::lcov, cat(input.report_folder, "/jest"), "lcov.info"});
  const bool has_own = input.existing && input.existing("NODE_V8_COVERAGE").has_value();
  if (node && !has_own) {
    const auto folder = cat(input.report_folder, "/v8");
    asked.environment.push_back(cat("NODE_V8_COVERAGE=", folder));
    asked.coverage.push_back({CoverageFormat::v8, folder, "coverage-*.json"});
  }
}

std::vector<Edit> coverage_words(const Found& found, const AskInput& input, Asked& asked, std::size_t number) {
  if (found.runner != logs::Runner::go_test || !found.behind.empty() || says_coverage(found)) return {};
  const auto packages = go_packages(found, input);
  if (packages.empty()) return {};
  const auto name = cat("go_test-", number, ".cover");
  asked.coverage.push_back({CoverageFormat::go_profile, input.report_folder, cat(name, "*")});
  const std::size_t end = found.words[found.program.last].end;
  return {{end, end,
           cat(" ", quoted(cat("-coverpkg=", join({packages.begin(), packages.end()}, ","))), " ",
               quoted(cat("-coverprofile=", input.report_folder, "/", name)))}};
}

}  // namespace assay::reports
