#include "judge/code/lost_failures.h"

#include <algorithm>

#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

bool was_called(const CodeHunk& hunk, std::string_view call) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    return is_removed(line) && contains(text_of(tokens_of(line, Side::before)), call);
  });
}

// runCatching { save(x) }, and nothing is done with what it caught.
std::optional<Severity> kotlin(const CodeHunk& hunk, const Tokens& t) {
  const size_t at = find_run(t, {"runCatching", "{"});
  if (at != 0) return std::nullopt;  // its result is kept or returned
  const size_t end = skip_brackets(t, at + 1);
  if (end < t.size()) return std::nullopt;  // .onFailure { … }
  const std::string body = text_of(t, at + 2, std::max(end, at + 3) - 1);
  return body.size() > 3 && was_called(hunk, body) ? std::optional(Severity::must_fix) : std::nullopt;
}

// save! became save, File.write! became File.write: a failure is an answer that nobody reads.
std::optional<Severity> without_bang(const CodeHunk& hunk, const Tokens& t) {
  for (size_t i = 1; i + 1 < t.size() || (i < t.size() && t.size() > 2); ++i) {
    if (i >= t.size()) break;
    if (!t[i].word() || !t[i - 1].is(".") || (i + 1 < t.size() && t[i + 1].is("!"))) continue;
    const bool statement = i <= 3 && !has_word(t, "if") && !has_word(t, "case") && !has_word(t, "with") &&
                           !has_word(t, "unless") && !has_word(t, "return") && !has_word(t, "=");
    if (!statement) continue;
    if (was_called(hunk, cat(text_of(t, 0, i + 1), " !"))) return Severity::should_fix;
  }
  return std::nullopt;
}

// try? save(x) as a statement, where it was try save(x)
std::optional<Severity> swift(const CodeHunk& hunk, const Tokens& t) {
  const size_t at = find_run(t, {"try", "?"});
  if (at == std::string_view::npos) return std::nullopt;
  const std::string call = cat("try ", text_of(t, at + 2, t.size()));
  if (call.size() < 8 || !was_called(hunk, call)) return std::nullopt;
  const bool dropped = at == 0 || (at == 2 && t[0].is("_"));
  return dropped ? Severity::must_fix : Severity::should_fix;
}

// except Exception: logger.debug(…) around what was there before
std::optional<Severity> python(const CodeHunk& hunk, size_t at, const Tokens& t) {
  if (!t[0].is("except") || !(t[1].is(":") || has_word(t, "Exception") || has_word(t, "BaseException")))
    return std::nullopt;
  const size_t body = next_code_line(hunk, at, Side::after);
  if (body >= hunk.lines.size()) return std::nullopt;
  const Tokens& does = tokens_of(hunk.lines[body]);
  const bool whispers =
      has_run(does, {".", "debug", "("}) && is_one_of(does[0].text, {"logger", "logging", "log", "LOG"});
  if (!whispers) return std::nullopt;
  const size_t next = next_code_line(hunk, body, Side::after);
  const auto indent = [&](size_t i) { return hunk.lines[i].raw->text.find_first_not_of(" \t"); };
  if (next < hunk.lines.size() && indent(next) >= indent(body)) return std::nullopt;
  for (size_t i = at; i-- > 0;) {  // what is tried was there before
    if (!is_added(hunk.lines[i])) continue;
    const std::string tried = text_of(tokens_of(hunk.lines[i]));
    if (tried == "try :") return std::nullopt;
    if (tried.size() > 3 && was_called(hunk, tried)) return Severity::should_fix;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Severity> loses_failure(const CodeHunk& hunk, size_t at, const Tokens& t) {
  if (t.size() < 2 || !is_small(hunk)) return std::nullopt;
  switch (hunk.file.language) {
    case Language::kotlin: return kotlin(hunk, t);
    case Language::ruby:
    case Language::elixir: return without_bang(hunk, t);
    case Language::swift: return swift(hunk, t);
    case Language::python: return python(hunk, at, t);
    default: return std::nullopt;
  }
}

}  // namespace assay::judge
