#include "engine/check/base_comparison.h"

#include <algorithm>

#include "base/text.h"
#include "diff/code.h"
#include "engine/check/missing_module.h"
#include "judge/outcome/base_comparison.h"
#include "os/files.h"
#include "os/regular_file.h"

namespace assay::engine {

namespace {

constexpr size_t k_most_looked_for = 200;  // lost tests whose source is looked for

bool is_comparable(const judge::CommandRun& run) {
  return !run.reports.empty() || !run.log.named.empty() || run.trouble;
}

// Whether the change speaks of that file; when not all of its files were noted it may.
bool touches(const diff::Summary& change, const std::string& file) {
  const auto& paths = change.paths.items();
  return change.files > paths.size() || std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
           return path == file || path.ends_with(cat("/", file)) || file.ends_with(cat("/", path));
         });
}

bool holds(const std::string& text, std::string_view own) { return find_word(text, own) != std::string::npos; }

// Whether a test of that name ran in that file.
bool ran_in(const std::vector<judge::CommandRun>& now, std::string_view file, std::string_view own) {
  for (const auto& run : now) {
    for (const auto& report : run.reports) {
      for (const auto& test : report.tests) {
        if (test.file == file && contains(test.name, own)) return true;
      }
    }
  }
  return false;
}

// Test files that hold the name, wherever they are now.
Result<bool> is_elsewhere(const git::Repository& repository, const std::vector<judge::CommandRun>& now,
                          const std::string& own) {
  TRY_ASSIGN(const auto answer, repository.ask({"grep", "--untracked", "-l", "-z", "-w", "-F", "-e", own, "--"}));
  for (const auto path : split(answer.output, '\0')) {
    if (!path.empty() && diff::role_of(path) == diff::Role::test && !ran_in(now, path, own)) return true;
  }
  return false;
}

// Finds out which of them the change did not take out of the tree.
Result<void> find_sources(const git::Repository& repository, const std::string& workspace, const diff::Summary& change,
                          const std::vector<judge::CommandRun>& now, std::vector<judge::LostTest>& lost) {
  size_t looked_for = 0;
  for (auto& test : lost) {
    if (++looked_for > k_most_looked_for) break;
    const auto path = test.file.empty() ? std::string() : os::join_path(workspace, test.file);
    if (!path.empty() && !touches(change, test.file)) {
      test.is_there = true;
    } else if (!path.empty() && os::exists(path)) {
      const auto text = os::read_regular_file(path, std::uint64_t{16} << 20);
      test.is_there = text && holds(*text, test.own);
    } else if (test.own.size() >= 3) {
      TRY_ASSIGN(test.is_there, is_elsewhere(repository, now, test.own));
    }
  }
  return {};
}

}  // namespace

Result<judge::Comparison> compare_with_base(const BaseRequest& request, const diff::Summary& change,
                                            const std::vector<judge::CommandRun>& runs,
                                            const std::function<void(std::string_view)>& progress) {
  judge::Comparison out;
  if (std::none_of(runs.begin(), runs.end(), is_comparable)) return out;
  TRY_ASSIGN(auto ran, run_on_base(request, progress));
  out.unknown = std::move(ran.unknown);
  out.base = std::move(ran.runs);
  out.lost = judge::lost_tests(runs, out.base);
  TRY(find_sources(request.repository, request.workspace, change, runs, out.lost));
  return out;
}

Result<void> find_own_faults(std::vector<judge::CommandRun>& runs, const judge::Comparison& comparison,
                             const std::string& workspace, const std::string& diff_file) {
  for (size_t i = 0; i < runs.size(); ++i) {
    auto& trouble = runs[i].trouble;
    if (!trouble || trouble->kind != logs::MachineTrouble::Kind::module) continue;
    const auto& base = comparison.base;
    if (i < base.size() && base[i].trouble && base[i].trouble->subject == trouble->subject) continue;
    TRY_ASSIGN(const bool by_change, is_of_project(trouble->subject, workspace, diff_file));
    if (by_change) trouble.reset();
  }
  return {};
}

}  // namespace assay::engine
