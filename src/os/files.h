// Files as the rest of the code needs them. Every error names the path.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/source.h"

namespace assay::os {

// An open file descriptor, closed with its owner.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : m_fd(fd) {}
  ~Fd();
  Fd(Fd&& other) noexcept : m_fd(other.release()) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  int get() const { return m_fd; }
  bool is_open() const { return m_fd >= 0; }
  int release();
  void reset();

 private:
  int m_fd = -1;
};

// A file read front to back.
class FileSource final : public ByteSource {
 public:
  static Result<std::unique_ptr<FileSource>> open(const std::string& path);
  Result<size_t> read(std::span<char> into) override;

 private:
  FileSource(Fd fd, std::string path) : m_fd(std::move(fd)), m_path(std::move(path)) {}
  Fd m_fd;
  std::string m_path;
};

// A whole file, refused when larger than `limit`. "-" is standard input.
Result<std::string> read_file(const std::string& path, std::uint64_t limit = std::uint64_t{64} << 20);
// The last bytes of a file, `most` at most.
Result<std::string> read_end(const std::string& path, std::uint64_t most);
Result<std::string> read_stdin(std::uint64_t limit);

// Written beside and renamed into place, so that a reader sees the old or the new, never a part.
Result<void> write_file(const std::string& path, std::string_view content);
// Writes all of it to an open descriptor.
Result<void> write_all(int fd, std::string_view content, std::string_view name);

bool exists(const std::string& path);
bool is_folder(const std::string& path);
std::uint64_t size_of(const std::string& path);    // of a file; 0 when there is none
std::int64_t changed_at(const std::string& path);  // ns since 1970 when its content last changed; 0 when there is none
bool is_link(const std::string& path);             // a symbolic one, wherever it leads
Result<void> make_folders(const std::string& path);
Result<std::string> real_path(const std::string& path);
std::string join_path(std::string_view folder, std::string_view name);
std::string parent_path(std::string_view path);
std::string file_name(std::string_view path);
Result<std::string> current_folder();
// Keeps the newest files of a folder and removes the others.
void remove_oldest(const std::string& folder, size_t most);
// Names in a folder, sorted, without "." and "..".
Result<std::vector<std::string>> list_folder(const std::string& path);

// `path` (absolute, or relative to `root`) with every existing part resolved, refused when it
// leaves `root`. Parts that do not exist yet are allowed at the end.
Result<std::string> inside(const std::string& root, const std::string& path);

// A new folder under TMPDIR, removed with everything in it when its owner goes.
class ScratchFolder {
 public:
  static Result<ScratchFolder> make(std::string_view prefix);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  const std::string& path() const { return m_path; }

 private:
  explicit ScratchFolder(std::string path) : m_path(std::move(path)) {}
  std::string m_path;
};

// Removes a file or a folder with all in it, whatever its permissions and depth, and follows no link.
// True when nothing is left.
bool remove_tree(const std::string& path);
bool empty_folder(const std::string& path);  // the same for all in a folder

Result<void> copy_tree(const std::string& from, const std::string& to);

}  // namespace assay::os
