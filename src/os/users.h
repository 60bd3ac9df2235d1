// Users of this machine, by their number.
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

namespace assay::os {

struct User {
  std::string name;
  std::string home;
};

// Nothing when nobody has this number. A static program knows only the users of /etc/passwd: others come from shared
// libraries that it must not open.
std::optional<User> user_of(uid_t number);

}  // namespace assay::os
