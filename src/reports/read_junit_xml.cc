// JUnit's XML, which runners of every language write. There is no standard; see junit_case.h for what differs.
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "reports/junit_case.h"
#include "reports/readers.h"
#include "reports/xml.h"

namespace assay::reports {

namespace {

bool is_suite(std::string_view name) { return name == "testsuite" || name == "testsuites"; }
bool is_failure(std::string_view name) { return name == "failure" || name == "error"; }

class JunitReader {
 public:
  JunitReader(std::string_view text, Draft& draft) : m_xml(text), m_draft(draft) {}

  void read() {
    auto piece = m_xml.next();
    for (; piece != XmlReader::Piece::end && piece != XmlReader::Piece::broken; piece = m_xml.next()) {
      if (piece == XmlReader::Piece::open && !open()) return;
      if (piece == XmlReader::Piece::close) close();
      if (piece == XmlReader::Piece::text && m_reads_text && m_text.size() < k_most_text_read)
        m_text += m_xml.text(k_most_text_read);
    }
    if (piece == XmlReader::Piece::end) return;
    m_draft.break_off(m_xml.problem());
    if (m_case && m_case->has_failed()) m_draft.add(m_case->test());
  }

 private:
  // False: this is no JUnit report.
  bool open() {
    const std::string_view name = m_xml.name();
    if (m_xml.depth() == 1 && !is_suite(name))
      return m_draft.break_off(cat("its root is <", excerpt(name, 40), ">, not <testsuites>")), false;
    if (m_case && (is_suite(name) || name == "testcase"))
      return m_draft.break_off(cat("there is a <", name, "> inside of a <testcase>")), false;
    if (is_suite(name))
      open_suite();
    else if (name == "testcase")
      m_case.emplace(m_xml, m_draft.runner(), m_suites);
    else if (is_failure(name) || (name == "skipped" && m_case) || tells_failure(name))
      read_text();
    else if (m_case && (name == "flakyFailure" || name == "flakyError"))
      m_case->set_flaky();
    return true;
  }

  // ctest leaves <failure> empty: what the program printed is all that is known.
  bool tells_failure(std::string_view name) const {
    return name == "system-out" && m_draft.runner() == logs::Runner::ctest && m_case && m_case->has_failed();
  }

  void open_suite() {
    m_suites.push_back({.name = m_xml.attribute_or_empty("name"),
                        .file = m_xml.attribute_or_empty("file"),
                        .stated = stated_totals(m_xml)});
  }

  void read_text() {
    m_reads_text = true;
    m_message = m_xml.attribute_or_empty("message");
    m_type = m_xml.attribute_or_empty("type");
    m_text.clear();
  }

  void close() {
    const std::string_view name = m_xml.name();
    if (is_failure(name))
      close_failure(name);
    else if (name == "skipped" && m_case)
      m_case->skip(take_message());
    else if (m_reads_text && tells_failure(name))
      m_case->fail(end_of_message(), Failure::unknown);
    else if (name == "testcase" && m_case)
      close_case();
    else if (is_suite(name))
      close_suite();
  }

  void close_failure(std::string_view name) {
    if (!m_case) return fail_suite();
    auto message = take_message();
    const auto failure = failure_of_element(m_draft.runner(), name, m_type, message);
    m_case->fail(std::move(message), failure);
    if (name == "error") m_case->add_error();
  }

  // A failure of no test: of what prepares a whole class.
  void fail_suite() {
    JunitSuite& suite = m_suites.back();
    suite.all.add({.failed = 1, .failures = 1});
    suite.own.add({.failed = 1, .failures = 1});
    m_draft.add({.name = suite.name,
                 .file = suite.file,
                 .suite = suite.name,
                 .outcome = logs::Outcome::failed,
                 .message = take_message(),
                 .failure = Failure::error});
  }

  std::string take_message() {
    m_reads_text = false;
    return is_blank(m_message) ? std::move(m_text) : std::move(m_message);
  }

  // A program says at the end why it ended.
  std::string end_of_message() {
    constexpr std::size_t k_end = 1'500;
    auto text = take_message();
    if (text.size() > k_end) text.erase(0, text.size() - k_end);
    return text;
  }

  void close_case() {
    m_suites.back().all.add(m_case->totals());
    m_suites.back().own.add(m_case->totals());
    if (m_case->is_flaky())
      m_draft.add_flaky(m_case->test());
    else
      m_draft.add(m_case->test());
    m_case.reset();
  }

  void close_suite() {
    const JunitSuite suite = std::move(m_suites.back());
    m_suites.pop_back();
    const std::string wrong = disagreement(m_draft.runner(), suite.stated, suite.all, suite.own);
    if (!wrong.empty()) m_draft.note(cat("suite \"", excerpt(suite.name, 80), "\": ", wrong));
    if (m_suites.empty()) return;
    m_suites.back().all.add(suite.all);
    m_suites.back().own.add({.tests = 1, .failed = suite.all.failed > 0 ? 1u : 0u});
  }

  XmlReader m_xml;
  Draft& m_draft;
  std::vector<JunitSuite> m_suites;  // open ones
  std::optional<JunitCase> m_case;   // the open one
  bool m_reads_text = false;
  std::string m_message, m_type, m_text;
};

}  // namespace

void read_junit_xml(std::string_view text, Draft& draft) { JunitReader(text, draft).read(); }

}  // namespace assay::reports
