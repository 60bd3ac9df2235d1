#include "ops/work/stories.h"

#include "base/printable.h"
#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/land/attest.h"
#include "engine/ship/ship.h"
#include "ops/needs.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "ops/work/worktrees.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

using model::DeployState;
using model::StoryState;
using model::ValidationState;

namespace {

constexpr std::string_view k_which = "Story (mission) id or unique prefix; the latest when it is left out";

Result<StoryDocument> document_of(const store::Store& store, model::Mission mission) {
  StoryDocument out;
  out.next = next_of(mission);
  TRY_ASSIGN(out.waits_for, waits_for(store, mission));
  if (!out.waits_for.empty()) out.next.push_back(cat("assay ship ", mission.id.text));
  out.mission = std::move(mission);
  return out;
}

Result<StoryDocument> story_named(const store::Store& store, std::string_view word) {
  TRY_ASSIGN(const auto id, store.missions().resolve(word));
  TRY_ASSIGN(auto mission, store.missions().find(id));
  return document_of(store, std::move(mission));
}

using StoryAction = Result<void> (*)(store::Store&, const model::MissionId&, std::string_view);

// Somebody else has to merge it first: what the one who asks again can do about it.
Result<void> refuse_while_proposed(const store::Store& store, const model::MissionId& id) {
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  TRY_ASSIGN(const auto what, waits_for(store, mission));
  if (what.empty()) return {};
  return conflict(cat("story ", id.text, " waits for ", what,
                      ". It is shipped already: when it is merged, a worker goes on by itself, or at once: assay ship ",
                      id.text));
}

// A story that was deployed by a run that was killed before it signed the landing is refused like any other that has
// been shipped; what is missing is made up for all the same, and named when it cannot be.
Error after_signing(Context& context, store::Store& store, Error refusal) {
  const auto waiting = store.landings().not_signed();
  if (!waiting || waiting->empty()) return refusal;
  const auto home = context.home();
  const auto repository = context.repository();
  if (!home || !repository) return refusal;
  for (const auto& note : engine::finish_signatures(**repository, (*home)->folder, store))
    refusal.message += cat(". Besides, ", note);
  return refusal;
}

Result<Ship::Response> place(Context& context, const Ship::Request& request, StoryAction action) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.story));
  TRY_ASSIGN(const auto actor, context.actor());
  const auto done = action(*store, id, actor);
  if (!done) return after_signing(context, *store, done.error());
  TRY_ASSIGN(auto story, story_named(*store, id.text));
  return Ship::Response{true, {}, std::move(story)};
}

// What a story must be to be closed without a word.
bool is_closable(const model::Mission& mission) {
  if (mission.story == StoryState::review_ready) return true;
  return mission.story == StoryState::deployed && mission.validation == ValidationState::none;
}

std::string fix_prompt(const model::Mission& mission, std::string_view more) {
  std::string out =
      cat("Fix what \"", mission.title, "\" (", mission.id.text, ", landed as ", mission.landed_commit, ") broke.\n\n");
  if (mission.deploy == DeployState::failed) out += cat("Its deploy failed:\n", mission.deploy_log, "\n\n");
  if (mission.validation == ValidationState::failed) {
    out += cat("What was deployed did not pass its validation:\n", mission.validation_report, "\n\n");
  }
  return out + cat("What was asked for then:\n", excerpt(mission.prompt, 4000), more.empty() ? "" : "\n\n", more);
}

}  // namespace

std::vector<std::string> next_of(const model::Mission& mission) {
  const auto& id = mission.id.text;
  if (mission.facts.closed) return {};
  switch (mission.story) {
    case StoryState::shippable: return {cat("assay ship ", id)};
    case StoryState::review_ready: return {cat("assay close ", id)};
    case StoryState::deployed:
      if (mission.facts.shipping) return {};
      return {cat("assay close ", id), cat("assay redeploy ", id)};
    case StoryState::needs_fix: return {cat("assay redeploy ", id), cat("assay fix ", id), cat("assay revert ", id)};
    default: return {};
  }
}

