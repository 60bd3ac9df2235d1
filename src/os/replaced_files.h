// The files that a move of a checkout is about to replace, kept until the move is whole. They are kept as links, not
// as copies, so that they can be put back on a full disk too. What is put back is the very file, with its times.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::os {

class ReplacedFiles {
 public:
  // Keeps `paths` (relative to `root`) in `folder`, which is made anew and best lies on the same file system. A path
  // where nothing is yet is remembered as that. On an error nothing was changed.
  static Result<ReplacedFiles> keep(std::string root, std::string folder, const std::vector<std::string>& paths);

  // Whether the path holds the very file that was kept.
  bool is_untouched(const std::string& path) const;
  bool was_there(const std::string& path) const { return m_kept.contains(path); }

  enum class Whose { ours, somebodys, unknown };
  // Puts everything back. `whose` is asked about each file that came since: ours goes, somebody's stays, and what is
  // not known is put into the folder. Returns the paths that stayed. An error names what could not be put back, and
  // where it is.
  Result<std::vector<std::string>> put_back(const std::function<Whose(const std::string& path)>& whose);

  // The move is whole: nothing is needed any more.
  void drop();

 private:
  ReplacedFiles(std::string root, std::string folder) : m_root(std::move(root)), m_folder(std::move(folder)) {}
  Result<void> keep_one(const std::string& path);
  Result<void> take_away(const std::string& path, Whose whose);
  Result<void> restore(const std::string& path, const std::string& kept) const;

  std::string m_root;
  std::string m_folder;
  std::map<std::string, std::string> m_kept;  // path -> file in m_folder
  std::vector<std::string> m_absent;
  std::set<std::string> m_folders;  // those of the paths' folders that were there
  size_t m_found = 0;               // files in m_folder that are nobody's
};

}  // namespace assay::os
