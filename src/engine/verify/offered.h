// What was prepared, shown in a work tree: mounted read-only in the place where the tool put it, since tools look
// for what lies beside a package by its real path; linked where nothing can be mounted. What commands may write of
// it is their own: nothing that one command writes there is seen by the next, and never by another mission.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "engine/verify/prepare.h"
#include "engine/verify/run_check.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

class Offered {
 public:
  // `folder`: the work tree, held to its commit. `scratch`: a name for folders of its own. `sandbox`: of its commands.
  static Result<Offered> make(const Prepared& prepared, const std::string& folder, const std::string& scratch,
                              const os::Sandbox& sandbox);

  // Lets a command see it: variables, PATH, folders.
  void add_to(CheckRequest& request) const;

  // Before a command: what commands may write is as it was made.
  Result<void> renew();

  // Whether `path`, a path in the tree that git does not know, is ours and as it was made.
  bool stands(const std::string& path) const;
  // Patterns (see git::WorkingCopy::move_to) of paths in the tree that must not be removed while sandboxes stand.
  const std::vector<std::string>& kept_paths() const { return m_kept_paths; }

  // After the tree was held to its commit again. False: a place where something is mounted had gone, so that
  // sandboxes that stand do not show it any more.
  Result<bool> put_back();

 private:
  struct Shown {
    std::string path;    // in the tree
    std::string target;  // of a link; empty: a place for a mount
    ino_t inode = 0;     // of that place
  };
  struct Copy {
    std::string from, to;
  };
  Result<void> add_step(const KeptStep& step, const os::Sandbox& sandbox);
  Result<void> mount_output(const KeptStep& step, const std::string& output, const std::string& kept);
  Result<void> link_output(const KeptStep& step, const std::string& output, const std::string& kept);
  Result<std::string> own_folder();
  Result<bool> show(Shown& shown);

  std::string m_folder, m_scratch;
  std::vector<Shown> m_shown;
  std::vector<std::string> m_kept_paths;
  std::vector<Copy> m_copies;
  std::vector<std::string> m_own;  // emptied before each command
  std::vector<std::string> m_environment, m_paths, m_readable, m_writable;
  std::vector<os::Sandbox::Mount> m_mounted;
  bool m_used = false;
};

}  // namespace assay::engine
