// The rules of a repository as one visitor of a change.
#pragma once

#include <map>
#include <utility>

#include "judge/own/definition.h"
#include "judge/own/match.h"
#include "judge/own/setting.h"
#include "judge/rule.h"

namespace assay::judge {

class OwnRule final : public Rule {
 public:
  explicit OwnRule(SharedOwnRules rules);

  // Whether a rule can find something in this hunk of the file under way. Call it before hunk().
  bool wants(const diff::Hunk& hunk);

  void file_begin(const diff::File& file, GateFile gate) override;
  void hunk(const CodeHunk& hunk) override;
  void file_end(const diff::File& file) override;
  void finish(const RuleContext& context, std::vector<model::Finding>& out) override;

 private:
  using Bound = std::vector<std::pair<std::string, std::string>>;
  struct Place {
    std::uint64_t text = 0;  // hash of the tokens of the match
    std::uint64_t run = 0;   // of changed lines without a line between them that stays
    model::Span span;
    Bound bound;  // where a second pattern asks for it
  };
  struct Seen {
    std::vector<Place> before, after;
  };
  struct Sides;

  void look_for(const OwnPattern& pattern, Seen& seen, Sides& sides, std::vector<model::Span>& undecided);
  void note(const CodePattern& code, const OwnPattern& pattern, const Sides& sides, Side side,
            std::vector<Place>& places, std::vector<model::Span>& undecided) const;
  static std::vector<const Place*> found_by(const OwnPattern& pattern, const Seen& seen);
  static std::vector<const Place*> changed_in(const std::vector<const Place*>& before,
                                              const std::vector<const Place*>& after);
  void note_settings(const CodeHunk& hunk);

  SharedOwnRules m_rules;
  std::vector<size_t> m_looking;  // rules that look at the file under way
  FoundLiterals m_found;          // of the hunk under way
  std::uint64_t m_run = 0;
  std::vector<std::vector<Seen>> m_seen;                                  // by rule and pattern
  std::vector<std::vector<model::Span>> m_undecided;                      // by rule
  std::vector<std::vector<model::Span>> m_set;                            // by rule: of its settings
  std::map<std::pair<size_t, size_t>, SettingChange> m_changed_settings;  // of the file under way
};

}  // namespace assay::judge
