// A change is blamed for what it does, not for what it found: a forbidden pattern on a line that was
// there before is nobody's news. What is required must be there afterwards, whoever removed it.
#include "judge/critic/decisions.h"

#include <algorithm>

#include "base/glob.h"
#include "base/pattern.h"
#include "base/text.h"
#include "diff/reader.h"
#include "judge/critic/manifests.h"

namespace assay::judge {

namespace {

using model::DecisionSubject;
using model::Demand;
using model::LockedDecision;

constexpr size_t k_places_most = 20;  // of one rule

struct DecisionDemand {
  const LockedDecision* decision;
  const model::DecisionRule* rule;
  std::optional<Pattern> pattern;
  size_t places = 0;
  bool seen = false;     // what is required stands in the diff
  bool removed = false;  // … or was taken away by it
  std::string removed_path;
  std::uint64_t removed_line = 0;

  bool is(Demand demand, DecisionSubject subject) const { return rule->demand == demand && rule->subject == subject; }
  bool looks_at(std::string_view path) const { return decision->in.empty() || is_in_scope(path, decision->in); }
};

class ChangeReader : public diff::Visitor {
 public:
  ChangeReader(const ChangeQuestions& questions, std::vector<DecisionDemand>& rules)
      : m_questions(questions), m_rules(rules) {
    for (const auto& rule : rules) m_reads_lines = m_reads_lines || rule.rule->subject != DecisionSubject::path;
  }

  diff::Wanted wanted(const diff::File& file) const override {
    auto wanted =
        m_questions.listener != nullptr ? m_questions.listener->wanted(file) : diff::Wanted{0, 0, 0, diff::Whole::no};
    if (m_reads_lines) wanted.whole = diff::Whole::always;
    return wanted;
  }

  void file_begin(const diff::File& file) override {
    using diff::Status;
    const bool moved = file.status == Status::renamed;
    if (moved) touch(file.old_path, Status::deleted);
    touch(file.path(), moved || file.status == Status::copied ? Status::added : file.status);
    if (m_questions.listener != nullptr) m_questions.listener->file_begin(file);
  }
  void hunk(const diff::File& file, const diff::Hunk& hunk) override {
    if (m_reads_lines) {
      for (const auto& line : hunk.lines) read_line(file, line);
    }
    if (m_questions.listener != nullptr) m_questions.listener->hunk(file, hunk);
  }
  void file_end(const diff::File& file) override {
    if (m_questions.listener != nullptr) m_questions.listener->file_end(file);
  }

  std::vector<TouchedPath> touched;
  std::vector<model::CriticFinding> findings;

  void violation(DecisionDemand& rule, std::string file, std::uint64_t line, std::string_view what) {
    if (rule.places++ >= k_places_most) return;
    model::CriticFinding finding;
    finding.category = model::Category::locked_decision_violation;
    finding.severity = model::Gravity::fail;
    finding.file = std::move(file);
    finding.line = line;
    finding.id = rule.decision->id;
    const auto& why = rule.decision->reason.empty() ? rule.decision->text : rule.decision->reason;
    finding.remediation = cat("Locked decision ", rule.decision->id, ": ", what, why.empty() ? "" : cat(" (", why, ")"),
                              ". Keep to it, or ask for the decision to be changed.");
    findings.push_back(std::move(finding));
  }

 private:
  void touch(const std::string& path, diff::Status status) {
    touched.push_back({path, status});
    if (!m_questions.files_modified.empty() && !is_in_scope(path, m_questions.files_modified))
      scope_creep(path, status);
    for (auto& rule : m_rules) {
      if (rule.rule->subject != DecisionSubject::path || !is_in_scope(path, {&rule.rule->value, 1})) continue;
      const bool gone = status == diff::Status::deleted;
      if (rule.rule->demand == Demand::forbid) {
        if (!gone) violation(rule, path, 0, cat("nothing may be at ", rule.rule->value));
      } else {
        note_required(rule, path, 0, gone);
      }
    }
  }

  static void note_required(DecisionDemand& rule, std::string_view path, std::uint64_t line, bool gone) {
    if (!gone) {
      rule.seen = true;
    } else if (!rule.removed) {
      rule.removed = true;
      rule.removed_path = path;
      rule.removed_line = line;
    }
  }

  void scope_creep(const std::string& path, diff::Status status) {
    model::CriticFinding finding;
    finding.category = model::Category::scope_creep;
    finding.severity = model::Gravity::fail;
    finding.file = path;
    const std::string_view how = status == diff::Status::added     ? "adds"
                                 : status == diff::Status::deleted ? "removes"
                                                                   : "changes";
    finding.remediation =
        cat("The change ", how, " ", path, ", which is outside files_modified (",
            excerpt(join({m_questions.files_modified.begin(), m_questions.files_modified.end()}, ", "), 200),
            "). Take it back.");
    findings.push_back(std::move(finding));
  }

  void read_line(const diff::File& file, const diff::Line& line) {
    const bool added = line.sign == diff::Sign::added;
    const bool gone = line.sign == diff::Sign::removed;
    for (auto& rule : m_rules) {
      if (rule.rule->subject == DecisionSubject::path || !rule.looks_at(file.path())) continue;
      if (rule.rule->demand == Demand::forbid && !added) continue;
      if (!is_named(rule, file, line.text)) continue;
      const auto number = added ? line.new_line : line.old_line;
      if (rule.rule->demand == Demand::require) {
        note_required(rule, file.path(), number, gone);
      } else if (rule.rule->subject == DecisionSubject::pattern) {
        violation(rule, file.path(), number, cat("`", excerpt(trim(line.text), 80), "` matches ", rule.rule->value));
      } else if (m_questions.candidate == nullptr) {
        violation(rule, file.path(), number, cat("the dependency ", rule.rule->value, " is not to be used"));
      }
    }
  }

