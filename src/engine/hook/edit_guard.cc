#include "engine/hook/edit_guard.h"

#include <map>

#include "base/printable.h"
#include "base/source.h"
#include "base/text.h"
#include "engine/check/contract.h"
#include "hooks/patch.h"
#include "hooks/settings.h"
#include "hooks/task.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_guarded = 4 << 20;

// Rules that one file's edit is enough for.
bool is_guarded(std::string_view rule) {
  return rule.starts_with("config.") || is_one_of(rule, {"secrets.committed", "code.exit-forced"}) ||
         is_one_of(rule, {"tests.skipped", "tests.focused", "tests.emptied", "tests.tautology", "tests.mocked-away",
                          "tests.assertion-weakened", "tests.runner-patched"});
}

bool is_configuration_of_assay(std::string_view path) {
  return is_one_of(path, {"assay.toml", "verifier.config.json"}) || path.starts_with(".assay/");
}

bool holds_a_hook(const std::string& file, std::string_view path) {
  for (const auto client : hooks::k_clients) {
    if (path != hooks::project_file(client)) continue;
    const auto text = os::read_file(file, k_largest_guarded);
    const auto found =
        text ? hooks::installed(*text, client, "assay hook") : Result<hooks::Installed>(hooks::Installed::no);
    return found && *found != hooks::Installed::no;
  }
  return false;
}

// What the files of the edits are before and after, by path below the top.
struct EditedFile {
  std::optional<std::string> base;
  std::optional<std::string> after;
  bool fits = true;
};

class Guard {
 public:
  Guard(const git::Repository& repository, const std::string& folder, const std::string& base)
      : m_repository(repository), m_folder(folder), m_base(base) {}

  // Nothing for a file that is not of this repository.
  Result<void> add(const hooks::Edit& edit) {
    const auto named = edit.path.starts_with('/') ? edit.path : os::join_path(m_folder, edit.path);
    const auto file = os::inside(m_repository.root(), named);
    if (!file || file->size() <= m_repository.root().size()) return {};
    const auto path = file->substr(m_repository.root().size() + 1);
    if (!m_files.contains(path)) TRY(read(path, *file));
    auto& state = m_files[path];
    if (!state.fits) return {};
    const bool had = state.after.has_value();
    auto after = hooks::apply(edit, state.after.value_or(""));
    state.fits = after.has_value() || edit.removes;
    if (edit.old && !edit.old->empty() && !had) state.fits = false;
    if (state.fits) state.after = std::move(after);
    return {};
  }

  const std::map<std::string, EditedFile>& files() const { return m_files; }

 private:
  Result<void> read(const std::string& path, const std::string& file) {
    EditedFile state;
    TRY_ASSIGN(auto committed, m_repository.ask({"show", "--no-textconv", cat(m_base, ":", path)}));
    if (committed.ok()) state.base = std::move(committed.output);
    auto now = os::read_file(file, k_largest_guarded);
    if (now) state.after = std::move(*now);
    state.fits = now || !os::exists(file);
    m_files[path] = std::move(state);
    return {};
  }

  const git::Repository& m_repository;
  std::string m_folder;
  std::string m_base;
  std::map<std::string, EditedFile> m_files;
};

std::string first_reason(const model::Check& check) {
  for (const auto& finding : check.verdict.must_fix) {
    if (!is_guarded(finding.rule)) continue;
    const auto where = finding.spans.empty() ? std::string() : cat(" (", printable(finding.spans.front().path), ")");
    return cat("Assay refuses this edit: ", printable(excerpt(finding.message, 600)), where, " [", finding.rule,
               "]. Do the task without it; a person can make this edit.");
  }
  return {};
}

}  // namespace

Result<std::string> why_refused(const git::Repository& repository, const hooks::Input& input, const std::string& base,
                                const std::string& task) {
  Guard guard(repository, input.folder.empty() ? repository.root() : input.folder, base);
  for (const auto& edit : input.edits) TRY(guard.add(edit));
  std::string diff;
  for (const auto& [path, file] : guard.files()) {
    if (is_configuration_of_assay(path) || holds_a_hook(os::join_path(repository.root(), path), path))
      return cat("Assay refuses this edit: ", printable(path),
                 " decides how changes are judged. It is read from the base; a person changes it there.");
    if (file.fits && file.base && !hooks::asks_to_edit(task, path))
      diff += hooks::diff_text(path, file.base, file.after);
  }
  if (diff.empty()) return std::string();
  TextSource source(diff);
  ContractRequest request;
  request.task = task;
  request.diff = &source;
  TRY_ASSIGN(const auto check, check_contract(request));
  return first_reason(check);
}

}  // namespace assay::engine
