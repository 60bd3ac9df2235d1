// How processes end: signals, exit codes, memory, sanitizers, and the last words of a runtime
// (panic, traceback, uncaught exception). Last words may also be the expected output of a passing
// test, so their rules (traceback, panic, uncaught) are the ones that the span of a clean test run
// outranks; a signal, an exit code or a sanitizer's report never is.

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// Signals as shells, make, cargo, time and debuggers name them.
class SignalReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::signal) | bit(Needle::error) | bit(Needle::foreign); }

  Claim read(const Line& line, Sink& sink) override {
    if (!ended_by_signal(trim(line.text))) return Claim::no;
    sink.signal(SignalKind::crash, Runner::process, "signal", line);
    return Claim::yes;
  }

 private:
  static bool ended_by_signal(std::string_view text) {
    if (contains_any(text,
                     {"(core dumped)", "Command terminated by signal", "terminated by signal SIG", "killed by signal",
                      "was terminated by signal", "signal: 9, SIGKILL", "signal: 11, SIGSEGV", "signal: 6, SIGABRT",
                      "SIGSEGV: segmentation violation", "interrupted by signal 11", "interrupted by signal 9",
                      "interrupted by signal 6", "Caught SIGSEGV", "exited with signal SIG", "exited with SIGKILL",
                      "Fatal Python error: ", "timeout: sending signal "}))
      return true;
    return shell_words(text);
  }

  // "Segmentation fault", "bash: line 1:  1234 Killed   ./app", "./run.sh: line 3: 77 Aborted  ./t"
  static bool shell_words(std::string_view text) {
    constexpr std::string_view k_deaths[] = {"Segmentation fault",
                                             "Killed",
                                             "Aborted",
                                             "Bus error",
                                             "Illegal instruction",
                                             "Floating point exception",
                                             "Trace/breakpoint trap",
                                             "Abort trap: 6",
                                             "Segmentation fault: 11",
                                             "Killed: 9",
                                             "Bus error: 10",
                                             "Speicherzugriffsfehler",
                                             "Violación de segmento",
                                             "Erreur de segmentation",
                                             "Falha de segmentação",
                                             "段错误"};
    for (const auto word : k_deaths) {
      if (text == word) return true;
      const size_t at = text.find(word);
      if (at == std::string_view::npos || at == 0) continue;
      if (after_shell_job(text.substr(0, at))) return true;
    }
    return false;
  }

  // "bash: line 1:  1234 ", "./run.sh: line 3: 77 ", "zsh: ", "[1]    4242 "
  static bool after_shell_job(std::string_view head) {
    head = trim(head);
    if (head == "zsh:" || head == "sh:" || head == "bash:") return true;
    size_t digits = head.size();
    while (digits > 0 && is_digit(head[digits - 1])) --digits;
    if (digits == head.size()) return head.ends_with("core dumped");
    const std::string_view before = trim(head.substr(0, digits));
    if (starts_with_any(before, {"bash", "sh:", "zsh:"})) return true;
    return contains(before, ": line ") || (before.starts_with('[') && contains(before, "]"));
  }
};

class MemoryReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::memory); }

  Claim read(const Line& line, Sink& sink) override {
    if (trim(line.text) != "Out of memory" &&
        !contains_any(line.text, {"JavaScript heap out of memory", "Out of memory: Kill", "oom-kill:", "OOMKilled",
                                  "std::bad_alloc", "java.lang.OutOfMemoryError", "runtime: out of memory",
                                  "Cannot allocate memory", "memory allocation of ", "Allowed memory size of ",
                                  "OutOfMemoryException", "invoked oom-killer", "MemoryError"}))
      return Claim::no;
    // A name in a list of tests or a sentence is no report.
    const std::string_view text = trim(line.text);
    if (contains(text, "memory allocation of ") && !text.ends_with("failed") && !contains(text, " failed"))
      return Claim::no;
    if (contains(text, "MemoryError") && !contains(text, "OutOfMemoryError") &&
        !starts_with_any(text, {"MemoryError", "E   MemoryError"}))
      return Claim::no;
    sink.signal(SignalKind::crash, Runner::process, "memory", line);
    return Claim::yes;
  }
};

