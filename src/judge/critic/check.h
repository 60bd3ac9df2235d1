// Whether a critic's report may be believed: it is about this task, round and tree, has exactly one
// verdict for each criterion of the plan, and what it calls satisfied is shown by something that is
// really there. Pure: what is there comes as CandidateFacts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/critic.h"
#include "model/task.h"

namespace assay::judge {

// What a report must be about. Empty task or tree: not asked for.
struct Binding {
  std::string task_id;
  std::uint32_t round = 1;
  std::string tree;
};
// Error conflict: the report is stale or of something else, and says of what.
Result<void> check_binding(const model::CriticReport& report, const Binding& binding);

// Errors of the critic become findings of the category critic-error: ids that the plan does not
// have, verdicts given twice (the lower one stays), criteria without a verdict, "issues found"
// without an issue. A critic that ran out of time owes no verdicts.
void check_criteria(model::CriticReport& report, std::span<const model::SuccessCriterion> plan);

// The candidate, as far as it is known.
class CandidateFacts {
 public:
  virtual ~CandidateFacts() = default;
  virtual std::optional<std::string> line_of(std::string_view path, std::uint64_t line) const = 0;
  // Bytes and digest of a file that is there; the digest may be empty where only the size is known.
  struct FileFacts {
    std::uint64_t size = 0;
    std::string sha256;
  };
  virtual std::optional<FileFacts> file(std::string_view path) const = 0;
  virtual bool is_touched(std::string_view path) const = 0;       // by the change
  virtual bool has_passed(std::string_view test_name) const = 0;  // in a report of this run
};

// A report's "Satisfied" stays only where a citation resolves and has to do with the claim: it shares a word or a
// number with it, or a line close to the cited one shares a word; of a claim of few words any line of the change will
// do. A citation that is contradicted (the line reads differently, no such test), none at all, or only such as have
// nothing to do with it make it Unsatisfied, with the reason. `plan`: the claims, which a report may not word anew.
void hold_to_evidence(model::CriticReport& report, const CandidateFacts& grounds,
                      std::span<const model::SuccessCriterion> plan = {});

// What a sentence cites: "src/a.c:12: return 0;", "src/a.c:12 `return 0;`", names of tests and paths
// in quotes, backticks or as words.
struct CitedText {
  std::vector<model::Citation> lines;  // with their text
  std::vector<std::string> names;      // may be tests or paths
};
CitedText read_citations(std::string_view sentence);

}  // namespace assay::judge
