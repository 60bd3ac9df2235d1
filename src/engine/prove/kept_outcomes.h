// What broken forms of one tree came to, kept in the state folder of the repository (engine/state_folder.h), so that a
// proof whose time was over goes on where it stopped. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/mutex.h"
#include "engine/prove/lab.h"
#include "judge/outcome/ran_tests.h"

namespace assay::engine {

class KeptOutcomes {
 public:
  // `key`: hexadecimal, names the tree and all that its runs depend on beside the trial and what is broken.
  // Empty: nothing is found, and nothing kept.
  KeptOutcomes(const std::string& git_folder, std::string key);

  // `trial`: hexadecimal, names the tests and how they are run. `broken`: the file as it is put over the tree.
  std::optional<judge::Notice> find(const std::string& trial, const GivenFile& broken) const;
  void add(const std::string& trial, const GivenFile& broken, const judge::Notice& notice);
  // What cannot be kept is found out again the next time.
  void save() const;

 private:
  const std::string m_git_folder;
  const std::string m_key;
  mutable Mutex m_mutex;
  std::map<std::string, judge::Notice> m_known GUARDED_BY(m_mutex);
  bool m_changed GUARDED_BY(m_mutex) = false;
};

}  // namespace assay::engine
