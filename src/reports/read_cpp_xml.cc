// The XML of Catch2 (2 and 3) and of doctest, which is nearly the same: an element for each test case, inside of it its
// sections and the assertions that failed, and last whether it passed. That last word counts: a test case can be
// expected to fail. Their JUnit XML has a case for each section, none for a test case without assertions (Catch2), and
// calls a test that may fail a failed one (doctest), so it cannot be held against what they print.
#include <optional>
#include <string>

#include "base/text.h"
#include "reports/readers.h"
#include "reports/xml.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_most_parts = 2'000;

struct CppTotals {
  std::uint64_t passed = 0, failed = 0;
  bool operator==(const CppTotals&) const = default;
};

class CppReader {
 public:
  CppReader(std::string_view text, Draft& draft) : m_xml(text), m_draft(draft) {}

  void read() {
    auto piece = m_xml.next();
    for (; piece != XmlReader::Piece::end && piece != XmlReader::Piece::broken; piece = m_xml.next()) {
      if (piece == XmlReader::Piece::open && !open()) return;
      if (piece == XmlReader::Piece::close) close();
      if (piece == XmlReader::Piece::text && m_text.size() < k_most_parts) m_text += m_xml.text(k_most_parts);
    }
    if (piece == XmlReader::Piece::broken) {
      m_draft.break_off(m_xml.problem());
      if (m_test) end_test();
    } else if (!m_has_totals) {
      m_draft.break_off("it does not say how many test cases passed");
    }
  }

 private:
  bool wrong(std::string_view why) { return m_draft.break_off(why), false; }

  // False: this is no such report.
  bool open() {
    const std::string_view name = m_xml.name();
    m_text.clear();
    if (m_xml.depth() == 1 && !is_one_of(name, {"Catch", "Catch2TestRun", "doctest"}))
      return wrong(cat("its root is <", excerpt(name, 40), ">, which is of neither Catch2 nor doctest"));
    if (name == "TestCase") return open_test();
    if (m_test) {
      open_inside(name);
    } else if (name == "TestSuite") {
      m_suite = m_xml.attribute_or_empty("name");
    } else if (m_xml.depth() == 2 && is_one_of(name, {"OverallResultsCases", "OverallResultsTestCases"})) {
      check_totals();
    }
    return true;
  }

  bool open_test() {
    if (m_test) return wrong("there is a <TestCase> inside of a <TestCase>");
    m_test.emplace();
    m_test->name = m_xml.attribute_or_empty("name");
    m_test->file = m_xml.attribute_or_empty("filename");
    m_test->suite = m_suite;
    m_test->outcome = logs::Outcome::failed;  // until it says that it passed
    m_has_result = m_xml.attribute_or_empty("skipped") == "true";
    if (m_has_result) m_test->outcome = logs::Outcome::skipped;
    return true;
  }

  void open_inside(std::string_view name) {
    if (name == "Expression") {
      m_in_expression = true;
      m_has_passed = m_xml.attribute_or_empty("success") == "true";
      m_type = m_xml.attribute_or_empty("type");
      m_original.clear();
    }
    if (name == "OverallResult") result("success", "durationInSeconds");
    if (name == "OverallResultsAsserts") result("test_case_success", "duration");
    if (name == "Message") m_type = m_xml.attribute_or_empty("type");
  }

  void result(std::string_view success, std::string_view seconds) {
    m_has_result = true;
    m_test->seconds = parse_seconds(m_xml.attribute_or_empty(seconds));
    if (m_xml.attribute_or_empty(success) != "true") return;
    const bool skipped = parse_uint(m_xml.attribute_or_empty("skips")).value_or(0) > 0;
    m_test->outcome = skipped ? logs::Outcome::skipped : logs::Outcome::passed;
  }

  void close() {
    if (!m_test) return;
    const std::string_view name = m_xml.name();
    if (name == "TestCase") return end_test();
    close_inside(name);
    m_text.clear();
  }

  void close_inside(std::string_view name) {
    const auto text = trim(m_text);
    if (name == "Original") m_original = text;
    if (name == "Expanded") note(cat(m_type, "( ", m_original, " ), with ", text), Failure::assertion);
    // An assertion about exceptions has judged; any other was ended by one.
    const bool judged = m_in_expression && contains(m_type, "THROW");
    if (name == "Exception")
      note(cat(m_in_expression ? cat(m_type, "( ", m_original, " ): ") : std::string(), "exception: ", text),
           judged ? Failure::assertion : Failure::error);
    if (name == "FatalErrorCondition") note(text, Failure::error);
    if (name == "Failure" || (name == "Text" && contains(m_type, "ERROR"))) note(text, Failure::assertion);
    if (name == "Expression") m_in_expression = m_noted_here = false;
  }

  // Of the first failure. Where an expression was ended by an exception, Catch2 says first what it expands to.
  void note(std::string_view message, Failure failure) {
    if (m_in_expression && m_has_passed) return;
    if (!m_test->message.empty() && !(m_noted_here && failure == Failure::error)) return;
    m_test->message = message;
    m_test->failure = failure;
    m_noted_here = m_in_expression;
  }

  void end_test() {
    if (!m_has_result) m_test->message = "the test case did not come to its end";
    if (m_test->outcome == logs::Outcome::failed) {
      ++m_seen.failed;
      if (m_test->failure == Failure::unknown) m_test->failure = Failure::error;
    } else {
      m_seen.passed += m_test->outcome == logs::Outcome::passed ? 1 : 0;
      m_test->failure = Failure::unknown;
      m_test->message.clear();
    }
    m_draft.add(std::move(*m_test));
    m_test.reset();
    m_in_expression = m_noted_here = false;
  }

  std::uint64_t number(std::string_view key) const { return parse_uint(m_xml.attribute_or_empty(key)).value_or(0); }

  void check_totals() {
    m_has_totals = true;
    const CppTotals stated{number("successes") + number("expectedFailures"), number("failures")};
    if (stated == m_seen) return;
    m_draft.note(cat("it says that ", stated.passed, " test cases passed and ", stated.failed, " failed, and has ",
                     m_seen.passed, " and ", m_seen.failed));
  }

  XmlReader m_xml;
  Draft& m_draft;
  std::optional<ReportedTest> m_test;  // the open one
  std::string m_suite, m_text, m_type, m_original;
  CppTotals m_seen;
  bool m_has_result = false, m_has_totals = false;
  bool m_in_expression = false;
  bool m_has_passed = false;  // the open expression
  bool m_noted_here = false;  // the message is of this expression
};

}  // namespace

void read_cpp_xml(std::string_view text, Draft& draft) { CppReader(text, draft).read(); }

}  // namespace assay::reports
