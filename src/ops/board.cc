#include "ops/board.h"

#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

Result<std::vector<ShowBoard::Card>> cards_of(const store::Store& store, const model::MissionId& mission) {
  TRY_ASSIGN(auto tasks, store.tasks().of(mission, {}));
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

}  // namespace

void ShowBoard::Request::fields(Fields& f) {
  f.field(flag("text", "only missions with this in the title or prompt", "TEXT"), text);
  f.field(flag("before", "the page after this one: what `next` said", "CURSOR"), before);
  f.field(limit_to(store::k_largest_page, "how many missions (default: 200)"), limit);
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
  f.field(item("tasks"), tasks);
}

void ShowBoard::Response::fields(Fields& f) {
  f.field(item("repository"), repository);
  f.field(item("missions", "newest first"), missions);
  f.field(item("next", "give it as `before` for the next page; null on the last"), next);
}

Result<ShowBoard::Response> ShowBoard::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* home, context.home());
  Response out;
  out.repository = home->top;
  TRY_ASSIGN(auto* store, context.store_if_made());
  if (store == nullptr) return out;
  store::MissionFilter filter;
  filter.text = request.text;
  filter.before = request.before;
  filter.limit = request.limit;
  TRY_ASSIGN(auto page, store->missions().list(filter));
  for (auto& mission : page.missions) {
    TRY_ASSIGN(auto cards, cards_of(*store, mission.id));
    out.missions.push_back({{std::move(mission)}, std::move(cards)});
  }
  if (!page.next.empty()) out.next = page.next;
  return out;
}

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
  return out;
}

constinit const NamedSchema ShowBoard::Response::k_schema =
    named_schema<ShowBoard::Response>("board", "Missions with all their tasks");

constinit const Operation k_board_operation = reads<ShowBoard>(
    {"board", "show missions with all their tasks", "", "  {} board\n  {} board --text cart\n", "GET", "/api/board"});

}  // namespace assay::ops
