// An open folder whose entries are read one by one (readdir), closed with its owner.
#pragma once

#include <memory>

#include <dirent.h>

namespace assay::os {

struct CloseFolder {
  void operator()(DIR* dir) const { ::closedir(dir); }
};
using FolderStream = std::unique_ptr<DIR, CloseFolder>;

}  // namespace assay::os
