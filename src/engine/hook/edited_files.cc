#include "engine/hook/edited_files.h"

#include <utility>

#include "base/text.h"
#include "hooks/patch.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_guarded = 4 << 20;

class Editing {
 public:
  Editing(const git::Repository& repository, const std::string& folder, const std::string& base)
      : m_repository(repository), m_folder(folder), m_base(base) {}

  Result<void> add(const hooks::Edit& edit) {
    TRY_ASSIGN(auto* const file, file_of(edit.path));
    auto moved = file != nullptr ? file->after : std::nullopt;
    if (file != nullptr) apply(edit, *file);
    if (edit.moves_to.empty()) return {};
    TRY_ASSIGN(auto* const target, file_of(edit.moves_to));
    if (target == nullptr || !moved) return {};
    target->fits = file->fits;
    target->after = std::move(moved);
    return {};
  }

  std::map<std::string, EditedFile> take() { return std::move(m_files); }

 private:
  static void apply(const hooks::Edit& edit, EditedFile& file) {
    if (!file.fits) return;
    const bool had = file.after.has_value();
    auto after = hooks::apply(edit, file.after.value_or(""));
    file.fits = after.has_value() || edit.removes;
    if (edit.old && !edit.old->empty() && !had) file.fits = false;
    if (file.fits) file.after = std::move(after);
  }

  // Null for a file that is not of this repository.
  Result<EditedFile*> file_of(const std::string& name) {
    const auto named = name.starts_with('/') ? name : os::join_path(m_folder, name);
    const auto file = os::inside(m_repository.root(), named);
    if (!file || file->size() <= m_repository.root().size()) return nullptr;
    const auto path = file->substr(m_repository.root().size() + 1);
    if (!m_files.contains(path)) TRY(read(path, *file));
    return &m_files[path];
  }

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

}  // namespace

Result<std::map<std::string, EditedFile>> edited_files(const git::Repository& repository, const hooks::Input& input,
                                                       const std::string& base) {
  Editing editing(repository, input.folder.empty() ? repository.root() : input.folder, base);
  for (const auto& edit : input.edits) TRY(editing.add(edit));
  return editing.take();
}

}  // namespace assay::engine
