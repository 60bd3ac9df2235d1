// package.json, as far as checks are concerned, and the packages of a workspace. Inside this room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/site.h"

namespace assay::plan {

struct Package {
  std::optional<std::string> test;      // a script that can prove something
  std::optional<std::string> build;     // likewise
  std::string package_manager;          // "pnpm@9.1.0", or empty
  std::vector<std::string> workspaces;  // patterns; those with "!" in front exclude
};

// Nothing when there is none or it is not an object.
std::optional<Package> read_package(const Site& site);

enum class NodeManager { npm, pnpm, yarn, yarn_berry, bun };
struct ChosenManager {
  NodeManager manager = NodeManager::npm;
  std::string reason;  // "pnpm-lock.yaml chooses pnpm"
};
// By lockfile; without one by the field packageManager; else npm. A package of a workspace has the
// lockfile of the root of the repository.
ChosenManager manager_of(const Site& site, const Package& package);

// Folders (full paths, sorted) that the workspace patterns of package.json or pnpm-workspace.yaml name.
std::vector<std::string> workspace_folders(const Site& site, const Package& package);

}  // namespace assay::plan
