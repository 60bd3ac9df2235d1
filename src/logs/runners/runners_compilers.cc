// Compilers. Most of them point at a place in the one form that gcc made common; the extension of
// the file tells whose it is. rustc and go have forms of their own.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

Runner compiler_of(const Diagnostic& d) {
  if (d.line == 0) return Runner::compiler_c;
  const std::string_view ext = extension(d.file);
  if (is_one_of(ext, {"c",  "cc", "cpp", "cxx", "c++", "C",   "h",   "hh",   "hpp", "hxx", "m", "mm",
                      "cu", "s",  "S",   "ipp", "inl", "tcc", "ixx", "cppm", "f",   "f90", "o", "a"}))
    return Runner::compiler_c;
  if (is_one_of(ext, {"java", "kt", "kts", "scala", "groovy"})) return Runner::javac;
  if (is_one_of(ext, {"cs", "vb", "fs", "csproj", "fsproj", "vbproj", "sln", "targets", "props", "razor"}))
    return Runner::dotnet;
  if (ext == "rs") return Runner::rustc;
  if (ext == "go") return d.column != 0 ? Runner::go_build : Runner::loose;
  if (ext == "swift") return Runner::swift_test;
  return Runner::loose;
}

// gcc, clang, linkers, javac, and whatever else points at a place the same way.
class CompilerReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override {
    return bit(Needle::error) | bit(Needle::warn) | bit(Needle::linker) | bit(Needle::foreign);
  }

  Claim read(const Line& line, Sink& sink) override {
    if (const auto d = read_diagnostic(line.text)) return diagnostic(*d, line, sink);
    if (line.has(Needle::linker)) return linker(line, sink);
    if (generated(line, sink) || java_total(line)) return Claim::yes;
    if (line.text.starts_with("error: ") && m_complaints.seen(Runner::javac)) {
      m_complaints.error(Runner::javac, line, sink, {});
      return Claim::yes;
    }
    if (contains(line.text, "warnings being treated as errors")) {
      m_complaints.error(Runner::compiler_c, line, sink, {});
      return Claim::yes;
    }
    return Claim::no;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  Claim diagnostic(const Diagnostic& d, const Line& line, Sink& sink) {
    const Runner runner = compiler_of(d);
    if (d.severity == Severity::error)
      m_complaints.error(runner, line, sink, d.file, runner == Runner::loose ? "log.diagnostic.error" : "error");
    else if (d.severity == Severity::warning)
      m_complaints.warning(runner, line, sink);
    return Claim::yes;
  }

  Claim linker(const Line& line, Sink& sink) {
    m_complaints.error(Runner::compiler_c, line, sink, {}, "link");
    return Claim::yes;
  }

  // clang's "2 warnings and 1 error generated."; counts that no line explained are taken from it.
  bool generated(const Line& line, Sink& sink) {
    const std::string_view text = trim_right(line.text);
    if (text.empty() || !is_digit(text.front()) || !text.ends_with(" generated.")) return false;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (n == 0) return;
      if (what.starts_with("error") && m_complaints.errors(Runner::compiler_c) == 0)
        m_complaints.error(Runner::compiler_c, line, sink, {});
      if (what.starts_with("warning") && m_complaints.warnings(Runner::compiler_c) == 0)
        m_complaints.warning(Runner::compiler_c, line, sink, n);
    });
    return true;
  }

  // javac ends with "2 errors" and "1 warning", which add nothing to lines already read.
  bool java_total(const Line& line) {
    if (!m_complaints.seen(Runner::javac)) return false;
    Cursor at(line.text);
    if (!at.number() || !at.skip(' ')) return false;
    return is_one_of(at.rest(), {"error", "errors", "warning", "warnings"});
  }

  Complaints m_complaints;
};

