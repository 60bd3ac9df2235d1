#include "engine/run/compare_with_base.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "diff/code.h"
#include "engine/run/missing_module.h"
#include "git/snapshot.h"
#include "judge/outcome/claims.h"
#include "judge/outcome/lost_tests.h"
#include "judge/outcome/report_rules.h"
#include "os/files.h"
#include "os/regular_file.h"

namespace assay::engine {

namespace {

constexpr size_t k_most_looked_for = 200;  // lost tests whose source is looked for

bool is_comparable(const judge::CommandRun& run) {
  return !run.reports.empty() || !run.log.named.empty() || run.trouble || judge::tests_of(run).passed > 0;
}

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

// In a test file, wherever that lies now, which no run visited for it.
Result<bool> is_elsewhere(const TestSources& sources, const std::vector<judge::CommandRun>& now,
                          const std::string& own) {
  constexpr size_t k_shortest = 3;
  if (own.size() < k_shortest) return false;
  TRY_ASSIGN(const auto files, sources.holding(own));
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    return diff::role_of(path) == diff::Role::test && !ran_in(now, path, own);
  });
}

// When not all files of the change were noted it may speak of any.
bool touches(const diff::Summary& change, const std::string& file) {
  const auto& paths = change.paths.items();
  return change.files > paths.size() || std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
           return path == file || path.ends_with(cat("/", file)) || file.ends_with(cat("/", path));
         });
}

// All of them, which none of a run of digits or letters around may hide.
bool holds_all(const std::string& text, const std::set<std::string_view>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](std::string_view value) { return find_word(text, value) != std::string::npos; });
}

// Values of the cases that do not run any more.
std::set<std::string_view> values_gone(const judge::LostTest& table) {
  constexpr size_t k_most_values = 200;
  std::set<std::string_view> out;
  for (const auto& each : table.cases) {
    for (const auto value : judge::values_of(each)) {
      if (out.size() < k_most_values) out.insert(value);
    }
  }
  return out;
}

// Whether the diff of that file shows where the cases went: they stand in a table or loop that is written anew, or were
// taken out of it, of which the rules of the diff speak.
bool shows_cases(const TestSources& sources, const std::string& file, const judge::LostTest& table) {
  if (!sources.is_touched(file)) return false;
  const auto values = values_gone(table);
  const auto now = sources.read(file), before = sources.before(file);
  const bool is_now = now && find_word(*now, table.own) != std::string::npos && holds_all(*now, values);
  if (is_now) return table.written_anew;
  return !values.empty() && before && holds_all(*before, values);
}

Result<bool> is_cut_out_of_sight(const TestSources& sources, const judge::LostTest& table) {
  if (!table.file.empty()) return !shows_cases(sources, table.file, table);
  TRY_ASSIGN(const auto files, sources.holding(table.own));
  return std::none_of(files.begin(), files.end(),
                      [&](const std::string& file) { return shows_cases(sources, file, table); });
}

TestSources sources_in(const git::Repository& repository, const git::Tree& base, const std::string& workspace,
                       const diff::Summary& change) {
  TestSources out;
  out.is_touched = [&](const std::string& file) { return touches(change, file); };
  out.read = [&](const std::string& file) -> std::optional<std::string> {
    auto text = os::read_regular_file(os::join_path(workspace, file), std::uint64_t{16} << 20);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  };
  out.before = [&](const std::string& file) -> std::optional<std::string> {
    auto text = base.read(file);
    return text ? std::move(*text) : std::nullopt;
  };
  out.holding = [&](const std::string& word) -> Result<std::vector<std::string>> {
    TRY_ASSIGN(const auto answer, repository.ask({"grep", "--untracked", "-l", "-z", "-w", "-F", "-e", word, "--"}));
    std::vector<std::string> files;
    for (const auto path : split(answer.output, '\0')) {
      if (!path.empty()) files.emplace_back(path);
    }
    return files;
  };
  return out;
}

}  // namespace

Result<judge::Comparison> compare_with_base(const BaseRequest& request, const diff::Summary& change,
                                            const std::vector<judge::CommandRun>& runs, std::optional<BaseRuns> ran,
                                            const std::function<void(std::string_view)>& progress) {
  judge::Comparison out;
  if (std::none_of(runs.begin(), runs.end(), is_comparable)) return out;
  if (!ran) {
    TRY_ASSIGN(ran, run_on_base(request, progress));
  }
  out.unknown = std::move(ran->unknown);
  out.base = std::move(ran->runs);
  if (out.unknown.empty()) out.unknown = judge::why_base_says_nothing(runs, out.base);
  out.lost = judge::lost_tests(runs, out.base);
  out.fewer = judge::fewer_tests(runs, out.base);
  const auto& paths = change.paths.items();
  for (auto& each : out.fewer)
    each.touches_tests = change.files > paths.size() || std::any_of(paths.begin(), paths.end(), judge::may_hold_tests);
  if (out.lost.empty()) return out;
  TRY_ASSIGN(const auto base, git::Tree::open(request.repository, request.commit));
  TRY(find_sources(sources_in(request.repository, base, request.workspace, change), runs, out.lost));
  return out;
}

Result<void> find_sources(const TestSources& sources, const std::vector<judge::CommandRun>& now,
                          std::vector<judge::LostTest>& lost) {
  size_t looked_for = 0;
  for (auto& test : lost) {
    if (++looked_for > k_most_looked_for) break;
    if (test.now > 0) {
      TRY_ASSIGN(test.is_there, is_cut_out_of_sight(sources, test));
      continue;
    }
    if (!test.file.empty() && !sources.is_touched(test.file)) {
      test.is_there = true;
      continue;
    }
    const auto text = test.file.empty() ? std::nullopt : sources.read(test.file);
    if (text) {
      test.is_there = find_word(*text, test.own) != std::string::npos;
    } else {
      TRY_ASSIGN(test.is_there, is_elsewhere(sources, now, test.own));
    }
  }
  return {};
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
