#include "os/replaced_files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

Error replace_error(std::string_view doing, const std::string& path) {
  return unavailable(cat(doing, " ", path, ": ", std::strerror(errno)));
}

// Of a file system that takes no links, or another one.
Result<void> copy_file(const std::string& from, const std::string& to, const struct stat& st) {
  std::error_code error;
  if (S_ISLNK(st.st_mode)) {
    std::filesystem::copy_symlink(from, to, error);
  } else {
    std::filesystem::copy_file(from, to, error);
  }
  if (error) return unavailable(cat("cannot keep a copy of ", from, ": ", error.message()));
  const timespec times[] = {st.st_atim, st.st_mtim};
  ::utimensat(AT_FDCWD, to.c_str(), times, AT_SYMLINK_NOFOLLOW);
  return {};
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// The folders above a relative path, the nearest first.
std::vector<std::string> folders_of(const std::string& path) {
  std::vector<std::string> out;
  for (size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1)) {
    out.push_back(path.substr(0, slash));
  }
  return out;
}

bool is_real_folder(const std::string& path) { return is_folder(path) && !is_link(path); }

}  // namespace

Result<ReplacedFiles> ReplacedFiles::keep(std::string root, std::string folder, const std::vector<std::string>& paths) {
  ReplacedFiles out(std::move(root), std::move(folder));
  remove_tree(out.m_folder);
  TRY(make_folders(out.m_folder));
  for (const auto& path : paths) {
    auto kept = out.keep_one(path);
    if (kept) continue;
    out.drop();
    return kept.error();
  }
  return out;
}

Result<void> ReplacedFiles::keep_one(const std::string& path) {
  for (auto& folder : folders_of(path)) {
    if (is_real_folder(join_path(m_root, folder))) m_folders.insert(std::move(folder));
  }
  const auto file = join_path(m_root, path);
  struct stat st {};
  if (::lstat(file.c_str(), &st) != 0) {
    m_absent.push_back(path);
    return {};
  }
  if (S_ISDIR(st.st_mode)) {  // of a submodule, or about to become a file
    m_folders.insert(path);
    m_absent.push_back(path);
    return {};
  }
  auto kept = join_path(m_folder, cat(m_kept.size()));
  if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, kept.c_str(), 0) != 0) TRY(copy_file(file, kept, st));
  m_kept.emplace(path, std::move(kept));
  return {};
}

bool ReplacedFiles::is_untouched(const std::string& path) const {
  const auto kept = m_kept.find(path);
  return kept != m_kept.end() && is_same_file(join_path(m_root, path), kept->second);
}

Result<void> ReplacedFiles::take_away(const std::string& path, Whose whose) {
  const auto file = join_path(m_root, path);
  if (whose == Whose::ours) return ::unlink(file.c_str()) == 0 ? Result<void>() : replace_error("cannot remove", file);
  const auto place = join_path(m_folder, cat("found-", ++m_found));
  return ::rename(file.c_str(), place.c_str()) == 0 ? Result<void>() : replace_error("cannot move away", file);
}

Result<void> ReplacedFiles::restore(const std::string& path, const std::string& kept) const {
  const auto file = join_path(m_root, path);
  if (path.find('/') != std::string::npos) TRY(make_folders(parent_path(file)));
  if (::rename(kept.c_str(), file.c_str()) == 0) return {};
  if (errno != EXDEV) return replace_error(cat("cannot put back from ", kept), file);
  struct stat st {};
  if (::lstat(kept.c_str(), &st) != 0) return replace_error("cannot read", kept);
  return copy_file(kept, file, st);
}

Result<std::vector<std::string>> ReplacedFiles::put_back(const std::function<Whose(const std::string& path)>& whose) {
  std::set<std::string> stayed;
  std::optional<Error> fault;
  const auto note = [&](const Result<void>& done) {
    if (!done && !fault) fault = done.error();
  };
  const auto clear = [&](const std::string& path) {
    struct stat st {};
    if (::lstat(join_path(m_root, path).c_str(), &st) != 0 || S_ISDIR(st.st_mode)) return;
    const auto of = whose(path);
    if (of == Whose::somebodys) {
      stayed.insert(path);
      return;
    }
    note(take_away(path, of));
  };
  for (const auto& path : m_absent) clear(path);
  for (const auto& [path, kept] : m_kept) {
    if (!is_untouched(path)) clear(path);
  }
  // Folders that came with the move, the deepest first; one that is not empty stays.
  std::set<std::string, std::greater<>> came;
  const auto add = [&](const std::string& path) {
    for (auto& folder : folders_of(path)) came.insert(std::move(folder));
    came.insert(path);  // a submodule's, or one in place of a file
  };
  for (const auto& path : m_absent) add(path);
  for (const auto& [path, kept] : m_kept) came.insert(path);
  for (const auto& folder : came) {
    if (!m_folders.contains(folder)) ::rmdir(join_path(m_root, folder).c_str());
  }
  for (const auto& [path, kept] : m_kept) {
    if (!is_untouched(path) && !stayed.contains(path)) note(restore(path, kept));
  }
  for (const auto& folder : m_folders) {
    if (!exists(join_path(m_root, folder))) note(make_folders(join_path(m_root, folder)));
  }
  if (fault) return unavailable(cat(fault->message, "; the files as they were are in ", m_folder));
  if (m_found == 0) drop();
  return std::vector<std::string>(stayed.begin(), stayed.end());
}

void ReplacedFiles::drop() { remove_tree(m_folder); }

}  // namespace assay::os
