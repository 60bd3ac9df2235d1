// The rules over a diff. Each rule is a visitor that watches the diff go by once and reports at the
// end; what it may use besides is in RuleContext. Add a rule: write a class, add it to its family.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diff/code.h"
#include "diff/facts.h"
#include "diff/needles.gen.h"
#include "judge/gate_file.h"
#include "judge/token.h"
#include "logs/facts.h"
#include "model/verdict.h"

namespace assay::judge {

// A hunk as rules see it: each line with its code, strings and comments told apart.
struct CodeLine {
  const diff::Line* raw;
  diff::Lexer::Masked masked;
  // A context line that was code before and is inside a comment or string now (someone opened one
  // above it): hidden is set and masked.code blank; this is what the code was.
  bool hidden = false;
  std::string code_before;

  // The line cut into tokens, made when first asked for (see tokens_of).
  mutable Tokens tokens{};
  mutable bool tokens_made = false;
};
struct CodeHunk {
  const diff::File& file;
  const diff::Hunk& hunk;
  std::vector<CodeLine> lines;  // the same lines as hunk.lines
  // The needles that the hunk holds; all when it is of a file that is read whole, needles or not.
  NeedleMask needles = ~NeedleMask{0};

  bool may_hold(diff::Needle n) const { return (needles & diff::bit(n)) != 0; }
};

// What the task asks for, as far as words tell: decides severity, never lifts a block by itself
// where the task does not name the thing.
struct TaskView {
  std::string text;
  std::vector<std::string> words;  // lower case, stemmed
  bool asks_to_remove_tests = false;
  bool asks_to_merge_tests = false;          // fold several into one
  bool asks_to_skip_tests = false;           // disable, quarantine, mark as pending
  bool asks_to_change_expectations = false;  // update snapshots, change output, new format
  bool asks_to_change_config = false;        // CI, lint, coverage, build
  bool asks_to_silence_checker = false;      // silence a lint, ignore a warning
  bool asks_to_tighten_checker = false;      // enable a lint, enforce strict types
  bool relaxes = false;                      // says relax, lower, downgrade, allow or the like of anything
  bool removes = false;                      // says remove, delete, drop or the like of anything
  bool preserves = false;                    // says keep, preserve, refactor, without changing behaviour
  bool speeds = false;                       // asks for the same, only faster
  bool fixes = false;                        // says fix
  bool reverts = false;                      // takes back an earlier change
  bool about_tests = false;                  // tests are what it is about

  // True when the task has a word (stemmed, not a filler) in common with these names or paths.
  bool mentions(std::string_view name) const;
  // How many different such words, and how many the name has in all.
  struct Common {
    size_t shared = 0;
    size_t of = 0;
  };
  Common in_common(std::string_view name) const;
};
TaskView view_task(std::string_view task);

struct RuleContext {
  const TaskView& task;
  // Log facts of everything that was verified, for targeted coverage. Available when finish() runs.
  std::vector<const logs::Facts*> logs;
  bool tells_edited_checks = false;  // also edits that loosen nothing
  bool logs_handed_over = false;     // somebody else says what ran
};

class Rule {
 public:
  virtual ~Rule() = default;
  virtual void file_begin(const diff::File&, GateFile) {}
  virtual void hunk(const CodeHunk&) {}
  virtual void file_end(const diff::File&) {}
  // Adds what was found; called once, after the diff and the logs are read.
  virtual void finish(const RuleContext&, std::vector<model::Finding>& out) = 0;
};

using Rules = std::vector<std::unique_ptr<Rule>>;

// A span for a diff line, text bounded and redacted.
model::Span span_of(const diff::File& file, const diff::Line& line);

}  // namespace assay::judge
