// For targets whose readers take files: a folder that goes with the process.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "drip.h"
#include "os/files.h"

namespace assay::fuzz {

class Scratch {
 public:
  Scratch() : m_folder(make()), m_root(*os::real_path(m_folder.path())) {}

  std::string at(std::string_view name) const { return name.empty() ? m_root : os::join_path(m_root, name); }
  std::string folder(std::string_view name) const {
    require(os::make_folders(at(name)).has_value());
    return at(name);
  }
  // For its owner alone, and without waiting for the disk.
  void put(std::string_view name, std::string_view text) const {
    const os::Fd file(::open(at(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    require(file.is_open() && os::write_all(file.get(), text, name).has_value());
  }
  void remove(std::string_view name) const { ::unlink(at(name).c_str()); }

 private:
  // In memory where there is a place for that: what is written here waits for the disk.
  static os::ScratchFolder make() {
    if (os::is_folder("/dev/shm")) ::setenv("TMPDIR", "/dev/shm", 0);
    return *os::ScratchFolder::make("fuzz");
  }

  os::ScratchFolder m_folder;
  std::string m_root;
};

}  // namespace assay::fuzz
