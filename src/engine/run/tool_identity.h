// Which programs a command would run on this machine, as a text that is another one when one of them was
// replaced. A result that was found with other programs is not used again.
#pragma once

#include <string>
#include <string_view>

namespace assay::engine {

class Tools {
 public:
  // `path`: PATH of the commands. Looks at what scripts and makefiles start without our knowing: the interpreters and
  // compilers in use, and every program in a folder of PATH that is not the system's.
  explicit Tools(std::string_view path);

  // With the programs that `command` names. A file is told by its path, size and times.
  std::string behind(std::string_view command) const;

 private:
  std::string m_path;
  std::string m_usual;  // digest
};

}  // namespace assay::engine
