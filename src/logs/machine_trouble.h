// Why a command could not do its work on this machine, as its output says: a program, module or interpreter that is not
// there, a version that the project refuses, no network, no room. That is no fault of what was to be checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::logs {

struct MachineTrouble {
  enum class Kind : std::uint8_t { program, module, version, network, disk, memory };
  Kind kind = Kind::program;
  std::string subject{};  // the program or module; may be empty
  std::string remedy{};   // what to do, without a full stop
  std::string line{};     // that says so
};

// The first that the text tells of; nothing when it tells of none. `text`: the whole output, or its last part.
std::optional<MachineTrouble> find_machine_trouble(std::string_view text);

}  // namespace assay::logs
