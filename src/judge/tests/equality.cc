// A function that compares must read something of the other side. What it reads is told by names: a
// member of the other operand, the operand handed to a call, or compared itself.
#include "judge/tests/equality.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

constexpr std::string_view k_everything = "an object equals everything";
constexpr std::string_view k_type_only = "an equality looks at the type only";
constexpr std::string_view k_itself = "an equality compares a value with itself";
constexpr std::string_view k_fewer = "an equality compares less than it did";

constexpr size_t k_most_names = 20000;

struct Head {
  Language language;
  std::array<std::string_view, 4> run;  // tokens, empty ones left out
};
constexpr std::array k_heads = {
    Head{Language::python, {"def", "__eq__", "("}},     Head{Language::ruby, {"def", "==", "("}},
    Head{Language::ruby, {"def", "eql", "?"}},          Head{Language::java, {"boolean", "equals", "("}},
    Head{Language::java, {"int", "compareTo", "("}},    Head{Language::kotlin, {"fun", "equals", "("}},
    Head{Language::kotlin, {"fun", "compareTo", "("}},  Head{Language::scala, {"def", "equals", "("}},
    Head{Language::csharp, {"bool", "Equals", "("}},    Head{Language::csharp, {"bool", "operator", "==", "("}},
    Head{Language::csharp, {"int", "CompareTo", "("}},  Head{Language::rust, {"fn", "eq", "(", "&"}},
    Head{Language::cpp, {"operator", "==", "("}},       Head{Language::swift, {"func", "==", "("}},
    Head{Language::php, {"function", "equals", "("}},   Head{Language::php, {"function", "isEqualTo", "("}},
    Head{Language::dart, {"operator", "==", "("}},      Head{Language::go, {")", "Equal", "("}},
    Head{Language::elixir, {"def", "equal", "?", "("}},
};

bool writes_script(Language l) { return l == Language::javascript || l == Language::typescript; }

// equals(other) { and isEqual(other: Money): boolean {, methods of a class
bool defines_script_equality(const Tokens& t) {
  if (t.empty() || !t.back().is("{")) return false;
  const size_t at = t[0].is("public") ? 1 : 0;
  return at + 1 < t.size() && is_one_of(t[at].text, {"equals", "isEqual", "equalTo"}) && t[at + 1].is("(");
}

bool defines_equality(const Tokens& t, Language language) {
  if (writes_script(language)) return defines_script_equality(t);
  if (language == Language::cpp && !has_word(t, "bool") && !has_word(t, "auto")) return false;
  return std::any_of(k_heads.begin(), k_heads.end(), [&](const Head& head) {
    if (head.language != language) return false;
    const auto size = static_cast<size_t>(
        std::count_if(head.run.begin(), head.run.end(), [](std::string_view s) { return !s.empty(); }));
    for (size_t i = 0; i + size <= t.size(); ++i) {
      size_t k = 0;
      while (k < size && t[i + k].is(head.run[k])) ++k;
      if (k == size) return true;
    }
    return false;
  });
}

bool is_type_word(std::string_view w) {
  return is_one_of(w, {"isinstance",  "type",      "typeid",    "instanceof",   "is",          "as",
                       "getClass",    "GetType",   "class",     "is_a",         "kind_of",     "instance_of",
                       "constructor", "__class__", "javaClass", "dynamic_cast", "runtimeType", "isInstanceOf",
                       "hash",        "hashCode",  "__hash__",  "GetHashCode"});
}
bool is_equal_sign(const Token& t) { return t.is("==") || t.is("==="); }

// true, return True, 0: all that the body says.
bool is_constant(const Tokens& body) {
  std::vector<std::string_view> words;
  for (const Token& t : body)
    if (!t.is(";") && !t.is("return") && !t.is("end")) words.push_back(t.text);
  return words.size() == 1 && is_one_of(words[0], {"true", "True", "0"});
}

// Names under which the other operand goes: itself, and what it is cast to.
std::vector<std::string> other_names(const CodeHunk& hunk, const FunctionBody& body, Side side) {
  std::vector<std::string> names = body.inputs;
  if (names.size() > 1 && hunk.file.language == Language::go) names.erase(names.begin());
  const auto is_other = [&](const Token& t) { return std::find(names.begin(), names.end(), t.text) != names.end(); };
  for (const size_t line : body.lines) {
    const Tokens& t = tokens_of(hunk.lines[line], side);
    for (size_t i = 0; i + 2 < t.size(); ++i) {
      const bool tests = t[i].is("instanceof") || t[i].is("is");
      if (tests && i > 0 && is_other(t[i - 1]) && t[i + 1].word() && t[i + 2].word() &&
          !is_one_of(t[i + 2].text, {"and", "or"}))
        names.emplace_back(t[i + 2].text);
      if (!t[i].word() || !t[i + 1].is("=") || is_other(t[i])) continue;
      if (std::any_of(t.begin() + static_cast<std::ptrdiff_t>(i) + 2, t.end(), is_other) && names.size() < 8)
        names.emplace_back(t[i].text);
    }
  }
  return names;
}