// AddressSanitizer and its family, and valgrind.
class SanitizerReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::sanitizer) | bit(Needle::error); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("==") || text.starts_with("**")) {
      if (valgrind(line, sink) == Claim::yes) return Claim::yes;
    }
    const bool report = contains(text, "ERROR: ") || contains(text, "WARNING: ") || text.starts_with("SUMMARY: ");
    if (contains(text, "Sanitizer") && (report || contains(text, "Sanitizer: reported "))) return found(line, sink);
    if (text.starts_with("WARNING: DATA RACE")) return found(line, sink);
    if (is_undefined_behaviour(text)) return found(line, sink);
    return Claim::no;
  }

 private:
  static Claim found(const Line& line, Sink& sink) {
    sink.signal(SignalKind::crash, Runner::process, "sanitizer", line);
    return Claim::yes;
  }

  // "a.c:3:5: runtime error: signed integer overflow"
  static bool is_undefined_behaviour(std::string_view text) {
    const size_t at = text.find(": runtime error: ");
    return at != std::string_view::npos && at > 2 && is_digit(text[at - 1]) &&
           text.substr(0, at).find(':') != std::string_view::npos;
  }

  // "==12== ERROR SUMMARY: 2 errors from 2 contexts (suppressed: 0 from 0)"
  static Claim valgrind(const Line& line, Sink& sink) {
    Cursor at(line.text);
    if (at.past("ERROR SUMMARY: ")) {
      const auto errors = at.number();
      if (!errors || !at.skip(" error")) return Claim::no;
      if (*errors > 0)
        sink.signal(SignalKind::crash, Runner::process, "valgrind", line);
      else
        sink.signal(SignalKind::pass, Runner::process, "valgrind-clean", line);
      return Claim::yes;
    }
    if (at.past("definitely lost: ")) {
      if (at.peek() != '0') sink.signal(SignalKind::warning, Runner::process, "leak", line);
      return Claim::yes;
    }
    // "==12== Memcheck, a memory error detector": whatever else valgrind says.
    at = Cursor(line.text.substr(2));
    return at.number() && at.skip("== ") ? Claim::yes : Claim::no;
  }
};

// Panics, tracebacks, uncaught exceptions and failed assertions.
class LastWordsReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::last_words) | bit(Needle::error) | bit(Needle::word); }

  Claim read(const Line& line, Sink& sink) override {
    if (in_traceback(line)) return Claim::yes;
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Exception ignored in") || text.starts_with("--- Logging error ---")) {
      m_ignored = line.number;
      return Claim::yes;
    }
    if (text.starts_with("Traceback (most recent call last):")) return traceback(line, sink);
    if (is_panic(text)) return last(line, sink, "panic");
    if (is_uncaught(text)) return last(line, sink, "uncaught");
    if (is_abort(text)) return last(line, sink, "abort");
    return Claim::no;
  }

 private:
  static Claim last(const Line& line, Sink& sink, std::string_view rule) {
    sink.signal(SignalKind::crash, Runner::process, rule, line);
    return Claim::yes;
  }

  // What Python prints while it shuts down, or while logging, ends nothing.
  Claim traceback(const Line& line, Sink& sink) {
    if (m_ignored == 0 || line.number > m_ignored + 2)
      sink.signal(SignalKind::crash, Runner::process, "traceback", line);
    m_traceback = line.number;
    m_indent = line.text.size() - trim_left(line.text).size();
    return Claim::yes;
  }

  // The frames, and "ValueError: bad input", the line that ends the traceback at its own depth.
  bool in_traceback(const Line& line) {
    if (m_traceback == 0 || line.number > m_traceback + 400) return false;
    Cursor at(line.text);
    at.spaces();
    const size_t indent = line.text.size() - at.rest().size();
    if (indent > m_indent) return true;
    if (indent < m_indent) return false;
    const auto name = at.take_while([](char c) { return is_word(c) || c == '.'; });
    if (name.empty() || (!at.done() && !at.skip(':'))) return false;
    const bool exception = name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Warning");
    m_traceback = 0;
    return exception;
  }

  static bool is_panic(std::string_view text) {
    if (text.starts_with("panic: ") || text.starts_with("fatal error: all goroutines are asleep")) return true;
    if (text.starts_with("fatal error: concurrent map")) return true;
    return text.starts_with("thread '") &&
           (contains(text, "' panicked") || contains(text, "has overflowed its stack") || contains(text, ") panicked"));
  }

  static bool is_uncaught(std::string_view text) {
    if (text.starts_with("Node.js v")) return text.size() < 40 && text.size() > 9 && is_digit(text[9]);
    return starts_with_any(
               text, {"Exception in thread \"", "Unhandled exception. ",
                      "Unhandled Exception: ", "PHP Fatal error: ", "PHP Parse error: ", "Errors parsing ",
                      "Fatal error: Uncaught ", "[UnhandledPromiseRejection", "error: Uncaught ",
                      "Uncaught exception: ", "** (EXIT from #PID", "libc++abi: terminating", "terminate called "}) ||
           contains(text, "triggerUncaughtException(") || is_ruby(text);
  }

  // "app.rb:1:in `load': boom (RuntimeError)"
  static bool is_ruby(std::string_view text) {
    if (!contains(text, ":in `") && !contains(text, ":in '")) return false;
    return text.ends_with("Error)") || text.ends_with("Exception)") || text.ends_with("Interrupt)");
  }

  // glibc's last words: "app: a.c:3: main: Assertion `x' failed."
  static bool is_abort(std::string_view text) {
    if (contains(text, ": Assertion `") && text.ends_with("' failed.")) return true;
    if (text.starts_with("*** Error in `") && text.ends_with(" ***")) return true;
    return starts_with_any(text, {"*** stack smashing detected", "double free or corruption",
                                  "free(): ", "malloc(): ", "munmap_chunk(): ", "corrupted size vs.",
                                  "malloc_consolidate(): ", "*** buffer overflow detected"}) ||
           contains(text, "A fatal error has been detected by the Java Runtime");
  }

  std::uint64_t m_ignored = 0;
  std::uint64_t m_traceback = 0;
  size_t m_indent = 0;
};

