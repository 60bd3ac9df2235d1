#include "git/worktrees/worktree_admin.h"

#include <filesystem>

#include "base/text.h"
#include "os/files.h"
#include "os/regular_file.h"

namespace assay::git {

namespace {

constexpr std::uint64_t k_longest = 16 << 10;

std::string admins_folder(const Repository& repository) {
  return os::join_path(repository.common_folder(), "worktrees");
}

std::string without_newline(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// The admin folder that the .git file of a work tree names. Whatever runs there can write it.
std::string named_in(const std::string& path) {
  constexpr std::string_view k_before = "gitdir: ";
  const auto text = os::read_regular_file(os::join_path(path, ".git"), k_longest);
  if (!text || !text->starts_with(k_before)) return "";
  return without_newline(text->substr(k_before.size()));
}

}  // namespace

// Git can write it relative to the folder.
std::optional<std::string> work_tree_of(const std::string& admin) {
  auto text = os::read_regular_file(os::join_path(admin, "gitdir"), k_longest);
  if (!text) return std::nullopt;
  std::string file = without_newline(std::move(*text));
  if (!file.starts_with('/')) file = std::filesystem::path(os::join_path(admin, file)).lexically_normal().string();
  return os::file_name(file) == ".git" ? std::optional(os::parent_path(file)) : std::nullopt;
}

std::optional<std::string> find_admin(const Repository& repository, const std::string& path) {
  const std::string all = admins_folder(repository);
  // Git names it after the work tree, and adds a number when that is taken. A guess counts when the folder names the
  // path itself.
  for (const auto& guess : {os::file_name(path), os::file_name(named_in(path))}) {
    if (guess.empty()) continue;
    std::string folder = os::join_path(all, guess);
    if (work_tree_of(folder) == path) return folder;
  }
  const auto names = os::list_folder(all);
  for (const auto& name : names ? *names : std::vector<std::string>()) {
    std::string folder = os::join_path(all, name);
    if (work_tree_of(folder) == path) return folder;
  }
  return std::nullopt;
}

std::map<std::string, std::string> all_admins(const Repository& repository) {
  std::map<std::string, std::string> out;
  const std::string all = admins_folder(repository);
  const auto names = os::list_folder(all);
  for (const auto& name : names ? *names : std::vector<std::string>()) {
    std::string folder = os::join_path(all, name);
    if (auto path = work_tree_of(folder)) out.emplace(std::move(*path), std::move(folder));
  }
  return out;
}

Result<std::string> make_admin(const Repository& repository, const std::string& path, const std::string& head,
                               const std::string& being_made) {
  TRY(os::make_folders(being_made));
  TRY(os::write_file(os::join_path(being_made, "HEAD"), cat(head, "\n")));
  TRY(os::write_file(os::join_path(being_made, "commondir"), "../..\n"));
  TRY(os::write_file(os::join_path(being_made, "gitdir"), cat(path, "/.git\n")));
  const std::string all = admins_folder(repository);
  TRY(os::make_folders(all));
  const std::string name = os::file_name(path);
  constexpr int k_most = 1000;  // work trees of one name
  for (int number = 0; number < k_most; ++number) {
    std::string folder = os::join_path(all, number == 0 ? name : cat(name, number));
    if (os::exists(folder)) continue;
    std::error_code error;
    std::filesystem::rename(being_made, folder, error);
    if (!error) return folder;
    if (!os::exists(folder)) return conflict(cat("git's folder ", folder, " cannot be made: ", error.message()));
  }
  return conflict(cat("there are ", k_most, " work trees named ", name, " already; run git worktree prune"));
}

bool needs_git(const Repository& repository) {
  return os::exists(os::join_path(repository.common_folder(), "reftable")) ||
         os::exists(os::join_path(repository.common_folder(), "config.worktree"));
}

bool is_complete(const std::string& admin) {
  const auto common = os::read_regular_file(os::join_path(admin, "commondir"), k_longest);
  return common && !trim(*common).empty() && head_text(admin).find_first_not_of('0') != std::string::npos;
}

std::optional<std::string> lock_reason(const std::string& admin) {
  const auto file = os::join_path(admin, "locked");
  if (!os::exists(file)) return std::nullopt;
  const auto text = os::read_regular_file(file, k_longest);
  return text ? std::string(trim(*text)) : std::string();
}

std::string head_text(const std::string& admin) {
  const auto text = os::read_regular_file(os::join_path(admin, "HEAD"), k_longest);
  return text ? std::string(trim_right(*text)) : std::string();
}

bool is_of_another(const Repository& repository, const std::string& path) {
  const auto admin = named_in(path);
  if (admin.empty() || !admin.starts_with('/')) return false;
  const auto real = os::real_path(os::parent_path(admin));
  const auto ours = os::real_path(admins_folder(repository));
  return real && (!ours || *real != *ours) && work_tree_of(admin) == path;
}

}  // namespace assay::git
