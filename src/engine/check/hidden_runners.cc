#include "engine/check/hidden_runners.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/inferred_commands.h"
#include "git/snapshot.h"
#include "reports/ask.h"

namespace assay::engine {

namespace {

class RunnerFiles final : public reports::Files {
 public:
  explicit RunnerFiles(const git::Tree& tree) : m_tree(tree) {}
  std::optional<std::string> read(std::string_view path) const override {
    auto text = m_tree.read(path, std::uint64_t{1} << 20);
    return text ? std::move(*text) : std::nullopt;
  }

 private:
  const git::Tree& m_tree;
};

bool prints_each_test(logs::Runner runner) {
  return runner == logs::Runner::cargo_test || runner == logs::Runner::exunit;
}

}  // namespace

Result<std::vector<HiddenRunner>> find_hidden_runners(const git::Repository& repository, const std::string& commit) {
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit));
  TRY_ASSIGN(const auto commands, infer_commands(repository, commit, "", {}));
  const RunnerFiles files(tree);
  std::vector<HiddenRunner> out;
  for (const auto& command : commands) {
    reports::AskInput input;
    input.command = command;
    input.hooks_folder = "/hooks";
    input.report_folder = "/report";
    input.files = &files;
    input.existing = [](std::string_view name) -> std::optional<std::string> {
      return name == "PATH" ? std::optional<std::string>("/usr/bin:/bin") : std::nullopt;
    };
    const auto asked = reports::ask(input);
    const bool is_seen = !asked.runners.empty() || asked.is_unclear;
    if (asked.hidden.empty() || !is_seen) continue;
    if (std::any_of(asked.runners.begin(), asked.runners.end(), prints_each_test)) continue;
    out.push_back({command, asked.hidden});
  }
  return out;
}

}  // namespace assay::engine