// rustc and clippy, alone or under cargo.
class RustReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::error) | bit(Needle::warn) | bit(Needle::cargo); }

  Claim read(const Line& line, Sink& sink) override {
    if (line.has(Needle::cargo)) {
      m_rust = true;
      if (contains(line.text, "clippy::") || contains(line.text, "rust-clippy")) m_clippy = true;
      if (finished(line, sink)) return Claim::yes;
      if (line.text.find("Compiling ") != std::string_view::npos ||
          line.text.find("Checking ") != std::string_view::npos)
        return Claim::yes;
      if (contains(line.text, "#[warn(") || contains(line.text, "#[deny(")) return Claim::yes;
    }
    if (line.text.starts_with("error")) return error(line, sink);
    if (line.text.starts_with("warning")) return warning(line, sink);
    return Claim::no;
  }
  void end(Sink& sink) override {
    if (m_clippy) m_complaints.rename(Runner::rustc, Runner::clippy);
    m_complaints.end(sink);
  }

 private:
  // The `test` profile is the first half of `cargo test`: no proof of anything by itself.
  bool finished(const Line& line, Sink& sink) {
    Cursor at(trim_left(line.text));
    if (!at.skip("Finished ")) return false;
    at.skip('`');
    const std::string_view profile = at.word();
    if (profile != "test" && profile != "bench")
      sink.signal(SignalKind::pass, m_clippy ? Runner::clippy : Runner::rustc, "passed", line);
    return true;
  }

  Claim error(const Line& line, Sink& sink) {
    const std::string_view text = line.text;
    const bool coded = text.starts_with("error[E");
    if (!coded && !text.starts_with("error: ")) return Claim::no;
    const std::string_view message = text.substr(7);
    // These belong to cargo test and to the readers of process ends.
    if (contains(message, "test failed") || contains(message, "doctest failed") || contains(message, "target failed") ||
        contains(message, "targets failed") || message.starts_with("process didn't exit"))
      return Claim::no;
    const bool closing = message.starts_with("could not compile") || message.starts_with("aborting due to") ||
                         message.starts_with("build failed");
    if (closing) {
      if (m_complaints.errors(Runner::rustc) == 0) m_complaints.error(Runner::rustc, line, sink, {});
      return Claim::yes;
    }
    if (message.starts_with("no such command") || message.starts_with("no such subcommand")) {
      sink.signal(SignalKind::not_run, Runner::rustc, "not-run", line);
      return Claim::yes;
    }
    if (!coded && !m_rust) return Claim::no;
    m_complaints.error(Runner::rustc, line, sink, {});
    return Claim::yes;
  }

  Claim warning(const Line& line, Sink& sink) {
    const std::string_view text = line.text;
    if (!text.starts_with("warning: ")) return Claim::no;
    const bool quoted = text.find('`') != std::string_view::npos;
    const bool emitted = text.ends_with(" emitted");
    if (!m_rust && !quoted && !emitted) return Claim::no;
    const bool total = emitted || contains(text, " generated ");
    if (!total) {
      m_complaints.warning(Runner::rustc, line, sink);
    } else if (m_complaints.warnings(Runner::rustc) == 0) {
      each_count(text, [&](std::uint64_t n, std::string_view what) {
        if (what.starts_with("warning")) m_complaints.warning(Runner::rustc, line, sink, n);
      });
    }
    return Claim::yes;
  }

  Complaints m_complaints;
  bool m_rust = false;
  bool m_clippy = false;
};

// go build, go vet and golangci-lint: "./main.go:3:5: undefined: x".
class GoBuildReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override {
    return bit(Needle::go_place) | bit(Needle::error) | bit(Needle::word) | bit(Needle::not_found);
  }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = line.text;
    if (text.starts_with("go: ")) return tool(line, sink);
    if (const auto n = issues(text)) return total(*n, line, sink);
    if (text.starts_with("vet: ")) text = text.substr(5);
    const auto place = read_location(text);
    if (!place || extension(place->file) != "go") return Claim::no;
    if (place->column == 0) return Claim::no;  // the output of a test or a logger
    const Runner runner = is_linter_suffix(place->rest) ? Runner::golangci : Runner::go_build;
    m_complaints.error(runner, line, sink, place->file);
    return Claim::yes;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  // "ineffectual assignment to x (ineffassign)"
  static bool is_linter_suffix(std::string_view message) {
    if (!message.ends_with(')')) return false;
    const size_t open = message.rfind('(');
    if (open == std::string_view::npos || open == 0 || message[open - 1] != ' ') return false;
    const std::string_view linter = message.substr(open + 1, message.size() - open - 2);
    if (linter.size() < 3) return false;
    for (const char c : linter)
      if (!is_lower(c) && !is_digit(c) && c != '-' && c != '_') return false;
    return true;
  }

  // "0 issues." and "3 issues:"
  static std::optional<std::uint64_t> issues(std::string_view text) {
    Cursor at(text);
    const auto n = at.number();
    if (!n || !at.skip(" issue")) return std::nullopt;
    at.skip('s');
    if (at.rest() != "." && at.rest() != ":") return std::nullopt;
    return n;
  }

  Claim total(std::uint64_t n, const Line& line, Sink& sink) {
    sink.summary(Runner::golangci, line, {.errors = n});
    m_complaints.settle(Runner::golangci);
    return Claim::yes;
  }

  Claim tool(const Line& line, Sink& sink) {
    constexpr std::string_view k_bad[] = {
        "cannot find",        "no such",  "requires go", "updates to go.mod",      "missing go.sum",
        "no required module", "unknown ", "not found",   "inconsistent vendoring", "error"};
    if (line.text.starts_with("go: downloading") || line.text.starts_with("go: finding")) return Claim::yes;
    for (const auto bad : k_bad) {
      if (!contains(line.text, bad)) continue;
      m_complaints.error(Runner::go_build, line, sink, {});
      break;
    }
    return Claim::yes;
  }

  Complaints m_complaints;
};

}  // namespace

ReaderPtr make_compilers() { return std::make_unique<CompilerReader>(); }
ReaderPtr make_rust() { return std::make_unique<RustReader>(); }
ReaderPtr make_go_build() { return std::make_unique<GoBuildReader>(); }

}  // namespace assay::logs
