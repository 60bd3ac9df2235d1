// JVM: Maven with Surefire, Gradle and Ant, and what the virtual machine adds.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// Maven marks each line with its level; the test results are Surefire's.
class MavenReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::jvm) | bit(Needle::error) | bit(Needle::fail) | bit(Needle::warn) | bit(Needle::pass) |
           bit(Needle::skip) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    Cursor at(line.text);
    const Level level = skip_level(at);
    at.spaces();
    const std::string_view text = at.rest();
    if (contains(text, "Tests run: ")) return tests_run(text, line, sink);
    if (text.starts_with("BUILD SUCCESS") && !text.starts_with("BUILD SUCCESSFUL")) return success(line, sink);
    if (text.starts_with("BUILD FAILURE")) return failure(line, sink);
    if (level == Level::none) return Claim::no;
    if (text.starts_with("T E S T S")) {
      sink.start(Runner::maven, line);
      m_maven = true;
      return Claim::yes;
    }
    if (text.starts_with("Running ")) {
      m_class = text.substr(8);
      sink.run(Runner::maven, line);
      m_maven = true;
      return Claim::yes;
    }
    if (text.starts_with("Run ") && text.size() > 5 && is_digit(text[4])) return Claim::yes;  // of a test run again
    if (text.starts_with("Tests are skipped.") || text.starts_with("No tests to run")) return none_run(line);
    return level == Level::info ? Claim::no : complaint(level, text, line, sink);
  }
  void end(Sink& sink) override {
    if (m_ran.passed + m_ran.failed + m_ran.errors + m_ran.skipped > 0) {
      const Line line{m_last_class, m_last_line, 0};
      sink.summary(Runner::maven, line, m_ran);
    }
    m_complaints.end(sink);
  }

 private:
  enum class Level { none, info, warning, error };

  static Level skip_level(Cursor& at) {
    if (at.skip("[INFO]")) return Level::info;
    if (at.skip("[WARNING]") || at.skip("[WARN]")) return Level::warning;
    if (at.skip("[ERROR]")) return Level::error;
    return Level::none;
  }

  // With "Time elapsed" it is one class, without it the total of a module.
  Claim tests_run(std::string_view text, const Line& line, Sink& sink) {
    std::uint64_t run = 0;
    Counts counts;
    bool complete = false, errors = false;
    each_labelled(text, [&](std::string_view label, std::uint64_t n) {
      if (label == "run") run = n;
      if (label == "Failures") counts.failed = n, complete = true;
      if (label == "Errors") counts.errors = n, errors = true;
      if (label == "Skipped") counts.skipped = n;
      if (label == "Flakes") counts.flaky = n;
    });
    if (!complete) return Claim::no;
    const std::uint64_t rest = counts.failed + counts.errors + counts.skipped + counts.flaky;
    counts.passed = run > rest ? run - rest : 0;
    if (!errors) {  // "Tests run: 3,  Failures: 2": JUnit 4 without Maven
      sink.summary(Runner::junit, line, counts);
      return Claim::yes;
    }
    m_maven = true;
    if (contains(text, "Time elapsed")) return one_class(text, line, sink, counts);
    m_any = m_any || run > 0;
    m_ran = {};
    sink.summary(Runner::maven, line, counts);
    return Claim::yes;
  }

  Claim one_class(std::string_view text, const Line& line, Sink& sink, const Counts& counts) {
    sink.run(Runner::maven, line);
    const size_t in = text.rfind(" in ");
    const std::string_view name = in == std::string_view::npos ? std::string_view(m_class) : text.substr(in + 4);
    if (counts.failed + counts.errors > 0)
      sink.failed(Runner::maven, line, name);
    else if (!name.empty())
      sink.named(Runner::maven, line, counts.passed > 0 ? Outcome::passed : Outcome::skipped, name,
                 counts.passed + counts.skipped);
    m_ran.passed += counts.passed;
    m_ran.failed += counts.failed;
    m_ran.errors += counts.errors;
    m_ran.skipped += counts.skipped;
    m_last_class = line.text.substr(0, 1024);
    m_last_line = line.number;
    m_any = true;
    return Claim::yes;
  }

  Claim none_run(const Line& line) {
    m_maven = true;
    m_none_line = line.number;
    m_none_text = line.text.substr(0, 256);
    return Claim::yes;
  }

  // A build whose tests did not run proves nothing about them.
  Claim success(const Line& line, Sink& sink) {
    m_maven = true;
    if (m_none_line != 0 && !m_any) {
      sink.signal(SignalKind::zero_tests, Runner::maven, "zero-tests", Line{m_none_text, m_none_line, 0});
      sink.close(Runner::maven);
    } else {
      sink.concluded(Runner::maven, line, SignalKind::pass, "passed");
    }
    m_none_line = 0;
    return Claim::yes;
  }
  Claim failure(const Line& line, Sink& sink) {
    m_maven = true;
    sink.concluded(Runner::maven, line, SignalKind::failure, "failed");
    return Claim::yes;
  }

  // What stands behind [ERROR] and [WARNING].
  Claim complaint(Level level, std::string_view text, const Line& line, Sink& sink) {
    if (const size_t mark = text.find("<<< "); mark != std::string_view::npos) return test_failed(text, line, sink);
    if (const std::string_view file = source_file(text); !file.empty()) {
      if (level == Level::error)
        m_complaints.error(Runner::javac, line, sink, file);
      else
        m_complaints.warning(Runner::javac, line, sink);
      return Claim::yes;
    }
    if (level == Level::error && (text.starts_with("Failed to execute goal") || text.starts_with("COMPILATION ERROR") ||
                                  text.starts_with("There are test failures"))) {
      m_maven = true;
      m_complaints.error(Runner::maven, line, sink, {}, "error");
      return Claim::yes;
    }
    return m_maven ? Claim::yes : Claim::no;
  }

  // "readsValues  Time elapsed: 0.006 s  <<< FAILURE!"; newer ones with the class: "cfg.T.x -- Time elapsed:"
  Claim test_failed(std::string_view text, const Line& line, Sink& sink) {
    const size_t time = text.find("Time elapsed:");
    if (time == std::string_view::npos) return m_maven ? Claim::yes : Claim::no;
    std::string_view name = trim_right(text.substr(0, time));
    if (name.ends_with(" --")) name = trim_right(name.substr(0, name.size() - 3));
    sink.run(Runner::maven, line);
    const bool whole = m_class.empty() || name.find('.') != std::string_view::npos;
    if (whole)
      sink.failed(Runner::maven, line, name);
    else
      sink.failed(Runner::maven, line, cat(m_class, ".", name));
    return Claim::yes;
  }

  // "/repo/src/A.java:[3,5] ';' expected"
  static std::string_view source_file(std::string_view text) {
    const size_t at = text.find(":[");
    if (at == std::string_view::npos || at + 2 >= text.size() || !is_digit(text[at + 2])) return {};
    const std::string_view file = text.substr(0, at);
    const std::string_view ext = extension(file);
    return ext == "java" || ext == "kt" || ext == "scala" || ext == "groovy" ? file : std::string_view{};
  }

  Complaints m_complaints;
  bool m_maven = false;  // Maven speaks: what it marks as [ERROR] or [WARNING] is its business
  bool m_any = false;    // some test ran
  Counts m_ran;          // of classes whose total has not come yet
  std::string m_class, m_last_class, m_none_text;
  std::uint64_t m_last_line = 0, m_none_line = 0;
};

class GradleReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::jvm) | bit(Needle::fail) | bit(Needle::pass) | bit(Needle::skip) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("> Task :")) return task(text.substr(7), line, sink);
    // An older gradle on a plain console.
    if (text.starts_with(':') && (text.ends_with(":test") || text.ends_with(" NO-SOURCE")))
      return task(text, line, sink);
    if (test(text, line, sink) || completed(text, line, sink)) return Claim::yes;
    if (text.starts_with("BUILD SUCCESSFUL")) return success(line, sink);
    if (text.starts_with("BUILD FAILED") || text.starts_with("FAILURE: Build ")) {
      sink.concluded(Runner::gradle, line, SignalKind::failure, "failed");
      return Claim::yes;
    }
    if (contains(text, "There were failing tests.")) return failed(line, sink, {});
    if (text.starts_with("> No tests found for given includes")) {
      sink.signal(SignalKind::zero_tests, Runner::gradle, "zero-tests", line);
      return Claim::yes;
    }
    if (text.starts_with("Execution failed for task")) return failed(line, sink, trim(text.substr(25)));
    if (text.starts_with(':') && text.ends_with(" FAILED")) return failed(line, sink, text.substr(0, text.size() - 7));
    return Claim::no;
  }

 private:
  static Claim failed(const Line& line, Sink& sink, std::string_view subject) {
    sink.signal(SignalKind::failure, Runner::gradle, "failed", line, subject);
    return Claim::yes;
  }

  // ":app:test NO-SOURCE"; a test task that found no source ran nothing.
  Claim task(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const std::string_view name = at.take_while([](char c) { return c != ' '; });
    const std::string_view state = trim(at.rest());
    sink.run(Runner::gradle, line);
    if (state == "FAILED") return failed(line, sink, name);
    const size_t colon = name.rfind(':');
    const std::string_view last = name.substr(colon + 1);
    const bool tests =
        last == "test" || last.ends_with("Test") || last.ends_with("UnitTest") || last.ends_with("Tests");
    if (!tests) return Claim::yes;
    if (state == "NO-SOURCE")
      m_no_source = line.number;
    else if (state == "SKIPPED")
      sink.signal(SignalKind::skipped, Runner::gradle, "skipped", line, name);
    else
      m_tests = true;
    return Claim::yes;
  }

  // "led.LedgerTest > adds PASSED"
  bool test(std::string_view text, const Line& line, Sink& sink) {
    struct GradleEnding {
      std::string_view text;
      Outcome outcome;
    };
    constexpr GradleEnding k_endings[] = {
        {" PASSED", Outcome::passed}, {" FAILED", Outcome::failed}, {" SKIPPED", Outcome::skipped}};
    for (const auto& ending : k_endings) {
      if (!text.ends_with(ending.text)) continue;
      const std::string_view name = text.substr(0, text.size() - ending.text.size());
      const size_t arrow = name.find(" > ");
      if (arrow == std::string_view::npos || arrow == 0 || is_space(name[0])) return false;
      Run& run = sink.run(Runner::gradle, line);
      m_tests = true;
      if (ending.outcome == Outcome::passed) ++run.counts.passed;
      if (ending.outcome == Outcome::skipped) ++run.counts.skipped;
      if (ending.outcome == Outcome::failed) {
        ++run.counts.failed;
        sink.failed(Runner::gradle, line, name);
      } else {
        sink.named(Runner::gradle, line, ending.outcome, name);
      }
      return true;
    }
    return false;
  }

  // "4 tests completed, 2 failed, 1 skipped"
  static bool completed(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const auto all = at.number();
    if (!all || (!at.skip(" tests completed") && !at.skip(" test completed"))) return false;
    Counts counts;
    each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
      if (what == "failed") counts.failed = n;
      if (what == "skipped") counts.skipped = n;
    });
    const std::uint64_t rest = counts.failed + counts.skipped;
    counts.passed = *all > rest ? *all - rest : 0;
    sink.summary(Runner::gradle, line, counts);
    return true;
  }

  Claim success(const Line& line, Sink& sink) {
    const Counts counts = sink.run(Runner::gradle, line).counts;
    if (counts.passed + counts.failed + counts.skipped > 0) {
      sink.summary(Runner::gradle, line, counts);
    } else if (m_no_source != 0 && !m_tests) {
      sink.concluded(Runner::gradle, line, SignalKind::zero_tests, "zero-tests");
    } else {
      sink.concluded(Runner::gradle, line, SignalKind::pass, "passed");
    }
    m_no_source = 0;
    m_tests = false;
    return Claim::yes;
  }

  std::uint64_t m_no_source = 0;
  bool m_tests = false;  // a test task ran, or was up to date
};