void StoryDocument::fields(Fields& f) {
  f.field(item("id"), mission.id.text);
  f.field(item("title"), mission.title);
  f.field(item("state"), mission.story);
  f.field(item("missionStatus"), mission.status);
  f.field(item("targetBranch"), mission.target_branch);
  f.field(item("shippingAt", "null: it is not being shipped"), mission.shipping_at);
  f.field(item("landedAt"), mission.landed_at);
  f.field(item("landedCommit"), mission.landed_commit);
  f.field(item("deploy"), mission.deploy);
  f.field(item("deployLog", "how the deploy ended, and the digest of its log"), mission.deploy_log);
  f.field(item("validation"), mission.validation);
  f.field(item("validationReport", "a line for each command and probe, and what the agent said"),
          mission.validation_report);
  f.field(item("closedAt"), mission.closed_at);
  f.field(item("waitsFor", "while it is shipped: what others have to do first; else empty"), waits_for);
  f.field(item("next", "what a person can do now"), next);
}

void StoryTask::fields(Fields& f) {
  std::string state(capital_name(task.state));
  f.field(item("id"), task.id.text);
  f.field(item("name"), task.name);
  f.field(item("kind"), task.kind);
  f.field(item("state"), state);
  f.field(item("reason"), task.reason);
  f.field(item("checker_report"), task.checker_report);
}

void ListStories::Request::fields(Fields& f) {
  f.field(flag("state", "only stories in this state"), state);
  f.field(flag("text", "only stories whose title or prompt holds this", "TEXT"), text);
  f.field(flag("before", "a cursor from the page before", "CURSOR"), before);
  f.field(limit_to(store::k_largest_page, "at most this many, newest first (default: 50)"), limit);
}

void ListStories::Response::fields(Fields& f) {
  f.field(item("stories", "newest first"), stories);
  f.field(item("next", "give it as `before` for the next page"), next);
}

void StoryRequest::fields(Fields& f) { f.field(optional_word("story", k_which, Completes::mission), story); }

void ShowStory::Response::fields(Fields& f) {
  f.field(item("story"), story);
  f.field(item("tasks", "top-level ones, and validations"), tasks);
  f.field(item("needed", "what waits for a person"), needed);
}

void Ship::Request::fields(Fields& f) {
  f.field(optional_word("story", k_which, Completes::mission), story);
  f.field(flag("detach", "leave it to a worker, do not wait"), detach);
}

void Ship::Response::fields(Fields& f) {
  f.field(item("accepted", "it will be done; look at the story for how it goes"), accepted);
  f.field(item("reason", "why it was not shipped after all; else empty"), reason);
  f.field(item("story"), story);
}

void CloseStory::Request::fields(Fields& f) {
  f.field(optional_word("story", k_which, Completes::mission), story);
  f.field(flag("reason", "why; needed when it is not REVIEW_READY", "TEXT"), reason);
}

void FixStory::Request::fields(Fields& f) {
  f.field(optional_word("story", k_which, Completes::mission), story);
  f.field(flag("prompt", "what else to say to whoever fixes it", "TEXT"), prompt);
}

Result<ListStories::Response> ListStories::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(auto page,
             store->missions().list({std::nullopt, request.state, request.text, request.before, request.limit}));
  Response out;
  for (auto& mission : page.missions) {
    TRY_ASSIGN(auto document, document_of(*store, std::move(mission)));
    out.stories.push_back(std::move(document));
  }
  if (!page.next.empty()) out.next = page.next;
  return out;
}

Result<ShowStory::Response> ShowStory::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  Response out;
  TRY_ASSIGN(out.story, story_named(*store, request.story));
  TRY_ASSIGN(auto tasks, store->tasks().of(out.story.mission.id, {}));
  for (auto& task : tasks) {
    if (!task.is_subtask()) out.tasks.push_back({std::move(task)});
  }
  TRY_ASSIGN(out.needed, needs_of(*store, out.story.mission));
  return out;
}

Result<Ship::Response> Ship::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.story));
  TRY(refuse_while_proposed(*store, id));
  return place(context, request, engine::request_ship);
}

