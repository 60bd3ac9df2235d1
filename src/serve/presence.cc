#include "serve/presence.h"

#include <algorithm>

#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_scheme = "http://";

std::string place_of(const std::string& folder) { return os::join_path(folder, "running"); }

}  // namespace

Presence::Presence(const std::string& folder, const std::string& address)
    : m_path(os::join_path(place_of(folder), std::string_view(address).substr(k_scheme.size()))) {
  auto lock = os::Lock::try_take(m_path);
  if (lock) m_lock = std::move(*lock);
}

Presence::~Presence() {
  if (m_lock) ::unlink(m_path.c_str());
}

std::vector<std::string> running_servers(const std::string& folder) {
  std::vector<std::string> out;
  const auto names = os::list_folder(place_of(folder));
  if (!names) return out;  // none ever ran
  for (const auto& name : *names) {
    if (os::Lock::is_held(os::join_path(place_of(folder), name))) out.push_back(cat(k_scheme, name));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace assay::serve
