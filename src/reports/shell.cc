#include "reports/shell.h"

#include "base/text.h"

namespace assay::reports {

namespace {

class Lexer {
 public:
  explicit Lexer(std::string_view text) : m_text(text) {}

  std::vector<Words> run() {
    while (m_at < m_text.size() && m_commands.size() < k_most_commands) step();
    end_command();
    return std::move(m_commands);
  }

 private:
  char at(size_t offset = 0) const { return m_at + offset < m_text.size() ? m_text[m_at + offset] : '\0'; }

  void step() {
    const char c = at();
    if (c == '\n' || c == ';' || c == '(' || c == ')') return separator(1);
    if (c == '&' && at(1) == '>') return redirection();
    if (c == '&' || c == '|') return separator(at(1) == c ? 2 : 1);
    if (c == '<' || c == '>') return redirection();
    if (c == '#') return comment();
    if (c == '\\' && at(1) == '\n') return skip(2);
    if (is_space(c)) return skip(1);
    word();
  }

  void skip(size_t count) { m_at += count; }

  void separator(size_t length) {
    skip(length);
    end_command();
  }

  void comment() {
    while (m_at < m_text.size() && at() != '\n') ++m_at;
  }

  // ">file", "2>&1", "<<EOF" (whose text is then taken for commands: rare in what is verified with).
  void redirection() {
    while (at() == '<' || at() == '>' || at() == '&' || at() == '|') ++m_at;
    while (at() == ' ' || at() == '\t') ++m_at;
    read_word();
  }

  void word() {
    Word read = read_word();
    const bool number = !read.text.empty() && read.text.find_first_not_of("0123456789") == std::string::npos;
    if (number && (at() == '<' || at() == '>')) return;  // the descriptor of a redirection
    if (m_words.empty() && read.plain && is_reserved(read.text)) return;
    m_words.push_back(std::move(read));
  }

  static bool is_reserved(std::string_view word) {
    return is_one_of(word, {"if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
                            "{", "}", "!", "time"});
  }

  Word read_word() {
    Word word;
    word.begin = m_at;
    while (m_at < m_text.size() && !ends_word(at())) piece(word);
    word.end = m_at;
    return word;
  }

  static bool ends_word(char c) { return is_space(c) || contains("&|;()<>", std::string_view(&c, 1)); }

  void piece(Word& word) {
    const char c = at();
    ++m_at;
    if (c == '\\') {
      if (at() != '\n' && m_at < m_text.size()) word.text += at();
      if (m_at < m_text.size()) ++m_at;
    } else if (c == '\'') {
      while (m_at < m_text.size() && at() != '\'') word.text += m_text[m_at++];
      if (m_at < m_text.size()) ++m_at;
    } else if (c == '"') {
      double_quoted(word);
    } else if (c == '$' || c == '`') {
      expansion(word, c);
    } else {
      if (c == '*' || c == '?' || c == '[') word.plain = false;
      word.text += c;
    }
  }

  void double_quoted(Word& word) {
    while (m_at < m_text.size() && at() != '"') {
      const char c = m_text[m_at++];
      if (c == '\\' && (at() == '"' || at() == '\\' || at() == '$' || at() == '`'))
        word.text += m_text[m_at++];
      else if (c == '$' || c == '`')
        expansion(word, c);
      else
        word.text += c;
    }
    if (m_at < m_text.size()) ++m_at;
  }

  // Behind its first character: "$NAME" stays as text; what stands in "$(…)", "${…}" and "`…`" too, in one piece.
  void expansion(Word& word, char first) {
    word.plain = false;
    word.text += first;
    if (first == '`') return until_backtick(word);
    if (at() != '(' && at() != '{') return;
    const char open = at(), close = open == '(' ? ')' : '}';
    int depth = 0;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at++];
      word.text += c;
      if (c == open) ++depth;
      if (c == close && --depth == 0) return;
    }
  }

  void until_backtick(Word& word) {
    while (m_at < m_text.size()) {
      const char c = m_text[m_at++];
      word.text += c;
      if (c == '`') return;
    }
  }

  void end_command() {
    if (!m_words.empty()) m_commands.push_back(std::move(m_words));
    m_words.clear();
  }

  std::string_view m_text;
  size_t m_at = 0;
  Words m_words;
  std::vector<Words> m_commands;
};

}  // namespace

std::vector<Words> simple_commands(std::string_view text) { return Lexer(text).run(); }

std::string quoted(std::string_view text) { return cat("'", replace_all(std::string(text), "'", "'\\''"), "'"); }

std::size_t assigned_name(std::string_view word) {
  size_t at = 0;
  while (at < word.size() && (is_alnum(word[at]) || word[at] == '_')) ++at;
  return at > 0 && !is_digit(word[0]) && at < word.size() && word[at] == '=' ? at : 0;
}

}  // namespace assay::reports
