#include "engine/check/check_runs.h"

#include <algorithm>
#include <set>

#include "base/redact.h"
#include "base/text.h"
#include "diff/code.h"
#include "engine/run/base_ahead.h"
#include "git/checkout/noted_files.h"
#include "judge/outcome/check_outcome.h"

namespace assay::engine {

namespace {

// Paths that the commits of the change touch.
Result<std::set<std::string>> touched_since(const git::Repository& repository, const std::string& base) {
  std::set<std::string> out;
  TRY_ASSIGN(const auto answer, repository.ask({"diff-tree", "-r", "-z", "--name-only", "--no-renames", base, "HEAD"}));
  if (!answer.ok()) return out;
  for (const auto path : split(answer.output, '\0')) {
    if (!path.empty()) out.emplace(path);
  }
  return out;
}

// Code of the change, and all code of tests: what must be the same from begin to end for a result to mean something.
bool must_stand_still(const std::string& path, bool changed) {
  const auto kind = diff::kind_of(path);
  using diff::Language;
  if (kind.language == Language::unknown || kind.language == Language::text || kind.language == Language::markdown)
    return false;
  return kind.role == diff::Role::test || (kind.role == diff::Role::source && changed);
}

// The files are the person's own, so nothing is put back: what a command changed stays changed for those after it.
Result<std::vector<judge::CommandRun>> run_and_note(const git::Repository& repository, const std::string& base,
                                                    CommandsRequest commands, const OnProgress& progress,
                                                    std::vector<model::Finding>& findings) {
  TRY_ASSIGN(const auto touched, touched_since(repository, base));
  const auto watched = [&](const std::string& path, bool differs) {
    return must_stand_still(path, differs || touched.contains(path));
  };
  TRY_ASSIGN(auto files, git::NotedFiles::note(repository, watched));
  size_t left = commands.commands.size();
  commands.after_each = [&](const judge::CommandRun& run) -> Result<void> {
    --left;
    TRY_ASSIGN(const auto changed, files.changed());
    auto put_back = files.written();
    std::erase_if(put_back, [&](const auto& path) { return std::binary_search(changed.begin(), changed.end(), path); });
    if (!put_back.empty()) findings.push_back(judge::put_back_files(redact(run.command), put_back));
    if (changed.empty()) return {};
    findings.push_back(judge::rewrote_files(redact(run.command), changed));
    if (left != 0) findings.back().message += " What ran after it ran on other files than those that are judged.";
    return {};
  };
  return run_commands(commands, progress);
}

}  // namespace

Result<CheckRuns> run_on_judged_files(const git::Repository& repository, const std::string& base,
                                      const CommandsRequest& commands, const std::optional<BaseRequest>& beside,
                                      const OnProgress& progress) {
  CheckRuns out;
  if (commands.commands.empty()) {
    TRY_ASSIGN(out.runs, run_commands(commands, progress));
    return out;
  }
  std::optional<BaseAhead> ahead;
  if (beside) {
    if (progress) progress("the commands run on the base at the same time");
    ahead.emplace(*beside);
  }
  TRY_ASSIGN(out.runs, run_and_note(repository, base, commands, progress, out.findings));
  if (!ahead) return out;
  TRY_ASSIGN(auto on_base, ahead->take());
  const bool at_the_same_time = !on_base.kept && on_base.unknown.empty();
  if (at_the_same_time && any_failed(out.runs)) {
    if (progress) progress("it failed while it ran on the base as well; it is run again, alone");
    TRY_ASSIGN(out.runs, run_and_note(repository, base, commands, progress, out.findings));
    if (!any_failed(out.runs)) out.findings.push_back(judge::passed_alone());
  }
  if (!at_the_same_time || !any_failed(on_base.runs)) out.base = std::move(on_base);
  return out;
}

}  // namespace assay::engine
