// Cleanup that happened on every path and now happens on the good one only: a finally, defer, with,
// using or guard was taken away while the code it protected stays.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/code/rules.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using diff::Language;

// The way a line makes sure of cleanup; empty when it does not.
std::string_view guard_on(const Tokens& t, Language language) {
  if (t.empty()) return {};
  const bool braces = language != Language::python && language != Language::ruby && language != Language::elixir;
  if (has_word(t, "finally")) return "finally";
  if (language == Language::go && t[0].is("defer")) return "defer";
  if (language == Language::swift && t[0].is("defer")) return "defer";
  if (language == Language::python && (t[0].is("with") || (t.size() > 1 && t[0].is("async") && t[1].is("with"))))
    return "with";
  if (language == Language::ruby && t[0].is("ensure")) return "ensure";
  if (language == Language::csharp && t[0].is("using") && t.size() > 1 && (t[1].is("(") || t[1].is("var")))
    return "using";
  if ((language == Language::typescript || language == Language::javascript) &&
      (has_run(t, {"await", "using"}) || t[0].is("using")))
    return "using";
  if (language == Language::java && t[0].is("try") && t.size() > 1 && t[1].is("(")) return "try with resources";
  if (language == Language::kotlin && has_run(t, {".", "use", "{"})) return "use";
  if (braces && language == Language::cpp) {
    for (std::string_view w :
         {"lock_guard", "unique_lock", "scoped_lock", "shared_lock", "unique_ptr", "make_unique"}) {
      if (has_word(t, w)) return w == "make_unique" ? "unique_ptr" : w;
    }
  }
  return {};
}

bool is_release(std::string_view code) {
  for (std::string_view w :
       {"close", "unlock", "release", "dispose", "free", "disconnect", "rollback", "delete ", "cleanup", "end("}) {
    if (icontains(code, w)) return true;
  }
  return false;
}

class Cleanup : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::cleanup)) return;
    if (hunk.file.role != diff::Role::source || hunk.file.status == diff::Status::deleted || hunk.hunk.partial) return;
    std::vector<size_t> removed;
    size_t added = 0;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_changed(hunk.lines[i])) continue;
      const auto guard = guard_on(tokens_of(hunk.lines[i], is_removed(hunk.lines[i]) ? Side::before : Side::after),
                                  hunk.file.language);
      if (guard.empty()) continue;
      if (is_added(hunk.lines[i])) {
        ++added;
      } else {
        removed.push_back(i);
      }
    }
    if (removed.size() <= added) return;
    for (size_t i : removed) {
      if (stays_without(hunk, i)) m_places.should(span_of(hunk.file, *hunk.lines[i].raw));
    }
  }

  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    if (m_places.empty()) return;
    out.push_back(m_places.finding(
        "code.cleanup-removed",
        cat("What released a resource on every path was removed in ", plural(m_places.total(), "place"),
            ": an error in between now leaks it. Put the guard back or show that nothing can fail there.")));
  }

 private:
  // What the guard protected is still there.
  static bool stays_without(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at], Side::before);
    const auto guard = guard_on(t, hunk.file.language);
    if (guard == "with" || guard == "using" || guard == "try with resources") return still_opened(hunk, t);
    if (guard == "defer") return deferred_is_used(hunk, t);
    if (guard == "finally" || guard == "ensure") return body_stays(hunk, at);
    // A guard object: what follows it was protected.
    const size_t next = at + 1;
    return next < hunk.lines.size() && !is_changed(hunk.lines[next]) && !is_blank(hunk.lines[next].masked.code) &&
           !trim(hunk.lines[next].masked.code).starts_with("}");
  }

  // The resource of `with open(p) as f` is still obtained by the same call.
  static bool still_opened(const CodeHunk& hunk, const Tokens& t) {
    for (size_t i = 0; i + 1 < t.size(); ++i) {
      if (!t[i].word() || !t[i + 1].is("(") || t[i].is("using") || t[i].is("try")) continue;
      for (const auto& line : hunk.lines) {
        if (is_added(line) && has_run(tokens_of(line), {t[i].text, "("})) return true;
      }
      return false;
    }
    return false;
  }

  static bool deferred_is_used(const CodeHunk& hunk, const Tokens& t) {
    if (t.size() < 2 || !t[1].word() || t[1].is("func")) return false;
    if (!is_release(text_of(t)) && !icontains(text_of(t), "done") && !icontains(text_of(t), "cancel")) return false;
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      return on_side(line, Side::after) && has_word(tokens_of(line), t[1].text);
    });
  }

  // A line of the guarded block (or its cleanup) is still there, only not guarded.
  static bool body_stays(const CodeHunk& hunk, size_t at) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      const std::string_view code = trim(line.raw->text);
      if (is_removed(line) && code.size() > 6 && !is_blank(line.masked.code) &&
          has_changed_line(hunk, diff::Sign::added, code))
        return true;
    }
    // The try itself stays: its body is context above the removed finally.
    for (size_t i = at; i-- > 0;) {
      const Tokens& t = tokens_of(hunk.lines[i], Side::before);
      if (has_word(t, "try") || has_word(t, "begin")) return !is_removed(hunk.lines[i]);
    }
    return false;
  }

  SpanCollector m_places;
};

}  // namespace

std::unique_ptr<Rule> make_cleanup_rule() { return std::make_unique<Cleanup>(); }

}  // namespace assay::judge
