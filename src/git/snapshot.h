// The files of a commit, read without a checkout. Listing costs one git call whatever the number of
// files; contents come on demand. A value that keeps what it lists: any thread may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

enum class EntryKind { file, executable, symlink, submodule };

// The texts live as long as the Tree they came from (or a copy of it).
struct Entry {
  std::string_view path;  // bytes as git has them: any but NUL, not always UTF-8
  EntryKind kind = EntryKind::file;
  std::string_view id;     // of the blob; of the commit for a submodule
  std::uint64_t size = 0;  // of the content, for a symlink of its target; 0 for a submodule

  bool is_content() const { return kind == EntryKind::file || kind == EntryKind::executable; }
};

class Tree {
 public:
  // `commit` is a revision, or the id of a tree.
  static Result<Tree> open(const Repository& repository, std::string_view commit);

  const std::string& id() const { return m_id; }                // of the commit or tree it was read from
  std::span<const Entry> entries() const { return m_entries; }  // in order of path bytes

  const Entry* find(std::string_view path) const;  // nullptr: no such entry
  bool has(std::string_view path) const { return find(path) != nullptr; }
  bool has_folder(std::string_view path) const;                 // "" is the top
  std::span<const Entry> under(std::string_view folder) const;  // everything below a folder

  // The content of a file (the target of a symlink); nothing when there is no such file, or when it
  // is a submodule. Error when it is larger than `limit`.
  Result<std::optional<std::string>> read(std::string_view path, std::uint64_t limit = std::uint64_t{16} << 20) const;
  // The same for many, in one git call; those larger than `limit` are nothing too.
  Result<std::vector<std::optional<std::string>>> read_all(std::span<const std::string_view> paths,
                                                           std::uint64_t limit = std::uint64_t{1} << 20) const;

 private:
  explicit Tree(const Repository& repository) : m_repository(repository) {}
  Result<std::vector<std::string>> contents(const std::vector<const Entry*>& wanted) const;

  Repository m_repository;
  std::string m_id;
  std::shared_ptr<const std::string> m_listing;
  std::vector<Entry> m_entries;
};

}  // namespace assay::git
