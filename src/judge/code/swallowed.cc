// Errors that used to be seen and are not any more.
//
// An empty handler around code that was there before hides failures of that code: that blocks. One
// around code that came with it may be what the author means, and asks for a look unless a comment
// says why.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code/defaulted.h"
#include "judge/code/lost_failures.h"
#include "judge/code/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using diff::Language;

struct Handler {
  bool empty = false;
  bool explained = false;  // a comment inside
  bool touched = false;    // the change brought it or emptied it
};

// catch (…) { } with nothing between the braces, on one line or several.
Handler brace_handler(const CodeHunk& hunk, size_t at, const Tokens& t, size_t word) {
  Handler h;
  size_t open = word + 1;
  while (open < t.size() && !t[open].is("{")) ++open;
  h.touched = is_added(hunk.lines[at]);
  if (open >= t.size()) {  // the brace stands on a line of its own
    if (t.back().is(";")) return h;
    h.explained = !is_blank(hunk.lines[at].masked.comments);
    const size_t next = next_code_line(hunk, at, Side::after);
    if (next >= hunk.lines.size()) return h;
    const Tokens& body = tokens_of(hunk.lines[next]);
    if (body.empty() || !body[0].is("{")) return h;
    h.touched |= is_added(hunk.lines[next]);
    if (body.size() > 1) {
      h.empty = body[1].is("}");
      h.explained |= !is_blank(hunk.lines[next].masked.comments);
      return h;
    }
    at = next;
  } else if (open + 1 < t.size()) {
    h.empty = t[open + 1].is("}");
    h.explained = !is_blank(hunk.lines[at].masked.comments);
    return h;
  }
  h.explained |= !is_blank(hunk.lines[at].masked.comments);
  for (size_t i = at + 1; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    const std::string_view code = trim(line.masked.code);
    if (is_removed(line)) {
      h.touched |= !code.empty() && !code.starts_with("}");
      continue;
    }
    if (code.empty()) {
      h.explained |= !is_blank(line.masked.comments);
      continue;
    }
    h.empty = code.starts_with("}");
    break;
  }
  return h;
}

// except …: followed by nothing but pass.
Handler python_handler(const CodeHunk& hunk, size_t at, const Tokens& t) {
  Handler h;
  h.touched = is_added(hunk.lines[at]);
  h.explained = !is_blank(hunk.lines[at].masked.comments);
  const auto idle = [](const Tokens& body, size_t from) {
    return body.size() == from + 1 && (body[from].is("pass") || body[from].is("..."));
  };
  const auto colon = std::find_if(t.rbegin(), t.rend(), [](const Token& x) { return x.is(":"); });
  if (colon == t.rend()) return h;
  const size_t after = static_cast<size_t>(t.rend() - colon);
  if (after < t.size()) {
    h.empty = idle(t, after);
    return h;
  }
  const size_t body = next_code_line(hunk, at, Side::after);
  if (body >= hunk.lines.size() || !idle(tokens_of(hunk.lines[body]), 0)) return h;
  for (size_t i = at + 1; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    if (is_removed(line) && i <= body + 4 && indent_of(line.raw->text) > indent_of(hunk.lines[at].raw->text))
      h.touched = true;
    if (i <= body && !is_removed(line)) h.explained |= !is_blank(line.masked.comments);
  }
  const size_t next = next_code_line(hunk, body, Side::after);
  h.empty = next >= hunk.lines.size() || indent_of(hunk.lines[next].raw->text) < indent_of(hunk.lines[body].raw->text);
  return h;
}

// Only a handler for everything hides what nobody thought of.
bool is_broad(const Tokens& t) {
  const auto except = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("except"); });
  if (except == t.end() || except + 1 == t.end() || (except + 1)->is(":")) return true;
  return has_word(t, "Exception") || has_word(t, "BaseException") || has_word(t, "AssertionError");
}

