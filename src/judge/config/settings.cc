// Coverage, lint, type and test-selection settings turned down.
//
// Settings are compared as key and value, line by line; a key that only moved has the same value on
// both sides. Turning a setting up is never a finding.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/config/rules.h"
#include "judge/config/setting.h"
#include "judge/config/setting_place.h"
#include "judge/gate_file.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

bool has_settings(GateFile gate) {
  switch (gate) {
    case GateFile::python:
    case GateFile::script_test:
    case GateFile::lint:
    case GateFile::types:
    case GateFile::coverage:
    case GateFile::package_json:
    case GateFile::jvm:
    case GateFile::other_build: return true;
    default: return false;
  }
}

std::string_view file_section(GateFile gate) {
  switch (gate) {
    case GateFile::lint: return "lint";
    case GateFile::types: return "tsconfig";
    case GateFile::coverage: return "coverage";
    case GateFile::script_test: return "test";
    default: return {};
  }
}

class Settings : public Rule {
 public:
  explicit Settings(std::shared_ptr<ExcludedTests> tests) : m_tests(std::move(tests)) {}

  void file_begin(const diff::File&, GateFile gate) override { m_gate = gate; }

  void hunk(const CodeHunk& hunk) override {
    watch_flags(hunk);
    watch_warnings(hunk);
    watch_denied(hunk);
    watch_retries(hunk);
    watch_inline(hunk);
    if (!has_settings(m_gate)) return;
    if (hunk.file.status == diff::Status::added && m_gate != GateFile::lint) return;
    compare(hunk);
    watch_lists(hunk);
    watch_selections(hunk);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    const auto worst = context.task.asks_to_change_config ? model::Severity::should_fix : model::Severity::must_fix;
    const auto report = [&](SpanCollector& places, std::string_view rule, std::string_view what,
                            std::string_view advice) {
      if (places.empty()) return;
      const bool asked = context.task.relaxes && context.task.mentions(places.labels());
      out.push_back(places.finding(rule, cat(what, " (", places.labels(), "); ", advice),
                                   asked ? model::Severity::should_fix : worst));
    };
    report(m_coverage, "config.coverage-loosened", "Less test coverage is demanded",
           "restore the threshold and cover the code.");
    report(m_lint, "config.lint-loosened", "The linter lets more pass", "restore the rule and fix what it finds.");
    report(m_types, "config.types-loosened", "The type checker lets more pass",
           "restore the setting and fix the types.");
  }

 private:
  SpanCollector* places_for(Loosened what) {
    switch (what) {
      case Loosened::coverage: return &m_coverage;
      case Loosened::lint: return &m_lint;
      case Loosened::types: return &m_types;
      case Loosened::tests: return &m_tests->places;
      case Loosened::no: break;
    }
    return nullptr;
  }

  // A kind of setting only counts in files where that tool is configured.
  bool applies(Loosened what) const {
    switch (m_gate) {
      case GateFile::lint: return what == Loosened::lint;
      case GateFile::types: return what == Loosened::types;
      case GateFile::coverage: return what == Loosened::coverage;
      case GateFile::script_test: return what == Loosened::tests || what == Loosened::coverage;
      case GateFile::jvm: return what == Loosened::coverage || what == Loosened::tests;
      case GateFile::other_build: return what != Loosened::types;
      default: return true;
    }
  }

  std::string section_of(const CodeHunk& hunk, size_t at, Side side) const {
    return section_above(hunk, at, side, file_section(m_gate));
  }

