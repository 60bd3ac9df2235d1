// Where the server's keys, sessions and presence lie: the user's state folder (engine/state_folder.h). Older
// versions kept keys in the repository; those are taken over once.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/home.h"

namespace assay::engine {

struct StateFiles {
  std::string folder;
  std::string note;  // what was taken over, or found and not used; lines for people, or empty
};

// `home` as it was found, before a store is made in it. Makes the folder when there is none.
Result<StateFiles> open_state(const engine::Home& home);

}  // namespace assay::engine
