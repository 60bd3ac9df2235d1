// Which servers of this repository run, for commands that tell people an address.
#pragma once

#include <string>
#include <vector>

#include "os/presence.h"

namespace assay::serve {

// `folder`: the user's state folder; `address`: "http://127.0.0.1:7411"; `people_use`: the same, or that of a proxy.
os::Presence announce_server(const std::string& folder, const std::string& address, const std::string& people_use);

// Addresses that people use, of those that run now, in the order of their names.
std::vector<std::string> running_servers(const std::string& folder);

}  // namespace assay::serve
