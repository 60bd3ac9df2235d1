// Jest and Vitest. Both name files with PASS and FAIL and close with a block of counts; they are
// told apart by Vitest's banner and by how they lay the block out ("Tests:   1 failed, 2 total"
// against "Tests  1 failed | 1 passed (2)").
#include "base/cursor.h"
#include "logs/runners/js_names.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

// "No tests found, exiting with code 1": nothing ran, and the command failed for it.
Claim nothing_found(Runner runner, const Line& line, Sink& sink) {
  if (line.text.find("exiting with code 0") == line.text.npos) {
    sink.signal(SignalKind::failure, runner, "no-tests", line);
  }
  sink.summary(runner, line, {});
  return Claim::yes;
}

// ---- Jest -----------------------------------------------------------------------------------

class Jest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::mark) | bit(Needle::ran) | bit(Needle::notests) |
           bit(Needle::banner) | bit(Needle::coverage);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("PASS ") || text.starts_with("FAIL ")) return file(line, text, sink);
    if (text.starts_with("● ")) return bullet(line, trim(text.substr(std::string_view("● ").size())), sink);
    if (text.starts_with("Test Suites:")) return suites(line, text.substr(12), sink);
    if (text.starts_with("Tests:")) return tests(line, text.substr(6), sink);
    if (text.starts_with("Snapshots:")) return snapshots(line, text.substr(10), sink);
    if (text.starts_with("No tests found, exiting with code")) return nothing_found(Runner::jest, line, sink);
    if (line.has(Needle::banner) && text.starts_with("console.")) return console(line, text, sink);
    if (text.starts_with("Jest: ") && line.has(Needle::coverage)) {
      sink.signal(SignalKind::failure, Runner::jest, "coverage", line);
      return Claim::yes;
    }
    if (text.starts_with("A worker process has failed to exit gracefully")) return Claim::yes;
    return Claim::no;
  }

  void end(Sink& sink) override {
    if (m_suites_line.empty()) return;
    sink.summary(Runner::jest, m_suites_line.line(), m_suites);
    m_suites_line.drop();
  }

 private:
  // "PASS src/auth.test.ts (5.2 s)", with projects "FAIL  client  src/a.test.ts"
  Claim file(const Line& line, std::string_view text, Sink& sink) {
    if (sink.is_open(Runner::vitest) || text.find(" > ") != text.npos) return Claim::no;
    const bool passed = text.starts_with("PASS");
    std::string_view name = bare_name(text.substr(5));
    if (const size_t space = name.rfind(' '); space != name.npos) name = name.substr(space + 1);
    if (!is_script_path(name)) return Claim::no;
    if (!sink.is_open(Runner::jest)) sink.reach_back(Runner::jest, line);
    sink.run(Runner::jest, line);
    if (!passed) {
      sink.failed(Runner::jest, line, name);
      return Claim::yes;
    }
    sink.named(Runner::jest, line, Outcome::passed, name, 0);
    sink.attest(Runner::jest, line);
    return Claim::yes;
  }

  // "● auth › fails here" above the explanation of a failed test.
  Claim bullet(const Line& line, std::string_view title, Sink& sink) {
    const bool open = sink.is_open(Runner::jest);
    if (title.starts_with("Cannot log after tests are done")) {
      sink.signal(SignalKind::warning, Runner::jest, "late-output", line);
      return Claim::yes;
    }
    if (title.starts_with("Test suite failed to run") || title.starts_with("Validation Error") ||
        title.starts_with("process.exit called with")) {
      sink.signal(SignalKind::failure, Runner::jest, "failed", line, title);
      return Claim::yes;
    }
    if (title == "Console" || title.find("Warning:") != title.npos) return open ? Claim::yes : Claim::no;
    if (!open && title.find(" › ") == title.npos) return Claim::no;
    sink.run(Runner::jest, line);
    sink.failed(Runner::jest, line, title);
    return Claim::yes;
  }

  // "1 failed, 1 passed, 2 total", also "1 skipped, 0 of 1 total" and "9 passed".
  static std::optional<Tally> counted(std::string_view text) {
    text = trim(text);
    if (text.find("assertion") != text.npos) return std::nullopt;  // Pest
    if (text.ends_with(" total")) {
      const size_t comma = text.rfind(',');
      if (comma != text.npos) text = text.substr(0, comma);
    }
    auto tally = Tally::of(text);
    return tally && tally->about_tests() ? tally : std::nullopt;
  }

  Claim suites(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = counted(text);
    if (!tally) return Claim::no;
    end(sink);
    sink.run(Runner::jest, line);
    m_suites = tally->counts();
    m_suites_line.hold(line);
    return Claim::yes;
  }

  Claim tests(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = counted(text);
    if (!tally) return Claim::no;
    Counts counts = tally->counts();
    // A suite that could not be loaded has no failed tests, yet it failed.
    if (!m_suites_line.empty() && counts.failed == 0) counts.errors += m_suites.failed;
    if (!m_suites_line.empty()) sink.run(Runner::jest, line).files = m_suites.passed + m_suites.failed;
    m_suites_line.drop();
    sink.summary(Runner::jest, line, counts);
    return Claim::yes;
  }

  Claim snapshots(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(trim(text));
    if (!tally) return Claim::no;
    if (tally->get("obsolete") > 0) sink.signal(SignalKind::warning, Runner::jest, "obsolete-snapshots", line);
    if (tally->get("failed") > 0) sink.signal(SignalKind::failure, Runner::jest, "failed", line);
    return Claim::yes;
  }

  // What tests print is announced by "  console.error", before the file's own line.
  Claim console(const Line& line, std::string_view text, Sink& sink) {
    if (line.text.size() == text.size() || text.find('(') != text.npos) return Claim::no;
    sink.run(Runner::jest, line);
    return Claim::yes;
  }

  Counts m_suites;
  HeldLine m_suites_line;
};

