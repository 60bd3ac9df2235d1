#include "ops/missions/history.h"

#include <algorithm>

#include "base/printable.h"
#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "git/checkout/index_lock.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "ops/setup/leftovers.h"
#include "ops/text_parts.h"
#include "store/history.h"
#include "store/landings.h"
#include "store/missions.h"

namespace assay::ops {

namespace {

constexpr std::uint32_t k_matches_shown = 10;
constexpr std::uint32_t k_landed_looked_at = 200;

using model::MissionStatus;

}  // namespace

// ---- log

void ShowLog::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("kind", "only checkpoints of this kind"), kind);
  f.field(flag("after", "only those with a higher number"), after);
  f.field(limit_to(store::k_largest_page, "how many (default: 200)"), limit);
  f.field(flag("all", "every one of them"), all);
}

void ShowLog::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("title"), title);
  f.field(item("checkpoints"), checkpoints);
  f.field(item("next", "give it as `after` for what follows; null at the end"), next);
}

Result<ShowLog::Response> ShowLog::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto mission, store->missions().find(id));
  Response response{id.text, mission.title, {}, std::nullopt};
  const size_t wanted = request.all ? SIZE_MAX : static_cast<size_t>(request.limit);
  for (std::uint64_t after = request.after;;) {
    TRY_ASSIGN(auto page, store->history().checkpoints(id, after, store::k_largest_page));
    for (auto& checkpoint : page) {
      if (response.checkpoints.size() == wanted) {
        response.next = after;
        return response;
      }
      after = checkpoint.number;
      if (!request.kind || checkpoint.kind == *request.kind) response.checkpoints.push_back({std::move(checkpoint)});
    }
    if (page.size() < store::k_largest_page) return response;
  }
}

// ---- status

void ShowStatus::Response::fields(Fields& f) {
  f.field(item("repository"), repository);
  f.field(item("missions", "unfinished ones, newest first"), missions);
  f.field(item("more", "there are others"), more);
  f.field(item("needed", "what waits for a person"), needed);
}

namespace {

// Of those that have landed, the ones that were shipped and are not closed: the others are nobody's work any more.
Result<void> add_shipped(const store::Store& store, std::vector<model::Mission>& found) {
  store::MissionFilter filter;
  filter.status = MissionStatus::landed;
  filter.limit = k_landed_looked_at;
  TRY_ASSIGN(auto page, store.missions().list(filter));
  for (auto& mission : page.missions) {
    const bool shipped = mission.facts.shipping || mission.deploy != model::DeployState::none;
    if (shipped) found.push_back(std::move(mission));
  }
  return {};
}

// What has landed is nobody's work any more, unless its signature is missing.
Result<void> add_unsigned(const store::Store& store, ShowStatus::Response& response) {
  TRY_ASSIGN(const auto landings, store.landings().not_signed());
  size_t added = 0;
  for (const auto& landing : landings) {
    const bool shown = std::any_of(response.missions.begin(), response.missions.end(),
                                   [&](const auto& each) { return each.mission.id == landing.mission; });
    if (shown || ++added > k_matches_shown) continue;
    TRY_ASSIGN(const auto mission, store.missions().find(landing.mission));
    TRY_ASSIGN(auto needs, needs_of(store, mission));
    std::move(needs.begin(), needs.end(), std::back_inserter(response.needed));
  }
  return {};
}

// Nobody can commit in a checkout whose move by a landing was cut off. To land that mission again finishes it.
Result<void> add_cut_off(const store::Store& store, const std::string& git_folder, ShowStatus::Response& response) {
  for (const auto& left : git::IndexLock::find_left(git_folder)) {
    TRY_ASSIGN(const auto landings, store.landings().at(left.move.to));
    const std::string mission = landings.empty() ? std::string() : landings.back().mission.text;
    response.needed.push_back({mission, "", cut_off_move(left.file),
                               mission.empty() ? std::string("assay land") : cat("assay land ", short_id(mission))});
  }
  return {};
}

}  // namespace

Result<ShowStatus::Response> ShowStatus::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto* home, context.home());
  Response response;
  response.repository = home->top;
  TRY_ASSIGN(auto* store, context.store_if_made());
  if (store == nullptr) return response;
  std::vector<model::Mission> found;
  for (const MissionStatus status : {MissionStatus::planning, MissionStatus::active, MissionStatus::blocked,
                                     MissionStatus::awaiting_acceptance, MissionStatus::ready_to_land}) {
    store::MissionFilter filter;
    filter.status = status;
    filter.limit = k_matches_shown + 1;
    TRY_ASSIGN(auto page, store->missions().list(filter));
    std::remove_copy_if(page.missions.begin(), page.missions.end(), std::back_inserter(found), model::is_cancelled);
  }
  TRY(add_shipped(*store, found));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.created_at > b.created_at; });
  response.more = found.size() > k_matches_shown;
  if (response.more) found.resize(k_matches_shown);
  for (auto& mission : found) {
    TRY_ASSIGN(auto needs, needs_of(*store, mission));
    std::move(needs.begin(), needs.end(), std::back_inserter(response.needed));
    response.missions.push_back({std::move(mission)});
  }
  TRY(add_unsigned(*store, response));
  TRY(add_cut_off(*store, home->git_folder, response));
  return response;
}

