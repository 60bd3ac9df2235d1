#include "os/secret_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

Error secret_file_error(std::string_view doing, const std::string& path) {
  const int why = errno;
  auto message = cat("cannot ", doing, " ", path, ": ", std::strerror(why));
  return why == ENOENT ? not_found(std::move(message)) : unavailable(std::move(message));
}

}  // namespace

// A link to a finished file cannot replace another: of two who make it at once, one wins.
Result<bool> write_secret_once(const std::string& path, std::string_view content) {
  const std::string beside = cat(path, ".", random_name(12));
  Result<void> written;
  {
    const Fd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd.is_open()) return secret_file_error("write", path);
    written = write_all(fd.get(), content, path);
    if (written && ::fsync(fd.get()) != 0) written = secret_file_error("write", path);
  }
  bool made = false;
  if (written) {
    made = ::link(beside.c_str(), path.c_str()) == 0;
    if (!made && errno != EEXIST) written = secret_file_error("write", path);
  }
  ::unlink(beside.c_str());
  if (!written) return written.error();
  return made;
}

Result<std::string> read_secret(const std::string& path, std::uint64_t limit) {
  struct stat st {};
  if (::lstat(path.c_str(), &st) != 0) return secret_file_error("read", path);
  if (!S_ISREG(st.st_mode)) return invalid_input(cat(path, " is not a regular file; a key must lie there itself"));
  if ((st.st_mode & 077) != 0) {
    return invalid_input(cat(path, " can be read by others, so it proves nothing: chmod 600 '", path,
                             "' if you trust who could read it, else make a new one"));
  }
  return read_file(path, limit);
}

}  // namespace assay::os
