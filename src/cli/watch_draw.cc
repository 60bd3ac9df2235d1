// The screen of `assay watch`, as lines. Everything that comes from outside goes through printable(); colours
// are added to what was fitted before, so that they count for nothing.
#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/watch_view.h"
#include "model/budget.h"
#include "ops/text_parts.h"

namespace assay::cli {

namespace {

using model::MissionStatus;
using model::TaskState;
using Level = WatchCursor::Level;
using Lines = std::vector<std::string>;

struct Sign {
  std::string_view sign;
  Colour colour;
};

Sign sign_of(TaskState state) {
  switch (state) {
    case TaskState::pending: return {"·", Colour::dim};
    case TaskState::running: return {"▶", Colour::blue};
    case TaskState::ready: return {"?", Colour::yellow};
    case TaskState::completed: return {"✔", Colour::green};
    case TaskState::failed: return {"✘", Colour::red};
    case TaskState::blocked: return {"!", Colour::red};
    case TaskState::cancelled: return {"–", Colour::dim};
  }
  return {" ", Colour::plain};
}

std::string counted(std::uint64_t tokens) {
  if (tokens < 10'000) return cat(tokens);
  return tokens < 10'000'000 ? cat(tokens / 1000, "k") : cat(tokens / 1'000'000, "M");
}

std::string clock_of(Time time) { return to_iso(time).substr(11, 8); }

// "21s", "4m05", "2h10"
std::string took(const WatchedTask& watched, Time now) {
  const auto& task = watched.task;
  if (!task.started_at) return {};
  const auto end = task.finished_at && task.state != TaskState::running ? *task.finished_at : now;
  const auto seconds = std::max<std::int64_t>(end.ms - task.started_at->ms, 0) / 1000;
  const auto two = [](std::int64_t n) { return cat(n < 10 ? "0" : "", n); };
  if (seconds < 60) return cat(seconds, "s");
  if (seconds < 3600) return cat(seconds / 60, "m", two(seconds % 60));
  return cat(seconds / 3600, "h", two(seconds / 60 % 60));
}

// `text` in exactly `width` columns.
std::string cell(std::string_view text, size_t width) {
  std::string out = fit(printable(text), width);
  const size_t taken = columns_of(out);
  if (taken < width) out.append(width - taken, ' ');
  return out;
}

class Drawing {
 public:
  Drawing(const WatchState& state, const WatchCursor& cursor, ScreenSize size, const Terminal& terminal)
      : m_state(state), m_cursor(cursor), m_size(size), m_terminal(terminal) {}

  Lines lines() {
    if (m_size.rows < 4 || m_size.columns < 20) return {fit("assay: the window is too small", m_size.columns)};
    Lines out = {header()};
    const size_t room = m_size.rows - 2;
    Lines body = m_cursor.help                                               ? help()
                 : m_cursor.level == Level::task && chosen_task() != nullptr ? task(room)
                                                                             : overview(room);
    body.resize(room);
    for (auto& line : body) out.push_back(std::move(line));
    out.push_back(footer());
    return out;
  }

 private:
  std::string paint(Colour colour, std::string_view text) const { return m_terminal.paint(colour, text); }

  const WatchedMission* chosen() const {
    return m_cursor.mission < m_state.missions.size() ? &m_state.missions[m_cursor.mission] : nullptr;
  }
  const WatchedTask* chosen_task() const {
    return m_cursor.task < m_state.tasks.size() ? &m_state.tasks[m_cursor.task] : nullptr;
  }

  // Left and right part of a line; the left one is cut.
  std::string split_line(std::string_view left, std::string_view right) const {
    const size_t taken = columns_of(right);
    if (taken + 2 >= m_size.columns) return fit(left, m_size.columns);
    return cat(cell(left, m_size.columns - taken - 1), " ", right);
  }

  std::string header() const {
    double cost = 0;
    for (const auto& each : m_state.missions) cost += each.spent.usage.cost_usd;
    const auto right = cat(plural(m_state.missions.size(), "mission"), m_state.more ? "+" : "", "  ",
                           model::dollars(cost), " USD  ", clock_of(m_terminal.now), "Z");
    return paint(Colour::bold, split_line(cat("assay  ", m_state.repository), right));
  }

  std::string footer() const {
    if (!m_state.fault.empty()) return paint(Colour::red, fit(printable(m_state.fault), m_size.columns));
    const std::string_view keys = m_cursor.help                       ? "any key: back"
                                  : m_cursor.level == Level::missions ? "q quit  ↑↓ choose  → open  ? help"
                                                                      : "q quit  ↑↓ choose  → open  ← back  ? help";
    return paint(Colour::dim, fit(keys, m_size.columns));
  }

  std::string rule(std::string_view title) const {
    std::string out = cat("── ", fit(printable(title), m_size.columns - std::min<size_t>(m_size.columns, 6)), " ");
    for (size_t taken = columns_of(out); taken < m_size.columns; ++taken) out += "─";
    return paint(Colour::dim, out);
  }

  Lines fitted(Lines lines) const {
    for (auto& line : lines) line = fit(line, m_size.columns);
    return lines;
  }

  Lines help() const {
    return fitted({"", "  ↑ ↓  j k      choose a mission, then one of its tasks",
                   "  → ←  l h      into it, and back (Enter and Esc too)", "  Space         a page on",
                   "  q  Ctrl-C     quit; Ctrl-Z stops, fg goes on", "",
                   "  · waits   ▶ at work   ? waits for its check or for you   ✔ done",
                   "  ✘ failed  ! blocked   – cancelled"});
  }

  // `count` of `rows` around the chosen one.
  static std::pair<size_t, size_t> window(size_t total, size_t chosen, size_t count) {
    if (total <= count) return {0, total};
    const size_t first = std::min(chosen < count / 2 ? 0 : chosen - count / 2, total - count);
    return {first, first + count};
  }

  Lines overview(size_t room) const {
    if (m_state.missions.empty()) {
      return fitted({"",
                     m_state.has_store ? "  There is no mission yet." : "  Nothing was begun in this repository yet.",
                     "", "  assay mission new \"what you want\""});
    }
    const size_t for_missions = std::clamp<size_t>(m_state.missions.size(), 1, std::max<size_t>(room / 3, 2));
    Lines out = missions(for_missions);
    size_t left = room - std::min(room, out.size());
    const size_t for_tasks = std::min(m_state.tasks.size() + 1, std::max<size_t>(left * 3 / 5, 2));
    for (auto& line : tasks(std::min(for_tasks, left))) out.push_back(std::move(line));
    left = room - std::min(room, out.size());
    if (left >= 2) {
      for (auto& line : history(left)) out.push_back(std::move(line));
    }
    return out;
  }

  Lines missions(size_t count) const {
    Lines out;
    constexpr size_t k_status = 19;
    constexpr size_t k_counts = 7;
    constexpr size_t k_cost = 8;
    const size_t fixed = 2 + 8 + 2 + k_status + 2 + k_counts + 2 + k_cost;
    const size_t title = m_size.columns - std::min(m_size.columns, fixed + 2);
    const auto [first, last] = window(m_state.missions.size(), m_cursor.mission, count);
    for (size_t i = first; i < last; ++i) {
      const auto& [mission, spent] = m_state.missions[i];
      const bool here = i == m_cursor.mission;
      if (m_size.columns < fixed + 14) {  // no room for columns
        const auto line = cat(here ? "▸ " : "  ", short_id(mission.id.text), " ", ops::word_of(mission), " ",
                              printable(mission.title));
        out.push_back(paint(here ? Colour::bold : Colour::plain, fit(line, m_size.columns)));
        continue;
      }
      const auto counts = cat(mission.facts.work[TaskState::completed], "/",
                              mission.facts.work.total() - mission.facts.work[TaskState::cancelled]);
      const auto line =
          cat(here ? "▸ " : "  ", cell(short_id(mission.id.text), 8), "  ", cell(mission.title, title), "  ");
      const auto tail = cat("  ", cell(counts, k_counts), "  ", model::dollars(spent.usage.cost_usd));
      out.push_back(cat(here ? paint(Colour::bold, line) : line,
                        paint(ops::colour_of(mission.status), cell(ops::word_of(mission), k_status)), tail));
    }
    return out;
  }

  std::string task_line(size_t index) const {
    const auto& watched = m_state.tasks[index];
    const auto& task = watched.task;
    const bool here = m_cursor.level != Level::missions && index == m_cursor.task;
    const auto sign = sign_of(task.state);
    const size_t name_width = std::clamp<size_t>(m_size.columns / 4, 12, 40);
    const auto title = cat(task.is_checker() ? "  check: " : task.is_subtask() ? "  " : "", task.name);
    const std::string agent = watched.run ? watched.run->agent : task.agent.type;
    std::string words = task.state == TaskState::running || task.reason.empty() ? watched.words : task.reason;
    if (task.state == TaskState::completed || task.state == TaskState::pending) words.clear();
    std::string line = cat(cell(title, name_width), "  ", cell(name(task.state), 9), "  ", cell(agent, 8), "  ",
                           cell(took(watched, m_terminal.now), 6), " ");
    const size_t taken = columns_of(line) + 4;
    if (m_size.columns > taken) line += fit(printable(words), m_size.columns - taken);
    return cat(here ? "▸ " : "  ", paint(sign.colour, sign.sign), " ",
               here ? paint(Colour::bold, fit(line, m_size.columns - 4)) : fit(line, m_size.columns - 4));
  }

  Lines tasks(size_t count) const {
    if (count == 0) return {};
    const auto& mission = chosen()->mission;
    Lines out = {rule(cat(short_id(mission.id.text), "  ", ops::word_of(mission), ", ", name(mission.policy.mode),
                          mission.hold.empty() ? "" : cat("  held: ", mission.hold)))};
    if (m_state.tasks.empty()) {
      if (count > 1) out.emplace_back("  It has no tasks yet.");
      return out;
    }
    const auto [first, last] =
        window(m_state.tasks.size(), m_cursor.level == Level::missions ? busy() : m_cursor.task, count - 1);
    for (size_t i = first; i < last; ++i) out.push_back(task_line(i));
    return out;
  }

  // The task that people want to see when they chose none.
  size_t busy() const {
    for (size_t i = 0; i < m_state.tasks.size(); ++i) {
      if (m_state.tasks[i].task.state == TaskState::running) return i;
    }
    return 0;
  }

  Lines history(size_t count) const {
    Lines out = {rule("history")};
    const size_t shown = std::min(m_state.history.size(), count - 1);
    for (size_t i = m_state.history.size() - shown; i < m_state.history.size(); ++i)
      out.push_back(event_line(m_state.history[i]));
    return out;
  }

  std::string event_line(const model::Checkpoint& event) const {
    std::string text = event.title;
    if (!event.detail.empty()) text += cat(": ", event.detail);
    return cat("  ", paint(Colour::dim, clock_of(event.created_at)), "  ",
               fit(printable(text), m_size.columns - std::min<size_t>(m_size.columns, 12)));
  }

  void add_text(Lines& out, std::string_view title, std::string_view text, size_t most) const {
    if (trim(text).empty()) return;
    out.push_back(rule(title));
    const auto wrapped = wrap(printable_lines(trim(text)), m_size.columns - 2);
    const size_t first = wrapped.size() > most ? wrapped.size() - most : 0;  // the end says more
    for (size_t i = first; i < wrapped.size(); ++i) out.push_back(cat("  ", wrapped[i]));
  }

  Lines task(size_t room) const {
    const auto& watched = *chosen_task();
    const auto& task = watched.task;
    const auto sign = sign_of(task.state);
    Lines out = {cat("  ", paint(sign.colour, sign.sign), " ",
                     paint(Colour::bold, fit(printable(task.name), m_size.columns - 4)))};
    out.push_back(
        fit(cat("  ", short_id(task.id.text), "  ", name(task.state), "  ", name(task.kind), "  round ", task.round,
                "  attempt ", task.attempt, "/", task.max_attempts, "  ", took(watched, m_terminal.now)),
            m_size.columns));
    if (watched.run) {
      const auto& run = *watched.run;
      out.push_back(fit(cat("  ", printable(run.agent), "  ", model::dollars(run.usage.cost_usd), " USD  ",
                            counted(run.usage.input_tokens), " in  ", counted(run.usage.output_tokens), " out  ",
                            run.usage.turns, " turns  ", printable(run.end)),
                        m_size.columns));
    }
    const size_t part = std::max<size_t>(room / 4, 2);
    add_text(out, "why", task.reason, part);
    add_text(out, "its check found", task.checker_report, part);
    add_text(out, "said last", watched.words, part);
    if (watched.run) add_text(out, "summary", watched.run->summary, part);
    if (out.size() + 2 < room) {
      out.push_back(rule("history"));
      Lines events;
      for (const auto& event : m_state.history) {
        if (event.task == task.id) events.push_back(event_line(event));
      }
      const size_t fits = room - out.size();
      for (size_t i = events.size() > fits ? events.size() - fits : 0; i < events.size(); ++i) out.push_back(events[i]);
    }
    return out;
  }

  const WatchState& m_state;
  const WatchCursor& m_cursor;
  ScreenSize m_size;
  const Terminal& m_terminal;
};

}  // namespace

std::vector<std::string> draw(const WatchState& state, const WatchCursor& cursor, ScreenSize size,
                              const Terminal& terminal) {
  return Drawing(state, cursor, size, terminal).lines();
}

}  // namespace assay::cli