// Sentences that state the exit code of a process: "exited with code 2", "Process completed with
// exit code 1.", "exit status 1". Zero is a pass as far as an exit code goes: the judge takes it for
// evidence only where no runner said that nothing ran.
class ExitReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::exit); }

  Claim read(const Line& line, Sink& sink) override {
    const auto code = exit_code(trim(line.text));
    if (!code) return Claim::no;
    report(*code, line, sink);
    return Claim::yes;
  }

 private:
  static void report(std::uint64_t code, const Line& line, Sink& sink) {
    if (code == 0)
      sink.signal(SignalKind::pass, Runner::process, "exit", line);
    else if (code == 126 || code == 127)
      sink.signal(SignalKind::not_run, Runner::process, "not-started", line);
    else if (code >= 129 && code <= 159)
      sink.signal(SignalKind::crash, Runner::process, "signal", line);
    else
      sink.signal(SignalKind::failure, Runner::process, "exit", line);
  }

  static std::optional<std::uint64_t> exit_code(std::string_view text) {
    // Whole-line forms: "exit status 1", "Exit code: 2", "exit code 1", "EXIT=1".
    for (const std::string_view head : {"exit status", "exit code", "exitcode", "exit"}) {
      if (!istarts_with(text, head)) continue;
      Cursor at(text.substr(head.size()));
      const bool joined = at.skip(':') || at.skip('=');
      const bool spaced = at.spaces();
      if (!joined && !spaced) continue;
      const auto code = number(at);
      if (code && (at.done() || at.rest() == ".")) return code;
    }
    // Sentences: a verb in the past, then the code.
    for (const std::string_view verb :
         {"exited with", "completed with", "finished with", "failed with", "terminated with", "returned non-zero",
          "returned exit", "returned a non-zero",
          "did not complete successfully:", "exit successfully:", "exited:", "script returned", "exited"}) {
      size_t from = 0;
      while ((from = ifind(text, verb, from)) != std::string_view::npos) {
        from += verb.size();
        if (const auto code = code_after(text.substr(from))) return code;
      }
    }
    return std::nullopt;
  }

  // "exit code 2", "code '1'", "status 1", "non-zero exit code: 1", "(1)", "1"
  static std::optional<std::uint64_t> code_after(std::string_view text) {
    Cursor at(text);
    bool named = false;
    while (true) {
      at.spaces();
      if (at.iskip("a ") || at.iskip("an ") || at.iskip("non-zero ") || at.iskip("nonzero ")) continue;
      if (at.iskip("exit") || at.iskip("code") || at.iskip("status") || at.iskip("error")) {
        named = true;
        continue;
      }
      break;
    }
    const bool bracket = at.skip('(');
    at.skip(':');
    at.skip('=');
    at.spaces();
    if (bracket &&
        (at.iskip("exit status: ") || at.iskip("exit code: ") || at.iskip("exit code ") || at.iskip("code ")))
      named = true;
    const auto code = number(at);
    if (!code || (!named && !bracket && !at.done() && at.rest() != ".")) return std::nullopt;
    // "exited with 3 errors" counts things, "exited with code 3" does not
    if (is_word(at.peek())) return std::nullopt;
    if (!at.done() && at.peek() == ' ' && !named && !bracket) return std::nullopt;
    return code;
  }

  static std::optional<std::uint64_t> number(Cursor& at) {
    at.skip('\'');
    at.skip('"');
    const bool negative = at.skip('-');
    auto code = at.number();
    at.skip('\'');
    at.skip('"');
    if (code && negative) code = 1;
    return code;
  }
};

}  // namespace

ReaderPtr make_signals() { return std::make_unique<SignalReader>(); }
ReaderPtr make_memory() { return std::make_unique<MemoryReader>(); }
ReaderPtr make_sanitizers() { return std::make_unique<SanitizerReader>(); }
ReaderPtr make_last_words() { return std::make_unique<LastWordsReader>(); }
ReaderPtr make_exits() { return std::make_unique<ExitReader>(); }

}  // namespace assay::logs