struct Reads {
  std::set<std::string, std::less<>> fields;  // of the other operand
  bool whole = false;                         // the operand itself is compared or handed on
};

Reads reads_of(const Tokens& t, const std::vector<std::string>& names) {
  Reads out;
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word() || std::find(names.begin(), names.end(), t[i].text) == names.end()) continue;
    if (i > 0 && (t[i - 1].is(".") || t[i - 1].is("->"))) continue;
    size_t next = i + 1;
    while (next < t.size() && (t[next].is("!") || t[next].is("?"))) ++next;
    const bool member = next + 1 < t.size() && (t[next].is(".") || t[next].is("->") || t[next].is("?."));
    if (member && t[next + 1].word()) {
      if (!is_type_word(t[next + 1].text)) out.fields.emplace(t[next + 1].text);
      continue;
    }
    // as a whole: f(o), o == x, return self is o
    const Token none{};
    const Token& before = i > 0 ? t[i - 1] : none;
    const Token& after = next < t.size() ? t[next] : none;
    if (is_type_word(after.text) || is_type_word(before.text)) {
      out.whole |= before.is("is") && i > 2 && t[i - 3].is("return");
      continue;
    }
    if (before.is(")") || after.is("=")) continue;  // (Money) o, o = …
    const bool compared = is_equal_sign(before) || is_equal_sign(after);
    if (compared) {
      const Token& side = is_equal_sign(before) && i > 1 ? t[i - 2] : next + 1 < t.size() ? t[next + 1] : none;
      const bool identity = is_one_of(side.text, {"this", "self", "null", "nil", "None", "nullptr"});
      const bool answered = i > 2 && (t[i - 3].is("return") || t[0].is(before.text));
      out.whole |= !identity || answered;
      continue;
    }
    const bool argument = (before.is("(") || before.is(",") || before.is("&") || before.is("*")) && i > 1;
    if (!argument) {
      out.whole |= before.is("match") || after.is("[") || before.is("=") || after.is("{");
      continue;
    }
    size_t open = i;
    while (open > 0 && !t[open].is("(")) --open;
    const std::string_view call = open > 0 ? t[open - 1].text : std::string_view{};
    out.whole |= !is_type_word(call) &&
                 !is_one_of(call, {"if", "while", "static_cast", "ReferenceEquals", "equal", ">"}) && open > 0 &&
                 t[open - 1].word();
  }
  return out;
}

// The operand that ends before, or begins behind, an equals sign, without what stands for the object itself.
std::string operand(const Tokens& t, size_t at, int step) {
  std::vector<std::string> parts;
  const auto belongs = [](const Token& x) { return x.word() || x.is(".") || x.is("->") || x.is("@") || x.is("?."); };
  for (auto i = static_cast<std::ptrdiff_t>(at) + step; i >= 0 && i < static_cast<std::ptrdiff_t>(t.size());
       i += step) {
    const Token& x = t[static_cast<size_t>(i)];
    if (!belongs(x) || x.is("return") || x.is("and") || x.is("or") || x.is("not")) break;
    // Two words in a row belong to two expressions.
    if (!parts.empty() && x.word() && is_word(parts.back().front())) break;
    parts.emplace_back(x.text);
  }
  if (step < 0) std::reverse(parts.begin(), parts.end());
  if (parts.size() > 2 && (parts[0] == "this" || parts[0] == "self")) parts.erase(parts.begin(), parts.begin() + 2);
  std::string out;
  for (const auto& part : parts) out += part;
  return out;
}

// other.cents == other.cents, this.cents == cents
bool compares_itself(const Tokens& t, const std::vector<std::string>& inputs) {
  for (size_t i = 1; i + 1 < t.size(); ++i) {
    if (!is_equal_sign(t[i])) continue;
    const std::string left = operand(t, i, -1), right = operand(t, i, 1);
    const Token& next = t[std::min(t.size() - 1, i + 1)];
    if (left.empty() || left != right || next.literal()) continue;
    const bool input = std::find(inputs.begin(), inputs.end(), left) != inputs.end();
    size_t end = i + 1;
    while (end < t.size() && (t[end].word() || t[end].is(".") || t[end].is("->") || t[end].is("?."))) ++end;
    const bool called = end < t.size() && (t[end].is("(") || t[end].is("["));
    if (!input && !called) return true;
  }
  return false;
}

