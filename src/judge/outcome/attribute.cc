#include "judge/outcome/attribute.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/hash.h"
#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_evidence_lines = 12;
constexpr size_t k_read = 256 << 10;  // of an output
constexpr size_t k_paths_most = 2000;

bool is_path_character(char c) { return is_word(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == '@'; }

// "cart" of src/cart.ts, test_cart.py, cart.test.ts, CartTest.java: what a test and its subject share.
std::string subject_of_file(std::string_view path) {
  std::string stem = lower(base_name(path));
  stem = stem.substr(0, stem.find('.', 1));
  for (const std::string_view word : {"test_", "tests_", "spec_"}) {
    if (stem.starts_with(word)) stem.erase(0, word.size());
  }
  for (const std::string_view word : {"_test", "_tests", "_spec", "-test", "test", "tests", "spec"}) {
    if (stem.size() > word.size() && stem.ends_with(word)) {
      stem.erase(stem.size() - word.size());
      break;
    }
  }
  return stem;
}

// Lines of an output that say what went wrong.
bool is_telling(std::string_view line) {
  for (const std::string_view word :
       {"error", "fail", "expected", "assert", "not ok", "panic", "exception", "undefined"}) {
    if (icontains(line, word)) return true;
  }
  return false;
}

// Numbers as "#", the folders in front of names gone.
std::string without_particulars(std::string_view line) {
  std::string out;
  for (size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (is_digit(c) || (c == '0' && i + 1 < line.size() && line[i + 1] == 'x')) {
      out.push_back('#');
      while (i < line.size() && (is_alnum(line[i]) || line[i] == '.' || line[i] == ':')) ++i;
    } else if (c == '/' || is_word(c)) {
      const size_t begin = i;
      while (i < line.size() && is_path_character(line[i])) ++i;
      auto word = line.substr(begin, i - begin);
      if (word.starts_with('/')) word = base_name(word);
      for (const char letter : word) {
        if (!is_digit(letter))
          out.push_back(to_lower(letter));
        else if (out.empty() || out.back() != '#')
          out.push_back('#');
      }
    } else if (is_space(c)) {
      if (!out.empty() && out.back() != ' ') out.push_back(' ');
      ++i;
    } else {
      out.push_back(c);
      ++i;
    }
  }
  return out;
}

std::vector<std::string> telling_lines(const model::VerifiedCheck& check) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  const auto add = [&](std::string_view line) {
    auto text = excerpt(trim(line), 300);
    if (!text.empty() && out.size() < k_evidence_lines && seen.insert(text).second) out.push_back(std::move(text));
  };
  for (const auto& finding : check.findings) {
    for (const auto& span : finding.spans) {
      add(span.path.empty() ? span.text : cat(span.path, ":", span.file_line, ": ", span.text));
    }
    if (finding.spans.empty()) add(finding.evidence);
  }
  const auto lines = split_lines(check.last_output);
  for (const auto line : lines) {
    if (is_telling(line)) add(line);
  }
  for (size_t i = lines.size() > 4 ? lines.size() - 4 : 0; i < lines.size(); ++i) add(lines[i]);
  return out;
}

std::string expected_of(const model::VerifiedCheck& check) {
  switch (check.kind) {
    case model::AcceptanceKind::command: return cat("`", check.subject, "` exits with 0, and what it ran passes");
    case model::AcceptanceKind::file: return cat(check.subject, " exists");
    case model::AcceptanceKind::manual: break;
  }
  return check.title;
}

// How strongly a path that was spoken of means one that was changed: the same, the end of it, its
// name, or a test beside it.
int likeness(std::string_view spoken, std::string_view changed) {
  if (spoken == changed) return 8;
  const auto ends_with = [](std::string_view whole, std::string_view end) {
    return whole.size() > end.size() && whole.ends_with(end) && whole[whole.size() - end.size() - 1] == '/';
  };
  if (ends_with(spoken, changed)) return 8;
  if (ends_with(changed, spoken)) return spoken.find('/') == std::string_view::npos ? 4 : 6;
  const auto stem = subject_of_file(spoken);
  return stem.size() > 2 && stem == subject_of_file(changed) ? 2 : 0;
}

}  // namespace

