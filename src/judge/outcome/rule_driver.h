// Shows a diff to the rules: turns each delivered hunk into code, strings and comments (the old and
// the new side lexed separately) and hands it to every rule. Owns the rules; one thread, one diff.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "diff/facts.h"
#include "judge/outcome/all_rules.h"
#include "judge/outcome/inline_marks.h"
#include "judge/own/rule.h"
#include "judge/rule.h"

namespace assay::judge {

class RuleDriver : public diff::Visitor {
 public:
  // Every rule of ours, and those of a repository when there are any.
  explicit RuleDriver(SharedOwnRules own = nullptr);
  explicit RuleDriver(Rules rules) : m_rules(std::move(rules)) {}

  diff::Wanted wanted(const diff::File& file) const override;
  bool at_first() const override;
  void file_begin(const diff::File& file) override;
  void hunk(const diff::File& file, const diff::Hunk& hunk) override;
  void file_end(const diff::File& file) override;

  // What all rules found, must_fix first. REQUIRES: the whole diff went by; call once.
  std::vector<model::Finding> findings(const RuleContext& context);
  const std::vector<InlineMark>& marks() const { return m_marks.all(); }

 private:
  static diff::Wanted wanted_by_ours(const diff::File& file);
  bool may_be_ours(const diff::Hunk& hunk) const;
  NeedleMask announced_needles(const CodeHunk& hunk) const;

  Rules m_rules;
  SharedOwnRules m_own;                 // nullptr: none
  std::unique_ptr<OwnRule> m_own_rule;  // theirs, as long as m_own is
  InlineMarks m_marks;
  std::atomic<std::uint64_t> m_lines = 0;  // delivered so far
  diff::Wanted m_wanted;                   // of the file under way, by our rules
  bool m_own_looks = false;                // at that file
};

// The lines of a hunk with code, strings and comments told apart.
std::vector<CodeLine> lex_hunk(const diff::File& file, const diff::Hunk& hunk);

}  // namespace assay::judge
