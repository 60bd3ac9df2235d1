#include "engine/check/inferred_commands.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/snapshot.h"
#include "git/snapshot.h"
#include "os/files.h"
#include "os/regular_file.h"
#include "plan/checks.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_read = 1 << 20;

// The files of a work tree that git does not ignore.
class WorkTreeSnapshot final : public plan::Snapshot {
 public:
  static Result<WorkTreeSnapshot> read(const git::Repository& repository) {
    WorkTreeSnapshot out;
    out.m_root = repository.root();
    TRY_ASSIGN(const auto listing,
               repository.ask({"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"}));
    for (const auto path : split(listing.output, '\0')) {
      if (!path.empty()) out.m_files.emplace_back(path);
    }
    std::sort(out.m_files.begin(), out.m_files.end());
    return out;
  }
  bool has_file(std::string_view path) const override {
    return std::binary_search(m_files.begin(), m_files.end(), path) && os::exists(os::join_path(m_root, path));
  }
  bool has_folder(std::string_view path) const override {
    const auto first = std::lower_bound(m_files.begin(), m_files.end(), cat(path, "/"));
    return path.empty() || (first != m_files.end() && first->starts_with(cat(path, "/")));
  }
  std::optional<std::string> read(std::string_view path) const override {
    if (!has_file(path)) return std::nullopt;
    auto text = os::read_regular_file(os::join_path(m_root, path), k_largest_read);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  }
  std::span<const std::string> files() const override { return m_files; }

 private:
  std::string m_root;
  std::vector<std::string> m_files;
};

std::vector<std::string> commands_of(const plan::Snapshot& snapshot, const plan::SynthesisInput& input) {
  std::vector<std::string> out;
  for (auto& check : plan::synthesize(snapshot, input)) {
    if (check.kind == model::AcceptanceKind::command && check.command) out.push_back(std::move(*check.command));
  }
  return out;
}

// The Python of an environment in the work tree, where pytest can be had: the packages of the project are installed
// there, and nowhere else. Empty: there is none. An interpreter that lies in the tree itself is not taken: anybody may
// have written it.
std::string python_of(const std::string& root) {
  for (const std::string_view folder : {".venv", "venv"}) {
    const auto python = cat(folder, "/bin/python");
    const auto whole = os::real_path(os::join_path(root, python));
    if (!whole || whole->starts_with(root + "/")) continue;
    const auto settings = os::read_regular_file(os::join_path(root, cat(folder, "/pyvenv.cfg")), k_largest_read);
    const bool shows_system = settings && contains(*settings, "include-system-site-packages = true");
    const bool has_its_own = os::exists(os::join_path(root, cat(folder, "/bin/pytest")));
    if (has_its_own || (shows_system && os::exists(os::join_path(os::parent_path(*whole), "pytest")))) return python;
  }
  return {};
}

std::string in_environment(std::string command, const std::string& python) {
  if (python.empty()) return command;
  if (command == "pytest" || command.starts_with("pytest ")) return cat(python, " -m ", command);
  constexpr std::string_view k_module = "python3 -m ";
  return command.starts_with(k_module) ? cat(python, " -m ", command.substr(k_module.size())) : command;
}

}  // namespace

Result<std::vector<std::string>> infer_commands(const git::Repository& repository, const std::string& base,
                                                const std::string& intent, const std::vector<std::string>& touched) {
  const plan::SynthesisInput input{intent, touched};
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, base));
  auto out = commands_of(*snapshot_of(tree), input);
  if (out.empty()) {
    TRY_ASSIGN(const auto work, WorkTreeSnapshot::read(repository));
    out = commands_of(work, input);
  }
  const auto python = python_of(repository.root());
  for (auto& command : out) command = in_environment(std::move(command), python);
  return out;
}

}  // namespace assay::engine