namespace {

Colour colour_of_tone(model::CheckpointTone tone) {
  switch (tone) {
    case model::CheckpointTone::plain: return Colour::plain;
    case model::CheckpointTone::good: return Colour::green;
    case model::CheckpointTone::bad: return Colour::red;
    case model::CheckpointTone::attention: return Colour::yellow;
  }
  return Colour::plain;
}

std::string_view bare(std::string_view actor) { return actor.starts_with("person:") ? actor.substr(7) : actor; }

// Where a person looks next, when nothing waits for them.
std::string idle_hint(const ShowStatus::Response& answer) {
  if (answer.missions.empty()) return "assay mission new \"what you want\"";
  return cat("assay task list ", short_id(answer.missions.front().mission.id.text));
}

}  // namespace

std::string present(const ShowLog::Response& answer, const Terminal& terminal) {
  std::string out = terminal.headline("", answer.mission, answer.title);
  if (answer.checkpoints.empty()) return out + "Nothing happened yet.\n";
  using Kind = Table::Kind;
  Table table({{"#"}, {"WHEN"}, {"KIND"}, {"WHO", Kind::may_go}, {"WHAT", Kind::wide}});
  for (const auto& document : answer.checkpoints) {
    const auto& checkpoint = document.checkpoint;
    std::string what = checkpoint.title;
    if (!checkpoint.detail.empty()) what += cat(": ", replace_all(excerpt(checkpoint.detail, 300), "\n", "; "));
    table.add({{cat(checkpoint.number)},
               {terminal.ago(checkpoint.created_at), Colour::dim},
               {std::string(name(checkpoint.kind)), colour_of_tone(row_of(checkpoint.kind).tone)},
               {fit(printable(bare(checkpoint.actor)), 16)},
               {std::move(what)}});
  }
  out += table.text(terminal);
  if (answer.next)
    out += terminal.paint(Colour::dim, cat("There is more: --after ", *answer.next, ", or --all.")) + "\n";
  return out;
}

std::string present(const ShowStatus::Response& answer, const Terminal& terminal) {
  if (answer.missions.empty() && answer.needed.empty()) {
    return cat("Nothing is open.\n", terminal.paint(Colour::dim, "Next: "), idle_hint(answer), "\n");
  }
  std::string out = answer.missions.empty() ? "Nothing is open.\n"
                                            : present(ListMissions::Response{answer.missions, std::nullopt}, terminal);
  if (answer.more) out += terminal.paint(Colour::dim, "and more: assay mission list") + "\n";
  if (answer.needed.empty())
    return cat(out, "\nNothing waits for you.\n", terminal.paint(Colour::dim, "See: "), idle_hint(answer), "\n");
  constexpr size_t k_narrow = 60;  // no room for a sentence beside a command
  if (terminal.width > 0 && terminal.width < k_narrow) return out + need_lines(answer.needed, terminal);
  using Kind = Table::Kind;
  Table table({{"MISSION"}, {"WHAT", Kind::wide}, {"NEXT"}});
  for (const auto& need : answer.needed)
    table.add({{short_id(need.mission)}, {need.what}, {need.command, Colour::bold}});
  return cat(out, "\nWaits for you\n", table.text(terminal, "  "));
}

constinit const NamedSchema ShowLog::Response::k_schema =
    named_schema<ShowLog::Response>("log", "A mission's checkpoints");
constinit const NamedSchema ShowStatus::Response::k_schema =
    named_schema<ShowStatus::Response>("status", "What goes on, and what needs a person");

constinit const Operation k_status_operation = reads<ShowStatus>(
    {"status", "show what goes on, what needs you, and the next step", "", "  {} status\n", "GET", "/api/status"});
constinit const Operation k_log_operation =
    shows<ShowLog>({"log", "show a mission's history, one checkpoint a line",
                    "Checkpoints are never changed or removed, and each is sealed with the hash of the one before;\n"
                    "`audit verify` checks that.",
                    "  {} log\n  {} log k3f7 --kind task_failed\n", "GET", "/api/missions/{mission}/checkpoints"});

}  // namespace assay::ops
