// Commands of a repository whose test runners cannot report to us, as far as their text tells.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

struct HiddenRunner {
  std::string command{};
  std::string why{};  // with what to set
};

// Of the commands that the files of a commit ask for. Not those whose text names each test, for want of a report.
Result<std::vector<HiddenRunner>> find_hidden_runners(const git::Repository& repository, const std::string& commit);

}  // namespace assay::engine
