// A tree of its own for the commands of a check: exactly the files of a commit or tree, nothing that git ignores, and
// the dependencies of the person's work tree shown in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/run/command_sandbox.h"
#include "git/repository.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

struct CleanTree {
  std::string folder{};
  std::vector<std::string> dependencies{};  // shown in it, relative
  std::optional<os::Sandbox> sandbox{};     // nothing: none is used
};

// `revision`: id of a commit or tree. `workspace`: the person's tree. `place`: a folder that does not exist yet; what
// is known of the tree lies beside it.
Result<CleanTree> make_clean_tree(const git::Repository& repository, const std::string& revision,
                                  const std::string& workspace, const std::string& place,
                                  const CommandSandbox& sandbox);

// Makes its files those of another commit or tree; what was run there left nothing but what builders keep to build
// faster.
Result<void> move_clean_tree(const git::Repository& repository, const std::string& revision, const CleanTree& tree);

}  // namespace assay::engine