// What the virtual machine itself says about old libraries, and kotlinc's "e: " and "w: ".
class JvmNoiseReader final : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::jvm) | bit(Needle::warn) | bit(Needle::error); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("WARNING: ") && is_noise(text.substr(9))) return Claim::yes;
    if (contains(text, "Server VM warning: ")) return Claim::yes;
    const bool error = text.starts_with("e: ");
    if (!error && !text.starts_with("w: ")) return Claim::no;
    if (!contains(text, ".kt:") && !contains(text, ".kts:")) return Claim::no;
    if (error)
      m_complaints.error(Runner::javac, line, sink, {});
    else
      m_complaints.warning(Runner::javac, line, sink);
    return Claim::yes;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  static bool is_noise(std::string_view text) {
    for (const std::string_view head :
         {"A terminally deprecated method", "System::setSecurityManager", "Please consider reporting this",
          "An illegal reflective access", "Illegal reflective access", "Use --illegal-access", "All illegal access",
          "A Java agent has been loaded", "If a serviceability tool", "Dynamic loading of agents",
          "A restricted method in", "Use --enable-native-access", "Restricted methods will"}) {
      if (text.starts_with(head)) return true;
    }
    return false;
  }

  Complaints m_complaints;
};

}  // namespace

ReaderPtr make_maven() { return std::make_unique<MavenReader>(); }
ReaderPtr make_gradle() { return std::make_unique<GradleReader>(); }
ReaderPtr make_jvm_noise() { return std::make_unique<JvmNoiseReader>(); }

}  // namespace assay::logs
