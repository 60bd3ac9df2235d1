// A locked decision: something that work must not undo without a person. Rules are held against the
// change by Assay itself; a sentence goes to a critic that can read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::model {

enum class Demand { forbid, require };
enum class DecisionSubject { path, pattern, dependency };
std::string_view name(Demand);
std::string_view name(DecisionSubject);

struct DecisionRule {
  Demand demand = Demand::forbid;
  DecisionSubject subject = DecisionSubject::path;
  std::string value;  // a glob, an RE2 expression, a package's name
};

struct LockedDecision {
  std::string id;      // "D-1"
  std::string reason;  // why it was decided
  std::string text;    // the decision as a sentence; may be all there is
  std::vector<DecisionRule> rules;
  std::vector<std::string> in;  // globs that a pattern looks at; empty: everywhere

  bool is_free_text() const { return rules.empty(); }
};

}  // namespace assay::model
