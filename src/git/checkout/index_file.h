// A git index as a file: which paths a work tree has, with which content, and what the files looked
// like when they were written. Read and written here so that finding out what changed costs one look
// at each file and no process. Versions 2 and 3, without extensions; git reads what is written here.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct stat;

namespace assay::git {

// What the file system says of a file. Nobody can set the time of change, so that a file with the
// same stamp has not been written since.
struct FileStamp {
  std::uint32_t changed_s = 0, changed_ns = 0;
  std::uint32_t modified_s = 0, modified_ns = 0;
  std::uint32_t inode = 0, mode = 0, user = 0, group = 0, size = 0;
  bool operator==(const FileStamp&) const = default;

  static FileStamp of(const struct stat& st);
};

constexpr std::uint32_t k_mode_file = 0100644, k_mode_executable = 0100755, k_mode_symlink = 0120000,
                        k_mode_submodule = 0160000;

struct IndexEntry {
  std::string path;
  std::uint32_t mode = k_mode_file;  // one of the four
  std::array<unsigned char, 32> id{};
  FileStamp stamp;

  void set_id(std::string_view hex);
  std::string hex_id(size_t digits) const;  // 40 or 64
};

// Entries in order of path bytes, each path once.
using Index = std::vector<IndexEntry>;

const IndexEntry* find(const Index& index, std::string_view path);
bool has_below(const Index& index, std::string_view folder);  // any entry in that folder

// `object_format` is "sha1" or "sha256". Corrupt when it is not an index, holds unmerged entries, or
// flags that hide files. `what` names the bytes in the error.
Result<Index> parse_index(std::string_view bytes, std::string_view object_format, std::string_view what);
std::string index_bytes(const Index& index, std::string_view object_format);
Result<Index> read_index(const std::string& file, std::string_view object_format);
Result<void> write_index(const std::string& file, const Index& index, std::string_view object_format);

}  // namespace assay::git