std::vector<std::string> paths_in(std::string_view text) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  text = text.substr(0, k_read);
  for (size_t at = 0; at < text.size() && out.size() < k_paths_most;) {
    if (!is_path_character(text[at])) {
      ++at;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() && is_path_character(text[at])) ++at;
    auto word = text.substr(begin, at - begin);
    while (word.ends_with('.')) word.remove_suffix(1);
    if (word.starts_with("./")) word.remove_prefix(2);
    const size_t dot = base_name(word).rfind('.');
    const bool has_ending = dot != std::string_view::npos && dot > 0 && dot + 1 < base_name(word).size() &&
                            is_alpha(base_name(word)[dot + 1]);
    // "Makefile:2": a name alone is a word like others, with a line behind it a file.
    const bool has_line = at + 1 < text.size() && text[at] == ':' && is_digit(text[at + 1]) &&
                          std::any_of(word.begin(), word.end(), is_alpha);
    if (!has_ending && !has_line && word.find('/') == std::string_view::npos) continue;
    if (word.size() > 2 && seen.emplace(word).second) out.emplace_back(word);
  }
  return out;
}

std::string failure_fingerprint(const model::VerifiedCheck& check) {
  std::vector<std::string> lines;
  for (const auto& finding : check.findings) {
    if (finding.severity != model::Severity::must_fix) continue;
    lines.push_back(without_particulars(cat(finding.rule, " ", finding.evidence)));
    for (const auto& span : finding.spans) lines.push_back(without_particulars(span.text));
  }
  if (lines.empty()) {
    for (const auto line : split_lines(check.last_output)) {
      if (is_telling(line)) lines.push_back(without_particulars(line));
    }
  }
  if (lines.empty()) lines.push_back(without_particulars(check.reason));
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  Sha256 digest;
  digest.add(cat(name(check.kind), "\n", check.subject, "\n"));
  for (const auto& line : lines) digest.add(cat(line, "\n"));
  return digest.hex().substr(0, 16);
}

std::vector<Failure> failures_of(const model::Verification& verification) {
  std::vector<Failure> out;
  for (const auto& check : verification.checks) {
    if (check.status != model::AcceptanceStatus::failed || !check.quarantined.empty()) continue;
    Failure failure;
    failure.check = check.id;
    failure.title = check.title;
    failure.subject = check.subject;
    failure.kind = check.kind;
    failure.expected = expected_of(check);
    failure.observed = cat(check.attempts.empty() ? "" : cat(check.attempts.back().ended, ": "), check.reason);
    failure.evidence = telling_lines(check);
    if (!check.attempts.empty()) failure.output = check.attempts.back().output;
    failure.fingerprint = failure_fingerprint(check);
    out.push_back(std::move(failure));
  }
  return out;
}

Attribution attribute(const Failure& failure, std::span<const TaskTrace> traces) {
  std::string spoken_text = failure.subject;
  spoken_text += cat("\n", failure.observed);
  for (const auto& line : failure.evidence) spoken_text += cat("\n", line);
  const auto spoken = paths_in(spoken_text);
  std::vector<std::pair<int, size_t>> scores;
  for (size_t i = 0; i < traces.size(); ++i) {
    int score = 0;
    for (const auto& path : spoken) {
      int best = 0;
      for (const auto& file : traces[i].files) best = std::max(best, likeness(path, file));
      score += best;
    }
    if (score > 0) scores.emplace_back(-score, i);
  }
  std::sort(scores.begin(), scores.end());
  Attribution out;
  out.named = !scores.empty();
  for (const auto& [score, i] : scores) out.tasks.push_back(traces[i].task);
  if (out.named) return out;
  for (const auto& trace : traces) {
    if (!trace.files.empty()) out.tasks.push_back(trace.task);
  }
  return out;
}

}  // namespace assay::judge
