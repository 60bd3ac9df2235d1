#include "ops/board/live.h"

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "store/missions.h"

namespace assay::ops {

void ShowLive::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("after", "go on from here: what `next` said"), after);
}

void ShowLive::Message::fields(Fields& f) {
  f.field(item("what", "stage, planned, started, line, finished, end"), event.what);
  f.field(item("check", "id of the check; empty: of the whole"), event.check);
  f.field(item("text"), event.text);
}

void ShowLive::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("events"), events);
  f.field(item("next", "give it as `after` for what follows"), next);
}

Result<ShowLive::Response> ShowLive::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(auto piece, engine::read_live(home->folder, id, request.after));
  Response out;
  out.mission = id.text;
  for (auto& event : piece.events) out.events.push_back({std::move(event)});
  out.next = piece.next;
  return out;
}

std::string present(const ShowLive::Response& answer, const Terminal& terminal) {
  if (answer.events.empty()) return "No verification has said anything.\n";
  std::string out;
  for (const auto& said : answer.events) {
    const auto& event = said.event;
    const auto text = printable(event.text);
    out += event.what == "line" ? cat(text, "\n")
                                : cat(terminal.paint(Colour::dim, cat(event.what, " ", event.check, " ", text)), "\n");
  }
  return out;
}

constinit const NamedSchema ShowLive::Response::k_schema =
    named_schema<ShowLive::Response>("live", "What a verification says while it runs");

constinit const Operation k_mission_live_operation = reads<ShowLive>(
    {"mission.live", "show what a verification says while it runs", "",
     "  {} mission live k3f7\n  {} mission live --after 4096 --json\n", "GET", "/api/missions/{mission}/live"});

}  // namespace assay::ops
