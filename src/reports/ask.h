// How a command is changed so that the test runners it starts, itself or behind scripts, leave a report for us. Mostly
// by environment variables, which pass through npm, make and shell scripts. What is asked for never changes what a run
// does, but that a selection leaves tests out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/coverage.h"
#include "reports/files.h"
#include "reports/report.h"
#include "reports/selection.h"

namespace assay::reports {

// A file to be written into the hooks folder before the run.
struct Hook {
  std::string name{};  // may lie in folders: "python/sitecustomize.py"
  std::string content{};
  bool program = false;  // it is started by its name
};

// A report that may appear.
struct Expected {
  logs::Runner runner = logs::Runner::loose;
  Format format = Format::events;
  std::string path{};     // absolute; in the work tree for builders that write it there
  std::string pattern{};  // of files in the folder `path` and below ("TEST-*.xml"); empty: `path` is a file
  bool in_tree = false;   // only files that the run itself wrote count
  bool sure = true;       // false: the runner may be started in a way that this does not reach
};

struct Asked {
  std::string command{};                   // to be run
  std::vector<std::string> environment{};  // "NAME=value"
  std::vector<Hook> hooks{};
  std::vector<Expected> expected{};
  std::vector<CoverageExpected> coverage{};  // that may appear
  std::vector<logs::Runner> runners{};       // that the command is seen to start; empty: it is not known
  bool is_unclear = false;                   // it starts a program that may start any runner: "turbo"
  bool test_program = false;                 // it starts a program that is a test by its own name, of no runner
  // Every runner that the command is seen to start is asked to run only what was selected. Whether it did is said by
  // its report, where it leaves one: Report::narrowed.
  bool narrowed = false;
  std::string hidden{};  // why none of them can be asked, and what to set; empty: one is expected
};

struct AskInput {
  std::string_view command;
  std::string hooks_folder{};   // absolute, outside of the work tree; commands only read it
  std::string report_folder{};  // absolute, outside of the work tree, new for this run
  // Absolute, as the command sees it; files of tests are then named from it. Empty: hooks name them by their whole
  // path.
  std::string tree{};
  // Where in the tree the command is run, from its root; empty: there.
  std::string folder{};
  const Files* files = nullptr;
  const Selection* only = nullptr;  // run nothing else; null: everything
  // Files, relative to the tree, whose executed lines are wanted; empty: not asked.
  std::vector<std::string> cover_files{};
  std::function<std::optional<std::string>(std::string_view)> existing{};  // a variable that the command would see
};

Asked ask(const AskInput& input);

}  // namespace assay::reports
