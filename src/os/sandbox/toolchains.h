// Where compilers, interpreters and fetched packages lie that a person has outside of the system's folders.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::os {

struct Toolchains {
  std::vector<std::string> paths;      // to be readable
  std::vector<std::string> variables;  // "RUSTUP_HOME=/home/me/.rustup": found by HOME otherwise
};

// What the programs along PATH need and what variables such as JAVA_HOME name. `home` is the
// person's own folder; of it only what belongs to a toolchain is named, nothing that may hold a key. Paths are
// resolved: an entry of PATH that is written oddly, or is a link, shows no more than the folder it means.
Toolchains find_toolchains(const std::vector<std::string>& environment, const std::string& home);

// What tests of an ordinary project read in the person's home folder: packages that were fetched, and interpreters
// that virtual environments link to. No folder in which a tool keeps credentials.
struct Packages {
  std::vector<std::string> paths;                               // to be readable
  std::vector<std::pair<std::string, std::string>> below_home;  // also wanted at this path below HOME: {path, below}
  std::vector<std::string> variables;
  std::vector<std::string> offline;  // variables that spare tools a network that is not there
};
Packages find_packages(const std::vector<std::string>& environment, const std::string& home);

// Folders outside of `work` that dependency folders at its top are links to (node_modules, .venv). Only folders of
// that kind: a link is easily made.
std::vector<std::string> linked_dependencies(const std::string& work);
// A folder of this kind lies on the way: "/home/me/project/node_modules/x".
bool is_in_dependency_folder(std::string_view path);
// `folder` holds the programs of a virtual environment: ".venv/bin".
bool is_virtual_environment(const std::string& folder);

std::string home_folder();                           // of the person who runs us
std::string home_of_owner(const std::string& path);  // of whoever owns a file; empty when unknown

}  // namespace assay::os