  void compare(const CodeHunk& hunk) {
    struct Line {
      size_t at;
      Setting setting;
      std::string section;
      bool used = false;
    };
    std::vector<Line> before, after;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_changed(hunk.lines[i])) continue;
      const Side side = is_added(hunk.lines[i]) ? Side::after : Side::before;
      for (auto& setting : settings_on(hunk.lines[i].raw->text))
        (is_added(hunk.lines[i]) ? after : before).push_back({i, std::move(setting), section_of(hunk, i, side)});
    }
    for (auto& a : after) {
      const auto partner = std::find_if(before.begin(), before.end(),
                                        [&](const Line& b) { return !b.used && b.setting.key == a.setting.key; });
      const std::string* was = partner == before.end() ? nullptr : &partner->setting.value;
      if (partner != before.end()) partner->used = true;
      if (!was && contains(a.setting.key, "/") && moved(hunk, a.setting.key)) continue;
      add(hunk, a.at, loosening(a.section, a.setting.key, was, &a.setting.value));
    }
    const bool all_strict = std::any_of(after.begin(), after.end(), [](const Line& a) {
      return a.setting.key == "strict" && iequals(a.setting.value, "true");
    });
    for (const auto& b : before) {
      if (!b.used && !all_strict) add(hunk, b.at, loosening(b.section, b.setting.key, &b.setting.value, nullptr));
    }
  }

  void add(const CodeHunk& hunk, size_t at, Loosening found) {
    if (found.what == Loosened::no || !applies(found.what)) return;
    // What a linter that was not there before lets pass is no loss, but perhaps one hides in it.
    const bool fresh = hunk.file.status == diff::Status::added;
    places_for(found.what)
        ->add(found.grave && !fresh ? model::Severity::must_fix : model::Severity::should_fix,
              span_of(hunk.file, *hunk.lines[at].raw), std::move(found.label));
  }

  // Entries added to a list of things to leave out.
  void watch_lists(const CodeHunk& hunk) {
    const std::string path = lower(hunk.file.path());
    const bool ignore_file = path.ends_with("ignore");
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i])) continue;
      const std::string_view text = hunk.lines[i].raw->text;
      std::string_view entry = entry_on(text);
      if (entry.empty()) continue;
      const auto inline_list = setting_on(text);
      Loosened what = Loosened::no;
      if (ignore_file) {
        what = Loosened::lint;
      } else {
        std::string key;
        if (inline_list && (contains(inline_list->value, "[") || !inline_list->value.empty()) &&
            excludes(section_of(hunk, i, Side::after), inline_list->key) != Loosened::no) {
          key = inline_list->key;
          entry = inline_list->value;
          if (entry == "[" || entry == "{" || was_longer(hunk, *inline_list)) continue;
        } else if (!inline_list || contains(inline_list->key, "/") || contains(inline_list->key, ".")) {
          key = key_above(hunk, i);
        }
        if (trim(text).starts_with("<exclude>")) key = "exclude";
        what = excludes(section_of(hunk, i, Side::after), key);
        if (key == "exclude" && m_gate == GateFile::jvm && icontains(entry, "test")) what = Loosened::tests;
      }
      if (what == Loosened::no || !applies(what) || all_customary(entry) || moved(hunk, entry)) continue;
      const bool soft = hunk.file.status == diff::Status::added || path.ends_with(".prettierignore") ||
                        entry.starts_with("...") || icontains(entry, "e2e") || icontains(entry, "example") ||
                        icontains(entry, "benchmark") || icontains(entry, "script");
      places_for(what)->add(soft ? model::Severity::should_fix : model::Severity::must_fix,
                            span_of(hunk.file, *hunk.lines[i].raw), excerpt(entry, 60));
    }
  }

  static bool all_customary(std::string_view entries) {
    if (!contains(entries, ",")) return is_customary_exclusion(entries);
    const auto parts = split(entries, ',');
    return std::all_of(parts.begin(), parts.end(), [](std::string_view p) { return is_customary_exclusion(trim(p)); });
  }

  // It was left out before, here or under another name of the same list.
  static bool moved(const CodeHunk& hunk, std::string_view entry) {
    if (const size_t slash = entry.rfind('/'); slash != std::string_view::npos && slash + 4 < entry.size())
      entry.remove_prefix(slash + 1);
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (is_removed(hunk.lines[i]) && contains(hunk.lines[i].raw->text, entry) && !selects(list_key(hunk, i)))
        return true;
    }
    return false;
  }

  // The key of the list that a line is in, or opens.
  static std::string list_key(const CodeHunk& hunk, size_t at) {
    const auto own = setting_on(hunk.lines[at].raw->text);
    if (own && !own->value.empty()) return own->key;
    return key_above(hunk, at, is_removed(hunk.lines[at]) ? Side::before : Side::after);
  }

  // Lists of what a linter checks.
  static bool selects(std::string_view key) {
    const std::string k = lower(key);
    return k == "enable" || k == "select" || k == "extend-select" || k == "extends" || k == "linters" ||
           k == "plugins" || k == "opt_in_rules" || k == "only_rules" || k == "extend_select";
  }

  // Entries gone from such a list.
  void watch_selections(const CodeHunk& hunk) {
    if (m_gate != GateFile::lint && m_gate != GateFile::python) return;
    if (hunk.file.status == diff::Status::deleted) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_removed(hunk.lines[i])) continue;
      const std::string_view text = hunk.lines[i].raw->text, entry = entry_on(text);
      if (entry.size() < 2 || setting_on(text) || !is_alnum(entry.back())) continue;
      const std::string key = key_above(hunk, i, Side::before);
      if (!selects(key)) continue;
      bool selected = false, reshaped = false;
      for (size_t k = 0; k < hunk.lines.size(); ++k) {
        if (!is_added(hunk.lines[k])) continue;
        const std::string now = list_key(hunk, k);
        reshaped |= selects(now) || now == "default" || iequals(now, "preset");
        selected |= selects(now) && contains(hunk.lines[k].raw->text, entry);
      }
      if (selected) continue;
      m_lint.add(reshaped ? model::Severity::should_fix : model::Severity::must_fix,
                 span_of(hunk.file, *hunk.lines[i].raw), cat(excerpt(entry, 60), " is no longer in ", key));
    }
  }

  static bool was_longer(const CodeHunk& hunk, const Setting& now) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& l) {
      if (!is_removed(l)) return false;
      const auto before = setting_on(l.raw->text);
      return before && before->key == now.key && before->value.size() >= now.value.size();
    });
  }

  // Thresholds given on command lines, in any gate file.
  void watch_flags(const CodeHunk& hunk) {
    if (m_gate == GateFile::none && !hunk.file.path().ends_with("_helper.rb")) return;
    struct Flag {
      std::string_view name;
      bool more_is_laxer;
      Loosened what;
    };
    constexpr std::array<Flag, 6> flags = {{{"SimpleCov.minimum_coverage", false, Loosened::coverage},
                                            {"--cov-fail-under", false, Loosened::coverage},
                                            {"--fail-under", false, Loosened::coverage},
                                            {"--max-warnings", true, Loosened::lint},
                                            {"--coverageThreshold", false, Loosened::coverage},
                                            {"--check-coverage --lines", false, Loosened::coverage}}};
    for (const auto& flag : flags) {
      std::optional<double> was, now;
      size_t at = 0;
      for (size_t i = 0; i < hunk.lines.size(); ++i) {
        const std::string_view text = hunk.lines[i].raw->text;
        const size_t found = text.find(flag.name);
        if (!is_changed(hunk.lines[i]) || found == std::string_view::npos) continue;
        (is_added(hunk.lines[i]) ? now : was) = number_in(text.substr(found + flag.name.size()));
        if (is_added(hunk.lines[i]) || !now) at = i;
      }
      if (!was) continue;
      const bool call = flag.name.starts_with("SimpleCov");
      const bool gone =
          !now && (call ? hunk.file.status != diff::Status::deleted : same_command_without(hunk, at, flag.name));
      const bool laxer = now && (flag.more_is_laxer ? *now > *was : *now < *was);
      if (gone || laxer)
        places_for(flag.what)->must(span_of(hunk.file, *hunk.lines[at].raw),
                                    cat(flag.name, gone ? " was dropped" : " was relaxed"));
    }
  }

  // The flag is gone while the tool still runs.
  static bool same_command_without(const CodeHunk& hunk, size_t at, std::string_view flag) {
    const std::string_view old_text = trim(hunk.lines[at].raw->text);
    const std::string_view head = old_text.substr(0, std::min<size_t>(old_text.find(flag), 12));
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                       [&](const CodeLine& l) { return is_added(l) && trim(l.raw->text).starts_with(head); });
  }

  // Warnings that were errors and are not any more.
  void watch_warnings(const CodeHunk& hunk) {
    if (hunk.file.role != diff::Role::build && hunk.file.role != diff::Role::ci &&
        hunk.file.role != diff::Role::config && m_gate == GateFile::none)
      return;
    constexpr std::array<std::string_view, 8> strict = {
        "-Werror", "-D warnings", "TreatWarningsAsErrors>true", "allWarningsAsErrors = true",
        "/WX",     "-Wall",       "warnings-as-errors",         "deny(warnings)"};
    for (std::string_view flag : strict) {
      size_t removed = hunk.lines.size();
      bool stays = false;
      for (size_t i = 0; i < hunk.lines.size(); ++i) {
        if (!contains(hunk.lines[i].raw->text, flag) || trim(hunk.lines[i].raw->text).starts_with("#")) continue;
        if (is_removed(hunk.lines[i])) removed = i;
        stays |= on_side(hunk.lines[i], Side::after);
      }
      if (removed == hunk.lines.size() || stays) continue;
      // A build file that went away as a whole is another matter.
      const bool rewritten =
          std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& l) { return !is_removed(l); });
      if (rewritten) m_lint.must(span_of(hunk.file, *hunk.lines[removed].raw), cat(flag, " is gone"));
    }
  }

  // #![deny(unsafe_code)] gone from a crate that is still there.
  void watch_denied(const CodeHunk& hunk) {
    if (hunk.file.language != diff::Language::rust || hunk.file.status == diff::Status::deleted) return;
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (!is_removed(line) || !(text.starts_with("#![deny(") || text.starts_with("#![forbid("))) continue;
      const std::string_view names = text.substr(text.find('(') + 1, text.rfind(')') - text.find('(') - 1);
      const bool stays = std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& l) {
        return is_added(l) && contains_any(l.raw->text, {"deny(", "forbid("}) && contains(l.raw->text, names);
      });
      if (!stays) m_lint.must(span_of(hunk.file, *line.raw), cat(names, " is no longer denied"));
    }
  }

  // Trying again until it passes.
  void watch_retries(const CodeHunk& hunk) {
    if (m_gate == GateFile::none) return;
    for (std::string_view word :
         {"retries", "--reruns", "--retries", "retry-count", "flaky-test-attempts", "rerunFailingTestsCount"}) {
      double was = 0, now = 0;
      size_t at = 0;
      for (size_t i = 0; i < hunk.lines.size(); ++i) {
        const std::string_view text = hunk.lines[i].raw->text;
        const size_t found = text.find(word);
        if (!is_changed(hunk.lines[i]) || found == std::string_view::npos) continue;
        const std::string_view rest = text.substr(found + word.size(), 12);
        (is_added(hunk.lines[i]) ? now : was) = number_in(rest).value_or(0);
        if (is_added(hunk.lines[i])) at = i;
      }
      const bool tests = m_gate == GateFile::script_test || m_gate == GateFile::python ||
                         m_gate == GateFile::package_json || m_gate == GateFile::jvm;
      if (now > was && tests)
        m_tests->places.should(span_of(hunk.file, *hunk.lines[at].raw), "failing tests are tried again");
    }
  }

  // Lists of things to leave out, written on one line anywhere in it.
  void watch_inline(const CodeHunk& hunk) {
    if (m_gate != GateFile::script_test && m_gate != GateFile::package_json && m_gate != GateFile::lint) return;
    struct Key {
      std::string_view name;
      Loosened what;
    };
    constexpr std::array<Key, 7> keys = {{{"exclude: [", Loosened::tests},
                                          {"testIgnore: [", Loosened::tests},
                                          {"ignores: [", Loosened::lint},
                                          {"\"grep\": ", Loosened::tests},
                                          {"\"invert\": true", Loosened::tests},
                                          {"\"exclude\": [", Loosened::tests},
                                          {"\"ignore\": [", Loosened::tests}}};
    for (const auto& line : hunk.lines) {
      if (!is_added(line)) continue;
      const std::string_view text = line.raw->text;
      // A line that is one setting is read as such.
      if (!contains(trim(text).substr(0, 1), "{") && !contains_any(text, {"({", ": {"})) continue;
      for (const auto& key : keys) {
        const size_t at = text.find(key.name);
        if (at == std::string_view::npos) continue;
        if (key.what == Loosened::tests && m_gate != GateFile::script_test) continue;
        if (key.what == Loosened::lint && m_gate != GateFile::lint) continue;
        if (std::any_of(hunk.lines.begin(), hunk.lines.end(),
                        [&](const CodeLine& l) { return is_removed(l) && contains(l.raw->text, key.name); }))
          continue;
        std::string_view entries = text.substr(at + key.name.size());
        entries = entries.substr(0, entries.find(']'));
        if (key.name.ends_with("[") && all_customary(entries)) continue;
        places_for(key.what)->must(span_of(hunk.file, *line.raw), excerpt(trim(text.substr(at, 60)), 60));
      }
    }
  }

  GateFile m_gate = GateFile::none;
  std::shared_ptr<ExcludedTests> m_tests;
  SpanCollector m_coverage, m_lint, m_types;
};

}  // namespace

std::unique_ptr<Rule> make_settings_rule(std::shared_ptr<ExcludedTests> tests) {
  return std::make_unique<Settings>(std::move(tests));
}

}  // namespace assay::judge
