// One holder at a time, over processes. The lock goes when its holder does, however it ends.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

class Lock {
 public:
  // Nothing when somebody else holds it. The file is made when missing and stays.
  static Result<std::optional<Lock>> try_take(const std::string& path);
  static Result<Lock> take(const std::string& path);  // waits
  // Whether somebody holds it; looks only, and makes no file.
  static bool is_held(const std::string& path);
  // What the holder wrote into it, for "who has it": process id and a word.
  static std::string holder(const std::string& path);
  // Whether the file there is still the one this lock is on: only then do others meet it.
  bool is_at(const std::string& path) const;

 private:
  static Result<Fd> open(const std::string& path);
  explicit Lock(Fd fd) : m_fd(std::move(fd)) {}
  Fd m_fd;
};

}  // namespace assay::os
