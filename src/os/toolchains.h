// Where compilers and interpreters lie that a person installed outside of the system's folders.
#pragma once

#include <string>
#include <vector>

namespace assay::os {

struct Toolchains {
  std::vector<std::string> paths;      // to be readable
  std::vector<std::string> variables;  // "RUSTUP_HOME=/home/me/.rustup": found by HOME otherwise
};

// What the programs along PATH need and what variables such as JAVA_HOME name. `home` is the
// person's own folder; of it only what belongs to a toolchain is named, nothing that may hold a key.
Toolchains find_toolchains(const std::vector<std::string>& environment, const std::string& home);

std::string home_folder();  // of the person who runs us

}  // namespace assay::os
