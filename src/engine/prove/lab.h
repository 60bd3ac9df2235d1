// Where a change is tried in other forms: trees that were never committed, and commands run in them. Checks and
// missions have one each, since they prepare trees in different ways.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "judge/outcome/evidence.h"
#include "reports/ask.h"

namespace assay::engine {

// A file that is put over a tree; nothing: it is taken away.
struct GivenFile {
  std::string path{};
  std::optional<std::string> content{};
};

struct Variant {
  std::string tree{};  // id of a commit or tree
  std::vector<GivenFile> files{};
};

struct Trial {
  std::vector<std::string> setup{};  // builds, run before it; when one fails nothing else is run
  std::string command{};
  reports::Selection only{};  // of no files: all tests
  std::uint64_t timeout_ms = 0;
  std::vector<std::string> cover{};  // files whose executed lines are wanted
};

struct TrialRun {
  judge::CommandRun run{};
  std::string output{};  // the end of what it printed
};

class Lab {
 public:
  virtual ~Lab() = default;
  // How many trials may run at the same time. Each is given a place below that number, of which no other has the same.
  virtual unsigned places() const = 0;
  // What its runs depend on beside the tree and the trial. Empty: that cannot be told, so nothing of them is kept.
  virtual std::string key() const = 0;
  virtual Result<TrialRun> run(unsigned place, const Variant& variant, const Trial& trial) = 0;
};

}  // namespace assay::engine
