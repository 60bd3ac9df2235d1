#include "os/presence.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <unistd.h>

#include "os/files.h"

namespace assay::os {

namespace {

constexpr int k_tries = 50;
constexpr std::chrono::milliseconds k_lock_pause{2};

// Who looks whether a lock is held has it himself for a moment, and who takes it may remove its file: then the lock
// is one that nobody meets, and is taken again.
std::optional<Lock> take_seen(const std::string& path) {
  for (int i = 0; i < k_tries; ++i) {
    auto lock = Lock::try_take(path);
    if (!lock) return std::nullopt;
    if (*lock && (*lock)->is_at(path)) return std::move(*lock);
    std::this_thread::sleep_for(k_lock_pause);
  }
  return std::nullopt;
}

std::vector<std::string> names_in(const std::string& folder) {
  auto names = list_folder(folder);
  if (!names) return {};
  std::sort(names->begin(), names->end());
  return std::move(*names);
}

bool is_present(const std::string& folder, const std::string& name) { return Lock::is_held(join_path(folder, name)); }

}  // namespace

Presence::Presence(const std::string& folder, const std::string& name)
    : m_path(join_path(folder, name)), m_lock(take_seen(m_path)) {}

Presence::~Presence() {
  if (m_lock) ::unlink(m_path.c_str());
}

std::vector<std::string> names_present(const std::string& folder) {
  auto names = names_in(folder);
  std::erase_if(names, [&](const auto& name) { return !is_present(folder, name); });
  return names;
}

std::vector<std::string> names_gone(const std::string& folder) {
  auto names = names_in(folder);
  std::erase_if(names, [&](const auto& name) { return is_present(folder, name); });
  return names;
}

void forget_gone(const std::string& folder, const std::string& name) {
  const auto path = join_path(folder, name);
  const auto lock = Lock::try_take(path);
  if (lock && *lock && (*lock)->is_at(path)) ::unlink(path.c_str());
}

}  // namespace assay::os
