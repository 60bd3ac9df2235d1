// A folder that commands may fill and in which a standing sandbox shows other folders: emptied
// between commands, but for the places where something is shown. Internal to os.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.h"

namespace assay::os {

class MountPoints {
 public:
  // Makes the places: paths below `folder`, none in another, each an empty folder or file like what is shown
  // there. Error when something else lies there.
  struct Place {
    std::string below;  // "repo/.git"
    bool is_folder = true;
  };
  static Result<MountPoints> make(std::string folder, const std::vector<Place>& places);

  // REQUIRES: nothing is running that could write there. False when a place is not the one that was made (a
  // command moved a folder above it): what is shown there is then shown elsewhere.
  bool renew() const;

 private:
  explicit MountPoints(std::string folder) : m_folder(std::move(folder)) {}
  enum class Kind { folder, file };
  Result<void> make_step(const std::string& below, Kind kind);
  bool clear(const std::string& below) const;
  bool leads_on(const std::string& below) const;

  std::string m_folder;
  std::map<std::string, ino_t> m_made;  // the places and what leads to them
};

}  // namespace assay::os
