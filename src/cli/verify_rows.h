// A verification while it runs. On a terminal: one row per check with a spinner, its time and its
// latest line, redrawn in place. Elsewhere (CI, a pipe): a plain line when a check starts and ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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

  Row* find(const model::CheckId& id);
  void say(const std::string& line);
  void spin();
  std::string drawn() const;
  void erase();

  Style m_style;
  Terminal m_terminal;
  std::mutex m_mutex;
  std::condition_variable m_stop;
  bool m_done = false;
  std::string m_stage;
  std::vector<std::pair<std::string, Row>> m_rows;
  size_t m_lines = 0;  // on the screen now
  unsigned m_tick = 0;
  std::thread m_spinner;
};

std::uint64_t ms_since(std::chrono::steady_clock::time_point began);
std::string_view spinner(unsigned tick);  // the picture of that turn

}  // namespace assay::cli
