// For tests of this room: a real repository in a scratch folder, worked on by short shell scripts
// the way a person or an agent would.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/repository.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::git {

constexpr std::int64_t k_date = 1'700'000'000;  // of commits in tests

class ScratchRepository {
 public:
  // `options` go to git init.
  explicit ScratchRepository(const std::string& options = "") : m_folder(*os::ScratchFolder::make("assay-git-test")) {
    ::setenv("ASSAY_STATE_HOME", os::join_path(m_folder.path(), "state").c_str(), 1);  // not the user's own
    sh("git init -q -b main " + options + " repo", m_folder.path());
    sh("echo one >a.txt; echo two >b.txt; mkdir -p src; echo three >src/c.txt; git add -A; git commit -qm base");
  }

  const std::string& folder() const { return m_folder.path(); }
  std::string root() const { return os::join_path(m_folder.path(), "repo"); }
  Repository repository() const { return *Repository::open(root()); }
  std::string path(std::string_view name) const { return os::join_path(root(), name); }

  // Output without the final newline; the test fails when the script does.
  std::string sh(const std::string& script, const std::string& where = "") const {
    auto captured = os::capture(command(script, where));
    EXPECT_TRUE(captured && captured->outcome.exit_code == 0) << script << "\n" << (captured ? captured->output : "");
    return captured ? std::string(trim_right(captured->output)) : "";
  }
  int status_of(const std::string& script, const std::string& where = "") const {
    auto captured = os::capture(command(script, where));
    return captured ? captured->outcome.exit_code : -1;
  }
  std::string commit(const std::string& script, const std::string& message = "change") const {
    return sh(cat("{ ", script, "\n} >/dev/null; git add -A 2>/dev/null; git commit -qm '", message,
                  "'; git rev-parse HEAD"));
  }
  std::string id(const std::string& revision) const { return sh("git rev-parse --verify " + revision); }

 private:
  os::Command command(const std::string& script, const std::string& where) const {
    os::Command command;
    command.argv = {"/bin/sh", "-ec", script};
    command.folder = where.empty() ? root() : where;
    command.environment_changes = {"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
                                   "GIT_AUTHOR_NAME=Ada",         "GIT_AUTHOR_EMAIL=ada@example.org",
                                   "GIT_COMMITTER_NAME=Ada",      "GIT_COMMITTER_EMAIL=ada@example.org",
                                   "GIT_TERMINAL_PROMPT=0",       "GIT_TEMPLATE_DIR=",
                                   "GIT_CONFIG_COUNT=1",          "GIT_CONFIG_KEY_0=core.fsync",
                                   "GIT_CONFIG_VALUE_0=none"};
    return command;
  }

  os::ScratchFolder m_folder;
};

}  // namespace assay::git