Result<Ship::Response> Redeploy::run(Context& context, const Request& request) {
  return place(context, request, engine::request_redeploy);
}

Result<StoryDocument> CloseStory::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto story, story_named(*store, request.story));
  const auto& mission = story.mission;
  if (mission.facts.closed) return conflict(cat("story ", mission.id.text, " is closed already"));
  if (mission.facts.shipping) return conflict(cat("story ", mission.id.text, " is being shipped; wait for its end"));
  if (!is_closable(mission) && request.reason.empty()) {
    return conflict(cat("story ", mission.id.text, " is ", name(mission.story), ", not REVIEW_READY",
                        mission.facts.landed ? "; to close it all the same give a reason" : "; it has not landed"));
  }
  TRY_ASSIGN(const auto actor, context.actor());
  TRY(store->change(actor).missions().close(mission.id, request.reason));
  retire_ended(context);
  return story_named(*store, mission.id.text);
}

Result<NewMission::Response> FixStory::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto story, story_named(*store, request.story));
  const auto& mission = story.mission;
  if (mission.story != StoryState::needs_fix) {
    return conflict(cat("story ", mission.id.text, " is ", name(mission.story),
                        ", not NEEDS_FIX; for anything else: assay mission new"));
  }
  NewMission::Request fresh;
  fresh.title = excerpt(cat("Fix: ", mission.title), 200);
  fresh.prompt = fix_prompt(mission, request.prompt);
  fresh.target = mission.target_branch;
  return NewMission::run(context, fresh);
}

namespace {

Colour colour_of_story(model::StoryState state) {
  switch (state) {
    case model::StoryState::shippable:
    case model::StoryState::review_ready: return Colour::green;
    case model::StoryState::needs_fix: return Colour::red;
    default: return Colour::yellow;
  }
}

std::string indented_report(std::string_view text) {
  return cat("  ", replace_all(printable_lines(trim_right(text)), "\n", "\n  "), "\n");
}

std::string next_lines(const StoryDocument& story, const Terminal& terminal) {
  std::string out;
  for (const auto& command : story.next) out += cat(terminal.paint(Colour::dim, "Next: "), printable(command), "\n");
  return out;
}

}  // namespace

std::string present(const StoryDocument& story, const Terminal& terminal) {
  const auto& mission = story.mission;
  std::string out =
      cat(terminal.paint(Colour::bold, printable(mission.title)), "\n", mission.id.text, "  ",
          terminal.paint(colour_of_story(mission.story), name(mission.story)), "  (mission ", word_of(mission), ")\n");
  if (!story.waits_for.empty()) out += cat("waits for ", printable(story.waits_for), "\n");
  if (mission.landed_at) {
    out += cat("landed   ", to_iso(*mission.landed_at), " in ", printable(mission.target_branch), " as ",
               mission.landed_commit.substr(0, 12), "\n");
  }
  if (mission.deploy != model::DeployState::none) {
    out += cat("deploy   ", name(mission.deploy), "\n", indented_report(mission.deploy_log));
  }
  if (mission.validation != model::ValidationState::none) {
    out += cat("validation  ", name(mission.validation), "\n", indented_report(mission.validation_report));
  }
  if (mission.closed_at) out += cat("closed   ", to_iso(*mission.closed_at), "\n");
  return out + next_lines(story, terminal);
}

std::string present(const ListStories::Response& answer, const Terminal& terminal) {
  if (answer.stories.empty()) return "No stories. `assay mission new \"what you want\"` opens one.\n";
  Table table({{"STORY"}, {"STATE"}, {"LANDED", Table::Kind::may_go}, {"TITLE", Table::Kind::wide}});
  for (const auto& each : answer.stories) {
    const auto& mission = each.mission;
    table.add({{short_id(mission.id.text)},
               {std::string(name(mission.story)), colour_of_story(mission.story)},
               {mission.landed_commit.substr(0, 12)},
               {mission.title}});
  }
  return table.text(terminal) + (answer.next ? cat("More: --before ", *answer.next, "\n") : std::string());
}

