#include "engine/verify/named_tests.h"

#include <algorithm>

#include "base/text.h"
#include "diff/code.h"
#include "engine/verify/tree_files.h"
#include "judge/outcome/ran_tests.h"
#include "judge/outcome/report_rules.h"
#include "judge/outcome/test_name.h"

namespace assay::engine {

namespace {

// Not a Makefile that prints the name, nor the product.
bool may_declare_tests(std::string_view path) {
  const auto role = diff::role_of(path);
  const bool beside_code =
      role == diff::Role::source && contains_any(path, {".rs", ".d", ".zig", ".ex", "test", "spec"});
  return role == diff::Role::test || beside_code;
}

// Tests that are made of data: their names are in a file beside the one that makes them.
Result<bool> is_in_data_beside(const std::string& file, std::string_view own, const std::string& text,
                               const git::Tree& tree) {
  const auto slash = file.rfind('/');
  const auto folder = slash == std::string::npos ? std::string_view() : std::string_view(file).substr(0, slash);
  const auto is_data = [&](std::string_view path) {
    return (folder.empty() || path.starts_with(cat(folder, "/"))) &&
           contains_any(path, {".json", ".yaml", ".yml", ".csv", ".tsv", ".toml", ".txt"});
  };
  bool found = false;
  TRY(each_file(tree, is_data, [&](std::string_view, const std::optional<std::string>& data) {
    found = data && judge::writes_test(cat(text, "\n", *data), own);
    return found ? Search::stop : Search::go_on;
  }));
  return found;
}

}  // namespace

void add_tests(const judge::CommandRun& run, std::string_view digest, judge::TestReport& out) {
  for (const auto& [name, test] : judge::list_tests(run)) out.add(name, test.outcome, digest, test.file);
}

TestsInRun tests_in(const judge::CommandRun& run) {
  const auto counted = judge::tests_of(run);
  const std::uint64_t known = counted.passed + counted.failed + counted.skipped;
  if (!run.reports.empty()) return {known, known};
  const auto is_test = [](const logs::Named& named) { return runner_class(named.runner) == logs::RunnerClass::test; };
  return {known, static_cast<std::uint64_t>(std::count_if(run.log.named.begin(), run.log.named.end(), is_test))};
}

Result<bool> is_in_tree(const judge::TestReport::Source& test, const git::Tree& tree) {
  const auto own = judge::own_name(test.name);
  if (tree.has(test.file)) {
    TRY_ASSIGN(const auto text, tree.read(test.file, k_searched_most));
    if (text && judge::writes_test(*text, own)) return true;
    return is_in_data_beside(test.file, own, text.value_or(""), tree);
  }
  bool found = false;
  TRY(each_file(tree, may_declare_tests, [&](std::string_view, const std::optional<std::string>& text) {
    found = text && judge::writes_test(*text, own);
    return found ? Search::stop : Search::go_on;
  }));
  return found;
}

}  // namespace assay::engine
