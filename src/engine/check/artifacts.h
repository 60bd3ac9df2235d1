// The folder in which a workspace check leaves its evidence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// Where a run in the Landlock sandbox is kept: that cannot hide a folder in the work tree, so its evidence lies with
// git's own of that work tree. Empty: not in a work tree.
std::string folder_for_landlock(const std::string& workspace);
// The runs in a folder, the newest first. Run ids tell seconds apart; within one, the time of the folder decides.
std::vector<std::string> newest_runs(const std::string& folder);
// That one or the usual one: where the latest run of this work tree is.
std::string folder_of_latest_run(const std::string& workspace);

// Whether a name is that of a run's folder.
bool is_run_id(std::string_view name);
// Whether a folder holds nothing but runs; also when it does not exist.
bool holds_only_runs(const std::string& folder);

// "20260618084500-12345-abcdef": UTC time, process id, six random hex digits.
std::string new_run_id();
std::string utc_now();  // "2026-06-18T08:45:00.000Z"

}  // namespace assay::engine
