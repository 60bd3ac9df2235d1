// pytest.
#include <algorithm>

#include "base/cursor.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

std::string_view strip(std::string_view text, char frame) {
  while (!text.empty() && text.front() == frame) text.remove_prefix(1);
  while (!text.empty() && text.back() == frame) text.remove_suffix(1);
  return trim(text);
}

struct Status {
  std::string_view word;
  Outcome outcome;
};

// XFAIL fails as it should; XPASS passes (a strict one is reported as FAILED).
constexpr Status k_statuses[] = {
    {"PASSED", Outcome::passed}, {"FAILED", Outcome::failed}, {"ERROR", Outcome::failed},
    {"XPASS", Outcome::passed},  {"XFAIL", Outcome::skipped}, {"SKIPPED", Outcome::skipped},
};

class Pytest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) | bit(Needle::banner) |
           bit(Needle::notests) | bit(Needle::count) | bit(Needle::pyfile);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return Claim::no;
    switch (text.front()) {
      case '=': return framed(line, strip(text, '='), sink);
      case '!': return stopped(line, text, sink);
      case '+': return timed_out(line, text, sink);
      case '_': return text.starts_with("___") && sink.is_open(Runner::pytest) ? Claim::yes : Claim::no;
      case '[': return from_worker(line, text, sink);
      case 'E': return text.starts_with("E  ") && sink.is_open(Runner::pytest) ? Claim::yes : plain(line, text, sink);
      default: return plain(line, text, sink);
    }
  }

 private:
  Claim framed(const Line& line, std::string_view inner, Sink& sink) {
    if (inner == "test session starts") {
      sink.announce(Runner::pytest, line);
      m_internal = false;
      return Claim::yes;
    }
    if (closing(line, inner, sink)) return Claim::yes;
    for (std::string_view header : {"FAILURES", "ERRORS", "PASSES", "short test summary info", "warnings summary"}) {
      if (!inner.starts_with(header)) continue;
      sink.run(Runner::pytest, line);
      return Claim::yes;
    }
    return Claim::no;
  }

  // pytest-timeout, before it ends the process: "+++++ Timeout +++++"
  static Claim timed_out(const Line& line, std::string_view text, Sink& sink) {
    if (strip(text, '+') != "Timeout") return Claim::no;
    sink.signal(SignalKind::failure, Runner::pytest, "timeout", line);
    return Claim::yes;
  }

  Claim plain(const Line& line, std::string_view text, Sink& sink) {
    if (line.has(Needle::pyfile) && progress(line, text, sink)) return Claim::yes;
    if (summary_entry(line, text, sink) || verbose_entry(line, text, sink)) return Claim::yes;
    if (is_digit(text.front()) || text.starts_with("no tests")) {
      if (without_duration(text).size() != text.size() && closing(line, text, sink)) return Claim::yes;
    }
    if (is_heading(text) && sink.is_open(Runner::pytest)) return Claim::yes;
    return complaint(line, text, sink);
  }

  // Lines under the banner; plugins have names like "rerunfailures".
  static bool is_heading(std::string_view text) {
    return text.starts_with("plugins: ") || text.starts_with("platform ") || text.starts_with("rootdir: ") ||
           text.starts_with("collected ") || text.starts_with("collecting ");
  }

  // "1 failed, 17 passed in 0.52s"; also "no tests ran in 0.01s" and, of --collect-only,
  // "3 tests collected in 0.01s": nothing was run.
  bool closing(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view counted = without_duration(text);
    if (counted.size() == text.size()) return false;
    if (counted.starts_with("no tests ran") || counted.starts_with("no tests collected")) {
      sink.summary(Runner::pytest, line, {});
      return true;
    }
    const auto tally = Tally::of(counted);
    if (!tally) return false;
    for (size_t i = 0; i < tally->size(); ++i) {
      if (!known(tally->label(i))) return false;
    }
    if (tally->has("tests collected") || tally->has("test collected")) {
      sink.signal(SignalKind::not_run, Runner::pytest, "collected-only", line);
    }
    sink.summary(Runner::pytest, line, tally->counts());
    return true;
  }

  static bool known(std::string_view label) {
    for (std::string_view word :
         {"passed", "failed", "skipped", "deselected", "xfailed", "xpassed", "warning", "warnings", "error", "errors",
          "rerun", "subtests passed", "subtests failed", "subtests skipped", "tests collected", "test collected"}) {
      if (label == word) return true;
    }
    return false;
  }

  // "!!!! Interrupted: 1 error during collection !!!!"
  Claim stopped(const Line& line, std::string_view text, Sink& sink) {
    if (!text.starts_with("!!!") || !text.ends_with("!!!")) return Claim::no;
    sink.run(Runner::pytest, line);
    sink.signal(SignalKind::failure, Runner::pytest, "failed", line, strip(text, '!'));
    return Claim::yes;
  }

  // "[gw0] [  7%] PASSED tests/test_a.py::test_x" of xdist.
  Claim from_worker(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    if (!at.skip("[gw") || !at.past("] ")) return Claim::no;
    if (at.peek() == '[' && !at.past("] ")) return Claim::no;
    return summary_entry(line, at.rest(), sink) ? Claim::yes : Claim::no;
  }

  // "FAILED tests/test_a.py::test_x - AssertionError", of the short summary and of xdist.
  bool summary_entry(const Line& line, std::string_view text, Sink& sink) {
    for (const Status& status : k_statuses) {
      Cursor at(text);
      if (!at.skip(status.word) || !at.skip(' ')) continue;
      std::string_view name = at.rest();
      if (status.word == "SKIPPED" && name.starts_with("[")) {
        sink.run(Runner::pytest, line);
        return true;
      }
      if (const size_t reason = name.find(" - ", std::min(name.size(), name.rfind("::"))); reason != name.npos) {
        name = name.substr(0, reason);
      } else if (const size_t first = name.find(" - "); first != name.npos && name.find("::") == name.npos) {
        name = name.substr(0, first);
      }
      if (name.find("::") == name.npos && !name.ends_with(".py")) return false;
      record(line, status.outcome, trim(name), sink);
      return true;
    }
    return false;
  }

  // "tests/test_a.py::test_x[two words] PASSED   [ 40%]", "… SKIPPED (no network)   [ 50%]". The
  // last status counts: names may hold the words as well.
  bool verbose_entry(const Line& line, std::string_view text, Sink& sink) {
    if (text.find("::") == text.npos) return false;
    if (text.ends_with("%]")) text = trim_right(text.substr(0, text.rfind('[')));
    const Status* found = nullptr;
    size_t where = text.rfind(' ');
    if (where == text.npos) return false;
    for (const Status& status : k_statuses) {
      if (text.substr(where + 1) == status.word) found = &status;
    }
    if (!found && text.ends_with(')')) found = with_reason(text, where);
    if (!found) return text.ends_with(" RERUN") && sink.is_open(Runner::pytest);
    const std::string_view name = trim(text.substr(0, where));
    if (name.find("::") == name.npos) return false;
    if (name.find(".py") == name.npos && !sink.is_open(Runner::pytest)) return false;
    record(line, found->outcome, name, sink);
    return true;
  }

  static const Status* with_reason(std::string_view text, size_t& where) {
    const Status* found = nullptr;
    where = 0;
    for (const Status& status : k_statuses) {
      const size_t at = text.rfind(cat(" ", status.word, " ("));
      if (at == text.npos || at < where) continue;
      where = at;
      found = &status;
    }
    return found;
  }

  // "tests/test_a.py ..s..   [ 40%]": a file whose tests passed so far.
  bool progress(const Line& line, std::string_view text, Sink& sink) {
    const size_t end = text.find(".py ");
    if (end == text.npos) return false;
    const std::string_view file = text.substr(0, end + 3);
    if (file.find(' ') != file.npos) return false;
    Cursor at(text.substr(end + 4));
    const std::string_view results = at.take_while([](char c) { return contains(".sxXFER", {&c, 1}); });
    at.spaces();
    if (results.empty() || (!at.done() && at.peek() != '[')) return false;
    sink.run(Runner::pytest, line);
    const bool failed = results.find_first_of("FE") != results.npos;
    if (!failed && results.find('.') != results.npos)
      sink.named(Runner::pytest, line, Outcome::passed, file, results.size());
    return true;
  }

  // What goes wrong around the tests.
  Claim complaint(const Line& line, std::string_view text, Sink& sink) {
    if (text.starts_with("INTERNALERROR>")) {
      sink.run(Runner::pytest, line);
      if (!m_internal) sink.signal(SignalKind::crash, Runner::pytest, "internal-error", line);
      m_internal = true;
      return Claim::yes;
    }
    if (text.starts_with("FAIL Required test coverage") || text.starts_with("ERROR: Coverage failure")) {
      sink.signal(SignalKind::failure, Runner::pytest, "coverage", line);
      return Claim::yes;
    }
    if (text.starts_with("ERROR: file or directory not found") || text.starts_with("ERROR: not found: ") ||
        text.starts_with("ERROR: usage: ") || text.starts_with("pytest: error: ")) {
      sink.signal(SignalKind::not_run, Runner::pytest, "not-run", line);
      return Claim::yes;
    }
    return Claim::no;
  }

  void record(const Line& line, Outcome outcome, std::string_view name, Sink& sink) {
    sink.run(Runner::pytest, line);
    if (outcome == Outcome::failed) return sink.failed(Runner::pytest, line, name);
    sink.named(Runner::pytest, line, outcome, name);
    if (outcome == Outcome::passed) sink.attest(Runner::pytest, line);
  }

  bool m_internal = false;
};

}  // namespace

ReaderPtr make_pytest() { return std::make_unique<Pytest>(); }

}  // namespace assay::logs