// Whether what the handler protects was there before: its try is older, or what is tried was only moved into it.
bool protects_existing_code(const CodeHunk& hunk, size_t at) {
  if (is_added(hunk.lines[at]) && has_word(tokens_of(hunk.lines[at]), "try")) {  // try { save(x) } catch {} on one line
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      std::string_view was = trim(line.raw->text);
      if (was.ends_with(";")) was.remove_suffix(1);
      return is_removed(line) && was.size() > 3 && contains(hunk.lines[at].raw->text, was);
    });
  }
  bool existing = false;
  for (size_t i = at; i-- > 0;) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || is_blank(line.masked.code)) continue;
    const Tokens& t = tokens_of(line);
    if (has_word(t, "try") || has_word(t, "begin") || has_word(t, "do")) {
      return existing || line.raw->sign == diff::Sign::context;
    }
    if (!is_added(line) || has_changed_line(hunk, diff::Sign::removed, line.raw->text)) existing = true;
  }
  return true;
}

bool only_cleans_up(const CodeHunk& hunk, size_t at) {
  for (size_t i = at; i-- > 0;) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || is_blank(line.masked.code)) continue;
    const std::string code = lower(line.masked.code);
    for (std::string_view word :
         {"close", "unlink", "remove", "rmdir", "rmtree", "cleanup", "rollback", "dispose", "destroy", "kill",
          "release", "disconnect", "terminate", "rmsync", "unsubscribe", "abort", "shutdown", "flush"}) {
      if (contains(code, word)) return true;
    }
    return false;
  }
  return false;
}

