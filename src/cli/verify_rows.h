// A verification while it runs. On a terminal: one row per check with a spinner, its time and its
// latest line, redrawn in place. Elsewhere (CI, a pipe): a plain line when a check starts and ends.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/terminal.h"
#include "engine/verify/verify.h"

namespace assay::cli {

class VerifyRows final : public engine::VerifyEvents {
 public:
  enum class Style { silent, lines, rows };
  VerifyRows(Style style, Terminal terminal);  // writes to standard error
  ~VerifyRows() override;
  VerifyRows(const VerifyRows&) = delete;
  VerifyRows& operator=(const VerifyRows&) = delete;

  void stage(std::string_view text) override;
  void planned(const std::vector<model::AcceptanceCheck>& checks) override;
  void started(const model::CheckId& id) override;
  void line(const model::CheckId& id, std::string_view text) override;
  void finished(const model::VerifiedCheck& check) override;

  // Takes the rows away, so that the final table stands alone.
  void clear();

 private:
  using Instant = std::chrono::steady_clock::time_point;
  struct Row {
    std::string title;
    std::string latest;
    enum class At { waiting, running, done } at = At::waiting;
    Instant began;
    model::ReportedStatus status = model::ReportedStatus::pending;
    std::string took;
  };

  Row* find(const model::CheckId& id) REQUIRES(m_mutex);
  void print_line(const std::string& line) REQUIRES(m_mutex);
  void spin();
  bool ends_before(Instant time) REQUIRES(m_mutex);
  void draw() REQUIRES(m_mutex);
  std::string drawn() const REQUIRES(m_mutex);
  void erase() REQUIRES(m_mutex);

  Style m_style;
  Terminal m_terminal;
  Mutex m_mutex;
  ConditionVariable m_stop;
  bool m_done GUARDED_BY(m_mutex) = false;
  std::string m_stage GUARDED_BY(m_mutex);
  std::vector<std::pair<std::string, Row>> m_rows GUARDED_BY(m_mutex);
  size_t m_lines GUARDED_BY(m_mutex) = 0;  // on the screen now
  unsigned m_tick GUARDED_BY(m_mutex) = 0;
  std::thread m_spinner;
};

std::uint64_t ms_since(std::chrono::steady_clock::time_point began);
std::string_view spinner(unsigned tick);  // the picture of that turn

}  // namespace assay::cli
