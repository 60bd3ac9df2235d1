#include "os/users.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include <pwd.h>

#include "os/static_program.h"

namespace assay::os {

namespace {

constexpr size_t k_longest_entry = 64 << 10;

User user_from(const passwd& entry) {
  return {entry.pw_name == nullptr ? "" : entry.pw_name, entry.pw_dir == nullptr ? "" : entry.pw_dir};
}

std::optional<User> user_in_file(uid_t number) {
  const std::unique_ptr<FILE, int (*)(FILE*)> file(::fopen("/etc/passwd", "re"), ::fclose);
  if (!file) return std::nullopt;
  std::vector<char> buffer(k_longest_entry);
  passwd entry{};
  passwd* found = nullptr;
  while (::fgetpwent_r(file.get(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
    if (found->pw_uid == number) return user_from(*found);
  }
  return std::nullopt;
}

}  // namespace

std::optional<User> user_of(uid_t number) {
  if (is_static_program()) return user_in_file(number);
  std::vector<char> buffer(k_longest_entry);
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(number, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return std::nullopt;
  return user_from(*found);
}

}  // namespace assay::os
