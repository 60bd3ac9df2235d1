// `assay watch`: the loop between the keys, the store and the screen.
#include <algorithm>

#include "base/text.h"
#include "cli/command.h"
#include "cli/follow_lines.h"
#include "cli/output.h"
#include "cli/watch_view.h"
#include "ops/context.h"
#include "store/missions.h"

namespace assay::cli {

namespace {

using Key = FullScreen::Key;
using Level = WatchCursor::Level;

constexpr Flag k_watch_table[] = {
    {"--every", "", Takes::value, "MS", "how often to look, in milliseconds (default: 1000)"},
    {"--lines", "", Takes::nothing, "", "plain lines even on a terminal"},
    {"--until-done", "", Takes::nothing, "", "end when nothing goes on without a person; exit 1 when one is needed"},
    {"--workspace", "", Takes::value, "DIR", "the git work tree to look at (default: here)"},
};

// Moves the choice at the level where the person is.
void move(WatchCursor& cursor, const WatchState& state, std::int64_t by) {
  const bool in_list = cursor.level == Level::missions;
  size_t& at = in_list ? cursor.mission : cursor.task;
  const size_t total = in_list ? state.missions.size() : state.tasks.size();
  if (total == 0) return;
  const auto wanted = static_cast<std::int64_t>(at) + by;
  at = static_cast<size_t>(std::clamp<std::int64_t>(wanted, 0, static_cast<std::int64_t>(total) - 1));
  if (in_list) cursor.task = 0;
}

void go_in(WatchCursor& cursor, const WatchState& state) {
  if (cursor.level == Level::missions && !state.missions.empty()) {
    cursor.level = Level::mission;
  } else if (cursor.level == Level::mission && !state.tasks.empty()) {
    cursor.level = Level::task;
  }
}

void go_back(WatchCursor& cursor) { cursor.level = cursor.level == Level::task ? Level::mission : Level::missions; }

enum class After { nothing, refresh, leave };

After press(WatchCursor& cursor, const WatchState& state, const FullScreen::Event& event) {
  constexpr std::int64_t k_far = 1'000'000;
  constexpr std::int64_t k_page_rows = 10;
  if (event.key == Key::quit) return After::leave;
  if (cursor.help && event.key != Key::none) {
    cursor.help = false;
    return After::nothing;
  }
  const auto before = cursor.mission;
  switch (event.key) {
    case Key::up: move(cursor, state, -1); break;
    case Key::down: move(cursor, state, 1); break;
    case Key::page_up: move(cursor, state, -k_page_rows); break;
    case Key::page_down: move(cursor, state, k_page_rows); break;
    case Key::home: move(cursor, state, -k_far); break;
    case Key::end: move(cursor, state, k_far); break;
    case Key::right:
    case Key::enter: go_in(cursor, state); break;
    case Key::left:
    case Key::escape: go_back(cursor); break;
    case Key::other: cursor.help = event.character == '?'; break;
    default: break;
  }
  return cursor.mission == before ? After::nothing : After::refresh;
}

class Watch {
 public:
  Watch(ops::Context& context, std::optional<model::MissionId> only, std::chrono::milliseconds every)
      : m_context(context), m_only(std::move(only)), m_every(every) {
    if (m_only) m_cursor.level = Level::mission;
  }

  Result<int> hold(bool until_settled) {
    TRY_ASSIGN(const auto* home, m_context.home());
    m_state.repository = home->top;
    TRY_ASSIGN(auto screen, FullScreen::enter());
    auto next_refresh = std::chrono::steady_clock::now();
    for (;;) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= next_refresh) {
        refresh();
        next_refresh = std::chrono::steady_clock::now() + m_every;
        if (until_settled) {
          TRY_ASSIGN(const auto ended, end());
          if (ended) return *ended;
        }
      }
      auto terminal = terminal_of_stdout(m_context.clock());
      screen.show(draw(m_state, m_cursor, screen.size(), terminal));
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_refresh - std::chrono::steady_clock::now());
      const auto event = screen.wait(std::max(left, std::chrono::milliseconds(0)));
      if (event.leave) return k_exit_ok;
      switch (press(m_cursor, m_state, event)) {
        case After::leave: return k_exit_ok;
        case After::refresh: next_refresh = std::chrono::steady_clock::now(); break;
        case After::nothing: break;
      }
    }
  }

 private:
  // What cannot be read now is said at the bottom; what was read before stays.
  void refresh() {
    m_state.fault.clear();
    auto store = m_context.store_if_made();
    if (!store) {
      m_state.fault = store.error().message;
    } else if (*store != nullptr) {
      auto fresh = read_state(**store, m_only, m_cursor, m_state);
      if (fresh)
        m_state = std::move(*fresh);
      else
        m_state.fault = fresh.error().message;
    }
  }

  // Nothing: not at the end.
  Result<std::optional<int>> end() {
    if (m_state.missions.empty()) return std::optional<int>();
    std::vector<model::Mission> missions;
    for (const auto& each : m_state.missions) missions.push_back(each.mission);
    TRY_ASSIGN(auto* store, m_context.store());
    return m_ending.find_exit_code(*store, missions);
  }

  ops::Context& m_context;
  std::optional<model::MissionId> m_only;
  std::chrono::milliseconds m_every;
  WatchState m_state;
  WatchCursor m_cursor;
  Ending m_ending;
};

Result<std::chrono::milliseconds> interval_of(const Parsed& options) {
  const auto given = options.value("--every");
  if (!given) return std::chrono::milliseconds(1000);
  const auto ms = parse_uint(*given);
  if (!ms || *ms < 50 || *ms > 3'600'000)
    return invalid_input(cat("--every takes 50 to 3600000 milliseconds, not ", *given));
  return std::chrono::milliseconds(*ms);
}

}  // namespace

const std::span<const Flag> k_watch_flags = k_watch_table;

Result<int> run_watch(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_watch_table, invocation.arguments));
  if (options.words().size() > 1) return invalid_input("watch takes one mission, or none for all of them");
  TRY_ASSIGN(const auto every, interval_of(options));
  SystemClock clock;
  ops::Context::Setup setup;
  setup.folder = options.value("--workspace").value_or(".");
  ops::Context context(std::move(setup), clock);
  std::optional<model::MissionId> only;
  if (!options.words().empty()) {
    TRY_ASSIGN(auto* store, context.store());
    TRY_ASSIGN(only, store->missions().resolve(options.words().front()));
  } else {
    TRY(context.home());
  }
  if (FullScreen::is_possible() && !options.has("--lines")) {
    return Watch(context, std::move(only), every).hold(options.has("--until-done"));
  }
  FollowOptions follow_options;
  follow_options.only = std::move(only);
  follow_options.until_settled = options.has("--until-done");
  follow_options.every = every;
  return follow_lines(context, follow_options);
}

}  // namespace assay::cli
