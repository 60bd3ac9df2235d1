#include "os/sandbox/sandbox.h"

#include "base/text.h"
#include "os/sandbox/control_group.h"

namespace assay::os {

std::vector<std::string> writable_folders(const Sandbox& sandbox) {
  auto out = sandbox.writable;
  for (const auto& grant : sandbox.granted) {
    if (grant.access == Sandbox::Access::write) out.push_back(grant.path);
  }
  return out;
}

std::string_view name_of(Sandbox::Level level) {
  switch (level) {
    case Sandbox::Level::bubblewrap: return "bubblewrap";
    case Sandbox::Level::landlock: return "landlock";
    case Sandbox::Level::off: return "off";
  }
  return "unknown";
}

std::string_view limits_held_by() { return control_groups().folder.empty() ? k_limits_watched : k_limits_by_kernel; }

Result<Sandbox::Level> level_named(std::string_view name) {
  for (const auto level : {Sandbox::Level::bubblewrap, Sandbox::Level::landlock, Sandbox::Level::off}) {
    if (name == name_of(level)) return level;
  }
  return invalid_input(cat("there is no sandbox level ", excerpt(name, 40), "; bubblewrap, landlock or off"));
}

}  // namespace assay::os
