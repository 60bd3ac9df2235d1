// Which tests a run of commands had, kept in the state folder of the repository (engine/state_folder.h), where no
// command of a change can write.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/outcome/evidence.h"

namespace assay::engine {

// Whether what a run says of its tests is whole: a runner that was asked for a report and only printed may have been
// made to.
bool tells_its_tests(const judge::CommandRun& run);

class KeptRuns {
 public:
  // `key`: hexadecimal, names all that the result depends on.
  KeptRuns(const std::string& git_folder, std::string key) : m_git_folder(git_folder), m_key(std::move(key)) {}

  std::optional<std::vector<judge::CommandRun>> find() const;
  // What cannot be kept is run again the next time.
  void keep(const std::vector<judge::CommandRun>& runs) const;

 private:
  std::string m_git_folder;
  std::string m_key;
};

}  // namespace assay::engine
