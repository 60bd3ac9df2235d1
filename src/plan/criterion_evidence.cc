// Nothing is guessed from what a sentence means. A request, a command, a test name and a path look like nothing else,
// in any language, and the few words around them that matter (a file is made, a text must be gone) are looked up.
#include "plan/criterion_evidence.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "plan/criterion_commands.h"
#include "plan/observables.h"
#include "plan/prompt_words.h"
#include "plan/sentence_parts.h"
#include "plan/vocabulary.h"

namespace assay::plan {

namespace {

using model::EvidenceKind;
using model::SuccessCriterion;

constexpr size_t k_most_of_a_kind = 5;

bool is_method(std::string_view word) {
  return is_one_of(word, {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"});
}

bool is_http_status(std::string_view digits) {
  constexpr std::string_view k_statuses[] = {
      "200", "201", "202", "203", "204", "206", "300", "301", "302", "303", "304", "307", "308",
      "400", "401", "402", "403", "404", "405", "406", "407", "408", "409", "410", "411", "412",
      "413", "414", "415", "416", "417", "418", "421", "422", "423", "424", "425", "426", "428",
      "429", "431", "451", "500", "501", "502", "503", "504", "505", "507", "508", "511"};
  return std::binary_search(std::begin(k_statuses), std::end(k_statuses), digits);
}

// What is counted, written behind its number without a blank.
bool begins_with_counter(std::string_view text) {
  constexpr std::string_view k_counters[] = {"条", "个", "個", "件", "名", "人", "秒", "毫", "分", "时", "時", "小",
                                             "天", "日", "字", "行", "回", "つ", "ミ", "文", "次", "页", "ペ", "バ",
                                             "개", "명", "건", "자", "초", "분", "번", "%",  "ms", "MB", "KB"};
  return std::any_of(std::begin(k_counters), std::end(k_counters),
                     [&](std::string_view counter) { return text.starts_with(counter); });
}

enum class BehindMethod { no, yes };

// "/health", "/users/{id}", also as the end of an address; empty: it is no path of a server. Behind a method "/home" is
// one too, elsewhere it is a folder.
std::string_view request_path(std::string_view word, BehindMethod behind) {
  const size_t scheme = word.find("://");
  if (scheme != std::string_view::npos) {
    const size_t slash = word.find('/', scheme + 3);
    if (!word.substr(scheme + 3).starts_with("localhost") && !word.substr(scheme + 3).starts_with("127.")) return {};
    return slash == std::string_view::npos ? std::string_view() : word.substr(slash);
  }
  if (word.size() < 2 || word.front() != '/') return {};
  if (!is_alnum(word[1]) && !is_one_of(word.substr(1, 1), {"{", ":", "_", "."})) return {};
  const auto end = std::find_if(word.begin(), word.end(), [](char c) { return byte_of(c) >= 0x80; });
  word = word.substr(0, static_cast<size_t>(end - word.begin()));
  if (behind == BehindMethod::yes) return word;
  const auto first = word.substr(1, word.find('/', 1) - 1);
  return is_one_of(first, {"bin", "dev", "etc", "home", "lib", "mnt", "opt", "proc", "root", "run", "sys", "tmp", "usr",
                           "var"})
             ? std::string_view()
             : word;
}

// A word of its own in front of a number that is no answer: "under 300".
bool is_limit(std::string_view word) {
  return is_one_of(word, {"under",      "below",   "over",  "than",    "most",   "least", "max",  "maximum",
                          "min",        "minimum", "up",    "exceeds", "exceed", "unter", "über", "höchstens",
                          "mindestens", "maximal", "menos", "máximo",  "supera", "moins", "plus", "dépasse"});
}

// "docs/a.md" of "docs/a.mdを": a path in a script without blanks ends with its ending.
std::string_view file_path(std::string_view word) {
  if (contains(word, "://") || word.front() == '/' || word.front() == '~' || contains(word, "::")) return {};
  for (size_t dot = word.rfind('.'); dot != std::string_view::npos && dot > 0; dot = word.rfind('.', dot - 1)) {
    size_t end = dot + 1;
    while (end < word.size() && is_alnum(word[end])) ++end;
    if (end < word.size() && byte_of(word[end]) < 0x80) break;
    if (is_file_name(word.substr(0, end))) return word.substr(0, end);
  }
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return byte_of(c) < 0x80; });
  if (!plain || !is_path(word) || word.starts_with("./") || word.ends_with("()")) return {};
  return contains(word, "..") ? std::string_view() : word;
}

bool looks_like_test(std::string_view word) {
  const auto plain = [](char c) { return is_alnum(c) || c == '_'; };
  if (contains(word, "::")) return icontains(word, "test") && !word.ends_with("::");
  if (!std::all_of(word.begin(), word.end(), plain) || word.size() < 6) return false;
  if (word.starts_with("test_") || word.ends_with("_test")) return true;
  const bool has_small = std::any_of(word.begin(), word.end(), is_lower);
  if (word.starts_with("Test") && (is_upper(word[4]) || word[4] == '_')) return has_small;
  return is_upper(word.front()) && has_small && word.ends_with("Test") && is_lower(word[word.size() - 5]);
}

bool is_flag(std::string_view word) {
  return word.size() > 3 && word.starts_with("--") && is_alpha(word[2]) && word.find('/') == std::string_view::npos;
}

class EvidenceReader {
 public:
  explicit EvidenceReader(std::string_view text) : m_text(text), m_parts(take_apart(text)) {
    for (const auto& word : m_parts.words) m_small.push_back(lower(word.text.substr(0, 64)));
  }

