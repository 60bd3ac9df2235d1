// Whose work a failed check is about: the tasks whose files its output and findings speak of. And when two
// failures are the same one, so that nothing is mended in circles. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "model/verification.h"

namespace assay::judge {

struct TaskTrace {
  model::TaskId task;
  std::vector<std::string> files;  // that its work changed
};

struct Failure {
  model::CheckId check;
  std::string title;
  std::string subject;  // the command or the path
  model::AcceptanceKind kind = model::AcceptanceKind::command;
  std::string expected;
  std::string observed;
  std::vector<std::string> evidence;  // the lines that show it, the telling ones first
  std::string output;                 // digest of the whole output; empty: none
  std::string fingerprint;            // 16 hexadecimal digits
};

// Every check that failed and counts.
std::vector<Failure> failures_of(const model::Verification& verification);

// By what it says and not by how: numbers, times, addresses and places in the file system do not count, nor
// does the order of the tests that failed.
std::string failure_fingerprint(const model::VerifiedCheck& check);

struct Attribution {
  std::vector<model::TaskId> tasks;  // those it speaks of most first
  bool named = false;                // false: it names nobody's files, so all who changed something are meant
};
Attribution attribute(const Failure& failure, std::span<const TaskTrace> traces);

// Paths that a text speaks of, each once.
std::vector<std::string> paths_in(std::string_view text);

}  // namespace assay::judge
