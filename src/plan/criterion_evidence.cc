// Nothing is guessed from what a sentence means. A request, a command, a test name and a path look like nothing else,
// in any language, and the few words around them that matter (a file is made, a text must be gone) are looked up.
#include "plan/criterion_evidence.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "plan/criterion_commands.h"
#include "plan/evidence_words.h"
#include "plan/observables.h"
#include "plan/prompt_words.h"
#include "plan/sentence_parts.h"
#include "plan/vocabulary.h"

namespace assay::plan {

namespace {

using model::EvidenceKind;
using model::SuccessCriterion;

constexpr size_t k_most_of_a_kind = 5;

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
    if (!is_run && !has(EvidenceKind::test) && !has(EvidenceKind::artefact) && !maps_values()) texts();
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

  // "413 is answered", "return 413": said in front of the path it is about.
  bool is_said_to_be_answered(size_t i) const {
    const bool behind =
        is_one_of(small(i + 1), {"is", "are"}) && is_one_of(small(i + 2), {"answered", "returned", "sent", "given"});
    return behind || is_one_of(before(i), {"return", "returns", "answer", "answers", "send", "sends"});
  }

  // A path that is taken away answers nothing that could be asked for, unless the sentence says what.
  void requests() {
    std::string_view path, method, early;
    bool answered = false;
    const bool goes_away = says_removed(m_text) && !is_method(word(0));
    const auto close = [&] {
      if (!path.empty() && !answered && !(goes_away && early.empty())) request(path, method, early);
      if (!path.empty()) early = {};
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
      } else if (!status.empty() && is_said_to_be_answered(i)) {
        early = status;
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

  bool names_program(size_t i) const { return is_program(small(i)) || plan::is_command(small(i), small(i + 1)); }

  // "make lint reports no warnings": a known program, its words, and then what comes of it.
  void bare_commands() {
    for (size_t i = 0; i < m_parts.words.size(); ++i) {
      if (!names_program(i) || m_parts.words[i].is_code) continue;
      std::string line(word(i));
      for (size_t k = i + 1; k < i + 6; ++k) {
        // "npm test and npm run lint pass": all of them do.
        const bool joined = is_one_of(small(k), {"and", "und", "y", "et", "e"}) && names_program(k + 1);
        if ((joined || (m_parts.words[k - 1].raw.ends_with(',') && names_program(k))) && is_command_line(line)) {
          command(line);
          i = joined ? k : k - 1;
          break;
        }
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

  // Where a quote begins and ends in the sentence, its marks left out.
  size_t begin_of(std::string_view quote) const { return static_cast<size_t>(quote.data() - m_text.data()); }
  size_t end_of(std::string_view quote) const { return begin_of(quote) + quote.size(); }

  static bool says_mapping(std::string_view text) {
    return contains_any(text, {" return", " give", " yield", " become", " turns into", " equals", "→", "->", "=>",
                               "==", " wird zu ", " ergibt ", " devient ", " donne ", " devuelve ", " se convierte "});
  }

  // "slugify("Hello World!") returns "hello-world"": values that a function is given and returns stand in no file.
  bool maps_values() {
    const auto is_call = [](std::string_view code) {
      const size_t open = code.find('(');
      return open != std::string_view::npos && open > 0 && is_word(code[open - 1]) && code.find(')') > open + 1;
    };
    const auto& small = m_lower();
    const bool maps = says_mapping(small);
    const bool calls = std::any_of(m_parts.code.begin(), m_parts.code.end(),
                                   [&](const SentenceCode& code) { return is_call(code.text); }) ||
                       std::any_of(m_parts.words.begin(), m_parts.words.end(),
                                   [&](const SentenceWord& each) { return each.is_code && is_call(each.text); });
    if (calls && maps) return true;
    for (size_t i = 0; i < m_parts.quotes.size(); ++i) {
      const auto& quote = m_parts.quotes[i];
      const auto front = trim_right(std::string_view(m_text).substr(0, begin_of(quote)));
      const bool is_argument = front.size() > 2 && front[front.size() - 2] == '(' && is_word(front[front.size() - 3]);
      if (is_argument && maps) return true;
      if (i + 1 == m_parts.quotes.size()) break;
      const auto next = begin_of(m_parts.quotes[i + 1]);
      if (next > end_of(quote) && says_mapping(std::string_view(small).substr(end_of(quote), next - end_of(quote))))
        return true;
    }
    return false;
  }

  bool replaces_text() const {
    return m_parts.quotes.size() == 2 && is_one_of(small(0), {"rename", "replace", "change", "relabel", "reword"});
  }

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
    for (const auto quote : m_parts.quotes) {
      if (!replaces_text() || quote.data() == m_parts.quotes.back().data()) text(quote);
    }
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

}  // namespace

std::vector<SuccessCriterion> evidence_of(std::string_view criterion) { return EvidenceReader(criterion).read(); }

bool names_something(std::string_view sentence) {
  if (!evidence_of(sentence).empty() || exit_code_in(sentence)) return true;
  const auto account = account_of(sentence);
  if (account.strength == Strength::proof || states_limit(sentence)) return true;
  return account.foreign && std::any_of(sentence.begin(), sentence.end(), is_digit);
}

}  // namespace assay::plan