std::string present(const ShowStory::Response& answer, const Terminal& terminal) {
  // Commands that stand below anyway are not needed twice.
  const bool told = !answer.story.next.empty() || !answer.story.waits_for.empty();
  std::string out = present(answer.story, terminal);
  if (answer.tasks.empty()) return out + (told ? std::string() : need_lines(answer.needed, terminal));
  Table table({{"TASK"}, {"STATE"}, {"KIND", Table::Kind::may_go}, {"NAME", Table::Kind::wide}});
  for (const auto& each : answer.tasks) {
    table.add({{short_id(each.task.id.text)},
               {std::string(capital_name(each.task.state)), colour_of(each.task.state)},
               {std::string(name(each.task.kind))},
               {each.task.name}});
  }
  return out + "\n" + table.text(terminal) + (told ? std::string() : need_lines(answer.needed, terminal));
}

std::string present(const Ship::Response& answer, const Terminal& terminal) {
  return cat("Accepted. A worker does it (assay worker); how it goes: assay story show ", answer.story.mission.id.text,
             "\n", present(answer.story, terminal));
}

constinit const NamedSchema StoryDocument::k_schema =
    named_schema<StoryDocument>("story", "A mission seen through the ship gate");
constinit const NamedSchema ListStories::Response::k_schema =
    named_schema<ListStories::Response>("story-list", "Stories, newest first");
constinit const NamedSchema ShowStory::Response::k_schema =
    named_schema<ShowStory::Response>("story-show", "A story with its tasks");
constinit const NamedSchema Ship::Response::k_schema =
    named_schema<Ship::Response>("shipped", "A story that is being shipped, or was");

constinit const Operation k_story_new_operation =
    changes<NewMission>({"story.new", "open a story: the same as `mission new`", "",
                         "  {} story new \"Add a dark mode to the settings page\"\n", "POST", "/api/stories", 201});
constinit const Operation k_story_list_operation =
    reads<ListStories>({"story.list", "list stories, newest first", "A story is a mission seen through the ship gate.",
                        "  {} story list\n  {} story list --state SHIPPABLE\n", "GET", "/api/stories"});
constinit const Operation k_story_show_operation =
    reads<ShowStory>({"story.show", "show a story: where it stands, its deploy, its validation", "",
                      "  {} story show k3f7\n", "GET", "/api/stories/{story}"});
constinit const Operation k_ship_operation = changes<Ship>(
    {"ship", "land a story, deploy it, and look at what was deployed",
     "A story is a mission; it can be shipped when all its tasks are done and its checks passed (its state\n"
     "is then SHIPPABLE). Shipping lands the verified commit, runs the deploy command, and then the commands,\n"
     "addresses and agent that look at what was deployed ([deploy] and [validate] of assay.toml of the target\n"
     "branch). It is done once, however often it is asked for. See docs/shipping.md.\n\n"
     "Exit status: 0 shipped or accepted, 1 it needs a fix, 2 refused or an error.",
     "  {} ship\n  {} ship k3f7 --detach\n", "POST", "/api/stories/{story}/ship", 202});
constinit const Operation k_redeploy_operation = changes<Redeploy>(
    {"redeploy", "deploy again what has landed, and look at it again", "By the policy that the target branch has now.",
     "  {} redeploy k3f7\n", "POST", "/api/stories/{story}/redeploy", 202});
constinit const Operation k_close_operation = changes<CloseStory>(
    {"close", "complete a story that was reviewed",
     "A REVIEW_READY story, or one that is deployed and has no validation. Any other that has "
     "landed with --reason.",
     "  {} close\n  {} close k3f7 --reason \"rolled forward by hand\"\n", "POST", "/api/stories/{story}/close"});
constinit const Operation k_fix_operation = changes<FixStory>(
    {"fix", "open a mission that fixes a story that needs it",
     "Its prompt says what the deploy or the validation found. To take the story back instead: revert.",
     "  {} fix k3f7\n", "POST", "/api/stories/{story}/fix"});

}  // namespace assay::ops
