#include "judge/code/defaulted.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

template <class Test>
bool any_removed(const CodeHunk& hunk, Test&& test) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                     [&](const CodeLine& line) { return is_removed(line) && test(line); });
}

std::string squeezed_code(const CodeLine& line) {
  std::string out = text_of(tokens_of(line, is_removed(line) ? Side::before : Side::after));
  return without_spaces(out);
}

// What gives a value where there is none, and what failed there before.
struct DefaultForm {
  std::string_view now, before;
};
constexpr DefaultForm k_defaults[] = {
    {".getOrDefault(", ".getOrThrow("}, {".getOrElse{", ".getOrThrow("},
    {".getOrNull(", ".getOrThrow("},    {".recover{", ".getOrThrow("},
    {".orElse(", ".orElseThrow("},      {".orElse(", ".get("},
    {".orElseGet(", ".orElseThrow("},   {".value_or(", ".value("},
    {".valueOr(", ".value("},           {".getOrElse(", ".get"},
    {".onErrorReturn(", ".block("},     {".exceptionally(", ".join("},
    {".GetValueOrDefault(", ".Value"},
};

// load(x).getOrDefault(0) where it was load(x).getOrThrow()
bool gives_default(const CodeHunk& hunk, std::string_view code) {
  for (const DefaultForm& form : k_defaults) {
    const size_t at = code.find(form.now);
    if (at == std::string_view::npos) continue;
    std::string_view call = code.substr(0, at);
    if (const size_t begin = call.find_last_of("= "); begin != std::string_view::npos) call = call.substr(begin + 1);
    if (call.starts_with("return")) call = call.substr(6);
    const std::string before = cat(call, form.before);
    const bool new_call = call.size() < 3;
    if (!new_call && any_removed(hunk, [&](const CodeLine& line) { return contains(squeezed_code(line), before); }))
      return true;
  }
  return false;
}

bool says_yes(std::string_view code) {
  return is_one_of(code, {"returntrue", "returnTrue", "return:ok", "true", "True", ":ok", "returnOk(())", "Ok(())"}) ||
         contains_any(code, {"ok:true", "success:true", "allowed:true", "Granted", "GRANTED"});
}

bool is_constant_answer(std::string_view code) {
  return says_yes(code) ||
         is_one_of(code, {"returnnull", "returnNone", "returnnil", "returnundefined", "return[]", "return{}", "return0",
                          "return\"\"", "return''", "returnfalse", "returnFalse", "nil", "returndefault",
                          "returnCollections.emptyList()", "returnList.of()", "returnOptional.empty()",
                          "returnemptyList()", "returnArray.Empty<byte>()"});
}

// catch (Exception e) {, except Exception:, rescue => e; narrow ones are a choice.
bool is_handler(std::string_view code) {
  return contains_any(code, {"catch(", "catch{", "}catch", "except", "rescue"});
}
bool is_broad_handler(std::string_view code) {
  return contains_any(code, {"catch{", "catch(e", "catch(_", "catch(...", "catch(Exception", "catch(\\Exception",
                             "catch(\\Throwable", "catch(Throwable", "catch(System.Exception", "catch(err",
                             "except:", "exceptException", "exceptBaseException", "rescue=>", "rescueStandardError",
                             "catch(conststd::exception"}) ||
         code == "rescue" || code == "catch";
}

size_t code_before(const CodeHunk& hunk, size_t at) {
  while (at-- > 0)
    if (on_side(hunk.lines[at], Side::after) && !is_blank(hunk.lines[at].masked.code)) return at;
  return hunk.lines.size();
}

// The handler that the line stands in, at most a few statements above it.
size_t handler_above(const CodeHunk& hunk, size_t at) {
  constexpr size_t k_statements = 3;
  for (size_t i = code_before(hunk, at), n = 0; i < hunk.lines.size() && n < k_statements;
       i = code_before(hunk, i), ++n) {
    const std::string code = squeezed_code(hunk.lines[i]);
    if (is_handler(code)) return i;
    if (code.starts_with("}") || code.ends_with("}") || code == "else:" || code.starts_with("if")) break;
  }
  return hunk.lines.size();
}

// Removed lines of the handler passed the failure on.
bool threw_before(const CodeHunk& hunk, size_t handler, size_t at) {
  constexpr size_t k_reach = 4;
  for (size_t i = handler; i < hunk.lines.size() && i <= at + k_reach; ++i) {
    const std::string_view code = trim(hunk.lines[i].masked.code);
    if (is_removed(hunk.lines[i]) && starts_with_any(code, {"throw", "raise", "return Err(", "return err", "rethrow"}))
      return true;
  }
  return false;
}

// The code that is tried was there before, without the handler.
bool wraps_existing(const CodeHunk& hunk, size_t handler) {
  constexpr size_t k_body = 12;
  if (!is_added(hunk.lines[handler])) return false;
  for (size_t i = code_before(hunk, handler), n = 0; i < hunk.lines.size() && n < k_body;
       i = code_before(hunk, i), ++n) {
    const std::string code = squeezed_code(hunk.lines[i]);
    if (starts_with_any(code, {"try", "begin", "do{"})) return false;
    if (code.size() < 6) continue;
    if (!is_added(hunk.lines[i]) || has_changed_line(hunk, diff::Sign::removed, hunk.lines[i].raw->text)) return true;
  }
  return false;
}

