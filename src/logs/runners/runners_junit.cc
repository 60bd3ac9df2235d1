// JUnit: the XML report that runners of every language write, JUnit 4's text and JUnit 5's tree.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

std::string unescape(std::string_view text) {
  std::string out(text);
  if (out.find('&') == std::string::npos) return out;
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"&quot;", "\""},
                                 {"&apos;", "'"},
                                 {"&lt;", "<"},
                                 {"&gt;", ">"},
                                 {"&#10;", " "},
                                 {"&#x0A;", " "},
                                 {"&amp;", "&"}})
    out = replace_all(std::move(out), from, to);
  return out;
}

// A start or end tag. Attributes are found by name in `attributes`.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  bool closing = false;  // </x>
  bool empty = false;    // <x/>

  std::string_view attribute(std::string_view key) const {
    for (size_t at = 0; (at = attributes.find(key, at)) != std::string_view::npos; at += key.size()) {
      const bool starts = at == 0 || is_space(attributes[at - 1]);
      Cursor rest(attributes.substr(at + key.size()));
      if (!starts || !rest.skip('=')) continue;
      const char quote = rest.peek();
      if (quote != '"' && quote != '\'') continue;
      rest.advance(1);
      return rest.before(std::string_view(&quote, 1)).value_or(std::string_view{});
    }
    return {};
  }
  std::uint64_t count(std::string_view key) const { return parse_uint(attribute(key)).value_or(0); }
};

