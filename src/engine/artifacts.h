// The folder in which a workspace check leaves its evidence.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::engine {

class Artifacts {
 public:
  static constexpr std::string_view k_default_folder = ".verifier/runs";

  // Makes <folder>/<run id>/ inside the workspace; a folder that leads outside is refused. A folder
  // that is made here is told to ignore itself in git.
  static Result<Artifacts> make(const std::string& workspace, const std::string& folder, const std::string& run_id);

  const std::string& path() const { return m_path; }
  std::string path_of(std::string_view name) const;
  Result<void> save(std::string_view name, std::string_view content) const;

 private:
  explicit Artifacts(std::string path) : m_path(std::move(path)) {}
  std::string m_path;
};

// "20260618084500-12345-abcdef": UTC time, process id, six random hex digits.
std::string new_run_id();
std::string utc_now();  // "2026-06-18T08:45:00.000Z"

}  // namespace assay::engine
