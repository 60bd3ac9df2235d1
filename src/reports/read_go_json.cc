// What `go test -json` writes: an event a line, one stream for all packages, mixed with plain lines of go itself. Go
// takes the results from what the test program prints, so a test can print results of tests that do not exist, and one
// that ends the process leaves no result. Therefore a test passed only if it was seen to begin, one that began and has
// no end failed, and a package that fails without a failed test is a failed test itself.
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/json_parts.h"
#include "reports/lines.h"
#include "reports/readers.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_most_output = 4'000;  // of a test or a package

// t.Error and t.Fatal only print; a panic, a time-out and a program that dies say so.
Failure failure_of_output(std::string_view output) {
  const bool ended = contains_any(output, {"panic: ", "fatal error: ", "test timed out", "signal: "});
  return ended ? Failure::error : Failure::assertion;
}

void append_bounded(std::string& to, std::string_view more) {
  if (to.size() < k_most_output) to.append(more.substr(0, k_most_output - to.size()));
}

// "=== RUN   TestA" and "--- FAIL: TestA (0.00s)": said by the event itself.
bool is_frame(std::string_view output) {
  const std::string_view text = trim_left(output);
  return starts_with_any(
      text, {"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME ", "--- PASS: ", "--- FAIL: ", "--- SKIP: "});
}

class GoReader {
 public:
  explicit GoReader(Draft& draft) : m_draft(draft) {}

  void read_line(std::string_view line, std::uint64_t number) {
    if (line.starts_with("FAIL\t")) return failed_build_line(line.substr(5));
    if (!starts_with_any(line, {"{\"Time\":", "{\"Action\":", "{\"ImportPath\":"})) return;
    const auto event = parse_object(line, cat("line ", number));
    if (!event) return m_draft.break_off(event.error().message);
    read_event(*event);
  }

  void finish() {
    if (!m_seen) m_draft.break_off("it has no event of go test");
    for (auto& [path, package] : m_packages) {
      m_draft.break_off(cat(path, " did not come to its end"));
      fail_unended(path, package);
    }
    for (auto& [path, output] : m_builds) fail(path, "[build failed]", output, 0);
  }

 private:
  struct Package {
    std::map<std::string, std::string> running{};       // test and its output
    std::vector<std::string> failed_without_running{};  // printed by a test, or lost their beginning
    std::string output{};
    bool has_failed_test = false;
  };

  void read_event(const json::object& event) {
    const std::string action = text_at(event, "Action");
    const std::string path = text_at(event, "Package");
    m_seen = true;
    if (action == "build-output") append_bounded(m_builds[text_at(event, "ImportPath")], text_at(event, "Output"));
    if (path.empty()) return;
    const std::string test = text_at(event, "Test");
    if (test.empty())
      package_event(event, action, path);
    else if (!test.starts_with("Benchmark") || action == "fail")
      test_event(event, action, path, test);
  }

  void test_event(const json::object& event, std::string_view action, const std::string& path,
                  const std::string& test) {
    Package& package = m_packages[path];
    if (action == "run") return void(package.running.insert_or_assign(test, std::string()));
    const auto began = package.running.find(test);
    if (action == "output") {
      const std::string output = text_at(event, "Output");
      if (began != package.running.end() && !is_frame(output)) append_bounded(began->second, output);
      return;
    }
    const bool failed = action == "fail";
    if (!failed && action != "pass" && action != "skip") return;
    if (began == package.running.end()) return ended_without_beginning(package, failed, path, test);
    package.has_failed_test = package.has_failed_test || failed;
    const auto failure = failed ? failure_of_output(began->second) : Failure::unknown;
    m_draft.add({.name = test,
                 .suite = path,
                 .outcome = failed             ? logs::Outcome::failed
                            : action == "pass" ? logs::Outcome::passed
                                               : logs::Outcome::skipped,
                 .seconds = number_at(event, "Elapsed"),
                 .message = std::move(began->second),
                 .failure = failure});
    package.running.erase(began);
  }

  // A failure may only be printed text, too: the end of the package tells.
  void ended_without_beginning(Package& package, bool failed, const std::string& path, const std::string& test) {
    if (failed)
      package.failed_without_running.push_back(test);
    else
      m_draft.note(cat(path, ": ", excerpt(test, 100), " ended without having begun"));
  }

  void package_event(const json::object& event, std::string_view action, const std::string& path) {
    if (action == "output") return append_bounded(m_packages[path].output, text_at(event, "Output"));
    if (action == "start") return void(m_packages[path]);
    if (action != "pass" && action != "fail" && action != "skip") return;
    Package package = std::move(m_packages[path]);
    m_packages.erase(path);
    if (action == "fail")
      end_failed(event, path, package);
    else
      fail_running(path, package);
  }

  void end_failed(const json::object& event, const std::string& path, Package& package) {
    fail_unended(path, package);
    const std::string build = text_at(event, "FailedBuild");
    std::string built = std::move(m_builds[build]);
    m_builds.erase(build);
    if (package.has_failed_test) return;
    const bool not_built = !build.empty() || contains(package.output, "[build failed]");
    const bool not_set_up = contains(package.output, "[setup failed]");
    fail(path,
         not_built    ? "[build failed]"
         : not_set_up ? "[setup failed]"
                      : "[failed]",
         cat(built, package.output), number_at(event, "Elapsed"));
  }

  void fail_unended(const std::string& path, Package& package) {
    for (const std::string& test : package.failed_without_running) {
      fail(path, test, "", 0);
      package.has_failed_test = true;
    }
    fail_running(path, package);
  }

  void fail_running(const std::string& path, Package& package) {
    for (const auto& [test, output] : package.running) {
      fail(path, test, cat("it began and did not end\n", output), 0);
      package.has_failed_test = true;
    }
  }

  // Before Go 1.24 a package that does not compile is a plain line: "FAIL\texample.com/a [build failed]".
  void failed_build_line(std::string_view rest) {
    rest = trim_right(rest);
    for (const std::string_view what : {"[build failed]", "[setup failed]"}) {
      if (!rest.ends_with(what)) continue;
      m_seen = true;
      fail(std::string(trim(rest.substr(0, rest.size() - what.size()))), what, "", 0);
    }
  }

  void fail(const std::string& path, std::string_view test, std::string_view message, double seconds) {
    m_draft.add({.name = std::string(test),
                 .suite = path,
                 .outcome = logs::Outcome::failed,
                 .seconds = seconds,
                 .message = std::string(message),
                 .failure = Failure::error});
  }

  Draft& m_draft;
  std::map<std::string, Package> m_packages;    // that have not ended
  std::map<std::string, std::string> m_builds;  // what the compiler said, by import path
  bool m_seen = false;
};

}  // namespace

void read_go_json(std::string_view text, Draft& draft) {
  GoReader reader(draft);
  for_each_line(text, draft, [&](std::string_view line, std::uint64_t number) { reader.read_line(line, number); });
  reader.finish();
}

}  // namespace assay::reports
