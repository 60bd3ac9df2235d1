// Which programs a command would run on this machine, as a text that is another one when one of them was
// replaced. A result that was found with other programs is not used again.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace assay::engine {

class Tools {
 public:
  // `path`: PATH of the commands. Looks at what scripts and makefiles start without our knowing: the interpreters and
  // compilers in use, and every program in a folder of PATH that is not the system's.
  explicit Tools(std::string_view path);

  // With the files that `command` names by absolute paths and the programs that it names. A file is told by its path,
  // size and times.
  std::string behind(std::string_view command) const;
  // With the programs alone: files that can be executed.
  std::string programs_behind(std::string_view command) const;

 private:
  std::string m_path;
  std::string m_usual;  // digest
};

// Of the files that a command names by absolute paths and that are no programs, their sizes and times: scripts,
// settings, and what the command itself writes.
std::map<std::string, std::string> files_named_in(std::string_view command);

}  // namespace assay::engine
