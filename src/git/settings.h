// git's configuration as it holds for a repository, with whose each setting is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

struct Setting {
  bool own = false;  // the repository's, not the user's
  std::string key;
  std::string value;
};

// In the order in which git reads them: of a setting with one value the last counts.
Result<std::vector<Setting>> settings_of(const Repository& repository);

enum class From { anywhere, user };  // user: only what is configured outside of any repository
std::optional<std::string> last_of(const std::vector<Setting>& settings, std::string_view key, From from);

}  // namespace assay::git
