// Starts a program that goes on by itself: a session of its own, nothing of ours open, nobody waits.
#pragma once

#include <string>
#include <vector>

namespace assay::os {

// False when it could not be started; whether the program is found is not known.
bool start_detached(const std::vector<std::string>& argv, const std::string& folder);

}  // namespace assay::os
