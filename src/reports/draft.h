// A report while it is being read. The readers hand over what they find; bounds, clean text, counting and what happens
// to a test with several results are decided here, once for all formats.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "reports/report.h"

namespace assay::reports {

// What is read of a text at most, before it is cut to its bound.
constexpr std::size_t k_most_text_read = 16 * 1024;

// Seconds that can be true; anything else is 0.
double plausible_seconds(double seconds);
double parse_seconds(std::string_view text);  // "0.25", "1,204.5"

class Draft {
 public:
  explicit Draft(logs::Runner runner) { m_report.runner = runner; }

  // What a runner says of a result that it already plans to replace.
  enum class Retry : std::uint8_t { no, follows };

  logs::Runner runner() const { return m_report.runner; }
  void set_runner(logs::Runner runner) { m_report.runner = runner; }
  void add(ReportedTest test, Retry retry = Retry::no);
  void add_flaky(ReportedTest test);  // it passed, after it had failed
  void collect(ReportedTest test);
  void deselect(std::uint64_t count) { m_report.deselected = m_report.deselected.value_or(0) + count; }
  void narrow(std::uint64_t count) { m_report.collected = m_report.collected.value_or(0) + count; }
  void begin() { ++m_report.runs; }
  void set_narrowed() { m_report.narrowed = true; }
  void load(std::string_view file);
  void patch(std::string_view file);
  void exit(std::int64_t status);
  void absorb(Report more);  // all of another report

  // Of many problems the first few are kept.
  void note(std::string_view problem);
  void break_off(std::string_view problem);  // the same, and the report did not come to its end
  void unfinished() { m_report.finished = false; }
  // So much of it was broken that the rest is not worth the time.
  bool is_hopeless() const { return m_problems > k_most_broken; }

  Report take();

 private:
  static constexpr std::size_t k_most_broken = 100;

  struct State {
    bool retry_follows = false;
    bool failed_before = false;
  };
  static std::string key_of(const ReportedTest& test);
  void add_again(std::size_t at, ReportedTest test, bool retry_follows);

  Report m_report;
  std::vector<State> m_states;  // of the tests
  std::unordered_map<std::string, std::size_t> m_places;
  std::unordered_set<std::string> m_collected;
  std::unordered_set<std::string> m_loaded, m_patched;
  std::size_t m_problems = 0;
  bool m_is_full = false;
  std::size_t m_absorbed = 0;
};

}  // namespace assay::reports