class SwallowedError : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::swallow)) return;
    const auto role = hunk.file.role;
    if (role != diff::Role::source && role != diff::Role::test && role != diff::Role::migration) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (is_changed(hunk.lines[i]) && role == diff::Role::source) watch_answers(hunk, i);
      if (!on_side(hunk.lines[i], Side::after)) continue;
      const Tokens& t = tokens_of(hunk.lines[i]);
      if (t.empty()) continue;
      watch_handlers(hunk, i, t);
      if (!is_added(hunk.lines[i])) continue;
      watch_promises(hunk, i, t);
      watch_values(hunk, i, t);
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    if (m_places.empty()) return;
    bool asked = false;
    for (std::string_view word :
         {"ignor", "swallow", "toler", "silent", "suppress", "silenc", "best", "fallback", "default", "null"}) {
      asked |= std::find(context.task.words.begin(), context.task.words.end(), word) != context.task.words.end();
    }
    out.push_back(m_places.finding("code.swallowed-error",
                                   cat(plural(m_places.total(), "error is", "errors are"),
                                       " swallowed now; handle, report or pass on what went wrong."),
                                   asked ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  void watch_answers(const CodeHunk& hunk, size_t i) {
    if (const auto severity = answers_failure(hunk, i)) m_places.add(*severity, span_of(hunk.file, *hunk.lines[i].raw));
  }

  void watch_handlers(const CodeHunk& hunk, size_t i, const Tokens& t) {
    Handler h;
    const Language language = hunk.file.language;
    if (language == Language::python) {
      if (t[0].is("except") && is_broad(t)) h = python_handler(hunk, i, t);
      if (is_added(hunk.lines[i]) &&
          (has_run(t, {"suppress", "(", "Exception", ")"}) || has_run(t, {"suppress", "(", "BaseException", ")"})))
        m_places.must(span_of(hunk.file, *hunk.lines[i].raw));
    } else if (language == Language::ruby) {
      ruby_handler(hunk, i, t);
    } else {
      for (size_t k = 0; k < t.size(); ++k) {
        if (t[k].is("catch") && (k == 0 || !t[k - 1].is("."))) h = brace_handler(hunk, i, t, k);
      }
    }
    if (!h.empty || !h.touched || was_empty_before(hunk)) return;
    add(hunk, i, protects_existing_code(hunk, i), h.explained);
  }

  // Indented, moved within the hunk or written in another style: as many empty handlers went as came.
  static bool was_empty_before(const CodeHunk& hunk) {
    size_t before = 0, after = 0;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_changed(line)) continue;
      const Side side = is_removed(line) ? Side::before : Side::after;
      const Tokens t = tokens_of(line, side);
      if (!has_word(t, "catch") && !has_word(t, "rescue") && !has_word(t, "except")) continue;
      size_t next = next_code_line(hunk, i, side);
      if (next < hunk.lines.size() && trim(hunk.lines[next].masked.code) == "{")
        next = next_code_line(hunk, next, side);
      const std::string_view body = next < hunk.lines.size() ? trim(hunk.lines[next].masked.code) : std::string_view{};
      const bool one_line = t.back().is("pass") || (t.size() > 1 && t.back().is("}") && t[t.size() - 2].is("{"));
      if (t.back().is("}") && !one_line) continue;
      if (!one_line && !body.starts_with("}") && body != "end" && body != "nil" && body != "pass") continue;
      ++(is_removed(line) ? before : after);
    }
    return before > 0 && before >= after;
  }

  void ruby_handler(const CodeHunk& hunk, size_t i, const Tokens& t) {
    if (is_added(hunk.lines[i]) && has_run(t, {"rescue", "nil"}) && !t[0].is("rescue")) {
      m_places.must(span_of(hunk.file, *hunk.lines[i].raw));
      return;
    }
    if (!t[0].is("rescue")) return;
    const bool narrow = t.size() > 1 && t[1].word() && t[1].text != "StandardError" && t[1].text != "Exception";
    const size_t next = next_code_line(hunk, i, Side::after);
    if (narrow || next >= hunk.lines.size()) return;
    const std::string_view body = trim(hunk.lines[next].masked.code);
    bool touched = is_added(hunk.lines[i]);
    for (size_t k = i + 1; k < next; ++k) touched |= is_removed(hunk.lines[k]);
    if (touched && (body == "end" || body == "nil") && !was_empty_before(hunk))
      add(hunk, i, protects_existing_code(hunk, i), false);
  }

  void add(const CodeHunk& hunk, size_t i, bool existing, bool explained) {
    if (!existing && (explained || only_cleans_up(hunk, i))) return;
    const bool soft = !existing || only_cleans_up(hunk, i);
    if (hunk.file.role == diff::Role::test && (soft || !hides_assertion(hunk, i))) return;
    m_places.add(soft ? model::Severity::should_fix : model::Severity::must_fix,
                 span_of(hunk.file, *hunk.lines[i].raw));
  }

  // In a test an empty handler matters where it hides that an assertion failed; the idiom of
  // try { x(); fail(); } catch (Expected e) {} does not.
  static bool hides_assertion(const CodeHunk& hunk, size_t at) {
    bool asserts = false;
    for (size_t i = at; i-- > 0;) {
      const auto& code = hunk.lines[i].masked.code;
      if (!on_side(hunk.lines[i], Side::after)) continue;
      if (contains(code, "fail(") || contains(code, "Fail(")) return false;
      asserts |= icontains(code, "assert") || contains(code, "expect(");
      if (find_word(code, "try") != std::string_view::npos || find_word(code, "begin") != std::string_view::npos) break;
    }
    return asserts;
  }

  // .catch(() => {}) and its relatives.
  void watch_promises(const CodeHunk& hunk, size_t i, const Tokens& t) {
    const size_t at = find_run(t, {".", "catch", "("});
    if (at == std::string_view::npos) return;
    const size_t end = skip_brackets(t, at + 2);
    if (end >= t.size() + 1 || end < at + 4) return;
    const std::string handler = text_of(t, at + 3, end - 1);
    const bool idle = handler.ends_with("=> { }") || handler.ends_with("=> null") ||
                      handler.ends_with("=> undefined") || handler == "noop" || handler.ends_with("( ) { }") ||
                      handler.ends_with("=> void 0");
    if (!idle) return;
    // Was the promise there before without it?
    const std::string head = replace_all(text_of(t, 0, at), "await ", "");
    bool existing = false;
    for (size_t k = i; at == 0 && k-- > 0;) {  // the promise is on the lines above
      if (!on_side(hunk.lines[k], Side::after) || is_blank(hunk.lines[k].masked.code)) continue;
      existing = !is_added(hunk.lines[k]);
      break;
    }
    for (const auto& line : hunk.lines) {
      if (is_removed(line) && head.size() > 3 && contains(text_of(tokens_of(line, Side::before)), head))
        existing = true;
    }
    add(hunk, i, existing, !is_blank(hunk.lines[i].masked.comments));
  }

  void watch_values(const CodeHunk& hunk, size_t i, const Tokens& t) {
    const auto place = [&] { return span_of(hunk.file, *hunk.lines[i].raw); };
    switch (hunk.file.language) {
      case Language::go:
        if (has_run(t, {"_", "=", "err"}) || drops_go_error(hunk, t) || returns_nil_instead(hunk, i, t))
          m_places.must(place());
        break;
      case Language::rust:
        if (const auto severity = drops_rust_error(hunk, t)) m_places.add(*severity, place());
        break;
      case Language::php:
        if (has_run(t, {"error_reporting", "(", "0", ")"}) || silences_call(hunk, t)) m_places.must(place());
        break;
      case Language::unknown:
      case Language::text:
        if (icontains(hunk.lines[i].raw->text, "on error resume next")) m_places.must(place());
        break;
      default:
        if (hunk.file.role == diff::Role::source)
          if (const auto severity = loses_failure(hunk, i, t)) m_places.add(*severity, place());
        break;
    }
  }

  // @load($x) where it was load($x)
  static bool silences_call(const CodeHunk& hunk, const Tokens& t) {
    for (size_t i = 0; i + 1 < t.size(); ++i) {
      if (!t[i].is("@") || !t[i + 1].word()) continue;
      return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
        if (!is_removed(line)) return false;
        const Tokens& before = tokens_of(line, Side::before);
        return has_word(before, t[i + 1].text) && find_run(before, {"@"}) == std::string_view::npos;
      });
    }
    return false;
  }

  // value, _ := call(…) where it was value, err := call(…)
  static bool drops_go_error(const CodeHunk& hunk, const Tokens& t) {
    const size_t blank_at =
        find_run(t, {"_", ":="}) != std::string_view::npos ? find_run(t, {"_", ":="}) : find_run(t, {"_", "="});
    if (blank_at == std::string_view::npos) return false;
    const std::string call = text_of(t, blank_at + 2, t.size());
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      if (!is_removed(line)) return false;
      const std::string before = text_of(tokens_of(line, Side::before));
      return contains(before, "err") && call.size() > 3 && contains(before, call);
    });
  }

  // if err != nil { return nil } where the error was returned before.
  static bool returns_nil_instead(const CodeHunk& hunk, size_t at, const Tokens& t) {
    if (!t[0].is("return") || has_word(t, "err") || !(t.size() == 1 || t.back().is("nil"))) return false;
    size_t above = hunk.lines.size();
    for (size_t k = at; k-- > 0;) {
      if (on_side(hunk.lines[k], Side::after) && !is_blank(hunk.lines[k].masked.code)) {
        above = k;
        break;
      }
    }
    if (above == hunk.lines.size() || !has_run(tokens_of(hunk.lines[above]), {"err", "!=", "nil"})) return false;
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
      if (!is_removed(line)) return false;
      const Tokens& before = tokens_of(line, Side::before);
      return !before.empty() && (before[0].is("return") || before[0].is("panic") || before[0].is("log")) &&
             (has_word(before, "err") || has_word(before, "Errorf") || has_word(before, "Wrap"));
    });
  }

  static std::optional<model::Severity> drops_rust_error(const CodeHunk& hunk, const Tokens& t) {
    const bool ignored = has_run(t, {"let", "_", "="}) || has_run(t, {".", "ok", "(", ")", ";"});
    const bool defaulted =
        has_word(t, "unwrap_or_default") || has_word(t, "unwrap_or") || has_word(t, "unwrap_or_else");
    if ((!ignored && !defaulted) || has_run(t, {"?", ";"})) return std::nullopt;
    for (const auto& line : hunk.lines) {
      if (!is_removed(line)) continue;
      const Tokens& before = tokens_of(line, Side::before);
      for (size_t k = 0; k + 1 < before.size(); ++k) {
        if (!before[k + 1].is("?") || !before[k].is(")")) continue;
        // The call that was propagated is still made.
        size_t open = k;
        while (open > 0 && !before[open].is("(")) --open;
        if (open > 0 && has_word(t, before[open - 1].text))
          return ignored ? model::Severity::must_fix : model::Severity::should_fix;
      }
    }
    return std::nullopt;
  }

  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_swallowed_error_rule() { return std::make_unique<SwallowedError>(); }

}  // namespace assay::judge
