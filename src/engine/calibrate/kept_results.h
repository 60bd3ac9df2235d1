// Results of variants kept in the state folder of the repository (engine/state_folder.h): the same commit, variant,
// program and settings are not judged twice.
#pragma once

#include <optional>
#include <string>

#include "engine/calibrate/calibration.h"

namespace assay::engine {

class KeptResults {
 public:
  // `settings`: names all that a verdict depends on besides the commit and the variant.
  KeptResults(std::string git_folder, std::string settings)
      : m_git_folder(std::move(git_folder)), m_settings(std::move(settings)) {}

  std::optional<VariantResult> find(const std::string& commit, std::string_view variant) const;
  // What cannot be kept is judged again the next time.
  void keep(const VariantResult& result, std::string_view variant) const;

 private:
  std::string key_of(const std::string& commit, std::string_view variant) const;
  std::string m_git_folder;
  std::string m_settings;
};

}  // namespace assay::engine
