// A match counts when a line of it is changed. What was there before and is there after is the same code moved or
// formatted: the texts of all matches of a pattern on both sides are compared, first within a run of changed lines,
// then over the whole change. That needs no line numbers and holds for code that moves from file to file.
#include "judge/own/rule.h"

#include <algorithm>
#include <unordered_map>

#include "base/glob.h"
#include "base/text.h"
#include "judge/span_collector.h"

namespace assay::judge {

namespace {

constexpr size_t k_most_places = 10000;  // of a pattern, on each side

std::uint64_t hash_of(const SideTokens& side, const CodeMatch& match) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ byte_of(c)) * 0x100000001b3;
    hash = (hash ^ 0x1f) * 0x100000001b3;
  };
  for (size_t i = match.begin; i < match.end; ++i) {
    const Token& token = *side.tokens[i];
    mix(token.string() ? token.unquoted() : token.text);
  }
  return hash;
}

bool is_change(const CodeLine& line, Side side) { return is_changed(line) || (line.hidden && side == Side::before); }

// Whether one of the patterns that excuse a match stands in its lines.
bool is_excused(const OwnPattern& pattern, const SideTokens& side, const CodeMatch& match) {
  size_t begin = match.begin, end = match.end;
  while (begin > 0 && side.lines[begin - 1] == side.lines[match.begin]) --begin;
  while (end < side.lines.size() && side.lines[end] == side.lines[match.end - 1]) ++end;
  return std::any_of(pattern.unless.begin(), pattern.unless.end(),
                     [&](const CodePattern& unless) { return stands_in(unless, side, begin, end); });
}

model::Severity softer(model::Severity severity) {
  return severity == model::Severity::must_fix ? model::Severity::should_fix : model::Severity::note;
}

bool is_mentioned(const TaskView& task, const std::vector<model::Span>& spans) {
  return !spans.empty() && std::all_of(spans.begin(), spans.end(), [&](const model::Span& span) {
    return task.mentions(span.text) || task.mentions(span.path);
  });
}

bool is_softened(const Definition& definition, const TaskView& task, const std::vector<model::Span>& spans) {
  return std::any_of(definition.softened_by.begin(), definition.softened_by.end(), [&](const Softener& softener) {
    return softener.wish == nullptr ? is_mentioned(task, spans) : task.*softener.wish;
  });
}

model::Finding finding_of(const Definition& definition, std::vector<model::Span> places, std::string message,
                          const TaskView& task) {
  SpanCollector spans;
  for (auto& place : places) spans.must(std::move(place));
  auto finding = spans.finding(definition.id, std::move(message), definition.severity);
  if (is_softened(definition, task, finding.spans)) finding.severity = softer(finding.severity);
  return finding;
}

}  // namespace

// The hunk under way as its matches are looked for.
struct OwnRule::Sides {
  const CodeHunk& hunk;
  std::vector<std::uint64_t> runs;  // by line
  SideTokens before, after;
};

OwnRule::OwnRule(SharedOwnRules rules) : m_rules(std::move(rules)) {
  for (const auto& definition : m_rules->all()) m_seen.emplace_back(definition.patterns.size());
  m_undecided.resize(m_rules->all().size());
  m_set.resize(m_rules->all().size());
}

void OwnRule::file_begin(const diff::File& file, GateFile) {
  m_looking.clear();
  m_changed_settings.clear();
  for (size_t i = 0; i < m_rules->all().size(); ++i) {
    if (m_rules->all()[i].looks_at(file)) m_looking.push_back(i);
  }
}

bool OwnRule::wants(const diff::Hunk& hunk) {
  m_found.clear();
  if (m_looking.empty()) return false;
  m_found = m_rules->literals_in(hunk);
  return std::any_of(m_looking.begin(), m_looking.end(), [&](size_t rule) {
    const auto& definition = m_rules->all()[rule];
    for (size_t i = 0; i < definition.patterns.size(); ++i) {
      if (m_rules->may_match(rule, i, m_found)) return true;
    }
    return !definition.settings.empty();
  });
}

void OwnRule::hunk(const CodeHunk& hunk) {
  Sides sides{hunk, {}, tokens_of_side(hunk, Side::before), tokens_of_side(hunk, Side::after)};
  bool inside = false;
  for (const auto& line : hunk.lines) {
    if (!is_changed(line) || !inside) ++m_run;
    inside = is_changed(line);
    sides.runs.push_back(m_run);
  }
  for (const size_t rule : m_looking) {
    const auto& definition = m_rules->all()[rule];
    for (size_t i = 0; i < definition.patterns.size(); ++i) {
      if (m_rules->may_match(rule, i, m_found))
        look_for(definition.patterns[i], m_seen[rule][i], sides, m_undecided[rule]);
    }
  }
  note_settings(hunk);
}

void OwnRule::look_for(const OwnPattern& pattern, Seen& seen, Sides& sides, std::vector<model::Span>& undecided) {
  note(pattern.code, pattern, sides, Side::before, seen.before, undecided);
  note(pattern.to ? *pattern.to : pattern.code, pattern, sides, Side::after, seen.after, undecided);
}

