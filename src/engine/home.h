// Where Assay keeps what it knows of a repository: the folder .assay at the top of the main work
// tree, shared by all linked work trees. Found by looking at files only: a command that just reads
// the store must not pay for starting git.
#pragma once

#include <string>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

struct Home {
  std::string work_tree;   // top of the work tree we stand in
  std::string top;         // top of the main work tree (a bare repository: its folder)
  std::string folder;      // top + "/.assay"
  std::string store;       // folder + "/assay.db"
  std::string git_folder;  // the common one
  std::string mark;        // in the git folder: says that the store was made here and did not come with a clone
};

// The repository that holds `from`; an error says what to do when there is none.
Result<Home> find_home(const std::string& from);
bool is_made(const Home& home);

// <git folder>/assay: what is the operator's own. Never committed, never cloned, hidden from checks.
std::string private_folder(const Home& home);
std::string private_folder(const git::Repository& repository);

// Makes the folder with a .gitignore of its own, so that git never sees it. Harmless when it is there.
Result<void> make_home(const Home& home);

}  // namespace assay::engine
