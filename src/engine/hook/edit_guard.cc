// A file of the base is held to the rules by what the edit changes in it. A new file weakens nothing that was there,
// unless it decides how tests run: such files are refused when nobody asked for them. Where a test file loses all its
// tests, the rest of the change is looked at too: the tests may have moved, or their code may be gone.
#include "engine/hook/edit_guard.h"

#include <map>

#include "base/printable.h"
#include "base/source.h"
#include "base/text.h"
#include "diff/code.h"
#include "engine/check/contract.h"
#include "engine/hook/edited_files.h"
#include "hooks/patch.h"
#include "hooks/settings.h"
#include "hooks/task.h"
#include "judge/new_gate_file.h"
#include "os/files.h"
#include "os/paths.h"
#include "variants/test_blocks.h"

namespace assay::engine {

namespace {

using Files = std::map<std::string, EditedFile>;

constexpr std::uint64_t k_largest_guarded_settings = 4 << 20;
constexpr std::uint64_t k_largest_change = 64 << 20;

// Rules that one edit of a file of the base is enough for.
bool is_guarded(std::string_view rule) {
  return rule.starts_with("config.") || is_one_of(rule, {"secrets.committed", "code.exit-forced"}) ||
         is_one_of(rule, {"tests.skipped", "tests.focused", "tests.emptied", "tests.tautology", "tests.mocked-away",
                          "tests.assertion-weakened", "tests.runner-patched"});
}

// Rules about how tests run, which a new file can change for all others.
bool is_guarded_in_new_files(std::string_view rule) {
  return rule.starts_with("config.") || rule == "tests.runner-patched";
}

bool is_guarded_without_tests(std::string_view rule) {
  return is_one_of(rule, {"tests.deleted", "tests.emptied", "tests.renamed-away"});
}

bool is_configuration_of_assay(std::string_view path) {
  return is_one_of(path, {"assay.toml", "verifier.config.json"}) || path.starts_with(".assay/");
}

bool holds_a_hook(const std::string& file, std::string_view path) {
  for (const auto client : hooks::k_clients) {
    if (path != hooks::project_file(client)) continue;
    const auto text = os::read_file(file, k_largest_guarded_settings);
    const auto found =
        text ? hooks::installed(*text, client, "assay hook") : Result<hooks::Installed>(hooks::Installed::no);
    return found && *found != hooks::Installed::no;
  }
  return false;
}

bool loses_all_tests(const std::string& path, const EditedFile& file) {
  if (!file.base || diff::role_of(path) != diff::Role::test) return false;
  return !file.after ||
         (!variants::tests_of(path, *file.base).empty() && variants::tests_of(path, *file.after).empty());
}

Result<bool> has_tests(const git::Repository& repository, const std::string& base) {
  TRY_ASSIGN(const auto listed, repository.run({"ls-tree", "-r", "--name-only", "-z", base}));
  for (const auto path : split(listed, '\0')) {
    if (diff::role_of(path) == diff::Role::test) return true;
  }
  return false;
}

// Why a new file must not be made; empty: it may.
Result<std::string> why_no_gate(const git::Repository& repository, const std::string& base, const std::string& task,
                                const Files& files) {
  for (const auto& [path, file] : files) {
    if (file.base || !file.after) continue;
    const auto gate = judge::new_gate(path, *file.after);
    if (gate.what.empty() || hooks::asks_about(task, gate.asked_by)) continue;
    TRY_ASSIGN(const bool decides, gate.alone ? Result<bool>(true) : has_tests(repository, base));
    if (!decides) continue;
    return cat("Assay refuses this edit: ", printable(path), " is new, decides ", printable(gate.what),
               ", and nobody asked for it. Do the task without it; a person can make this edit.");
  }
  return std::string();
}

// What the files of the edit come to, beside what was changed before.
std::string diff_of(const Files& files) {
  std::string out;
  for (const auto& [path, file] : files) {
    if (file.base || file.after) out += hooks::diff_text(path, file.base, file.after);
  }
  return out;
}

// The change as it is in the work tree, but for these files.
Result<std::string> diff_of_others(const git::Repository& repository, const std::string& base, const Files& files) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-hook"));
  std::vector<std::string> without;
  for (const auto& each : files) without.push_back(each.first);
  const auto name = os::join_path(scratch.path(), "diff");
  TRY(repository.write_diff({base, base}, name, without));
  return os::read_file(name, k_largest_change);
}

// Why the edit is refused: the first finding that blocks, whose rule is `guarded` in a file that it points to.
template <typename Guarded>
Result<std::string> refusal(const std::string& task, const std::string& diff, std::string_view advice,
                            Guarded&& guarded) {
  if (diff.empty()) return std::string();
  TextSource source(diff);
  ContractRequest request;
  request.task = task;
  request.diff = &source;
  TRY_ASSIGN(const auto check, check_contract(request));
  for (const auto& finding : check.verdict.must_fix) {
    for (const auto& span : finding.spans) {
      if (!guarded(finding.rule, span.path)) continue;
      return cat("Assay refuses this edit: ", printable(excerpt(finding.message, 600)), " (", printable(span.path),
                 ") [", finding.rule, "]. ", advice);
    }
  }
  return std::string();
}

}  // namespace

Result<std::string> why_refused(const git::Repository& repository, const hooks::Input& input, const std::string& base,
                                const std::string& task) {
  TRY_ASSIGN(const auto all, edited_files(repository, input, base));
  Files files;
  bool has_no_tests_left = false;
  for (const auto& [path, file] : all) {
    if (is_configuration_of_assay(path) || holds_a_hook(os::join_path(repository.root(), path), path))
      return cat("Assay refuses this edit: ", printable(path),
                 " decides how changes are judged. It is read from the base; a person changes it there.");
    if (!file.fits || hooks::asks_to_edit(task, path)) continue;
    has_no_tests_left |= loses_all_tests(path, file);
    files.emplace(path, file);
  }
  TRY_ASSIGN(auto reason, why_no_gate(repository, base, task, files));
  if (!reason.empty()) return reason;
  const auto diff = diff_of(files);
  const auto is_of_base = [&](const std::string& path) {
    const auto file = files.find(path);
    return file != files.end() && file->second.base.has_value();
  };
  TRY_ASSIGN(reason, refusal(task, diff, "Do the task without it; a person can make this edit.",
                             [&](std::string_view rule, const std::string& path) {
                               return is_of_base(path) ? is_guarded(rule) : is_guarded_in_new_files(rule);
                             }));
  if (!reason.empty() || !has_no_tests_left) return reason;
  TRY_ASSIGN(const auto others, diff_of_others(repository, base, all));
  return refusal(task, cat(others, diff),
                 "If the tests move, write them where they go first. If their code goes, delete that first.",
                 [&](std::string_view rule, const std::string& path) {
                   return is_guarded_without_tests(rule) && is_of_base(path) && loses_all_tests(path, files.at(path));
                 });
}

}  // namespace assay::engine
