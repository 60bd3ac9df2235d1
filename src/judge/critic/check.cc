#include "judge/critic/check.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/critic/merge.h"
#include "judge/finding_identity.h"
#include "judge/rule.h"

namespace assay::judge {

namespace {

using model::Citation;
using model::CitationKind;
using model::CriterionReport;
using model::CriterionVerdict;
using model::CriticFinding;
using model::CriticReport;

CriticFinding critic_error(const CriticReport& report, std::string_view criterion, std::string what) {
  CriticFinding finding;
  finding.category = model::Category::critic_error;
  finding.severity = model::Gravity::fail;
  finding.criterion_id = criterion;
  finding.confirmed_by = report.critic;
  finding.remediation = std::move(what);
  return finding;
}

// The verdict that a second one leaves: never the better of the two.
bool is_worse(CriterionVerdict a, CriterionVerdict b) {
  return b == CriterionVerdict::satisfied ? a != b : a == CriterionVerdict::unsatisfied && a != b;
}

}  // namespace

Result<void> check_binding(const CriticReport& report, const Binding& binding) {
  const std::string whose = cat("the report of the ", name(report.critic), " critic ");
  if (!binding.task_id.empty() && report.task_id != binding.task_id) {
    return conflict(cat(whose, "is about task \"", excerpt(report.task_id, 80), "\", not \"", binding.task_id,
                        "\"; it is not used"));
  }
  if (report.round != binding.round) {
    return conflict(
        cat(whose, "is of round ", report.round, ", and this is round ", binding.round, "; it is not used"));
  }
  if (!binding.tree.empty() && report.tree != binding.tree) {
    return conflict(cat(
        whose,
        report.tree.empty() ? "does not say which tree it is about" : cat("is about tree ", excerpt(report.tree, 64)),
        ", and the candidate's is ", binding.tree, "; it is not used"));
  }
  return {};
}

void check_criteria(CriticReport& report, std::span<const model::SuccessCriterion> plan) {
  std::unordered_set<std::string_view> known;
  for (const auto& criterion : plan) known.insert(criterion.id);
  std::vector<CriterionReport> kept;
  std::unordered_map<std::string, size_t> index;
  for (auto& criterion : report.criteria) {
    if (!known.contains(criterion.id)) {
      report.findings.push_back(critic_error(
          report, criterion.id,
          cat("The critic judged \"", excerpt(criterion.id, 80), "\", which is no criterion of the plan.")));
      continue;
    }
    const auto [at, is_new] = index.emplace(criterion.id, kept.size());
    if (is_new) {
      kept.push_back(std::move(criterion));
      continue;
    }
    report.findings.push_back(
        critic_error(report, criterion.id, cat("The critic gave two verdicts on ", criterion.id, ".")));
    auto& first = kept[at->second];
    if (is_worse(criterion.verdict, first.verdict)) first = std::move(criterion);
  }
  report.criteria = std::move(kept);
  if (model::judges_criteria(report.critic) && !report.timed_out) {
    for (const auto& criterion : plan) {
      if (index.contains(criterion.id)) continue;
      report.findings.push_back(
          critic_error(report, criterion.id, cat("The critic gave no verdict on ", criterion.id, ".")));
    }
  }
  const bool all_well = std::all_of(report.criteria.begin(), report.criteria.end(),
                                    [](const auto& c) { return c.verdict == CriterionVerdict::satisfied; });
  if (report.verdict == model::ReportVerdict::issues_found && report.findings.empty() && all_well && !report.timed_out)
    report.findings.push_back(critic_error(report, {}, "The critic says that it found issues, and names none."));
}

// ---- what a sentence cites

namespace {

bool is_path_character(char c) {
  return is_word(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == '@' || c == '[' || c == ']' || c == '$';
}

bool looks_like_path(std::string_view word) {
  return word.find('/') != std::string_view::npos || word.find('.') != std::string_view::npos;
}

// The text in `…`, "…" or '…' at the beginning of `rest`.
std::string_view quoted_text(std::string_view rest) {
  rest = trim_left(rest);
  while (!rest.empty() && (rest.front() == ':' || rest.front() == '(' || rest.front() == '-'))
    rest = trim_left(rest.substr(1));
  if (rest.empty() || contains_any(rest.substr(0, 1), {"`", "\"", "'"}) == false) return {};
  const size_t end = rest.find(rest.front(), 1);
  return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
}

// "path:12" at `at`, with the text that follows; moves `at` past the number.
std::optional<Citation> line_citation(std::string_view line, size_t begin, size_t& at) {
  if (at >= line.size() || line[at] != ':') return std::nullopt;
  size_t end = at + 1;
  while (end < line.size() && is_digit(line[end])) ++end;
  const auto number = parse_uint(line.substr(at + 1, end - at - 1));
  const auto path = line.substr(begin, at - begin);
  if (!number || *number == 0 || !looks_like_path(path)) return std::nullopt;
  Citation out;
  out.subject = normal_path(path);
  out.line = *number;
  at = end;
  auto rest = line.substr(end);
  if (!rest.empty() && rest.front() == '`') rest.remove_prefix(1);  // `path:12` closes here
  const auto quoted = quoted_text(rest);
  if (!quoted.empty())
    out.text = trim(quoted);
  else if (rest.starts_with(':'))
    out.text = trim(rest.substr(1));  // as grep prints it
  return out;
}

void read_line(std::string_view line, CitedText& out) {
  for (size_t at = 0; at < line.size();) {
    if (!is_path_character(line[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < line.size() && is_path_character(line[at])) ++at;
    if (auto cited = line_citation(line, begin, at)) {
      out.lines.push_back(std::move(*cited));
      continue;
    }
    // Names of tests go on over "::", " > " is left to quoted names.
    while (line.substr(at).starts_with("::")) {
      at += 2;
      while (at < line.size() && is_path_character(line[at])) ++at;
    }
    auto word = line.substr(begin, at - begin);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (word.size() > 2) out.names.emplace_back(word);
  }
  for (const char quote : {'`', '"', '\''}) {
    for (size_t at = line.find(quote); at != std::string_view::npos;) {
      const size_t end = line.find(quote, at + 1);
      if (end == std::string_view::npos) break;
      if (end - at > 3) out.names.emplace_back(line.substr(at + 1, end - at - 1));
      at = line.find(quote, end + 1);
    }
  }
}

}  // namespace

CitedText read_citations(std::string_view sentence) {
  constexpr size_t k_longest = 16 << 10;
  CitedText out;
  for (const auto line : split_lines(sentence.substr(0, k_longest))) read_line(line, out);
  return out;
}

// ---- holding it to what is there

namespace {

// What became of one citation.
struct Held {
  bool holds = false;
  std::string why;  // it does not
};

Held hold_line(const Citation& citation, const CandidateFacts& grounds) {
  const std::string place = cat(citation.subject, ":", citation.line);
  if (trim(citation.text).empty()) return {false, cat(place, " is cited without its text")};
  const auto line = grounds.line_of(citation.subject, citation.line);
  if (!line) return {false, cat("there is no line ", place)};
  if (contains(*line, trim(citation.text))) return {true, {}};
  return {false, cat(place, " reads `", excerpt(trim(*line), 120), "`, not `", excerpt(trim(citation.text), 120), "`")};
}

Held hold_artefact(const Citation& citation, const CandidateFacts& grounds) {
  const auto facts = grounds.file(citation.subject);
  if (!facts) return {false, cat("there is no file ", citation.subject)};
  if (citation.size != 0 && facts->size != citation.size)
    return {false, cat(citation.subject, " has ", plural(facts->size, "byte"), ", not ", citation.size)};
  if (citation.digest.empty()) return {true, {}};
  if (iequals(facts->sha256, citation.digest)) return {true, {}};
  return {false, cat(citation.subject, " has another digest")};
}

Held hold(const Citation& citation, const CandidateFacts& grounds) {
  switch (citation.kind) {
    case CitationKind::test:
      if (grounds.has_passed(citation.subject)) return {true, {}};
      return {false, cat("no report of this run has a passed test \"", excerpt(citation.subject, 120), "\"")};
    case CitationKind::line: return hold_line(citation, grounds);
    case CitationKind::artefact: return hold_artefact(citation, grounds);
    case CitationKind::diff:
      for (const auto& path : citation.paths) {
        if (!grounds.is_touched(path)) return {false, cat("the change does not touch ", path)};
      }
      return citation.paths.empty() ? Held{false, "no path is named"} : Held{true, {}};
    case CitationKind::absence:
    case CitationKind::command:
    case CitationKind::http: break;
  }
  return {false, cat("a ", name(citation.kind), " is shown by running it, not by saying so")};
}

// Every citation must hold, and there must be one.
Held hold_all(const CriterionReport& criterion, const CandidateFacts& grounds, std::vector<Citation>& resolved) {
  for (const auto& citation : criterion.citations) {
    auto held = hold(citation, grounds);
    if (!held.holds) return held;
    resolved.push_back(citation);
  }
  const auto cited = read_citations(criterion.evidence);
  for (const auto& citation : cited.lines) {
    auto held = hold_line(citation, grounds);
    if (!held.holds) return held;
    resolved.push_back(citation);
  }
  for (const auto& word : cited.names) {
    if (grounds.has_passed(word)) {
      resolved.push_back({.kind = CitationKind::test, .subject = word});
    } else if (grounds.is_touched(word)) {
      if (const auto facts = grounds.file(word))
        resolved.push_back(
            {.kind = CitationKind::artefact, .subject = word, .size = facts->size, .digest = facts->sha256});
    }
  }
  if (!resolved.empty()) return {true, {}};
  return {false, trim(criterion.evidence).empty() ? "nothing is cited" : "nothing that is cited can be found"};
}

// The numbers of two digits and more: "404", "8042".
std::vector<std::string_view> numbers_in(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end - at > 1) out.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return out;
}

// Claims that are not in the words that code is written in share none with it.
bool is_plain(std::string_view claim) {
  return std::all_of(claim.begin(), claim.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The lines around a cited one: the name of its function, the comment above it.
std::string around(const Citation& citation, const CandidateFacts& grounds) {
  constexpr std::uint64_t k_above = 12, k_below = 4;
  std::string out;
  const auto first = citation.line > k_above ? citation.line - k_above : 1;
  for (auto line = first; line <= citation.line + k_below; ++line)
    out += cat(grounds.line_of(citation.subject, line).value_or(""), "\n");
  return out;
}

bool is_about(const TaskView& words, std::string_view claim, const Citation& citation, const CandidateFacts& grounds) {
  const auto said = cat(citation.subject, " ", citation.text, " ", join(citation.paths, " "));
  if (words.mentions(said)) return true;
  for (const auto number : numbers_in(claim)) {
    if (contains(said, number)) return true;
  }
  if (citation.kind != CitationKind::line) return false;
  // "people are told why": so few words tell nothing of what code they would be shown by.
  constexpr size_t k_words_that_tell = 4;
  const bool says_little = words.in_common(claim).of < k_words_that_tell && grounds.is_touched(citation.subject);
  return says_little || words.mentions(around(citation, grounds));
}

// Of citations that hold, one at least must have to do with what is claimed.
Held hold_to_claim(std::string_view claim, const std::vector<Citation>& resolved, const CandidateFacts& grounds) {
  const auto words = view_task(claim);
  if (trim(claim).empty() || words.words.empty() || !is_plain(claim)) return {true, {}};
  for (const auto& citation : resolved) {
    if (is_about(words, claim, citation, grounds)) return {true, {}};
  }
  return {false, cat("what is cited (", excerpt(summary(resolved.front()), 120), ") has nothing to do with the claim")};
}

}  // namespace

void hold_to_evidence(CriticReport& report, const CandidateFacts& grounds,
                      std::span<const model::SuccessCriterion> plan) {
  for (auto& criterion : report.criteria) {
    if (criterion.verdict != CriterionVerdict::satisfied) continue;
    std::vector<Citation> resolved;
    auto held = hold_all(criterion, grounds, resolved);
    const auto planned =
        std::find_if(plan.begin(), plan.end(), [&](const auto& each) { return each.id == criterion.id; });
    if (held.holds && planned != plan.end()) held = hold_to_claim(planned->claim, resolved, grounds);
    if (held.holds) {
      criterion.citations = std::move(resolved);
      continue;
    }
    criterion.verdict = CriterionVerdict::unsatisfied;
    criterion.is_unproven = true;
    criterion.missing_info = cat("Called satisfied without proof: ", held.why, ".");
  }
}

}  // namespace assay::judge
