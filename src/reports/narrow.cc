#include "reports/narrow.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace assay::reports {

namespace {

using logs::Runner;

constexpr std::string_view k_file = "select.json";

json::array texts(const std::vector<std::string>& from) { return json::array(from.begin(), from.end()); }

// A file that is run without --test is run whole, whatever is selected.
bool is_selected_file(const Found& found, const Selection& only) {
  const auto& word = found.words[found.program.last];
  if (word.text == "--test") return true;
  std::string_view path = word.text;
  while (path.starts_with("./")) path.remove_prefix(2);
  return word.plain && std::find(only.files.begin(), only.files.end(), cat(found.folder, path)) != only.files.end();
}

// Our hook does it, where it gets into the process.
bool is_narrowed_by_hook(const Found& found, const Selection& only) {
  if (!is_listened_to(found.runner) || !why_hidden(found).empty()) return false;
  if (found.runner == Runner::node_test) return only.tests.empty() && is_selected_file(found, only);
  return found.runner != Runner::playwright || only.tests.empty();
}

// A program of googletest that is started by itself takes names of tests, not files.
std::string googletest_filter(const std::vector<std::string>& tests) {
  std::vector<std::string> patterns;
  for (const auto& test : tests) {
    const bool plain = std::all_of(test.begin(), test.end(), [](char c) { return is_word(c) || c == '/'; });
    if (!plain) return {};
    patterns.push_back(cat("*.", test));
  }
  return join(patterns, ":");
}

}  // namespace

std::vector<std::string> selection_environment(const AskInput& input, const FindResult& seen) {
  if (input.only == nullptr) return {};
  std::vector<std::string> entries{cat("ASSAY_SELECT=", input.hooks_folder, "/", k_file)};
  const auto filter = googletest_filter(input.only->tests);
  const bool has_own = input.existing && input.existing("GTEST_FILTER").has_value();
  if (seen.found.empty() && seen.test_program && !filter.empty() && !has_own)
    entries.push_back(cat("GTEST_FILTER=", filter));
  return entries;
}

std::vector<Hook> selection_hooks(const AskInput& input) {
  if (input.only == nullptr) return {};
  const json::object asked{{"files", texts(input.only->files)}, {"tests", texts(input.only->tests)}};
  return {{std::string(k_file), json::serialize(asked)}};
}

std::optional<std::vector<Edit>> narrowing_of(const Found& found, const AskInput& input) {
  if (input.only == nullptr) return std::nullopt;
  // What stands behind it is what counts.
  if (found.runner == Runner::tox) return std::vector<Edit>();
  if (is_narrowed_by_hook(found, *input.only)) return std::vector<Edit>();
  if (!found.behind.empty()) return std::nullopt;
  switch (found.runner) {
    case Runner::go_test: return narrow_go(found, input);
    case Runner::cargo_test: return narrow_cargo(found, input);
    case Runner::phpunit:
    case Runner::pest: return narrow_php(found, input);
    case Runner::maven: return narrow_maven(found, input);
    default: return std::nullopt;
  }
}

std::vector<std::string> below_folder(const std::vector<std::string>& files, const std::string& folder) {
  std::vector<std::string> below;
  for (const auto& file : files) {
    if (file.starts_with(folder)) below.push_back(file.substr(folder.size()));
  }
  return below;
}

}  // namespace assay::reports
