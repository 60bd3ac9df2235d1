#include "cli/verify_rows.h"

#include <algorithm>
#include <cstdio>

#include "base/printable.h"
#include "base/text.h"
#include "ops/verification_text.h"

namespace assay::cli {

using model::ReportedStatus;

namespace {

constexpr std::string_view k_spinner[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
constexpr auto k_tick = std::chrono::milliseconds(100);
constexpr size_t k_check_rows_most = 20;

std::string painted(const Terminal& terminal, ReportedStatus status) {
  const auto cell = ops::status_cell(status);
  return terminal.paint(cell.colour, cell.text);
}

}  // namespace

std::uint64_t ms_since(std::chrono::steady_clock::time_point began) {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(duration_cast<milliseconds>(steady_clock::now() - began).count());
}

std::string_view spinner(unsigned tick) { return k_spinner[tick % std::size(k_spinner)]; }

VerifyRows::VerifyRows(Style style, Terminal terminal) : m_style(style), m_terminal(terminal) {
  if (m_style == Style::rows) m_spinner = std::thread([this] { spin(); });
}

VerifyRows::~VerifyRows() { clear(); }

void VerifyRows::clear() {
  {
    const MutexLock lock(m_mutex);
    if (m_done) return;
    m_done = true;
    erase();
  }
  m_stop.notify_all();
  if (m_spinner.joinable()) m_spinner.join();
}

VerifyRows::Row* VerifyRows::find(const model::CheckId& id) {
  for (auto& [key, row] : m_rows) {
    if (key == id.text) return &row;
  }
  return nullptr;
}

void VerifyRows::print_line(const std::string& line) {
  if (m_style == Style::lines) std::fputs((line + "\n").c_str(), stderr);
}

void VerifyRows::stage(std::string_view text) {
  const MutexLock lock(m_mutex);
  m_stage = text;
  print_line(cat("… ", text));
}

void VerifyRows::planned(const std::vector<model::AcceptanceCheck>& checks) {
  const MutexLock lock(m_mutex);
  for (const auto& check : checks) {
    Row row;
    row.title = printable(check.title);
    m_rows.emplace_back(check.id.text, std::move(row));
  }
}

void VerifyRows::started(const model::CheckId& id) {
  const MutexLock lock(m_mutex);
  auto* row = find(id);
  if (row == nullptr) return;
  row->at = Row::At::running;
  row->began = std::chrono::steady_clock::now();
  print_line(cat("▶ ", row->title));
}

void VerifyRows::line(const model::CheckId& id, std::string_view text) {
  if (m_style != Style::rows) return;
  const MutexLock lock(m_mutex);
  if (auto* row = find(id)) row->latest = printable(text.substr(0, 400));
}

void VerifyRows::finished(const model::VerifiedCheck& check) {
  const MutexLock lock(m_mutex);
  auto* row = find(check.id);
  if (row == nullptr) return;
  row->status = reported_status(check);
  row->latest = printable(check.reason);
  if (row->at == Row::At::running) row->took = ops::shown_duration(ms_since(row->began));
  if (check.reused) row->took = "reused";
  row->at = Row::At::done;
  print_line(cat(painted(m_terminal, row->status), "  ", row->title, row->took.empty() ? "" : cat(" (", row->took, ")"),
                 row->latest.empty() ? "" : cat(": ", row->latest)));
}

void VerifyRows::spin() {
  const MutexLock lock(m_mutex);
  while (!ends_before(std::chrono::steady_clock::now() + k_tick)) draw();
}

bool VerifyRows::ends_before(Instant time) {
  while (!m_done && m_stop.wait_until(m_mutex, time)) {
  }
  return m_done;
}

void VerifyRows::draw() {
  const std::string picture = drawn();
  erase();
  ++m_tick;
  std::fputs(picture.c_str(), stderr);
  std::fflush(stderr);
  m_lines = static_cast<size_t>(std::count(picture.begin(), picture.end(), '\n'));
}

// Running ones first when there are more than fit.
std::string VerifyRows::drawn() const {
  const size_t width = m_terminal.width > 0 ? m_terminal.width - 1 : 79;
  std::string out = m_terminal.paint(Colour::dim, fit(cat(spinner(m_tick), " ", m_stage), width)) + "\n";
  size_t shown = 0, waiting = 0;
  for (const auto& [key, row] : m_rows) {
    if (row.at == Row::At::waiting || shown >= k_check_rows_most) {
      ++waiting;
      continue;
    }
    ++shown;
    const bool running = row.at == Row::At::running;
    const std::string mark = running ? std::string(spinner(m_tick)) + " running" : painted(m_terminal, row.status);
    const std::string time = running ? ops::shown_duration(ms_since(row.began)) : row.took;
    const size_t title = std::min<size_t>(columns_of(row.title), width > 40 ? width / 2 : width);
    std::string text = cat("  ", mark, "  ", fit(row.title, title), time.empty() ? "" : cat("  ", time));
    const size_t used = 13 + title + (time.empty() ? 0 : columns_of(time) + 2);
    if (!row.latest.empty() && width > used + 12) {
      text += m_terminal.paint(Colour::dim, cat("  ", fit(row.latest, width - used - 4)));
    }
    out += text + "\n";
  }
  if (waiting > 0) out += m_terminal.paint(Colour::dim, cat("  and ", waiting, " more")) + "\n";
  return out;
}

void VerifyRows::erase() {
  if (m_lines == 0) return;
  std::fputs(cat("\x1b[", m_lines, "F\x1b[J").c_str(), stderr);
  m_lines = 0;
}

}  // namespace assay::cli