bool any_line(const CodeHunk& hunk, Side side, std::initializer_list<std::string_view> words) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    if (!on_side(line, side)) return false;
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return contains(line.raw->text, w); });
  });
}

bool any_removed(const CodeHunk& hunk, std::initializer_list<std::string_view> words) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                     [&](const CodeLine& line) { return is_removed(line) && contains_any(line.masked.code, words); });
}

bool compared_before(const CodeHunk& hunk) {
  return any_removed(hunk, {"==", "equals(", "Equals(", ".eq(", "compareTo("});
}
// The comparison that the compiler or a library wrote for it.
bool derived_before(const CodeHunk& hunk) {
  return any_removed(hunk, {"PartialEq", "= default", "@dataclass", "data class", "record ", "record(",
                            "@EqualsAndHashCode", "Equatable", "Struct.new", "attr.s", "@Data", "@Value"});
}

// A field in sight: of Rust, C++, C#, Kotlin, Swift, Go by the shape of its line.
bool shows_field(const CodeHunk& hunk) {
  for (const CodeLine& line : hunk.lines) {
    if (!on_side(line, Side::after)) continue;
    const Tokens& t = tokens_of(line);
    if (t.size() < 2 || !t[0].word() || has_word(t, "return") || has_word(t, "operator")) continue;
    const bool calls = contains(line.masked.code, "(");
    const bool field = !calls && (t.back().is(";") || t.back().is(",")) && t.size() >= 3;
    const bool skipped =
        is_one_of(t[0].text, {"using", "typedef", "friend",   "import", "package",   "namespace", "use",
                              "mod",   "type",    "template", "static", "constexpr", "class",     "struct",
                              "enum",  "break",   "throw",    "goto",   "delete",    "case"});
    const bool typed = t.size() >= 3 && (t[0].is("let") || t[0].is("var") || t[0].is("val")) && t[2].is(":");
    const bool in_struct = field && hunk.file.language == Language::cpp && t[1].is("(") == false &&
                           (t[t.size() - 2].word() || t[t.size() - 2].is("}") || has_run(t, {"="}));
    const bool in_rust = field && hunk.file.language == Language::rust && (t[1].is(":") || t[2].is(":"));
    if (!skipped && (typed || in_struct || in_rust)) return true;
  }
  return any_line(hunk, Side::after,
                  {"self.", "this.", " @", "private final", "private readonly", "{ get;", "case class", "private val ",
                   "val ", "private let "}) &&
         hunk.file.language != Language::cpp && hunk.file.language != Language::rust;
}

// The types whose equality this is: of the class above, and of what is compared.
std::vector<std::string> types_of(const CodeHunk& hunk, size_t head) {
  std::vector<std::string> out;
  const auto take = [&](std::string_view word) {
    const bool common = is_one_of(word, {"Object", "Any", "Self", "Bool", "Boolean", "Int", "PartialEq", "Eq", "Equal",
                                         "Equals", "CompareTo", "AnyObject", "I", "T"});
    if (!word.empty() && is_upper(word[0]) && !common) out.emplace_back(word);
  };
  for (const Token& t : tokens_of(hunk.lines[head])) take(t.word() ? t.text : std::string_view{});
  for (size_t i = head; i-- > 0;) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    const Tokens& t = tokens_of(hunk.lines[i]);
    const bool type = std::any_of(t.begin(), t.end(), [](const Token& x) {
      return is_one_of(x.text, {"class", "struct", "impl", "extension", "record", "enum", "object", "interface"});
    });
    if (!type) continue;
    for (const Token& x : t) take(x.word() ? x.text : std::string_view{});
    return out;
  }
  std::string word;
  for (const char c : cat(hunk.hunk.section, " ")) {
    if (is_word(c)) {
      word += c;
      continue;
    }
    take(word);
    word.clear();
  }
  return out;
}

