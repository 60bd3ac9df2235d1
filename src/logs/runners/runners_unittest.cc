// unittest, and tox, which runs other runners in one environment after the other.
#include "logs/runners/runners.h"

#include <algorithm>

#include "base/cursor.h"

namespace assay::logs {

namespace {

// ---- unittest -------------------------------------------------------------------------------

class Unittest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ran) | bit(Needle::dots) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) |
           bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("Ran ")) return ran(line, sink);
    if (text.starts_with("OK")) return closing(line, text.substr(2), Verdict::good, sink);
    if (text.starts_with("FAILED (")) return closing(line, text.substr(6), Verdict::bad, sink);
    if (text == "NO TESTS RAN" || text.starts_with("NO TESTS RAN (")) return closing(line, {}, Verdict::good, sink);
    for (std::string_view label : {"FAIL: ", "ERROR: ", "UNEXPECTED SUCCESS: "}) {
      if (text.starts_with(label)) return broken(line, text.substr(label.size()), sink);
    }
    return verbose(line, text, sink);
  }

 private:
  enum class Verdict { good, bad };

  Claim ran(const Line& line, Sink& sink) {
    Cursor at(line.text.substr(4));
    const auto number = at.number();
    if (!number || !(at.skip(" tests in ") || at.skip(" test in "))) return Claim::no;
    sink.reach_back(Runner::unittest, line);
    m_ran = *number;
    m_ran_line = line.number;
    if (line.text.ends_with("s OK")) return closing(line, {}, Verdict::good, sink);  // lines joined
    return Claim::yes;
  }

  // "OK (skipped=1, expected failures=2)", "FAILED (failures=1, errors=2)"
  Claim closing(const Line& line, std::string_view details, Verdict verdict, Sink& sink) {
    const bool follows = m_ran_line != 0 && line.number <= m_ran_line + 4;
    if (verdict == Verdict::good && !follows) return Claim::no;
    details = trim(details);
    if (!details.empty() && (details.front() != '(' || details.back() != ')')) return Claim::no;
    if (!details.empty()) details = details.substr(1, details.size() - 2);
    Counts counts;
    std::uint64_t accounted = 0;
    for (std::string_view part : split(details, ',')) {
      const size_t equals = part.find('=');
      if (equals == part.npos) continue;
      const std::string_view label = trim(part.substr(0, equals));
      const std::uint64_t number = parse_uint(part.substr(equals + 1)).value_or(0);
      if (label == "failures" || label == "unexpected successes")
        counts.failed += number;
      else if (label == "errors")
        counts.errors += number;
      else if (label == "skipped")
        counts.skipped += number;
      else if (label != "expected failures")  // which did not pass either
        return Claim::no;
      accounted += number;
    }
    if (verdict == Verdict::bad && counts.failed + counts.errors == 0) return Claim::no;
    if (follows && m_ran > accounted) counts.passed = m_ran - accounted;
    m_ran_line = 0;
    sink.summary(Runner::unittest, line, counts);
    return Claim::yes;
  }

  // "FAIL: test_bad (tests.test_u.Case.test_bad)"
  static bool is_test_name(std::string_view text) {
    Cursor at(text);
    const std::string_view method = at.take_while([](char c) { return is_word(c) || c == '.'; });
    if (method.empty() || !at.skip(" (")) return false;
    const std::string_view path = at.take_while([](char c) { return is_word(c) || c == '.' || c == '<' || c == '>'; });
    return !path.empty() && at.skip(')');
  }

  Claim broken(const Line& line, std::string_view name, Sink& sink) {
    if (!is_test_name(name)) return Claim::no;
    sink.run(Runner::unittest, line);
    sink.failed(Runner::unittest, line, name);
    return Claim::yes;
  }

  // "test_ok (tests.test_u.Case.test_ok) ... ok"
  Claim verbose(const Line& line, std::string_view text, Sink& sink) {
    const size_t dots = text.rfind(" ... ");
    if (dots == text.npos) return Claim::no;
    const std::string_view name = trim(text.substr(0, dots));
    const std::string_view status = text.substr(dots + 5);
    if (!is_test_name(name) && !sink.is_open(Runner::unittest)) return Claim::no;
    if (name.starts_with("test ")) return Claim::no;  // cargo
    if (status == "FAIL" || status == "ERROR" || status == "unexpected success") {
      sink.run(Runner::unittest, line);
      sink.failed(Runner::unittest, line, name);
      return Claim::yes;
    }
    const bool skipped = status.starts_with("skipped") || status == "expected failure";
    if (status != "ok" && !skipped) return Claim::no;
    sink.run(Runner::unittest, line);
    sink.named(Runner::unittest, line, skipped ? Outcome::skipped : Outcome::passed, name);
    return Claim::yes;
  }

  std::uint64_t m_ran = 0;
  std::uint64_t m_ran_line = 0;
};

// ---- tox ------------------------------------------------------------------------------------

// tox ends with one line an environment: version 3 says "commands succeeded" or "commands
// failed", version 4 "OK (...)" or "FAIL code 1 (...)"; then "congratulations :)" when all is well.
class Tox : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ran) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = trim(line.text);
    if (text.starts_with("congratulations :)")) {
      m_counts.passed = std::max<std::uint64_t>(m_counts.passed, 1);
      return closing(line, sink);
    }
    if (text.starts_with("evaluation failed :(")) {
      m_counts.failed = std::max<std::uint64_t>(m_counts.failed, 1);
      return closing(line, sink);
    }
    for (std::string_view label : {"ERROR:", "SKIPPED:"}) {
      if (text.starts_with(label)) text = trim(text.substr(label.size()));
    }
    const size_t colon = text.find(": ");
    if (colon == text.npos || text.substr(0, colon).find(' ') != text.npos) return Claim::no;
    return environment(line, text.substr(0, colon), text.substr(colon + 2), sink);
  }

 private:
  Claim environment(const Line& line, std::string_view name, std::string_view result, Sink& sink) {
    const bool indented = line.text.starts_with("  ");
    if (result == "commands succeeded" || (indented && result.starts_with("OK ("))) {
      sink.run(Runner::tox, line);
      sink.named(Runner::tox, line, Outcome::passed, name);
      ++m_counts.passed;
      return Claim::yes;
    }
    if (result == "commands failed" || (indented && result.starts_with("FAIL code "))) {
      sink.run(Runner::tox, line);
      sink.failed(Runner::tox, line, name);
      ++m_counts.failed;
      return Claim::yes;
    }
    if ((indented && result.starts_with("SKIP (")) || result.starts_with("InterpreterNotFound")) {
      sink.run(Runner::tox, line);
      sink.named(Runner::tox, line, Outcome::skipped, name);
      ++m_counts.skipped;
      return Claim::yes;
    }
    return Claim::no;
  }

  Claim closing(const Line& line, Sink& sink) {
    sink.summary(Runner::tox, line, m_counts);
    m_counts = {};
    return Claim::yes;
  }

  Counts m_counts;
};

}  // namespace

ReaderPtr make_unittest() { return std::make_unique<Unittest>(); }
ReaderPtr make_tox() { return std::make_unique<Tox>(); }

}  // namespace assay::logs
