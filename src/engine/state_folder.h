// The user's own folder for one repository, outside of that repository: keys, work trees, prepared
// dependencies. No command of a change can name it, no clone can bring it, and no test runner finds it by
// searching the checkout.
//
// It lies in $ASSAY_STATE_HOME, else $XDG_STATE_HOME/assay, else ~/.local/state/assay. Its name is recorded in
// <git folder>/assay/state, so that a repository that was moved finds its folder again; a copy of a repository
// gets a folder of its own. See docs/formats/state.md.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::engine {

// The folder that holds those of all repositories.
std::string state_home();

// `git_folder`: the common one (git::Repository::common_folder, Home::git_folder).
// Error (not_found): none was made yet. Writes nothing.
Result<std::string> state_folder(const std::string& git_folder);

// The same, made when there is none; 0700. Error (unavailable) says what cannot be written.
Result<std::string> make_state_folder(const std::string& git_folder);

}  // namespace assay::engine
