// Work while it is done. On a terminal: a row per job in hand with its time and latest words, redrawn in
// place below the lines of what has ended. Elsewhere: a line when something starts and ends.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/terminal.h"
#include "engine/work/worker.h"
#include "store/jobs.h"

namespace assay::cli {

class RunRows final : public engine::WorkerEvents {
 public:
  enum class Style { silent, lines, rows };
  RunRows(Style style, Terminal terminal) : m_style(style), m_terminal(terminal) {}  // writes to standard error
  ~RunRows() override { clear(); }
  RunRows(const RunRows&) = delete;
  RunRows& operator=(const RunRows&) = delete;

  void started(const store::Claim& claim) override;
  void progress(const store::Claim& claim, std::string_view words) override;
  void stalled(const store::Claim& claim) override;
  void finished(const store::Claim& claim, const store::JobFinish& finish) override;
  void lost(const store::Claim& claim) override;
  void failed(const store::Claim& claim, const Error& error) override;

  void draw();   // the rows anew
  void clear();  // takes them away
  void print_line(const std::string& line);

 private:
  struct Row {
    std::int64_t job = 0;
    std::string title;
    std::string words;
    std::chrono::steady_clock::time_point began;
  };
  void drop(const store::Claim& claim);
  std::string took(const store::Claim& claim) const;

  Style m_style;
  Terminal m_terminal;
  std::vector<Row> m_rows;
  size_t m_lines = 0;  // on the screen now
  unsigned m_tick = 0;
};

// On a terminal rows, in a pipe or in CI lines.
RunRows::Style run_style();

}  // namespace assay::cli