// Fields that were compared and are not, though they are still there.
bool compares_less(const CodeHunk& hunk, size_t head, const Reads& now) {
  if (now.fields.empty() || is_added(hunk.lines[head])) return false;
  const FunctionBody body = body_of(hunk, head, Side::before);
  const Reads old = reads_of(body.tokens, other_names(hunk, body, Side::before));
  return std::any_of(old.fields.begin(), old.fields.end(), [&](const std::string& field) {
    if (now.fields.contains(field)) return false;
    return std::none_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      const auto index = static_cast<size_t>(&line - hunk.lines.data());
      const bool inside = std::find(body.lines.begin(), body.lines.end(), index) != body.lines.end();
      return is_removed(line) && !inside && has_word(tokens_of(line, Side::before), field);
    });
  });
}

// What an equality is that says nothing about the values; empty when it may say no.
std::string_view weakness(const CodeHunk& hunk, size_t head, const FunctionBody& body) {
  if (is_constant(body.tokens)) return k_everything;
  if (contains_any(text_of(body.tokens),
                   {"raise", "throw", "NotImplemented", "todo !", "panic", "unimplemented", "default"}))
    return {};
  if (compares_itself(body.tokens, body.inputs)) return k_itself;
  const Reads reads = reads_of(body.tokens, other_names(hunk, body, Side::after));
  if (compares_less(hunk, head, reads)) return k_fewer;
  if (reads.whole || !reads.fields.empty() || body.inputs.empty()) return {};
  const bool types =
      std::any_of(body.tokens.begin(), body.tokens.end(), [](const Token& t) { return is_type_word(t.text); });
  return types ? k_type_only : std::string_view{};
}

}  // namespace

void Equalities::hunk(const CodeHunk& hunk) {
  if (hunk.file.role != diff::Role::test && hunk.file.role != diff::Role::source) return;
  if (hunk.file.role == diff::Role::test) remember(hunk);
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    const auto& code = hunk.lines[i].masked.code;
    if (!contains_any(code, {"eq", "Eq", "==", "compareTo", "CompareTo"})) continue;  // most lines
    if (defines_equality(tokens_of(hunk.lines[i]), hunk.file.language)) equality(hunk, i);
  }
}

void Equalities::remember(const CodeHunk& hunk) {
  for (const CodeLine& line : hunk.lines) {
    if (!on_side(line, Side::after)) continue;
    for (const Token& t : tokens_of(line))
      if (t.word() && is_upper(t.text.front()) && m_tested.size() < k_most_names) m_tested.emplace(t.text);
  }
}

void Equalities::equality(const CodeHunk& hunk, size_t head) {
  const FunctionBody body = body_of(hunk, head, Side::after);
  bool touched = body.touched;
  for (size_t i = head; !body.lines.empty() && i < body.lines.back() && !touched; ++i)
    touched = is_removed(hunk.lines[i]);
  if (!body.found || !body.whole || !touched || m_places.size() >= 1000) return;
  const std::string_view why = weakness(hunk, head, body);
  if (why.empty()) return;
  const bool test = hunk.file.role == diff::Role::test;
  Place place{span_of(hunk.file, *hunk.lines[head].raw), why, types_of(hunk, head), Severity::should_fix,
              Severity::must_fix};
  const bool before = compared_before(hunk) || derived_before(hunk), field = shows_field(hunk);
  // One that is meant to match anything, or has no parts, says so in its name.
  const bool matcher =
      why != k_itself && why != k_fewer &&
      any_line(hunk, Side::after,
               {"Any", "ANY", "Wildcard", "Empty", "Null", "Unit", "Always", "Marker", "Singleton", "lloc"});
  const bool plain = hunk.file.language == Language::cpp || hunk.file.language == Language::rust;
  if (matcher && !before) {
    if (!test || why != k_everything) return;
    place.when_tested = Severity::should_fix;
  } else if (why == k_itself || (why != k_fewer && (before || field)) || (why == k_everything && test)) {
    place.severity = Severity::must_fix;
  } else if (why != k_fewer) {
    // One without parts may well be equal to all others of its kind.
    place.silent = plain || why == k_type_only;
    place.when_tested = Severity::should_fix;
  }
  m_places.push_back(std::move(place));
}

bool Equalities::is_tested(const Place& place) const {
  return std::any_of(place.types.begin(), place.types.end(), [&](const auto& type) { return m_tested.contains(type); });
}

void Equalities::report(const TaskView& task, SpanCollector& out) const {
  const bool about_equality = contains_any(lower(task.text), {"equal", "compar", "identity", "same"});
  for (const Place& place : m_places) {
    const bool tested = is_tested(place);
    if ((place.silent && !tested) || (place.why == k_fewer && about_equality)) continue;
    out.add(tested ? std::min(place.severity, place.when_tested) : place.severity, place.span, std::string(place.why));
  }
}

}  // namespace assay::judge