// ---- Vitest ---------------------------------------------------------------------------------

class Vitest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) | bit(Needle::count) |
           bit(Needle::ran) | bit(Needle::notests) | bit(Needle::banner) | bit(Needle::coverage);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (line.has(Needle::banner) && (text.starts_with("RUN  v") || text.starts_with("DEV  v"))) {
      end(sink);
      sink.announce(Runner::vitest, line);
      return Claim::yes;
    }
    if (text.starts_with("FAIL ")) return failed(line, text.substr(5), sink);
    if (text.starts_with("❯ ")) return failed_file(line, text.substr(std::string_view("❯ ").size()), sink);
    if (text.starts_with("No test files found, exiting with code")) return nothing_found(Runner::vitest, line, sink);
    if ((text.starts_with("stderr | ") || text.starts_with("stdout | ")) && is_script_path(text.substr(9))) {
      sink.run(Runner::vitest, line);
      return Claim::yes;
    }
    if (text.starts_with("⎯") && text.find("Unhandled ") != text.npos) return unhandled(line, sink);
    if (text.starts_with("Vitest caught ")) return unhandled(line, sink);
    if (text.starts_with("ERROR: Coverage for ") || (line.has(Needle::coverage) && text.starts_with("Coverage for "))) {
      sink.signal(SignalKind::failure, Runner::vitest, "coverage", line);
      return Claim::yes;
    }
    return block(line, text, sink);
  }

  void end(Sink& sink) override {
    if (m_files_line.empty()) return;
    sink.summary(Runner::vitest, m_files_line.line(), m_files);
    m_files_line.drop();
  }

 private:
  Claim unhandled(const Line& line, Sink& sink) {
    sink.run(Runner::vitest, line);
    sink.signal(SignalKind::failure, Runner::vitest, "unhandled", line);
    return Claim::yes;
  }

  // " FAIL  a.test.js > auth > fails here", " FAIL  c.test.js [ c.test.js ]"
  Claim failed(const Line& line, std::string_view text, Sink& sink) {
    text = trim(text);
    if (text.starts_with("|")) text = trim(text.substr(std::min(text.size(), text.find('|', 1) + 1)));  // |project|
    if (!is_script_path(text)) return Claim::no;
    if (!sink.is_open(Runner::vitest) && text.find(" > ") == text.npos && !text.ends_with(" ]")) return Claim::no;
    sink.run(Runner::vitest, line);
    sink.failed(Runner::vitest, line, text);
    return Claim::yes;
  }

  // " ❯ a.test.js (5 tests | 1 failed) 8ms"
  Claim failed_file(const Line& line, std::string_view text, Sink& sink) {
    if (!is_script_path(text)) return Claim::no;
    if (text.find(" failed") == text.npos) return sink.is_open(Runner::vitest) ? Claim::yes : Claim::no;
    sink.run(Runner::vitest, line);
    sink.failed(Runner::vitest, line, text.substr(0, text.find(' ')));
    return Claim::yes;
  }

  // The closing block: Test Files, Tests, Type Errors, Errors, Snapshots.
  Claim block(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    if (at.skip("Test Files") && at.spaces()) return files(line, at.rest(), sink);
    at = Cursor(text);
    if (at.skip("Tests") && at.spaces()) return tests(line, at.rest(), sink);
    at = Cursor(text);
    if ((at.skip("Errors") || at.skip("Type Errors")) && at.spaces()) return errors(line, at.rest(), sink);
    at = Cursor(text);
    if (at.skip("Snapshots") && at.spaces()) {
      const auto tally = Tally::of(at.rest());
      if (!tally) return Claim::no;
      if (tally->get("obsolete") > 0) sink.signal(SignalKind::warning, Runner::vitest, "obsolete-snapshots", line);
      return Claim::yes;
    }
    return Claim::no;
  }

  Claim files(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(text);
    if (!text.starts_with("no tests") && !(tally && tally->about_tests())) return Claim::no;
    end(sink);
    sink.run(Runner::vitest, line);
    m_files = tally ? tally->counts() : Counts{};
    m_files_line.hold(line);
    return Claim::yes;
  }

  Claim tests(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(text);
    if (!text.starts_with("no tests") && !(tally && tally->about_tests())) return Claim::no;
    Counts counts = tally ? tally->counts() : Counts{};
    if (!m_files_line.empty() && counts.failed == 0) counts.errors += m_files.failed;
    if (!m_files_line.empty()) sink.run(Runner::vitest, line).files = m_files.passed + m_files.failed;
    m_files_line.drop();
    sink.summary(Runner::vitest, line, counts);
    return Claim::yes;
  }

  Claim errors(const Line& line, std::string_view text, Sink& sink) {
    if (text == "no errors") return Claim::yes;
    const auto tally = Tally::of(text);
    if (!tally || tally->size() != 1 || !(tally->has("error") || tally->has("errors"))) return Claim::no;
    if (tally->get("error") > 0) sink.signal(SignalKind::failure, Runner::vitest, "unhandled", line);
    return Claim::yes;
  }

  Counts m_files;
  HeldLine m_files_line;
};

}  // namespace

ReaderPtr make_jest() { return std::make_unique<Jest>(); }
ReaderPtr make_vitest() { return std::make_unique<Vitest>(); }

}  // namespace assay::logs
