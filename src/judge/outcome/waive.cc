// A rule makes one finding of all its places. A waiver for some files, a path that a rule ignores and a place that was
// known before take their places out of it and leave the rest, so that nobody waives more than what he named.
#include "judge/outcome/waive.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "base/glob.h"
#include "base/hash.h"
#include "base/text.h"
#include "model/rule_ids.h"

namespace assay::judge {

namespace {

using model::Finding;
using model::Severity;
using model::Waiver;

using IsTaken = std::function<bool(const model::Span&)>;

bool is_gone(const Finding& finding) { return finding.spans.empty() && finding.more == 0; }

// Takes places out of a finding; nothing: none was taken. What is left over is gone() when all were.
std::optional<Finding> take_places(Finding& from, const IsTaken& is_taken) {
  std::vector<model::Span> left, gone;
  for (auto& span : from.spans) (is_taken(span) ? gone : left).push_back(span);
  if (gone.empty()) return std::nullopt;
  Finding taken = from;
  taken.more = 0;
  taken.spans = std::move(gone);
  from.spans = std::move(left);
  taken.evidence = taken.spans.front().text;
  if (!from.spans.empty()) from.evidence = from.spans.front().text;
  taken.id = finding_id(taken);
  from.id = finding_id(from);
  return taken;
}

Finding about_waiver(std::string_view rule, Severity severity, std::string message) {
  Finding out;
  out.rule = rule;
  out.severity = severity;
  out.message = std::move(message);
  return out;
}

struct Named {
  const Waiver* waiver;
  bool used = false;
  bool expired = false;
};

class Application {
 public:
  Application(const RulesInForce& rules, const std::vector<InlineMark>& marks) : m_rules(rules) {
    for (const auto& waiver : rules.policy.waivers)
      m_waivers.push_back({&waiver, false, !waiver.until.empty() && rules.today > waiver.until});
    for (const auto& mark : marks) read_mark(mark);
    for (const auto& place : rules.known) m_known[{place.rule, place.path, place.text}] += place.count;
  }

  void apply(Finding finding) {
    finding.id = finding_id(finding);
    const auto* setting = setting_of(finding.rule);
    if (setting != nullptr && drop_ignored(*setting, finding)) return;
    if (setting != nullptr && setting->level == model::RuleLevel::off) return count_off(finding.rule);
    if (waive_by_id(finding) || waive_by_mark(finding) || waive_by_rule(finding) || waive_by_id(finding)) return;
    if (take_known(finding)) return;
    if (setting != nullptr && setting->level) finding.severity = severity_of(*setting->level);
    m_out.findings.push_back(std::move(finding));
  }

  Judged finish(const std::vector<std::string>& changed) {
    for (const auto& named : m_waivers) tell(named, changed);
    return std::move(m_out);
  }

 private:
  void read_mark(const InlineMark& mark) {
    const auto place = cat(mark.at.path, ":", mark.at.file_line);
    const auto rule = model::rule_pattern(mark.rule);
    if (mark.added) {
      tell_place(mark, about_waiver("waiver.by-the-change", Severity::should_fix,
                                    cat("The change adds a mark that lets a rule pass (", excerpt(mark.rule, 60),
                                        "); a change cannot waive its own findings, so it has no effect here.")));
    } else if (m_rules.policy.inline_marks && (!rule || mark.reason.empty())) {
      tell_place(mark, about_waiver("waiver.no-reason", Severity::note,
                                    cat("The mark at ", place, " has no effect: ",
                                        rule ? "write the reason behind the rule" : rule.error().message, ".")));
    } else if (m_rules.policy.inline_marks) {
      Waiver waiver;
      waiver.origin = model::WaiverOrigin::source;
      waiver.rule = *rule;
      waiver.reason = excerpt(to_utf8(mark.reason), 500);
      waiver.by = place;
      waiver.where = place;
      if (model::why_never_waived(waiver.rule).empty()) m_marks.push_back({std::move(waiver), mark.covered});
    }
  }

  void tell_place(const InlineMark& mark, Finding finding) {
    finding.source = model::Source::diff;
    finding.spans = {mark.at};
    finding.evidence = mark.at.text;
    finding.id = finding_id(finding);
    m_out.findings.push_back(std::move(finding));
  }

  // The narrowest one; of two of the same width the later.
  const model::RuleSetting* setting_of(std::string_view rule) const {
    const model::RuleSetting* best = nullptr;
    for (const auto& setting : m_rules.policy.settings) {
      if (model::covers(setting.rule, rule) && (best == nullptr || setting.rule.size() >= best->rule.size()))
        best = &setting;
    }
    return best;
  }

  static Severity severity_of(model::RuleLevel level) {
    if (level == model::RuleLevel::must_fix) return Severity::must_fix;
    return level == model::RuleLevel::should_fix ? Severity::should_fix : Severity::note;
  }