std::optional<Severity> handler_answers(const CodeHunk& hunk, size_t at, std::string_view code) {
  if (!is_constant_answer(code)) return std::nullopt;
  const size_t handler = handler_above(hunk, at);
  if (handler == hunk.lines.size()) return std::nullopt;
  const bool broad = is_broad_handler(squeezed_code(hunk.lines[handler]));
  const bool threw = threw_before(hunk, handler, at);
  if (!threw && !(broad && wraps_existing(hunk, handler))) return std::nullopt;
  return broad && (threw || says_yes(code)) ? Severity::must_fix : Severity::should_fix;
}

// {:error, _} -> :ok, _ -> {:ok, []} where an error was the answer before.
std::optional<Severity> elixir_answers(const CodeHunk& hunk, std::string_view code) {
  const size_t arrow = code.find("->");
  if (arrow == std::string_view::npos) return std::nullopt;
  const std::string_view head = code.substr(0, arrow), answer = code.substr(arrow + 2);
  const bool failure =
      head.starts_with("_") || head.starts_with("{:error") || head.starts_with("error") || head == ":error";
  if (!failure || !starts_with_any(answer, {":ok", "{:ok"})) return std::nullopt;
  const bool was = any_removed(hunk, [](const CodeLine& line) {
    const std::string before = squeezed_code(line);
    const size_t at = before.find("->");
    const std::string_view says =
        at == std::string::npos ? std::string_view{} : std::string_view(before).substr(at + 2);
    return starts_with_any(says, {"{:error", ":error", "error", "raise", "err"});
  });
  const bool new_else = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return is_added(line) && trim(line.masked.code) == "else";
  });
  const bool old_with = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return !is_added(line) && contains(line.masked.code, "with ");
  });
  return was || (new_else && old_with) ? std::optional(Severity::must_fix) : std::nullopt;
}

// Calls whose status is the only sign that something did not happen.
bool tells_by_status(std::string_view name) {
  return is_one_of(
      name, {"fclose",    "fflush",  "fsync",   "fdatasync", "write",     "fwrite",     "close",  "rename", "setuid",
             "setgid",    "seteuid", "setegid", "setresuid", "setgroups", "initgroups", "chroot", "chdir",  "mprotect",
             "ftruncate", "unlink",  "mlock",   "pwrite",    "fputs",     "chmod",      "chown"});
}

// fclose(f); where it was if (fclose(f) != 0) …
std::optional<Severity> drops_status(const CodeHunk& hunk, const Tokens& t) {
  const size_t name = has_run(t, {"(", "void", ")"}) && t[0].is("(") ? 3 : 0;
  if (name + 1 >= t.size() || !t[name].word() || !t[name + 1].is("(") || !t.back().is(";")) return std::nullopt;
  const std::string_view call = t[name].text;
  if (!tells_by_status(call)) return std::nullopt;
  const auto tests = [&](const CodeLine& line, Side side) {
    const Tokens& other = tokens_of(line, side);
    if (!has_run(other, {call, "("}) || other.size() < 3) return false;
    return has_word(other, "if") || has_word(other, "return") || has_word(other, "while") ||
           find_run(other, {"="}) != std::string_view::npos;
  };
  const bool still = std::any_of(hunk.lines.begin(), hunk.lines.end(),
                                 [&](const CodeLine& line) { return is_added(line) && tests(line, Side::after); });
  const bool was = any_removed(hunk, [&](const CodeLine& line) { return tests(line, Side::before); });
  return was && !still ? std::optional(Severity::must_fix) : std::nullopt;
}

bool stops_at_failure(std::string_view code) {
  if (code.starts_with("#!")) return contains(code, "sh -e");
  if (!code.starts_with("set -")) return false;
  const std::string_view flags = code.substr(5, code.substr(5).find(' '));
  return contains(flags, "e") || contains(code, "errexit");
}

// set -e is gone, and nothing else ends the script.
std::optional<Severity> goes_on(const CodeHunk& hunk, size_t at) {
  if (!stops_at_failure(trim(hunk.lines[at].raw->text))) return std::nullopt;
  const bool other = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    const std::string_view text = trim(line.raw->text);
    return on_side(line, Side::after) &&
           (stops_at_failure(text) || contains_any(text, {"|| exit", "|| die", "trap ", "|| return"}));
  });
  return other ? std::nullopt : std::optional(Severity::must_fix);
}

}  // namespace

std::optional<Severity> answers_failure(const CodeHunk& hunk, size_t at) {
  const CodeLine& line = hunk.lines[at];
  if (!is_small(hunk) || hunk.file.status != diff::Status::modified) return std::nullopt;
  const Language language = hunk.file.language;
  if (language == Language::shell) return is_removed(line) ? goes_on(hunk, at) : std::nullopt;
  if (!is_added(line)) return std::nullopt;
  const Tokens& t = tokens_of(line);
  if (t.empty()) return std::nullopt;
  if (language == Language::c || language == Language::cpp)
    if (const auto dropped = drops_status(hunk, t)) return dropped;
  std::string code = squeezed_code(line);
  while (!code.empty() && code.back() == ';') code.pop_back();
  if (language == Language::elixir) return elixir_answers(hunk, code);
  if (gives_default(hunk, code)) return Severity::must_fix;
  return handler_answers(hunk, at, code);
}

}  // namespace assay::judge
