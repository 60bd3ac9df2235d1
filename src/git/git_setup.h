// What steers git in a repository besides its history: settings, hooks, attributes, borrowed objects,
// and where the refs stand. Looked at before and after somebody was let near it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

struct GitSetup {
  std::map<std::string, std::string> files;  // path below the common git folder -> digest
  std::map<std::string, std::string> refs;   // name -> id
};

Result<GitSetup> git_setup_of(const Repository& repository);

// What differs, by name.
struct GitSetupChange {
  std::vector<std::string> hooks;
  std::vector<std::string> settings;
  std::vector<std::string> refs;
  bool empty() const { return hooks.empty() && settings.empty() && refs.empty(); }
};
GitSetupChange difference(const GitSetup& before, const GitSetup& after);

}  // namespace assay::git
