// Missions are looked at by what they wait with, and at most a thousand of each: the answer costs the same in any
// store.
#include "ops/board/waiting.h"

#include <algorithm>
#include <optional>

#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

using model::MissionStatus;
using model::StoryState;

namespace {

// In the order in which they are worth a person's time: what is done already and waits, then what stands still.
struct Waiting {
  std::optional<MissionStatus> status;
  std::optional<StoryState> story;
};
constexpr Waiting k_waiting[] = {
    {MissionStatus::landed, StoryState::needs_fix},
    {MissionStatus::ready_to_land, std::nullopt},
    {MissionStatus::blocked, std::nullopt},
    {MissionStatus::awaiting_acceptance, std::nullopt},
    {MissionStatus::planning, std::nullopt},
    {MissionStatus::active, std::nullopt},
    {MissionStatus::landed, StoryState::review_ready},
    {MissionStatus::landed, StoryState::deployed},
};

constexpr size_t k_longest_report = 500;

Result<void> add_rows(const store::Store& store, const model::Mission& mission, ListNeeds::Response& out) {
  TRY_ASSIGN(auto needs, needs_of(store, mission));
  for (auto& need : needs) {
    ListNeeds::Row row{std::move(need), mission.title, {}, {}, {}, mission.story, mission.updated_at};
    if (!row.needed.task.empty()) {
      TRY_ASSIGN(const auto task, store.tasks().find(model::TaskId(row.needed.task)));
      row.task_name = task.name;
      row.task_state = task.state;
      row.checker_report = excerpt(task.checker_report, k_longest_report);
      row.since = task.updated_at;
    }
    out.needed.push_back(std::move(row));
  }
  return {};
}

// A landing without its signature is of a mission that nobody looks at any more.
Result<void> add_unsigned_rows(const store::Store& store, std::uint32_t limit, ListNeeds::Response& out) {
  TRY_ASSIGN(const auto landings, store.landings().not_signed());
  for (const auto& landing : landings) {
    if (out.needed.size() > limit) break;
    const bool shown = std::any_of(out.needed.begin(), out.needed.end(),
                                   [&](const auto& row) { return row.needed.mission == landing.mission.text; });
    if (shown) continue;
    TRY_ASSIGN(const auto mission, store.missions().find(landing.mission));
    TRY(add_rows(store, mission, out));
  }
  return {};
}

}  // namespace

void ListNeeds::Request::fields(Fields& f) {
  f.field(limit_to(store::k_largest_page, "how many (default: 100)"), limit);
}

void ListNeeds::Row::fields(Fields& f) {
  needed.fields(f);
  f.field(item("title", "the mission's"), title);
  f.field(item("taskName", "empty: of the whole mission"), task_name);
  f.field(item("taskState", "null: of the whole mission"), task_state);
  f.field(item("checkerReport", "how the report of the task's checker begins; empty: there is none"), checker_report);
  f.field(item("story"), story);
  f.field(item("since", "when the task or the mission changed last"), since);
}

void ListNeeds::Response::fields(Fields& f) {
  f.field(item("needed", "what is done and waits first, then what stands still"), needed);
  f.field(item("more", "there are others"), more);
}

Result<ListNeeds::Response> ListNeeds::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store_if_made());
  Response out;
  if (store == nullptr) return out;
  for (const auto& kind : k_waiting) {
    store::MissionFilter filter;
    filter.status = kind.status;
    filter.story = kind.story;
    filter.limit = store::k_largest_page;
    TRY_ASSIGN(const auto page, store->missions().list(filter));
    for (const auto& mission : page.missions) {
      if (out.needed.size() > request.limit) break;
      if (!is_cancelled(mission)) TRY(add_rows(*store, mission, out));
    }
    out.more = out.more || !page.next.empty();
  }
  TRY(add_unsigned_rows(*store, request.limit, out));
  if (out.needed.size() > request.limit) {
    out.more = true;
    out.needed.resize(request.limit);
  }
  return out;
}

std::string present(const ListNeeds::Response& answer, const Terminal& terminal) {
  if (answer.needed.empty()) return "Nothing waits for you.\n";
  using Kind = Table::Kind;
  Table table({{"MISSION"}, {"TITLE", Kind::may_go}, {"WHAT", Kind::wide}, {"NEXT"}});
  for (const auto& row : answer.needed) {
    table.add({{short_id(row.needed.mission)},
               {excerpt(row.title, 40)},
               {row.needed.what},
               {row.needed.command, Colour::bold}});
  }
  return cat(table.text(terminal), answer.more ? terminal.paint(Colour::dim, "and more: --limit") + "\n" : "");
}

constinit const NamedSchema ListNeeds::Response::k_schema =
    named_schema<ListNeeds::Response>("needs", "What waits for a person, over all missions");

constinit const Operation k_needs_operation =
    shows<ListNeeds>({"needs", "list what waits for a person, with the next step of each",
                      "At most a thousand missions of each status are looked at; `more` says that there are others.",
                      "  {} needs\n  {} needs --limit 500 --json\n", "GET", "/api/status/needs"});

}  // namespace assay::ops
