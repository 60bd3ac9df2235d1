// make, ninja and cmake.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// What make and shells call a process that a signal ended.
bool says_signal(std::string_view text) {
  constexpr std::string_view k_signals[] = {
      "Segmentation fault",      "Killed", "Aborted", "Bus error", "core dumped", "Illegal instruction",
      "Floating point exception"};
  for (const auto s : k_signals)
    if (contains(text, s)) return true;
  return false;
}

class MakeReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::make) | bit(Needle::warn); }

  Claim read(const Line& line, Sink& sink) override {
    Cursor at(line.text);
    if (!skip_name(at)) return makefile(line, sink);
    if (at.rest().ends_with("(ignored)")) return Claim::yes;
    if (at.skip("*** ")) return stopped(at.rest(), line, sink);
    if (line.text.starts_with("make: ") && left_tests_alone(at.rest()))
      sink.signal(SignalKind::zero_tests, Runner::make, "zero-tests", line);
    if (could_not_start(at.rest())) sink.signal(SignalKind::not_run, Runner::make, "not-run", line);
    return Claim::yes;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  // "make: ", "make[2]: ", "gmake: ", "/usr/bin/make: "
  static bool skip_name(Cursor& at) {
    const std::string_view text = at.rest();
    const size_t colon = text.find(": ");
    if (colon > 64) return false;  // far off, or none
    std::string_view name = text.substr(0, colon);
    if (name.ends_with(']')) name = name.substr(0, name.rfind('['));
    if (const size_t slash = name.find_last_of("/\\"); slash != std::string_view::npos) name = name.substr(slash + 1);
    if (name.ends_with(".exe")) name.remove_suffix(4);
    if (name != "make" && name != "gmake" && name != "mingw32-make") return false;
    at.advance(colon + 2);
    return true;
  }

  Claim stopped(std::string_view why, const Line& line, Sink& sink) {
    if (why.starts_with("Waiting for unfinished")) return Claim::yes;
    if (why.starts_with("No rule to make target") && !contains(why, "needed by")) {
      sink.signal(SignalKind::not_run, Runner::make, "not-run", line);
    } else if (says_signal(why)) {
      sink.signal(SignalKind::crash, Runner::make, "crashed", line);
    } else {
      m_complaints.error(Runner::make, line, sink, {}, "failed");
    }
    return Claim::yes;
  }

  // "'test' is up to date.": a file or folder of that name stands where the target was meant to be run
  // always. "Nothing to be done for 'test'.": a target without a recipe. Of a build both are no news, and
  // so they are in the folders of a recursive make.
  static bool left_tests_alone(std::string_view text) {
    if (text.ends_with(" is up to date."))
      text.remove_suffix(std::string_view(" is up to date.").size());
    else if (text.starts_with("Nothing to be done for ") && text.ends_with('.'))
      text = text.substr(std::string_view("Nothing to be done for ").size(), text.size() - 24);
    else
      return false;
    if (text.size() < 3 || text.back() != '\'' || (text.front() != '\'' && text.front() != '`')) return false;
    const auto target = text.substr(1, text.size() - 2);
    return target == "test" || target == "tests" || target == "check";
  }

  // "make: jest: No such file or directory": make starts simple commands without a shell.
  static bool could_not_start(std::string_view text) {
    return text.ends_with(": No such file or directory") || text.ends_with(": Command not found") ||
           text.ends_with(": Permission denied");
  }

  // "Makefile:3: *** missing separator.  Stop."; "Makefile:9: warning: overriding recipe ..."
  Claim makefile(const Line& line, Sink& sink) {
    const auto place = read_location(line.text);
    if (!place) return Claim::no;
    if (place->rest.starts_with("*** ")) {
      m_complaints.error(Runner::make, line, sink, place->file, "failed");
      return Claim::yes;
    }
    const std::string_view ext = extension(place->file);
    const bool ours = ext == "mk" || place->file.ends_with("akefile");
    return ours && place->rest.starts_with("warning: ") ? Claim::yes : Claim::no;
  }

  Complaints m_complaints;
};

class NinjaReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::ninja) | bit(Needle::fail); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("ninja: ")) {
      const bool bad = contains(text, "build stopped") || contains(text, "error:") || contains(text, "fatal:");
      if (bad) m_complaints.error(Runner::ninja, line, sink, {}, "failed");
      return Claim::yes;
    }
    if (text.starts_with("FAILED: ")) return edge(line, sink);
    return linked(line, sink);
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  // "FAILED: src/a.o", "FAILED: [code=1] src/a.o": the outputs that could not be made.
  Claim edge(const Line& line, Sink& sink) {
    Cursor at(line.text);
    at.skip("FAILED: ");
    if (at.skip("[code=")) at.past("] ");
    const std::string_view output = at.take_while([](char c) { return c != ' '; });
    if (output.find_first_of("./") == std::string_view::npos) return Claim::no;
    m_complaints.error(Runner::ninja, line, sink, output, "failed");
    return Claim::yes;
  }

  // "[12/12] Linking CXX executable app": the last step of the build.
  static Claim linked(const Line& line, Sink& sink) {
    Cursor at(line.text);
    if (!at.skip('[')) return Claim::no;
    const auto done = at.number();
    if (!done || !at.skip('/')) return Claim::no;
    const auto all = at.number();
    if (!all || !at.skip("] Linking ")) return Claim::no;
    if (done == all) sink.signal(SignalKind::pass, Runner::ninja, "passed", line);
    return Claim::yes;
  }

  Complaints m_complaints;
};

class CmakeReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override {
    return bit(Needle::cmake) | bit(Needle::error) | bit(Needle::warn) | bit(Needle::fail);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("CMake Error") || text.starts_with("CMake Generate step failed")) {
      m_complaints.error(Runner::cmake, line, sink, {});
    } else if (text.starts_with("CMake Warning")) {
      m_complaints.warning(Runner::cmake, line, sink);
    } else if (text.starts_with("-- Configuring incomplete")) {
      m_complaints.error(Runner::cmake, line, sink, {}, "failed");
    } else if (text.starts_with("[100%] Built target ")) {
      if (!m_built) sink.signal(SignalKind::pass, Runner::cmake, "passed", line);
      m_built = true;
    } else if (!text.starts_with("CMake Deprecation")) {
      return Claim::no;
    }
    return Claim::yes;
  }
  void end(Sink& sink) override { m_complaints.end(sink); }

 private:
  Complaints m_complaints;
  bool m_built = false;
};

}  // namespace

ReaderPtr make_make() { return std::make_unique<MakeReader>(); }
ReaderPtr make_ninja() { return std::make_unique<NinjaReader>(); }
ReaderPtr make_cmake() { return std::make_unique<CmakeReader>(); }

}  // namespace assay::logs