  std::vector<SuccessCriterion> read() {
    requests();
    commands();
    tests();
    files();
    const bool is_run = has(EvidenceKind::http) || has(EvidenceKind::command);
    if (!is_run && !has(EvidenceKind::test) && !has(EvidenceKind::artefact)) texts();
    if (m_out.empty() && !m_changed.empty()) add(EvidenceKind::diff, {{"touched", std::string(m_changed)}});
    return std::move(m_out);
  }

 private:
  using Arguments = std::vector<std::pair<std::string, std::string>>;

  void add(EvidenceKind kind, Arguments arguments) {
    const auto same = [&](const SuccessCriterion& each) {
      return each.evidence == kind && each.arguments == arguments;
    };
    const auto count =
        std::count_if(m_out.begin(), m_out.end(), [&](const auto& each) { return each.evidence == kind; });
    if (static_cast<size_t>(count) >= k_most_of_a_kind || std::any_of(m_out.begin(), m_out.end(), same)) return;
    m_out.push_back({"", std::string(m_text), kind, std::move(arguments)});
  }

  bool has(EvidenceKind kind) const {
    return std::any_of(m_out.begin(), m_out.end(), [&](const auto& each) { return each.evidence == kind; });
  }

  std::string_view word(size_t i) const {
    return i < m_parts.words.size() ? m_parts.words[i].text : std::string_view();
  }
  std::string_view small(size_t i) const { return i < m_small.size() ? std::string_view(m_small[i]) : ""; }
  std::string_view before(size_t i, size_t steps = 1) const {
    return i >= steps ? small(i - steps) : std::string_view();
  }

  // ---- requests and their answers

  // The status that the word gives; empty: none.
  std::string_view status_at(size_t i) const {
    const auto text = word(i);
    if (text.size() < 3 || !is_http_status(text.substr(0, 3))) return {};
    const auto behind = text.substr(3);
    const bool ends = behind.empty() || byte_of(behind.front()) >= 0x80;
    if (!ends || begins_with_counter(behind) || begins_with_counter(word(i + 1))) return {};
    const bool counts = is_unit(small(i + 1)) || starts_with_any(small(i + 1), {"carac", "zeichen", "символ", "знак"});
    return is_limit(before(i)) || counts ? std::string_view() : text.substr(0, 3);
  }

