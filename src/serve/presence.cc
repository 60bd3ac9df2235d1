#include "serve/presence.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_scheme = "http://";

std::string place_of(const std::string& folder) { return os::join_path(folder, "running"); }

}  // namespace

os::Presence announce_server(const std::string& folder, const std::string& address) {
  return {place_of(folder), address.substr(k_scheme.size())};
}

std::vector<std::string> running_servers(const std::string& folder) {
  auto out = os::names_present(place_of(folder));
  for (auto& each : out) each.insert(0, k_scheme);
  return out;
}

}  // namespace assay::serve
