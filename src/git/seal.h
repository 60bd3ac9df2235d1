// A git folder of our own, made in a scratch place, that shows git the objects of a repository and
// nothing else of it. Calls that run in it cannot be steered by the repository's configuration,
// attributes, hooks or replacement objects, because there are none to read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "git/call.h"
#include "os/files.h"

namespace assay::git {

class Seal {
 public:
  // `objects`: variables that name the objects; empty: those of the repository.
  Seal(std::string common_folder, std::string object_format, std::vector<std::string> objects = {});

  // Points a call at the sealed git folder; made at the first use.
  Result<void> close(Call& call);

  // True for partial clones, whose missing objects only the network could bring.
  bool lacks_objects() const;

 private:
  Result<std::string> folder();

  std::string m_common_folder;
  std::string m_object_format;
  std::vector<std::string> m_objects;
  Mutex m_mutex;
  std::optional<os::ScratchFolder> m_folder GUARDED_BY(m_mutex);
};

}  // namespace assay::git