  void request(std::string_view path, std::string_view method, std::string_view status) {
    Arguments arguments{{"path", std::string(path)}};
    if (!method.empty()) arguments.emplace_back("method", method);
    if (!status.empty()) arguments.emplace_back("status", status);
    add(EvidenceKind::http, std::move(arguments));
  }

  void requests() {
    std::string_view path, method;
    bool answered = false;
    const auto close = [&] {
      if (!path.empty() && !answered) request(path, method, {});
      path = {};
    };
    for (const auto& code : m_parts.code) {  // `GET /health`
      const auto words = split(code.text, ' ');
      if (words.size() < 2 || !is_method(words[0])) continue;
      const auto asked = request_path(words[1], BehindMethod::yes);
      if (asked.empty()) continue;
      close();
      path = asked;
      method = words[0];
    }
    for (size_t i = 0; i < m_parts.words.size(); ++i) {
      const bool has_method = i > 0 && is_method(word(i - 1));
      const auto found = request_path(word(i), has_method ? BehindMethod::yes : BehindMethod::no);
      if (!found.empty()) {
        close();
        path = found;
        method = has_method ? word(i - 1) : std::string_view();
        answered = false;
      } else if (const auto status = status_at(i); !status.empty() && !path.empty()) {
        request(path, method, status);
        answered = true;
      }
    }
    close();
  }

  // ---- commands

  void command(std::string_view line) {
    const auto code = exit_code_in(m_text);
    if (!code && says_failure(m_text)) return;
    Arguments arguments{{"command", std::string(line)}};
    if (code && *code != 0) arguments.emplace_back("exit_code", std::to_string(*code));
    if (!m_parts.quotes.empty()) arguments.emplace_back("output", m_parts.quotes.front());
    add(EvidenceKind::command, std::move(arguments));
  }

  // What is printed or shown is a text, also in backquotes.
  bool is_shown_text(const SentenceCode& code) const {
    return is_one_of(before(code.at),
                     {"print", "prints", "show", "shows", "display", "displays", "say", "says", "message", "error",
                      "text", "contain", "contains", "with", "writes", "logs", "line"});
  }

  bool is_command(const SentenceCode& code) const {
    const auto line = code.text;
    if (is_command_line(line)) return true;
    if (is_shown_text(code)) return false;
    const auto program = line.substr(0, line.find(' '));
    if (is_method(program) || program.find_first_of("<>{}=;\"'(,") != std::string_view::npos) return false;
    const bool named = is_alnum(program.front()) || program.front() == '.';
    const bool begins =
        code.at == 0 && is_lower(program.front()) && !is_one_of(small(0), {"is", "are", "was", "returns"});
    return named && (begins || contains(line, " -") || exit_code_in(m_text));
  }

  void commands() {
    for (const auto& code : m_parts.code) {
      if (is_command(code)) command(code.text);
    }
    for (const auto& each : m_parts.words) {
      const bool known = is_command_line(each.text) || is_one_of(each.text, {"true", ":"});
      const bool ends = is_command_line(each.text) || exit_code_in(m_text) || says_success(m_text);
      if (each.is_code && known && ends) command(each.text);
    }
    if (!has(EvidenceKind::command) && says_success(m_text)) bare_commands();
  }

  // "make lint reports no warnings": a known program, its words, and then what comes of it.
  void bare_commands() {
    for (size_t i = 0; i < m_parts.words.size(); ++i) {
      const bool known = is_program(small(i)) || plan::is_command(small(i), small(i + 1));
      if (!known || m_parts.words[i].is_code) continue;
      std::string line(word(i));
      for (size_t k = i + 1; k < i + 6; ++k) {
        const bool ends = is_one_of(small(k), {"pass", "passes", "succeed", "succeeds", "exits", "reports", "must",
                                               "should", "has", "is", "läuft", "passe", "pasa", "debe"});
        if (ends && is_command_line(line)) {
          command(line);
          i = k;
        }
        if (ends || k >= m_parts.words.size()) break;
        line += cat(" ", word(k));
      }
    }
  }

