#include "ops/board/board.h"

#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

// All of them, or those to show where there is no room for all.
Result<std::vector<model::Task>> tasks_for(const store::Store& store, const model::MissionId& mission,
                                           const ShowBoard::Request& request) {
  if (request.cards > 0) return store.tasks().some_of(mission, {request.with_task, request.text, request.cards});
  return store.tasks().of(mission, {request.with_task});
}

Result<std::vector<ShowBoard::Card>> cards_of(const store::Store& store, const model::MissionId& mission,
                                              const ShowBoard::Request& request) {
  TRY_ASSIGN(auto tasks, tasks_for(store, mission, request));
  std::vector<ShowBoard::Card> out;
  out.reserve(tasks.size());
  for (auto& task : tasks) {
    ShowBoard::Card card{std::move(task), std::nullopt};
    if (card.task.state == model::TaskState::ready) {
      TRY_ASSIGN(const auto checker, store.tasks().checker_of(card.task.id));
      if (checker) card.checker = checker->state;
    }
    out.push_back(std::move(card));
  }
  return out;
}

Result<store::MissionFilter> filter_for(const store::Store& store, const ShowBoard::Request& request) {
  store::MissionFilter filter;
  filter.text = request.text;
  filter.with_task = request.with_task;
  filter.waits_for_person = request.waits;
  if (!request.mission.empty()) {
    TRY_ASSIGN(filter.mission, store.missions().resolve(request.mission));
  }
  return filter;
}

}  // namespace

void ShowBoard::Request::fields(Fields& f) {
  f.field(flag("text", "only missions with all of these words: in title, prompt, id, status or a task's name", "TEXT"),
          text);
  f.field(flag("column", "only missions of this column"), column);
  f.field({.name = "withTask", .help = "only missions with a task in this state, and only those tasks"}, with_task);
  f.field(flag("waits", "only missions that wait for a person"), waits);
  f.field({.name = "mission", .help = "only this one", .value = "MISSION", .completes = Completes::mission}, mission);
  f.field(flag("before", "the page after this one: what `next` said", "CURSOR"), before);
  f.field(limit_to(store::k_largest_page, "how many missions (default: 200)"), limit);
  f.field({.name = "cards",
           .help = "at most so many tasks of each, first what waits for a person (default: all)",
           .most = store::k_largest_page},
          cards);
  f.field(flag("counts", "also how many missions there are in each column"), counts);
}

void ShowBoard::Card::fields(Fields& f) {
  f.field(item("id"), task.id.text);
  f.field(item("parent_task_id"), task.parent.text);
  f.field(item("name"), task.name);
  f.field(item("kind"), task.kind);
  f.field(item("state"), task.state);
  f.field(item("reason"), task.reason);
  f.field(item("round"), task.round);
  f.field(item("checker_state", "of the latest checker of a ready task; else null"), checker);
  f.field(item("checker_report", "what a checker found wrong"), task.checker_report);
  f.field(item("agent"), task.agent.type);
  f.field(item("cost_usd"), task.cost_usd);
  f.field(item("updated_at"), task.updated_at);
}

void ShowBoard::Row::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("column"), column);
  f.field(item("tasks"), tasks);
}

void ShowBoard::Counts::fields(Fields& f) {
  for (size_t i = 0; i < missions.size(); ++i) f.field(item(name(static_cast<model::BoardColumn>(i))), missions[i]);
}

void ShowBoard::Response::fields(Fields& f) {
  f.field(item("repository"), repository);
  f.field(item("missions", "newest first"), missions);
  f.field(item("counts", "missions in each column that match, on whatever page; null when not asked for"), counts);
  f.field(item("next", "give it as `before` for the next page; null on the last"), next);
}

Result<ShowBoard::Response> ShowBoard::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* home, context.home());
  Response out;
  out.repository = home->top;
  TRY_ASSIGN(auto* store, context.store_if_made());
  if (store == nullptr) return out;
  TRY_ASSIGN(auto filter, filter_for(*store, request));
  if (request.counts) {
    TRY_ASSIGN(const auto counted, store->missions().count(filter));
    out.counts = Counts{counted};
  }
  filter.column = request.column;
  filter.before = request.before;
  filter.limit = request.limit;
  TRY_ASSIGN(auto page, store->missions().list(filter));
  for (auto& mission : page.missions) {
    TRY_ASSIGN(auto cards, cards_of(*store, mission.id, request));
    const auto column = model::column_of(mission);
    out.missions.push_back({{std::move(mission)}, column, std::move(cards)});
  }
  if (!page.next.empty()) out.next = page.next;
  return out;
}

namespace {

std::string counts_line(const ShowBoard::Response& answer) {
  if (!answer.counts) return {};
  std::vector<std::string> parts;
  for (size_t i = 0; i < model::k_board_columns; ++i)
    parts.push_back(cat(answer.counts->missions[i], " ", name(static_cast<model::BoardColumn>(i))));
  return cat(join(parts, ", "), "\n");
}

}  // namespace

std::string present(const ShowBoard::Response& answer, const Terminal& terminal) {
  using Kind = Table::Kind;
  if (answer.missions.empty()) return "No missions.\n";
  std::string out;
  for (const auto& row : answer.missions) {
    const auto& mission = row.mission.mission;
    out += cat(terminal.headline("", mission.id.text, mission.title), "  ",
               terminal.paint(colour_of(mission.status), word_of(mission)), "\n");
    Table table({{"ID"}, {"STATE"}, {"TASK", Kind::wide}});
    for (const auto& card : row.tasks) {
      std::string task = card.task.name;
      if (!card.task.checker_report.empty()) task = cat("! checker failed  ", task);
      table.add({{short_id(card.task.id.text)},
                 {std::string(name(card.task.state)), colour_of(card.task.state)},
                 {std::move(task)}});
    }
    if (!row.tasks.empty()) out += table.text(terminal, "  ");
    out += "\n";
  }
  return out + counts_line(answer) + (answer.next ? cat("More: assay board --before ", *answer.next, "\n") : "");
}

constinit const NamedSchema ShowBoard::Response::k_schema =
    named_schema<ShowBoard::Response>("board", "Missions with all their tasks");

// Beside the store it says where the repository is, which is the same as long as a server runs.
constinit const Operation k_board_operation = shows<ShowBoard>(
    {"board", "show missions with all their tasks", "",
     "  {} board\n  {} board --text \"cart blocked\"\n  {} board --column shippable --counts\n", "GET", "/api/board"});

}  // namespace assay::ops