// The report may come one tag a line or whole in one line, and long lines come in pieces: a tag that
// is not complete is kept for the next piece. Text inside CDATA is the tests' own and is skipped.
class JunitXmlReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::xml) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) | bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    std::string joined;
    std::string_view text = line.text;
    if (!m_partial.empty()) {
      // Not for ever: a tag that never ends must not be read again with every line.
      joined = ++m_joins < k_most_joins ? cat(m_partial, " ", text) : std::string(text);
      m_partial.clear();
      text = joined;
    } else {
      m_joins = 0;
    }
    const bool was_open = m_depth > 0 || m_in_case;
    const bool known = scan(text, line, sink);
    return known || was_open ? Claim::yes : Claim::no;
  }
  void end(Sink& sink) override {
    // A report cut off before its end: only the head of the suites, if nothing else, is believed.
    if (m_depth > 0 && m_cases == 0 && m_counted) finish({m_header_text, m_header_line, 0}, sink);
  }

 private:
  static constexpr size_t k_longest_tag = 16384;
  static constexpr int k_most_joins = 4;

  bool scan(std::string_view text, const Line& line, Sink& sink) {
    bool known = false;
    while (!text.empty()) {
      if (m_cdata) {
        const size_t stop = text.find("]]>");
        if (stop == std::string_view::npos) return true;
        m_cdata = false;
        text.remove_prefix(stop + 3);
      }
      const size_t open = text.find('<');
      if (open == std::string_view::npos) return known;
      text.remove_prefix(open);
      if (text.starts_with("<![CDATA[")) {
        if (m_depth == 0) return known;
        m_cdata = true;
        continue;
      }
      const size_t close = tag_end(text);
      if (close == std::string_view::npos) {
        if (is_ours(text.substr(1)) && text.size() < k_longest_tag) m_partial = text;
        return known || !m_partial.empty();
      }
      m_tag = text.substr(0, close + 1);
      known = tag(parse(m_tag.substr(1, close - 1)), line, sink) || known;
      text.remove_prefix(close + 1);
    }
    return known;
  }

  // The '>' that ends a tag; those inside quotes do not.
  static size_t tag_end(std::string_view text) {
    char quote = '\0';
    for (size_t i = 1; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i;
      } else if (c == '<') {
        return std::string_view::npos;
      }
    }
    return std::string_view::npos;
  }

  static bool is_ours(std::string_view text) { return text.starts_with("testsuite") || text.starts_with("testcase"); }

  static Tag parse(std::string_view text) {
    Tag tag;
    if (text.starts_with('/')) tag.closing = true, text.remove_prefix(1);
    if (text.ends_with('/')) tag.empty = true, text.remove_suffix(1);
    Cursor at(text);
    tag.name = at.take_while([](char c) { return is_word(c) || c == '-' || c == ':'; });
    tag.attributes = at.rest();
    return tag;
  }

  bool tag(const Tag& tag, const Line& line, Sink& sink) {
    if (tag.name == "testsuites" || tag.name == "testsuite") return suite(tag, line, sink);
    if (tag.name == "testcase") return test(tag, line, sink);
    if (!m_in_case || tag.closing) return false;
    if (tag.name == "failure" || tag.name == "error")
      m_outcome = Outcome::failed;
    else if (tag.name == "skipped" && m_outcome == Outcome::passed)
      m_outcome = Outcome::skipped;
    else if (tag.name == "flakyFailure" || tag.name == "flakyError")
      m_flaky = true;
    else
      return false;
    return true;
  }

  bool suite(const Tag& tag, const Line& line, Sink& sink) {
    if (tag.closing) {
      if (m_depth > 0 && --m_depth == 0) finish(line, sink);
      return true;
    }
    const bool outermost = m_depth == 0;
    if (outermost) begin(line, sink);
    const bool counted = !tag.attribute("tests").empty();
    // The outermost element that counts has the totals; gtest and phpunit nest more below it.
    if (counted && !m_counted) {
      m_counted = true;
      m_stated = {.failed = tag.count("failures"), .errors = tag.count("errors"), .skipped = tag.count("skipped")};
      const std::uint64_t all = tag.count("tests");
      const std::uint64_t rest = m_stated.failed + m_stated.errors + m_stated.skipped + tag.count("disabled");
      m_stated.passed = all > rest ? all - rest : 0;
    } else if (counted && m_depth == 1 && tag.name == "testsuite" && m_suites_without_total) {
      m_stated.failed += tag.count("failures");
      m_stated.errors += tag.count("errors");
    }
    if (outermost) m_suites_without_total = !counted;
    if (!tag.empty)
      ++m_depth;
    else if (m_depth == 0)
      finish(line, sink);
    return true;
  }

  bool test(const Tag& tag, const Line& line, Sink& sink) {
    if (tag.closing) {
      if (m_in_case) close_case(line, sink);
      return true;
    }
    sink.run(Runner::junit_xml, line);
    const std::string name = unescape(tag.attribute("name"));
    const std::string owner = unescape(tag.attribute("classname"));
    m_name = owner.empty() || name.starts_with(owner) ? name : cat(owner, ".", name);
    m_case_line = line.number;
    m_case_text = m_tag.substr(0, 512);
    m_outcome = tag.attribute("status") == "skipped" || tag.attribute("result") == "skipped" ? Outcome::skipped
                                                                                             : Outcome::passed;
    m_disabled = tag.attribute("status") == "notrun" || tag.attribute("result") == "suppressed";
    m_flaky = false;
    m_in_case = true;
    if (tag.empty) close_case(line, sink);
    return true;
  }

  void close_case(const Line& line, Sink& sink) {
    m_in_case = false;
    if (m_disabled) return;
    ++m_cases;
    const Line at{m_case_text, m_case_line, line.needles};
    if (m_outcome == Outcome::failed) {
      ++m_counts.failed;
      sink.failed(Runner::junit_xml, at, m_name);
      return;
    }
    if (m_flaky)
      ++m_counts.flaky;
    else
      ++(m_outcome == Outcome::passed ? m_counts.passed : m_counts.skipped);
    sink.named(Runner::junit_xml, at, m_outcome, m_name);
  }

  void begin(const Line& line, Sink& sink) {
    sink.start(Runner::junit_xml, line);
    m_counts = m_stated = {};
    m_cases = 0;
    m_counted = m_in_case = m_cdata = false;
    m_header_line = line.number;
    m_header_text = m_tag.substr(0, 512);
  }

  // What was seen counts; what the head states counts where it is worse, or where nothing was seen.
  void finish(const Line& line, Sink& sink) {
    Counts counts = m_cases > 0 ? m_counts : m_stated;
    if (counts.failed + counts.errors == 0) {
      counts.failed = m_stated.failed;
      counts.errors = m_stated.errors;
    }
    sink.summary(Runner::junit_xml, {m_header_text, line.number, line.needles}, counts);
    m_depth = 0;
    m_in_case = m_cdata = false;
  }

  int m_joins = 0;     // lines the tag being read has been carried over
  size_t m_depth = 0;  // of open testsuites and testsuite
  bool m_in_case = false, m_disabled = false, m_flaky = false, m_cdata = false;
  bool m_counted = false, m_suites_without_total = false;
  Outcome m_outcome = Outcome::passed;
  std::string m_name, m_partial, m_header_text;
  std::string m_case_text;
  std::string_view m_tag;  // the tag being read
  std::uint64_t m_case_line = 0, m_header_line = 0, m_cases = 0;
  Counts m_counts, m_stated;
};