  // ---- tests and files

  void tests() {
    for (size_t i = 0; i < m_parts.words.size(); ++i) {
      auto name = word(i);
      if (name.ends_with("()")) name.remove_suffix(2);
      if (looks_like_test(name)) add(EvidenceKind::test, {{"name", std::string(name)}});
    }
  }

  bool is_reference(size_t i) const {
    return is_one_of(before(i), {"like", "see", "per", "via", "following", "of", "touching", "changing", "modifying",
                                 "imitate", "wie", "siehe", "como", "comme", "voir"});
  }

  bool follows_creation(size_t i) const {
    for (size_t steps = 1; steps <= 4 && steps <= i; ++steps) {
      const auto each = before(i, steps);
      if (is_one_of(each, {"create", "creates", "add", "adds", "write", "writes", "introduce", "generate", "generates",
                           "produce", "produces", "provide", "new"}))
        return true;
      if (!is_one_of(each, {"a", "an", "the", "file", "files", "test", "tests", "module", "empty", "called", "named"}))
        break;
    }
    const bool placed = is_one_of(before(i), {"in", "at", "to"});
    return placed && is_one_of(before(i, 2), {"be", "written", "saved", "stored", "exported"});
  }

  bool is_said_to_exist(size_t i) const {
    const auto next = small(i + 1);
    return is_one_of(next, {"exists", "exist"}) ||
           (is_one_of(next, {"is", "are"}) && is_one_of(small(i + 2), {"there", "created", "added", "present"}));
  }

  void files() {
    const bool made = says_created(m_text);
    bool one_before = false;
    for (size_t i = 0; i < m_parts.words.size(); ++i) {
      const auto path = file_path(word(i));
      if (path.empty() || looks_like_test(word(i))) continue;
      const bool joined = one_before && is_one_of(before(i), {"and", "und", "y", "et", "e"});
      one_before = made || follows_creation(i) || is_said_to_exist(i) || joined;
      if (one_before)
        add(EvidenceKind::artefact, {{"path", std::string(path)}});
      else if (m_changed.empty() && !is_reference(i))
        m_changed = path;
    }
  }

  // ---- texts

  void text(std::string_view pattern) {
    const bool gone = contains_any(m_lower(), {"not contain", "not include", "not show", "not print", "not log",
                                               "not mention", "not appear", "no longer", " is gone", " are gone",
                                               "never contain", "never print", "never log"}) ||
                      starts_with_any(m_lower(), {"remove ", "delete ", "drop "});
    Arguments arguments{{"pattern", std::string(pattern)}};
    if (!m_changed.empty()) arguments.emplace_back("path", m_changed);
    arguments.emplace_back("fixed", "true");
    add(gone ? EvidenceKind::absent : EvidenceKind::grep, std::move(arguments));
  }

  const std::string& m_lower() {
    if (m_lowered.empty()) m_lowered = lower(m_text.substr(0, 4000));
    return m_lowered;
  }

  // In quotes; else flags; else names of things in the code.
  void texts() {
    for (const auto quote : m_parts.quotes) text(quote);
    for (const auto& code : m_parts.code) {
      if (is_shown_text(code)) text(code.text);
    }
    for (const auto& each : m_parts.words) {
      const bool says_it = each.is_code && file_path(each.text).empty() && !is_flag(each.text);
      if (says_it && !is_identifier(each.text, each.text) && each.text.size() > 1 && !is_all_word(each.text))
        text(each.text);
    }
    if (m_out.empty()) add_words([](const SentenceWord& each) { return is_flag(each.text); });
    if (!m_out.empty()) return;
    const bool renames = contains_any(m_lower(), {"rename", "umbenenn", "renombr", "renomm", "重命名"});
    std::string_view last;
    for (const auto& each : m_parts.words) {
      if (!file_path(each.text).empty() || !is_identifier(each.raw, each.text) || is_flag(each.text)) continue;
      if (contains(each.text, "://") || each.text.front() == '@') continue;
      last = each.text;
      if (!renames) break;
    }
    if (last.ends_with("()")) last.remove_suffix(2);
    if (!last.empty()) text(last);
  }

