#include "serve/presence.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::serve {

namespace {

// "127.0.0.1:7411 https:%2F%2Fexample.com%2Fassay": no two servers have the same first part, and a name holds no slash.
constexpr std::string_view k_scheme = "http://";
constexpr std::string_view k_slash = "%2F";

std::string place_of(const std::string& folder) { return os::join_path(folder, "running"); }

}  // namespace

os::Presence announce_server(const std::string& folder, const std::string& address, const std::string& people_use) {
  return {place_of(folder), cat(address.substr(k_scheme.size()), " ", replace_all(people_use, "/", k_slash))};
}

std::vector<std::string> running_servers(const std::string& folder) {
  auto out = os::names_present(place_of(folder));
  for (auto& each : out) each = replace_all(each.substr(each.find(' ') + 1), k_slash, "/");
  return out;
}

}  // namespace assay::serve
