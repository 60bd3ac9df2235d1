// Our own format, written by our hooks in the runner's process: a JSON object a line, appended as things happen. A run
// that is killed leaves the lines up to then, and no "end". Several processes of one run may write to one file.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "reports/json_parts.h"
#include "reports/lines.h"
#include "reports/readers.h"

namespace assay::reports {

namespace {

class EventsReader {
 public:
  explicit EventsReader(Draft& draft) : m_draft(draft) {}

  void read_line(std::string_view line, std::uint64_t number) {
    if (is_blank(line)) return;
    m_where = cat("line ", number);
    m_bytes = line.size() + 1;
    const auto event = parse_object(line, m_where);
    if (!event) return m_draft.break_off(event.error().message);
    read_event(*event, text_at(*event, "event"));
  }

  void finish() {
    if (m_begun == 0) m_draft.break_off("no runner said that it began");
    if (m_ended < m_begun) m_draft.unfinished();
    const bool all_narrowed =
        std::includes(m_narrowed_runs.begin(), m_narrowed_runs.end(), m_begun_runs.begin(), m_begun_runs.end());
    if (m_begun > 0 && all_narrowed) m_draft.set_narrowed();
  }

 private:
  // Lines and bytes of one run: its end says how many there are.
  struct Written {
    std::int64_t lines = 0, bytes = 0;
  };

  void read_event(const json::object& event, std::string_view kind) {
    if (kind == "end") compare_with_written(event);
    auto& written = m_written[text_at(event, "run")];
    ++written.lines;
    written.bytes += static_cast<std::int64_t>(m_bytes);
    if (kind == "begin") begin(event);
    if (kind == "end") end(event);
    if (kind == "loaded") m_draft.load(text_at(event, "file"));
    if (kind == "patched") m_draft.patch(text_at(event, "file"));
    if (kind == "collected") m_draft.collect(test_of(event));
    if (kind == "deselected") deselected(event);
    if (kind == "narrowed") narrowed(event);
    if (kind == "test") test(event);
  }

  // Whatever runs in the tests can find the file and write to it.
  void compare_with_written(const json::object& event) {
    const auto lines = integer_at(event, "lines"), bytes = integer_at(event, "bytes");
    const auto& found = m_written[text_at(event, "run")];
    if (lines && *lines != found.lines) {
      m_draft.note(cat(m_where, ": ", found.lines, " lines of the run are there, the runner wrote ", *lines));
    } else if (bytes && *bytes != found.bytes) {
      m_draft.note(cat(m_where, ": what the runner wrote was changed"));
    }
  }

  void begin(const json::object& event) {
    ++m_begun;
    m_draft.begin();
    m_begun_runs.insert(text_at(event, "run"));
    if (m_draft.runner() == logs::Runner::loose) m_draft.set_runner(runner_of(text_at(event, "runner")));
  }

  void end(const json::object& event) {
    ++m_ended;
    if (const auto status = integer_at(event, "exit")) m_draft.exit(*status);
  }

  void deselected(const json::object& event) {
    const auto count = integer_at(event, "count");
    if (!count || *count < 0) return m_draft.note(cat(m_where, ": the count of deselected tests is not a number"));
    m_draft.deselect(static_cast<std::uint64_t>(*count));
  }

  // A run was narrowed to what was selected: so many tests, where that can be told.
  void narrowed(const json::object& event) {
    const auto count = integer_at(event, "count");
    if (count && *count < 0) return m_draft.note(cat(m_where, ": the count of selected tests is not a number"));
    m_narrowed_runs.insert(text_at(event, "run"));
    if (count) m_draft.narrow(static_cast<std::uint64_t>(*count));
  }

  void test(const json::object& event) {
    // What is written when nothing runs was not written by the runner.
    const bool is_of_run = m_begun > m_ended && m_begun_runs.contains(text_at(event, "run"));
    if (!is_of_run) m_draft.note(cat(m_where, ": a test is reported outside of a run"));
    ReportedTest test = test_of(event);
    const auto outcome = outcome_of(text_at(event, "outcome"));
    if (test.name.empty() || !outcome) return m_draft.break_off(cat(m_where, ": a test without a name or an outcome"));
    test.outcome = *outcome;
    test.seconds = number_at(event, "seconds");
    test.message = text_at(event, "message");
    test.failure = failure_of(text_at(event, "failure"));
    const auto* retry = event.if_contains("retry");
    const bool follows = retry != nullptr && retry->is_bool() && retry->get_bool();
    m_draft.add(std::move(test), follows ? Draft::Retry::follows : Draft::Retry::no);
  }

  static ReportedTest test_of(const json::object& event) {
    ReportedTest test;
    test.name = text_at(event, "name");
    test.file = text_at(event, "file");
    test.suite = text_at(event, "suite");
    return test;
  }

  static std::optional<logs::Outcome> outcome_of(std::string_view word) {
    if (word == "passed") return logs::Outcome::passed;
    if (word == "failed") return logs::Outcome::failed;
    if (word == "skipped") return logs::Outcome::skipped;
    return std::nullopt;
  }

  static Failure failure_of(std::string_view word) {
    if (word == "assertion") return Failure::assertion;
    return word == "error" ? Failure::error : Failure::unknown;
  }

  static logs::Runner runner_of(std::string_view id) {
    for (int i = 0; i < static_cast<int>(logs::Runner::count_); ++i) {
      const auto runner = static_cast<logs::Runner>(i);
      if (logs::id(runner) == id) return runner;
    }
    return logs::Runner::loose;
  }

  Draft& m_draft;
  std::string m_where;
  std::uint64_t m_begun = 0, m_ended = 0;
  std::size_t m_bytes = 0;  // of the line
  std::map<std::string, Written> m_written;
  std::set<std::string> m_begun_runs, m_narrowed_runs;
};

}  // namespace

void read_events(std::string_view text, Draft& draft) {
  EventsReader reader(draft);
  for_each_line(text, draft, [&](std::string_view line, std::uint64_t number) { reader.read_line(line, number); });
  reader.finish();
}

}  // namespace assay::reports