  static bool is_named(const DecisionDemand& rule, const diff::File& file, std::string_view text) {
    if (rule.rule->subject == DecisionSubject::pattern) return rule.pattern->matches(text);
    const auto package = dependency_on(file.path(), text);
    return package && means_package(file.path(), rule.rule->value, *package);
  }

  const ChangeQuestions& m_questions;
  std::vector<DecisionDemand>& m_rules;
  bool m_reads_lines = false;
};

Result<std::vector<DecisionDemand>> compile(std::span<const LockedDecision> decisions) {
  std::vector<DecisionDemand> out;
  for (const auto& decision : decisions) {
    for (const auto& rule : decision.rules) {
      DecisionDemand one{&decision, &rule, std::nullopt, 0, false, false, {}, 0};
      if (rule.subject == DecisionSubject::pattern) {
        TRY_ASSIGN(auto pattern, Pattern::make(rule.value, Pattern::Kind::expression,
                                               cat("decision ", decision.id, ": the pattern \"", rule.value, "\"")));
        one.pattern = std::move(pattern);
      }
      out.push_back(std::move(one));
    }
  }
  return out;
}

// ---- with both trees at hand

Result<std::vector<Dependency>> dependencies_at(const Files& files, const std::string& path) {
  TRY_ASSIGN(const auto content, files.read(path));
  return content ? dependencies_in(path, *content) : std::vector<Dependency>{};
}

Result<void> forbidden_packages(const ChangeQuestions& questions, std::vector<DecisionDemand>& rules,
                                ChangeReader& reader) {
  const auto touched = reader.touched;
  for (const auto& [path, status] : touched) {
    if (status == diff::Status::deleted || !is_manifest(path)) continue;
    TRY_ASSIGN(const auto before, dependencies_at(*questions.base, path));
    TRY_ASSIGN(const auto after, dependencies_at(*questions.candidate, path));
    for (auto& rule : rules) {
      if (!rule.is(Demand::forbid, DecisionSubject::dependency) || !rule.looks_at(path)) continue;
      const auto is_meant = [&, &manifest = path](const Dependency& d) {
        return means_package(manifest, rule.rule->value, d.name);
      };
      if (std::any_of(before.begin(), before.end(), is_meant)) continue;
      const auto found = std::find_if(after.begin(), after.end(), is_meant);
      if (found != after.end())
        reader.violation(rule, path, found->line, cat("the dependency ", found->name, " is not to be used"));
    }
  }
  return {};
}

// Whether what a rule requires is somewhere in the candidate.
Result<bool> is_there(const DecisionDemand& rule, const Files& candidate) {
  for (const auto& path : candidate.paths()) {
    if (rule.rule->subject == DecisionSubject::path) {
      if (is_in_scope(path, {&rule.rule->value, 1})) return true;
      continue;
    }
    if (!rule.looks_at(path)) continue;
    if (rule.rule->subject == DecisionSubject::dependency && !is_manifest(path)) continue;
    TRY_ASSIGN(const auto content, candidate.read(path));
    if (!content) continue;
    if (rule.rule->subject == DecisionSubject::dependency) {
      for (const auto& package : dependencies_in(path, *content)) {
        if (means_package(path, rule.rule->value, package.name)) return true;
      }
    } else {
      for (const auto line : split_lines(*content)) {
        if (rule.pattern->matches(line)) return true;
      }
    }
  }
  return false;
}

Result<void> required(const ChangeQuestions& questions, std::vector<DecisionDemand>& rules, ChangeReader& reader) {
  for (auto& rule : rules) {
    if (rule.rule->demand != Demand::require || rule.seen) continue;
    bool gone = rule.removed;
    if (questions.candidate != nullptr) {
      TRY_ASSIGN(const bool there, is_there(rule, *questions.candidate));
      gone = !there;
    }
    if (!gone) continue;
    const auto kind = name(rule.rule->subject);
    reader.violation(rule, rule.removed_path, rule.removed_line,
                     cat("the ", kind, " ", rule.rule->value,
                         rule.removed ? " is required, and was removed" : " is required, and is not there"));
  }
  return {};
}

}  // namespace

bool is_in_scope(std::string_view path, std::span<const std::string> globs) {
  return std::any_of(globs.begin(), globs.end(), [&](std::string_view glob) {
    if (glob.starts_with("./")) glob.remove_prefix(2);
    if (glob_match(glob, path)) return true;
    return path.size() > glob.size() && path[glob.size()] == '/' && path.starts_with(glob) && !is_glob(glob);
  });
}

Result<ChangeFindings> examine_change(ByteSource& diff, const ChangeQuestions& questions) {
  TRY_ASSIGN(auto rules, compile(questions.decisions));
  ChangeReader reader(questions, rules);
  ChangeFindings out;
  TRY_ASSIGN(out.summary, diff::read_diff(diff, reader));
  if (!out.summary.blank && !out.summary.is_diff)
    return invalid_input(cat("this is no diff", out.summary.problem.empty() ? "" : cat(": ", out.summary.problem)));
  if (questions.candidate != nullptr && questions.base != nullptr) TRY(forbidden_packages(questions, rules, reader));
  TRY(required(questions, rules, reader));
  out.touched = std::move(reader.touched);
  out.findings = std::move(reader.findings);
  for (auto& finding : out.findings) finding.confirmed_by = model::Critic::assay;
  return out;
}

}  // namespace assay::judge
