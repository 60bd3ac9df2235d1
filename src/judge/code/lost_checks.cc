// Checks that still stand there, or whose value is still computed, and that protect nothing any more:
// one behind the act it stood before, a value nobody looks at, a call that may fail and is not asked,
// a parameter that nothing reads.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code/rules.h"
#include "judge/code_names.h"
#include "judge/function_body.h"
#include "judge/span_collector.h"

namespace assay::judge {

namespace {

using model::Severity;

constexpr std::array<std::string_view, 14> k_privileges = {
    "setuid",    "setgid",    "seteuid",    "setegid", "setreuid",     "setregid", "setresuid",
    "setresgid", "setgroups", "initgroups", "chroot",  "cap_set_proc", "pledge",   "mprotect"};

bool starts_condition(const Tokens& t) { return !t.empty() && is_one_of(t[0].text, {"if", "unless", "guard"}); }

// The condition of a line, without the word before it and the bracket behind it.
std::string condition_text(const Tokens& t) {
  size_t end = t.size();
  for (size_t i = 1; i < t.size() && end == t.size(); ++i)
    if (t[i].is("{") || t[i].is(":") || t[i].is("else") || t[i].is("then") || t[i].is("return") || t[i].is("throw"))
      end = i;
  return text_of(t, 1, end);
}

bool ends_way(const Tokens& t) {
  return std::any_of(t.begin(), t.end(), [](const Token& x) {
    return is_one_of(x.text,
                     {"return", "throw", "raise", "abort", "exit", "panic", "goto", "die", "fatalError", "reject"});
  });
}

// The condition on line `at` leaves the function, or threw.
bool refuses_on(const CodeHunk& hunk, size_t at, Side side) {
  if (ends_way(tokens_of(hunk.lines[at], side))) return true;
  size_t next = next_code_line(hunk, at, side);
  for (int step = 0; step < 3 && next < hunk.lines.size(); ++step, next = next_code_line(hunk, next, side)) {
    if (indent_of(hunk.lines[next].raw->text) <= indent_of(hunk.lines[at].raw->text)) return false;
    if (ends_way(tokens_of(hunk.lines[next], side))) return true;
  }
  return false;
}

bool has_effect(const Tokens& t) {
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (!t[i].word() || !t[i + 1].is("(")) continue;
    if (has_any_word(words_of(t[i].text),
                     {"memcpy", "memmove", "strcpy",  "strcat", "strncpy", "sprintf", "write",   "fwrite",
                      "save",   "insert",  "delete",  "update", "upsert",  "send",    "copy",    "remove",
                      "unlink", "drop",    "charge",  "pay",    "put",     "store",   "publish", "transfer",
                      "exec",   "execute", "destroy", "commit", "persist", "append"}))
      return true;
  }
  return false;
}

// Names of a condition that say what it is about.
std::vector<std::string_view> subjects(const Tokens& t) {
  std::vector<std::string_view> out;
  for (size_t i = 1; i < t.size(); ++i)
    if (t[i].word() && !t[i].literal() && t[i].text.size() > 1 &&
        !is_one_of(t[i].text,
                   {"return", "throw", "not", "and", "or", "new", "sizeof", "this", "self", "len", "await", "is"}))
      out.push_back(t[i].text);
  return out;
}

bool assigns_any(const Tokens& t, const std::vector<std::string_view>& names) {
  for (size_t i = 0; i + 1 < t.size(); ++i)
    if ((t[i + 1].is("=") || t[i + 1].is(":=") || t[i + 1].is("+=") || t[i + 1].is("-=")) &&
        std::find(names.begin(), names.end(), t[i].text) != names.end())
      return true;
  return false;
}

class LostChecks : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (hunk.file.role != diff::Role::source || !is_small(hunk)) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (is_removed(hunk.lines[i])) {
        watch_moved(hunk, i);
        watch_value(hunk, i);
      } else if (is_added(hunk.lines[i])) {
        watch_privilege(hunk, i);
        watch_parameter(hunk, i);
      }
    }
  }

  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    if (m_places.empty()) return;
    out.push_back(m_places.finding("code.check-lost", cat("A check is there and protects nothing (", m_places.labels(),
                                                          "); ask before the act, and act on what was found.")));
  }

 private:
  void found(const CodeHunk& hunk, size_t line, Severity severity, std::string_view what) {
    m_places.add(severity, span_of(hunk.file, *hunk.lines[line].raw), std::string(what));
  }

  // The same condition stands below a call that it stood above, and that uses what it asks about.
  void watch_moved(const CodeHunk& hunk, size_t from) {
    const Tokens& t = tokens_of(hunk.lines[from], Side::before);
    if (!starts_condition(t) || !refuses_on(hunk, from, Side::before)) return;
    const std::string condition = condition_text(t);
    const auto names = subjects(t);
    if (condition.size() < 5 || names.empty()) return;
    bool acted = false;
    for (size_t i = from + 1; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (is_removed(line)) continue;
      const Tokens& now = tokens_of(line);
      if (!defined_name(line.masked.code).empty()) return;
      if (is_added(line) && starts_condition(now) && condition_text(now) == condition) {
        if (acted) found(hunk, i, Severity::must_fix, "it stands behind what it guarded");
        return;
      }
      if (assigns_any(now, names)) return;
      const bool uses = std::any_of(names.begin(), names.end(), [&](auto name) { return has_word(now, name); });
      acted |= line.raw->sign == diff::Sign::context && has_effect(now) && uses;
    }
  }

  // if (sum != wanted) throw went, and sum is only cast to nothing.
  void watch_value(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at], Side::before);
    if (!starts_condition(t) || !refuses_on(hunk, at, Side::before)) return;
    for (const std::string_view name : subjects(t)) {
      size_t computed = hunk.lines.size(), voided = hunk.lines.size();
      bool read = false;
      for (size_t i = 0; i < hunk.lines.size() && !read; ++i) {
        if (!on_side(hunk.lines[i], Side::after)) continue;
        const Tokens& now = tokens_of(hunk.lines[i]);
        if (!has_word(now, name)) continue;
        const bool cast = has_run(now, {"(", "void", ")", name}) || has_run(now, {"<", "void", ">", "(", name, ")"}) ||
                          has_run(now, {"_", "=", name}) || has_run(now, {"UNUSED", "(", name});
        const size_t sign = find_run(now, {name, "="});
        if (cast && is_added(hunk.lines[i]))
          voided = i;
        else if (sign != std::string_view::npos && contains(hunk.lines[i].masked.code, "("))
          computed = i;
        else
          read = true;
      }
      if (!read && computed < voided && voided < hunk.lines.size())
        return found(hunk, voided, Severity::must_fix, cat("nothing looks at ", name));
    }
  }

  // if (setuid(id) != 0) became setuid(id);
  void watch_privilege(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at]);
    const size_t first = t.size() > 3 && t[0].is("(") && t[1].is("void") ? 3 : 0;
    if (first >= t.size()) return;
    const auto name = std::find(k_privileges.begin(), k_privileges.end(), t[first].text);
    if (name == k_privileges.end() || first + 1 >= t.size() || !t[first + 1].is("(") || !t.back().is(";")) return;
    const bool asked = std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      const Tokens& old = tokens_of(line, Side::before);
      return is_removed(line) && has_run(old, {*name, "("}) && !old[0].is(*name);
    });
    if (asked) found(hunk, at, Severity::must_fix, cat("nothing asks whether ", *name, " worked"));
  }

  // A function that was there got a parameter that its body does not name.
  void watch_parameter(const CodeHunk& hunk, size_t at) {
    const std::string_view name = defined_name(hunk.lines[at].masked.code);
    if (name.empty() || contains_any(hunk.lines[at].raw->text, {"override", "virtual", "abstract", "interface"}))
      return;
    const auto old = std::find_if(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      return is_removed(line) && defined_name(line.masked.code) == name;
    });
    if (old == hunk.lines.end()) return;
    if (at > 0 && contains_any(hunk.lines[at - 1].raw->text, {"@Override", "@override", "@abstract", "impl "})) return;
    const FunctionBody body = body_of(hunk, at, Side::after);
    constexpr size_t k_stub = 6;  // tokens; a body that short does nothing yet
    if (!body.found || !body.whole || body.tokens.size() < k_stub || body.lines.empty()) return;
    for (const std::string& input : body.inputs) {
      const bool usual =
          input.size() < 3 || input[0] == '_' ||
          has_any_word(words_of(input), {"unused", "ignored", "dummy", "reserved"}) ||
          is_one_of(input, {"args", "kwargs", "ctx", "context", "req", "res", "next", "event", "cls", "props"});
      if (usual || has_word(tokens_of(*old, Side::before), input)) continue;
      const bool read = std::any_of(body.lines.begin(), body.lines.end(), [&](size_t i) {
        if (i != at)
          return contains(hunk.lines[i].raw->text, input) || contains(hunk.lines[i].raw->text, "super") ||
                 contains(hunk.lines[i].raw->text, "locals()") || contains(hunk.lines[i].raw->text, "arguments");
        return has_word(body.tokens, input);
      });
      if (!read) return found(hunk, at, Severity::should_fix, cat("nothing reads ", input));
    }
  }

  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_lost_check_rule() { return std::make_unique<LostChecks>(); }

}  // namespace assay::judge