  void count_off(const std::string& rule) {
    for (auto& off : m_out.switched_off) {
      if (off.rule == rule) return void(++off.findings);
    }
    m_out.switched_off.push_back({rule, 1});
  }

  bool drop_ignored(const model::RuleSetting& setting, Finding& finding) {
    const auto ignored = [&](const model::Span& span) {
      return !span.path.empty() && std::any_of(setting.ignore.begin(), setting.ignore.end(),
                                               [&](const auto& pattern) { return glob_match(pattern, span.path); });
    };
    if (!take_places(finding, ignored)) return false;
    count_off(finding.rule);
    return is_gone(finding);
  }

  bool waive_by_id(Finding& finding) {
    for (auto& named : m_waivers) {
      if (named.waiver->finding != finding.id || named.expired) continue;
      if (!model::why_never_waived(finding.rule).empty()) continue;
      named.used = true;
      m_out.waived.push_back({std::move(finding), *named.waiver});
      return true;
    }
    return false;
  }

  bool waive_by_mark(Finding& finding) {
    for (const auto& mark : m_marks) {
      if (!model::covers(mark.waiver.rule, finding.rule)) continue;
      auto taken = take_places(finding, [&](const model::Span& span) {
        return span.source == model::Source::diff &&
               std::find(mark.covered.begin(), mark.covered.end(), span.line) != mark.covered.end();
      });
      if (taken) m_out.waived.push_back({std::move(*taken), mark.waiver});
      if (taken && is_gone(finding)) return true;
    }
    return false;
  }

  bool waive_by_rule(Finding& finding) {
    for (auto& named : m_waivers) {
      const Waiver& waiver = *named.waiver;
      if (named.expired || waiver.rule.empty() || !model::covers(waiver.rule, finding.rule)) continue;
      if (!model::why_never_waived(finding.rule).empty()) continue;
      if (waiver.path.empty()) {
        named.used = true;
        m_out.waived.push_back({std::move(finding), waiver});
        return true;
      }
      auto taken = take_places(
          finding, [&](const model::Span& span) { return !span.path.empty() && glob_match(waiver.path, span.path); });
      if (!taken) continue;
      named.used = true;
      m_out.waived.push_back({std::move(*taken), waiver});
      if (is_gone(finding)) return true;
    }
    return false;
  }

  bool take_known(Finding& finding) {
    if (m_known.empty() || !model::why_always_on(finding.rule).empty()) return false;
    auto taken = take_places(finding, [&](const model::Span& span) {
      if (span.path.empty()) return false;
      const auto known = m_known.find({finding.rule, span.path, digest_of_place(span.text)});
      if (known == m_known.end() || known->second == 0) return false;
      --known->second;
      return true;
    });
    if (!taken) return false;
    m_out.known.push_back(std::move(*taken));
    return is_gone(finding);
  }

  // Of what lies in the repository nobody is reminded while the change has nothing to do with it.
  void tell(const Named& named, const std::vector<std::string>& changed) {
    const Waiver& waiver = *named.waiver;
    const auto who = cat("The waiver of ", subject_of(waiver), " by ", waiver.by);
    if (named.expired) {
      add_note("waiver.expired", cat(who, " ended on ", waiver.until, "; renew it or remove it (", waiver.where, ")."));
    } else if (!named.used && may_apply(waiver, changed)) {
      add_note("waiver.unused", cat(who, " applies to no finding here",
                                    waiver.origin == model::WaiverOrigin::configuration
                                        ? cat("; remove it when it is done with (", waiver.where, ").")
                                        : std::string(".")));
    }
  }

  static bool may_apply(const Waiver& waiver, const std::vector<std::string>& changed) {
    if (waiver.origin != model::WaiverOrigin::configuration || waiver.path.empty()) return true;
    return std::any_of(changed.begin(), changed.end(), [&](const auto& path) { return glob_match(waiver.path, path); });
  }

  void add_note(std::string_view rule, std::string message) {
    auto note = about_waiver(rule, Severity::note, std::move(message));
    note.id = finding_id(note);
    m_out.findings.push_back(std::move(note));
  }

  struct Mark {
    Waiver waiver;
    std::vector<std::uint64_t> covered;
  };
  const RulesInForce& m_rules;
  std::vector<Named> m_waivers;
  std::vector<Mark> m_marks;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> m_known;
  Judged m_out;
};

}  // namespace

std::string digest_of_place(std::string_view text) { return cat("sha256:", sha256_hex(text).substr(0, 16)); }

Judged apply_rules(std::vector<Finding> findings, const RulesInForce& rules, const std::vector<InlineMark>& marks,
                   const std::vector<std::string>& changed) {
  Application application(rules, marks);
  for (auto& finding : findings) application.apply(std::move(finding));
  return application.finish(changed);
}

}  // namespace assay::judge
