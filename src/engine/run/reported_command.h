// A command whose test runners are asked for reports of their own (reports/ask.h): the folders for them, outside of the
// work tree and new for this run, what the command has to be given, and the reports read after it ended.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify_policy.h"
#include "judge/outcome/evidence.h"
#include "os/files.h"
#include "os/process/process.h"
#include "reports/ask.h"

namespace assay::engine {

class ReportedCommand {
 public:
  // `command`: with its folder, sandbox and environment in place. `folder`: of ours, holds hooks and reports; what an
  // earlier run reported there is removed.
  // `configured`: reports that the repository's policy names. `only`: the tests to run; of no files: all. `cover`:
  // files whose executed lines are wanted.
  static Result<ReportedCommand> make(os::Command& command, const std::string& text, const std::string& folder,
                                      const std::vector<RunnerReport>& configured, const reports::Selection& only = {},
                                      const std::vector<std::string>& cover = {});

  // After the command and all its processes ended: puts what its runners reported beside its output.
  Result<void> collect(judge::CommandRun& run) const;

 private:
  reports::Coverage read_covered() const;
  std::vector<reports::MutationReport> read_mutations() const;

  // A file as it lay in the work tree: inode, time of its last change, size, digest of its content where that is
  // wanted.
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t changed = 0;
    std::int64_t size = 0;
    std::string digest{};
  };
  static std::map<std::string, Stamp> files_of(const reports::Expected& expected);
  // Whether the file was written while the command ran, and not by copying what lay in the tree.
  using FilesBySize = std::multimap<std::int64_t, std::string>;
  bool is_of_this_run(const std::string& path, const Stamp& now, std::optional<FilesBySize>& older) const;

  reports::Asked m_asked;
  std::string m_folder;                                   // that the command ran in
  std::string m_tree;                                     // the same as the command saw it, with a slash
  std::vector<reports::Expected> m_mutations{};           // reports of mutation tools, which may appear in the tree
  std::vector<reports::MutationTool> m_mutation_tools{};  // of each
  std::vector<std::string> m_cover;                       // files whose executed lines are wanted
  std::map<std::string, os::Fd> m_held;   // files that hooks write to, so that one put in its place is told apart
  std::map<std::string, Stamp> m_before;  // reports in the work tree that are not of this run
  std::int64_t m_started = 0;             // before the command
};

// Whether a test runner is seen in the command, itself or behind scripts of the tree in `folder`.
bool starts_a_runner(const std::string& command, const std::string& folder);

}  // namespace assay::engine