void OwnRule::note(const CodePattern& code, const OwnPattern& pattern, const Sides& sides, Side side,
                   std::vector<Place>& places, std::vector<model::Span>& undecided) const {
  const SideTokens& tokens = side == Side::before ? sides.before : sides.after;
  const auto& lines = sides.hunk.lines;
  const auto matches = find_pattern(code, tokens);
  std::pair<std::uint32_t, std::uint32_t> asked{UINT32_MAX, 0};  // the lines where `unless` was looked for last
  bool excused = false;
  for (const auto& match : matches.places) {
    std::uint32_t at = UINT32_MAX;  // the first changed line
    for (size_t i = match.begin; i < match.end && at == UINT32_MAX; ++i) {
      if (is_change(lines[tokens.lines[i]], side)) at = tokens.lines[i];
    }
    if (at == UINT32_MAX || places.size() >= k_most_places) continue;
    const std::pair here{tokens.lines[match.begin], tokens.lines[match.end - 1]};
    if (here != asked) excused = is_excused(pattern, tokens, match);
    asked = here;
    if (excused) continue;
    Place place{hash_of(tokens, match), sides.runs[at], span_of(sides.hunk.file, *lines[at].raw), {}};
    for (size_t i = 0; pattern.to && i < match.bound.size(); ++i)
      place.bound.emplace_back(code.names[i], match.bound[i]);
    places.push_back(std::move(place));
  }
  const bool changed = std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return is_change(line, side); });
  if (matches.gave_up && changed && undecided.size() < k_most_places)
    undecided.push_back(span_of(sides.hunk.file, *lines.front().raw));
}

std::vector<const OwnRule::Place*> OwnRule::found_by(const OwnPattern& pattern, const Seen& seen) {
  std::vector<const Place*> before, after, moved;
  // Within a run, the same text is the same code.
  std::map<std::pair<std::uint64_t, std::uint64_t>, size_t> here;
  for (const auto& place : seen.before) ++here[{place.run, place.text}];
  for (const auto& place : seen.after) {
    const auto same = here.find({place.run, place.text});
    if (same == here.end() || same->second == 0)
      after.push_back(&place);
    else
      --same->second;
  }
  for (const auto& place : seen.before) {
    auto& left = here[{place.run, place.text}];
    if (left == 0) continue;
    --left;
    before.push_back(&place);
  }
  if (pattern.on == On::changed) return changed_in(before, after);
  // Elsewhere, it moved.
  std::unordered_map<std::uint64_t, size_t> gone;
  for (const auto* place : before) ++gone[place->text];
  std::vector<const Place*> added, removed;
  for (const auto* place : after) {
    auto& left = gone[place->text];
    (left == 0 ? added : moved).push_back(place);
    if (left > 0) --left;
  }
  if (pattern.on == On::moved) return moved;
  if (pattern.on == On::added) return added;
  for (const auto* place : before) {
    auto& left = gone[place->text];
    if (left == 0) continue;
    --left;
    removed.push_back(place);
  }
  return removed;
}

// What stands now in a run where another text of the pattern stood.
std::vector<const OwnRule::Place*> OwnRule::changed_in(const std::vector<const Place*>& before,
                                                       const std::vector<const Place*>& after) {
  const auto agree = [](const Bound& a, const Bound& b) {
    return std::none_of(a.begin(), a.end(), [&](const auto& here) {
      return std::any_of(b.begin(), b.end(), [&](const auto& there) {
        return here.first == there.first && here.second != there.second && !here.second.empty() &&
               !there.second.empty();
      });
    });
  };
  std::vector<const Place*> out;
  size_t first = 0;  // runs come in order on both sides
  std::vector<bool> used(before.size());
  for (const auto* place : after) {
    while (first < before.size() && before[first]->run < place->run) ++first;
    for (size_t i = first; i < before.size() && before[i]->run == place->run; ++i) {
      if (used[i] || !agree(before[i]->bound, place->bound)) continue;
      used[i] = true;
      out.push_back(place);
      break;
    }
  }
  return out;
}

void OwnRule::note_settings(const CodeHunk& hunk) {
  std::string value;
  for (const size_t rule : m_looking) {
    const auto& settings = m_rules->all()[rule].settings;
    for (size_t i = 0; i < settings.size(); ++i) {
      const auto named = [&](const std::string& file) { return glob_match(file, hunk.file.path()); };
      if (std::none_of(settings[i].files.begin(), settings[i].files.end(), named)) continue;
      for (const auto& line : hunk.lines) {
        if (!is_changed(line)) continue;
        std::string_view text = line.raw->text;
        // Without the comment behind it.
        const size_t comment = line.masked.comments.find_first_not_of(" \t\r");
        if (comment != std::string::npos) text = text.substr(0, comment);
        if (!gives_value(text, settings[i].key, value)) continue;
        auto& change = m_changed_settings[{rule, i}];
        auto& given = is_added(line) ? change.after : change.before;
        if (given.size() < k_most_places) given.push_back({value, span_of(hunk.file, *line.raw)});
      }
    }
  }
}

void OwnRule::file_end(const diff::File&) {
  for (const auto& [at, change] : m_changed_settings) {
    const auto& [rule, setting] = at;
    for (auto& span : places_of(m_rules->all()[rule].settings[setting], change)) m_set[rule].push_back(std::move(span));
  }
  m_changed_settings.clear();
}

void OwnRule::finish(const RuleContext& context, std::vector<model::Finding>& out) {
  for (size_t rule = 0; rule < m_rules->all().size(); ++rule) {
    const auto& definition = m_rules->all()[rule];
    std::vector<model::Span> places;
    for (size_t i = 0; i < definition.patterns.size(); ++i) {
      for (const auto* place : found_by(definition.patterns[i], m_seen[rule][i])) places.push_back(place->span);
    }
    for (const auto& span : m_set[rule]) places.push_back(span);
    if (!places.empty()) out.push_back(finding_of(definition, std::move(places), definition.sentence(), context.task));
    // What could not be decided does not pass.
    if (!m_undecided[rule].empty())
      out.push_back(finding_of(definition, m_undecided[rule],
                               cat("Whether this holds could not be decided: the pattern has too many ways to match "
                                   "here. ",
                                   definition.sentence()),
                               context.task));
  }
}

}  // namespace assay::judge