// JUnit 4's text runner and JUnit 5's console launcher.
class JunitTextReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::jvm) | bit(Needle::mark) | bit(Needle::ran) | bit(Needle::fail) | bit(Needle::pass) |
           bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("OK (")) return ok(text, line, sink);
    if (text.starts_with("FAILURES!!!")) return Claim::yes;
    if (text.starts_with("There was 1 failure:") || (text.starts_with("There were ") && text.ends_with(" failures:"))) {
      m_lists_failures = true;
      return Claim::no;  // other runners say so too
    }
    if (m_lists_failures && is_digit(text.front())) return listed(text, line, sink);
    if (text.starts_with('[') && text.ends_with(']')) return tally(text, line, sink);
    if (!contains(text, "├─ ") && !contains(text, "└─ ")) return Claim::no;
    if (!sink.is_open(Runner::junit)) sink.reach_back(Runner::junit, line);
    return node(text, line, sink);
  }

 private:
  // "OK (3 tests)"
  static Claim ok(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(4));
    const auto n = at.number();
    if (!n || (at.rest() != " tests)" && at.rest() != " test)")) return Claim::no;
    sink.summary(Runner::junit, line, {.passed = *n});
    return Claim::yes;
  }

  // "1) refusesNothing(bank.AccountTest)"
  static Claim listed(std::string_view text, const Line& line, Sink& sink) {
    const size_t begin = text.find(") "), open = text.find('(');
    if (begin == std::string_view::npos || open == std::string_view::npos || open < begin || !text.ends_with(')'))
      return Claim::no;
    const auto method = text.substr(begin + 2, open - begin - 2);
    const auto of = text.substr(open + 1, text.size() - open - 2);
    if (!std::all_of(method.begin(), method.end(), is_word) || contains_any(of, {" ", "(", ":"})) return Claim::no;
    sink.failed(Runner::junit, line, cat(of, "::", method));
    return Claim::yes;
  }

  // "[         4 tests successful      ]"; "tests failed" comes last
  Claim tally(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(1));
    at.spaces();
    const auto n = at.number();
    if (!n) return Claim::no;
    if (at.skip(" containers ")) {
      if (at.skip("failed")) m_counts.errors = *n;
      return Claim::yes;
    }
    if (!at.skip(" tests ")) return Claim::no;
    if (at.skip("skipped") || at.skip("aborted")) m_counts.skipped += *n;
    if (at.skip("successful")) m_counts.passed = *n;
    if (at.skip("failed")) {
      m_counts.failed = *n;
      sink.summary(Runner::junit, line, m_counts);
      m_counts = {};
    }
    return Claim::yes;
  }

  // "│     ├─ readsValues() ✘ expected: <x> but was: <1>"
  static Claim node(std::string_view text, const Line& line, Sink& sink) {
    const std::string_view rest = text.substr(text.find("─ ") + std::string_view("─ ").size());
    struct Mark {
      std::string_view text;
      Outcome outcome;
    };
    constexpr Mark k_junit_marks[] = {{" ✔", Outcome::passed},   {" [OK]", Outcome::passed}, {" ✘", Outcome::failed},
                                      {" [X]", Outcome::failed}, {" ↷", Outcome::skipped},   {" ■", Outcome::skipped}};
    for (const auto& mark : k_junit_marks) {
      const size_t at = rest.find(mark.text);
      if (at == std::string_view::npos) continue;
      const std::string_view name = rest.substr(0, at);
      if (name.starts_with("JUnit ")) return Claim::yes;  // the engines
      if (mark.outcome == Outcome::failed)
        sink.failed(Runner::junit, line, name);
      else
        sink.named(Runner::junit, line, mark.outcome, name);
      return Claim::yes;
    }
    return Claim::no;
  }

  Counts m_counts;
  bool m_lists_failures = false;  // behind "There were 2 failures:"
};

}  // namespace

ReaderPtr make_junit_xml() { return std::make_unique<JunitXmlReader>(); }
ReaderPtr make_junit_text() { return std::make_unique<JunitTextReader>(); }

}  // namespace assay::logs
