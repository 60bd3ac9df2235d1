// What `dotnet test --logger trx` writes: results first, then the definitions that say which class each belongs to,
// then the totals.
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "reports/failure.h"
#include "reports/readers.h"
#include "reports/xml.h"

namespace assay::reports {

namespace {

using Piece = XmlReader::Piece;

logs::Outcome outcome_of_trx(std::string_view word) {
  if (word == "Passed") return logs::Outcome::passed;
  const bool not_run = is_one_of(word, {"NotExecuted", "NotRunnable", "Inconclusive", "Pending", "Warning"});
  return not_run ? logs::Outcome::skipped : logs::Outcome::failed;
}

// "00:01:02.5000000"
double seconds_of_duration(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3) return 0;
  return plausible_seconds(3600 * parse_seconds(parts[0]) + 60 * parse_seconds(parts[1]) + parse_seconds(parts[2]));
}

Failure failure_of_trx(std::string_view message) {
  return contains(message, " threw exception:") ? Failure::error : failure_of_message(message);
}

class TrxReader {
 public:
  TrxReader(std::string_view text, Draft& draft) : m_xml(text), m_draft(draft) {}

  void read() {
    Piece piece = m_xml.next();
    for (; piece != Piece::end && piece != Piece::broken; piece = m_xml.next()) take(piece);
    if (piece == Piece::broken) m_draft.break_off(m_xml.problem());
    for (Result& result : m_results) add(result);
    if (piece == Piece::end) check_totals();
  }

 private:
  struct Result {
    std::string id{};
    std::size_t depth = 0;
    ReportedTest test{};
  };
  struct Totals {
    std::uint64_t total = 0, passed = 0, failed = 0;
    bool operator==(const Totals&) const = default;
  };

  void take(Piece piece) {
    if (piece == Piece::open) open(m_xml.name());
    if (piece == Piece::close) close(m_xml.name());
    if (piece == Piece::text && m_text != nullptr && m_text->size() < k_most_text_read)
      *m_text += m_xml.text(k_most_text_read);
  }

  void open(std::string_view name) {
    if (m_xml.depth() == 1 && name != "TestRun")
      m_draft.break_off(cat("its root is <", excerpt(name, 40), ">, not <TestRun>"));
    if (name == "UnitTestResult") open_result();
    if (name == "Message" && !m_open.empty()) m_text = &m_results[m_open.back()].test.message;
    if (name == "UnitTest") m_definition = m_xml.attribute_or_empty("id");
    if (name == "TestMethod") m_classes.try_emplace(m_definition, m_xml.attribute_or_empty("className"));
    if (name == "ResultSummary") m_outcome = m_xml.attribute_or_empty("outcome");
    if (name == "Counters") counters();
    if (name == "Text" && m_open.empty()) m_text = &m_run_text;
  }

  void open_result() {
    if (m_results.size() >= k_most_tests) return m_draft.break_off(cat("there are more than ", k_most_tests, " tests"));
    m_text = nullptr;  // it may point into the results, which now move
    Result result{.id = m_xml.attribute_or_empty("testId"), .depth = m_open.size()};
    result.test.name = m_xml.attribute_or_empty("testName");
    result.test.seconds = seconds_of_duration(m_xml.attribute_or_empty("duration"));
    result.test.outcome = outcome_of_trx(m_xml.attribute_or_empty("outcome"));
    m_open.push_back(m_results.size());
    m_results.push_back(std::move(result));
  }

  void close(std::string_view name) {
    if (name == "UnitTestResult" && !m_open.empty()) m_open.pop_back();
    if (name == "Message" || name == "Text") m_text = nullptr;
  }

  void counters() {
    const auto count = [&](std::string_view key) { return parse_uint(m_xml.attribute_or_empty(key)).value_or(0); };
    m_stated = {count("total"), count("passed"), 0};
    for (const auto* key : {"failed", "error", "timeout", "aborted"}) m_stated.failed += count(key);
    m_counted = true;
  }

  void add(Result& result) {
    if (result.depth == 0) {
      ++m_found.total;
      m_found.passed += result.test.outcome == logs::Outcome::passed ? 1 : 0;
      m_found.failed += result.test.outcome == logs::Outcome::failed ? 1 : 0;
    }
    if (const auto known = m_classes.find(result.id); known != m_classes.end()) {
      result.test.suite = known->second;
      const std::string prefix = cat(known->second, ".");
      if (result.test.name.size() > prefix.size() && result.test.name.starts_with(prefix))
        result.test.name.erase(0, prefix.size());
    }
    result.test.failure = failure_of_trx(result.test.message);
    m_draft.add(std::move(result.test));
  }

  void check_totals() {
    if (!m_counted) return m_draft.break_off("it has no counters");
    if (m_stated != m_found) {
      m_draft.note(cat("its counters say ", m_stated.total, " tests, ", m_stated.passed, " passed, ", m_stated.failed,
                       " failed; it has ", m_found.total, ", ", m_found.passed, ", ", m_found.failed));
    }
    const bool went_well = m_outcome == "Completed" || m_outcome == "Passed" || m_outcome == "Warning";
    if (went_well || m_found.failed > 0) return;
    const std::string why = is_blank(m_run_text) ? std::string() : cat(": ", excerpt(m_run_text, 300));
    m_draft.break_off(cat("the run ended as \"", excerpt(m_outcome, 40), "\" without a failed test", why));
  }

  XmlReader m_xml;
  Draft& m_draft;
  std::vector<Result> m_results;
  std::vector<std::size_t> m_open;  // results whose end has not come
  std::string* m_text = nullptr;    // what is being read
  std::string m_definition, m_outcome, m_run_text;
  std::unordered_map<std::string, std::string> m_classes;  // by the test's id
  Totals m_stated, m_found;
  bool m_counted = false;
};

}  // namespace

void read_trx(std::string_view text, Draft& draft) { TrxReader(text, draft).read(); }

}  // namespace assay::reports