  static bool is_all_word(std::string_view word) { return std::all_of(word.begin(), word.end(), is_word); }

  template <class Wanted>
  void add_words(const Wanted& wanted) {
    for (const auto& each : m_parts.words) {
      if (wanted(each)) text(each.text);
    }
  }

  std::string_view m_text;
  SentenceParts m_parts;
  std::vector<std::string> m_small;  // the words in lower case
  std::string m_lowered;
  std::string_view m_changed;  // the first path that is not said to be made
  std::vector<SuccessCriterion> m_out;
};

std::string argument_in(const SuccessCriterion& criterion, std::string_view key) {
  for (const auto& [name, value] : criterion.arguments) {
    if (name == key) return value;
  }
  return {};
}

std::string describe_command(const SuccessCriterion& criterion) {
  const auto code = argument_in(criterion, "exit_code"), output = argument_in(criterion, "output");
  return cat("`", argument_in(criterion, "command"), "` exits with ", code.empty() ? "0" : code,
             output.empty() ? std::string() : cat(" and prints \"", excerpt(output, 80), "\""));
}

std::string describe_request(const SuccessCriterion& criterion) {
  const auto method = argument_in(criterion, "method"), status = argument_in(criterion, "status");
  const auto body = argument_in(criterion, "body");
  return cat(method.empty() ? "GET" : method, " ", argument_in(criterion, "path"), " answers ",
             status.empty() ? "200" : status, body.empty() ? std::string() : cat(" with \"", excerpt(body, 80), "\""));
}

std::string describe_search(const SuccessCriterion& criterion, std::string_view outcome) {
  const auto path = argument_in(criterion, "path");
  const bool fixed = argument_in(criterion, "fixed") == "true";
  return cat(path.empty() ? "a file" : replace_all(path, "\n", ", "), " ", outcome,
             fixed ? " the text " : " a match of ", "\"", excerpt(argument_in(criterion, "pattern"), 120), "\"");
}

}  // namespace

std::vector<SuccessCriterion> evidence_of(std::string_view criterion) { return EvidenceReader(criterion).read(); }

bool names_something(std::string_view sentence) {
  if (!evidence_of(sentence).empty() || exit_code_in(sentence)) return true;
  const auto account = account_of(sentence);
  if (account.strength == Strength::proof) return true;
  return account.foreign && std::any_of(sentence.begin(), sentence.end(), is_digit);
}

std::string describe_evidence(const SuccessCriterion& criterion) {
  switch (criterion.evidence) {
    case EvidenceKind::test: return cat("the test ", argument_in(criterion, "name"), " passes");
    case EvidenceKind::grep: return describe_search(criterion, "holds");
    case EvidenceKind::absent: return describe_search(criterion, "no longer holds");
    case EvidenceKind::artefact: return cat("the file ", argument_in(criterion, "path"), " is there");
    case EvidenceKind::command: return describe_command(criterion);
    case EvidenceKind::http: return describe_request(criterion);
    case EvidenceKind::diff: {
      const auto touched = argument_in(criterion, "touched"), untouched = argument_in(criterion, "untouched");
      return touched.empty() ? cat("the change leaves ", untouched, " alone") : cat("the change touches ", touched);
    }
    case EvidenceKind::none:
    case EvidenceKind::judge: break;
  }
  return "a person or a critic says so";
}

}  // namespace assay::plan
