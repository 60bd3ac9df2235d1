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

}  // namespace

Result<std::vector<std::string>> infer_commands(const git::Repository& repository, const std::string& base,
                                                const std::string& intent, const std::vector<std::string>& touched) {
  const plan::SynthesisInput input{intent, touched};
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, base));
  auto out = commands_of(*snapshot_of(tree), input);
  if (!out.empty()) return out;
  TRY_ASSIGN(const auto work, WorkTreeSnapshot::read(repository));
  return commands_of(work, input);
}

}  // namespace assay::engine
