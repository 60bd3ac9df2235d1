// A rule that is data: what it says, where it looks, what it looks for, and changes that show what it finds.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diff/facts.h"
#include "judge/own/literals.h"
#include "judge/own/pattern.h"
#include "judge/rule.h"
#include "model/verdict.h"

namespace assay::judge {

// Where rules of a repository lie, and how their ids begin: ".assay/rules/no-print.toml" is "own.no-print".
inline constexpr std::string_view k_own_folder = ".assay/rules";
inline constexpr std::string_view k_own_family = "own.";
// The rule of a file of that folder; empty: it is none.
std::string own_rule_of(std::string_view path);
std::string own_file_of(std::string_view rule);

// added: the text was not there before; moved: it was, elsewhere; changed: it stands where another text of this
// pattern stood.
enum class On { added, removed, moved, changed };
std::string_view name(On);
std::optional<On> on_named(std::string_view);

struct OwnPattern {
  On on = On::added;
  CodePattern code;
  std::optional<CodePattern> to;    // of `changed`: what it became, when that is another pattern
  std::vector<CodePattern> unless;  // not where one of these stands in the lines of the match
};

// What happened to a value of a configuration file.
enum class When { raised, lowered, removed, set };
std::string_view name(When);
std::optional<When> when_named(std::string_view);

struct OwnSetting {
  std::vector<std::string> files;  // patterns of paths
  std::string key;
  When when = When::set;
  std::string to;  // of `set`: this value; empty: any other than before
};

// A wish of the task that makes a finding one step less severe.
struct Softener {
  std::string_view name;
  bool TaskView::*wish;  // nullptr: the task has a word in common with what was found
};
std::vector<Softener> known_softeners();

struct OwnCase {
  std::string say;
  std::string task;
  std::string diff;  // as git prints it
  bool finds = false;
  size_t line = 0;  // of the file
};

struct Definition {
  std::string id;       // "own.no-print"
  std::string file;     // where it is written
  std::string message;  // what is wrong; without a full stop
  std::string advice;   // what to do
  model::Severity severity = model::Severity::should_fix;
  std::vector<Softener> softened_by;
  std::uint32_t roles = 0;                       // bits of diff::Role
  std::vector<diff::Language> languages;         // empty: all
  std::vector<std::string> paths, except_paths;  // empty: all, none
  std::vector<OwnPattern> patterns;
  std::vector<OwnSetting> settings;
  std::vector<OwnCase> cases;

  bool looks_at(const diff::File& changed) const;
  // The message and the advice, as a finding has them.
  std::string sentence() const;
};

constexpr size_t k_most_own_rules = 200;
constexpr size_t k_most_patterns = 32;  // of a rule, and as many settings
constexpr size_t k_most_cases = 100;
constexpr size_t k_largest_rule_file = size_t{64} << 10;

// `file` is the path in the repository. Error: what is wrong, with line and column, and what to do.
Result<Definition> parse_rule(std::string_view text, std::string_view file);

// The rules of a repository, and the search for their literals. Does not change: any thread may read it.
class OwnRules {
 public:
  explicit OwnRules(std::vector<Definition> definitions);

  const std::vector<Definition>& all() const { return m_definitions; }
  bool look_at(const diff::File& file) const;
  // Which literals stand in the lines of a hunk.
  FoundLiterals literals_in(const diff::Hunk& hunk) const;
  // Whether a match of pattern `pattern` of rule `rule` can be there.
  bool may_match(size_t rule, size_t pattern, const FoundLiterals& found) const;

 private:
  std::vector<Definition> m_definitions;
  LiteralSearch m_search;
  std::vector<std::vector<std::vector<std::uint32_t>>> m_needed;  // by rule and pattern: one of these literals
};
using SharedOwnRules = std::shared_ptr<const OwnRules>;

}  // namespace assay::judge
