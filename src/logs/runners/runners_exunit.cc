// Elixir: ExUnit and mix.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class ExunitReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::exunit) | bit(Needle::numbered) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::warn) |
           bit(Needle::skip) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("Running ExUnit with seed")) {
      sink.start(Runner::exunit, line);
      return Claim::yes;
    }
    if (contains(text, "(.ex)") && text.starts_with("Compiling ")) {
      m_elixir = true;
      return Claim::yes;
    }
    if (m_elixir && trim_left(text).starts_with("warning: ")) {
      m_complaints.warning(Runner::exunit, line, sink);
      return Claim::yes;
    }
    if (text.starts_with("Compilation failed due to warnings")) {
      sink.signal(SignalKind::failure, Runner::exunit, "error", line);
      return Claim::yes;
    }
    if (totals(text, line, sink)) return Claim::yes;
    if (text.starts_with("** (") || text.starts_with("== Compilation error in file ")) {
      sink.signal(SignalKind::failure, Runner::exunit, "error", line);
      return Claim::yes;
    }
    if (text.starts_with("     ** (")) return Claim::yes;
    if (const size_t star = text.rfind("* "); star != std::string_view::npos && contains(text, " [L#"))
      return traced(text.substr(star + 2), line, sink);
    if (contains(text, "but no test was executed")) return Claim::yes;
    return numbered(text, line, sink);
  }
  void end(Sink& sink) override {
    tell_traced(sink);
    m_complaints.end(sink);
  }

 private:
  // "1 doctest, 3 tests, 1 failure, 1 excluded, 1 skipped"
  bool totals(std::string_view text, const Line& line, Sink& sink) {
    if (text.empty() || !is_digit(text.front())) return false;
    std::uint64_t all = 0;
    Counts counts;
    bool tests = false, failures = false, other = false;
    std::uint64_t excluded = 0;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("test") || what.starts_with("doctest") || what.starts_with("propert") || what == "feature" ||
          what == "features")
        all += n, tests = true;
      else if (what.starts_with("failure"))
        counts.failed = n, failures = true;
      else if (what == "skipped")
        counts.skipped = n;
      else if (what == "excluded")
        excluded = n;
      else if (what == "invalid")
        counts.errors = n;
      else
        other = true;
    });
    if (!tests || !failures || other) return false;
    const std::uint64_t rest = counts.failed + counts.skipped + counts.errors + excluded;
    counts.passed = all > rest ? all - rest : 0;
    tell_traced(sink);
    if (!sink.is_open(Runner::exunit)) sink.reach_back(Runner::exunit, line);
    sink.summary(Runner::exunit, line, counts);
    return true;
  }

  // "  1) test admins may do anything (AclTest)"
  Claim numbered(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.spaces() || !at.number() || !at.skip(") ")) return Claim::no;
    const std::string_view name = at.rest();
    const bool ours = name.starts_with("test ") || name.starts_with("doctest ") || name.starts_with("property ");
    if (!ours || !name.ends_with(')')) return Claim::no;
    const size_t open = name.rfind(" (");
    if (open != std::string_view::npos && m_traced == name.substr(0, open)) m_held.drop();
    if (!sink.is_open(Runner::exunit)) sink.reach_back(Runner::exunit, line);
    sink.run(Runner::exunit, line);
    sink.failed(Runner::exunit, line, name);
    return Claim::yes;
  }

  // "test boom (2.8ms) [L#14]" of --trace. A failure is told only after its line, so the name is
  // held until something else follows.
  Claim traced(std::string_view text, const Line& line, Sink& sink) {
    tell_traced(sink);
    if (!sink.is_open(Runner::exunit)) sink.reach_back(Runner::exunit, line);
    sink.run(Runner::exunit, line);
    const size_t open = text.rfind(" (");
    if (open == std::string_view::npos) return Claim::yes;
    const std::string_view how = text.substr(open + 2);
    if (how.starts_with("skipped")) {
      sink.named(Runner::exunit, line, Outcome::skipped, text.substr(0, open));
    } else if (!how.starts_with("excluded")) {
      m_traced = text.substr(0, open);
      m_held.hold(line);
    }
    return Claim::yes;
  }
  void tell_traced(Sink& sink) {
    if (!m_held.empty()) sink.named(Runner::exunit, m_held.line(), Outcome::passed, m_traced);
    m_held.drop();
  }

  Complaints m_complaints;
  bool m_elixir = false;  // the compiler was seen
  std::string m_traced;
  HeldLine m_held;
};

}  // namespace

ReaderPtr make_exunit() { return std::make_unique<ExunitReader>(); }

}  // namespace assay::logs
