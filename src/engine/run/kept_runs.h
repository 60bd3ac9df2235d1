// Which tests a run of commands had, kept in the state folder of the repository (engine/state_folder.h), where no
// command of a change can write.
#pragma once

#include <map>
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
  // `key`: hexadecimal, names all that the result depends on, but for the files that the commands name (see keep).
  KeptRuns(const std::string& git_folder, std::string key) : m_git_folder(git_folder), m_key(std::move(key)) {}

  // `named`: files that the commands name, as they are now (files_named_in).
  using NamedFiles = std::map<std::string, std::string>;
  std::optional<std::vector<judge::CommandRun>> find(const NamedFiles& named) const;
  // `before`, `after`: the same around the run. What it did not change it may have read, so the result holds only while
  // that stays as it is. What it changed it wrote, as logs are: another run writes it anew. What cannot be kept is run
  // again the next time.
  void keep(const std::vector<judge::CommandRun>& runs, const NamedFiles& before, const NamedFiles& after) const;

 private:
  std::string m_git_folder;
  std::string m_key;
};

}  // namespace assay::engine
