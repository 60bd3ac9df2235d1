#include "git/graft.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::git {

namespace {

std::string_view mode_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::file: return "100644";
    case EntryKind::executable: return "100755";
    case EntryKind::symlink: return "120000";
    case EntryKind::submodule: return "160000";
  }
  return "100644";
}

// Input of `update-index -z --index-info`: mode 0 removes.
std::string index_info(const Repository& repository, const Tree& from, std::span<const std::string> paths) {
  std::string out;
  for (const auto& path : paths) {
    const auto* entry = from.find(path);
    if (entry == nullptr)
      out += cat("0 ", repository.zero_id(), "\t", path, '\0');
    else
      out += cat(mode_of(entry->kind), " ", entry->id, "\t", path, '\0');
  }
  return out;
}

}  // namespace

Result<std::string> graft(const Repository& repository, const Tree& onto, const Tree& from,
                          std::span<const std::string> paths) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-graft"));
  const std::vector<std::string> environment = {cat("GIT_INDEX_FILE=", os::join_path(scratch.path(), "index"))};
  const auto step = [&](std::vector<std::string> arguments, std::optional<std::string> input) -> Result<std::string> {
    const std::string what = arguments.front();
    TRY_ASSIGN(const auto answer,
               repository.ask_sealed(
                   {.arguments = std::move(arguments), .environment = environment, .input = std::move(input)}));
    if (!answer.ok()) return repository.refusal(what, answer);
    return std::string(trim_right(answer.output));
  };
  TRY(step({"read-tree", onto.id()}, std::nullopt));
  TRY(step({"update-index", "-z", "--index-info"}, index_info(repository, from, paths)));
  return step({"write-tree"}, std::nullopt);
}

}  // namespace assay::git
