#include "ops/missions/missions.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/text.h"
#include "engine/check/plan_on_base.h"
#include "engine/verify/mission_checks.h"
#include "git/revision.h"
#include "ops/given_text.h"
#include "ops/missions/tasks.h"
#include "ops/operation.h"
#include "plan/checks.h"
#include "plan/criteria.h"
#include "plan/plan_file.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::ops {

namespace {

// The branch to land on: as asked, else the one that is checked out.
Result<std::string> target_branch(const git::Repository& repository, const std::string& asked) {
  TRY(git::check_revision(asked));
  TRY_ASSIGN(const auto here, repository.current_branch());
  if (asked.empty() && here) return *here;
  if (asked.empty()) return invalid_input("no branch is checked out; name the one to land on (target)");
  if (here == asked) return asked;
  TRY_ASSIGN(const auto found, repository.ask({"show-ref", "--verify", "--quiet", cat("refs/heads/", asked)}));
  if (found.exit_code != 0) {
    return invalid_input(cat("there is no branch '", excerpt(asked, 80), "'; make it with `git branch` first"));
  }
  return asked;
}

// The commit the work starts from; empty in a repository without one.
Result<std::string> base_commit(const git::Repository& repository, const std::string& asked) {
  if (!asked.empty()) return repository.commit_of(asked);
  TRY_ASSIGN(const auto head, repository.head());
  return head.value_or("");
}

Result<std::optional<model::Plan>> read_plan(const json::value& given) {
  if (given.is_null()) return std::optional<model::Plan>();
  if (!given.is_object()) return invalid_input("plan must be an object");
  TRY_ASSIGN(auto plan, plan::parse_mission_plan(write_json(given)));
  return std::optional(std::move(plan));
}

Result<std::vector<model::AcceptanceCheck>> checks_for(const git::Repository& repository, const std::string& commit,
                                                       std::string_view prompt) {
  if (commit.empty()) return std::vector<model::AcceptanceCheck>();
  return engine::checks_for(repository, commit, prompt, {});
}

void add_planned(store::MissionDraft& draft, const model::Plan& plan) {
  for (const auto& criterion : plan.criteria) {
    if (std::find(draft.criteria.begin(), draft.criteria.end(), criterion) == draft.criteria.end())
      draft.criteria.push_back(criterion);
  }
  // The operator's review stays last.
  auto added = plan::new_checks(draft.checks, plan.checks);
  auto at = draft.checks.end();
  if (at != draft.checks.begin() && std::prev(at)->kind == model::AcceptanceKind::manual) --at;
  draft.checks.insert(at, std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
}

std::string pack_summary(const std::string& title) { return cat("What \"", title, "\" must show before it lands"); }

Result<store::MissionDraft> draft_of(Context& context, const NewMission::Request& request) {
  TRY(check_text("the prompt", request.prompt));
  TRY_ASSIGN(const auto plan, read_plan(request.plan));
  store::MissionDraft draft;
  draft.prompt = trim(request.prompt);
  draft.title = request.title;
  if (draft.title.empty() && plan) draft.title = plan->title;
  if (draft.prompt.empty()) draft.prompt = draft.title;
  if (draft.prompt.empty())
    return invalid_input(
        "the prompt is missing: say what you want (in quotes on the command line), such as \"Add a dark mode\"");
  if (draft.title.empty()) draft.title = plan::title_for(draft.prompt);
  TRY(check_line("the title", draft.title));

  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  draft.repository = home->top;
  TRY_ASSIGN(draft.base_commit, base_commit(*repository, request.base));
  TRY_ASSIGN(draft.target_branch, target_branch(*repository, request.target));
  draft.policy = model::default_policy(request.mode.value_or(model::Mode::manual));
  TRY(request.budgets.apply(draft.policy));
  draft.pack_summary = pack_summary(draft.title);
  draft.criteria = plan::criteria_for(draft.prompt);
  TRY_ASSIGN(draft.checks, checks_for(*repository, draft.base_commit, draft.prompt));
  if (plan) {
    add_planned(draft, *plan);
    draft.plan = *plan;
    draft.plan_text = plan::write_plan(*plan);
  } else {
    draft.planning_task = draft.policy.mode != model::Mode::manual;
  }
  return draft;
}

Result<void> within(std::string_view name, std::optional<std::uint64_t> value, std::uint64_t least,
                    std::uint64_t most) {
  if (!value || (*value >= least && *value <= most)) return {};
  return invalid_input(cat(name, " must be from ", least, " to ", most));
}

}  // namespace

Result<MissionDocument> mission_document(const store::Store& store, std::string_view prefix) {
  TRY_ASSIGN(const auto id, store.missions().resolve(prefix));
  MissionDocument document;
  TRY_ASSIGN(document.mission, store.missions().find(id));
  TRY_ASSIGN(document.active_tasks, store.tasks().active(id));
  return document;
}

// ---- new

void NewMission::Request::fields(Fields& f) {
  f.field({.name = "prompt",
           .help = "what you want, in your own words",
           .place = Place::word,
           .value = "PROMPT",
           .from_file = true},
          prompt);
  f.field(flag("title", "a short name (default: from the prompt)", "TEXT"), title);
  f.field({.name = "plan",
           .help = "tasks, criteria and checks from a plan file, JSON or TOML",
           .value = "FILE",
           .completes = Completes::file},
          plan);
  f.field(flag("mode", "how much goes on without you (default: manual)"), mode);
  f.field({.name = "target",
           .help = "the branch it lands on (default: the one checked out)",
           .value = "BRANCH",
           .completes = Completes::branch},
          target);
  f.field(flag("base", "the commit it starts from (default: HEAD)", "REV"), base);
  budgets.fields(f);
}

void NewMission::Response::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("criteria", "of the mission, then of its tasks, each with what would show it"), criteria);
  f.field(item("tasks"), tasks);
  f.field(item("notes", "what a person should know"), notes);
}

Result<NewMission::Response> NewMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto draft, draft_of(context, request));
  TRY_ASSIGN(const auto* repository, context.repository());
  if (draft.plan) TRY(engine::check_plan_on_base(*repository, draft.base_commit, *draft.plan));
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto* store, context.store());
  Response response;
  TRY_ASSIGN(const auto mission, store->change(who).missions().add(draft));
  TRY_ASSIGN(response.mission, mission_document(*store, mission.id.text));
  TRY_ASSIGN(auto tasks, store->tasks().of(mission.id, {}));
  TRY_ASSIGN(response.tasks, documents_of(*store, std::move(tasks)));
  const auto base = engine::BaseEvidence::open(*repository, store, draft.base_commit);
  TRY_ASSIGN(response.criteria, promised_by(draft.criteria, base ? &*base : nullptr));
  if (draft.plan) {
    TRY_ASSIGN(auto of_tasks, promised_by(*draft.plan, base ? &*base : nullptr));
    response.criteria.insert(response.criteria.end(), of_tasks.begin(), of_tasks.end());
  }
  response.notes = prompt_notes(draft.prompt);
  if (draft.base_commit.empty()) {
    response.notes.emplace_back("The repository has no commit yet, so no checks were found; commit, then add checks.");
  }
  return response;
}

// ---- list

void ListMissions::Request::fields(Fields& f) {
  f.field(flag("status", "only missions of this status"), status);
  f.field(flag("story", "only stories of this state"), story);
  f.field(flag("text", "only those with all of these words: in title, prompt, id, status or a task's name", "TEXT"),
          text);
  f.field(flag("before", "the page after this one: what `next` said", "CURSOR"), before);
  f.field(limit_to(store::k_largest_page, "how many (default: 50)"), limit);
  f.field(flag("all", "every one of them"), all);
}

void ListMissions::Response::fields(Fields& f) {
  f.field(item("missions"), missions);
  f.field(item("next", "give it as `before` for the next page; null on the last"), next);
}

Result<ListMissions::Response> ListMissions::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store_if_made());
  if (store == nullptr) return Response();
  store::MissionFilter filter;
  filter.status = request.status;
  filter.story = request.story;
  filter.text = request.text;
  filter.before = request.before;
  filter.limit = request.all ? store::k_largest_page : request.limit;
  Response response;
  for (;;) {
    TRY_ASSIGN(auto page, store->missions().list(filter));
    for (auto& mission : page.missions) response.missions.push_back({std::move(mission)});
    if (page.next.empty()) return response;
    if (!request.all) {
      response.next = page.next;
      return response;
    }
    filter.before = page.next;
  }
}

// ---- show

void ShowMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
}

void ShowMission::Response::fields(Fields& f) {
  f.field(item("mission"), mission);
  f.field(item("tasks"), tasks);
  f.field(item("spent", "by agents"), spent);
  f.field(item("needed", "what waits for a person"), needed);
}

Result<ShowMission::Response> ShowMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  Response response;
  TRY_ASSIGN(response.mission, mission_document(*store, request.mission));
  TRY_ASSIGN(auto tasks, store->tasks().of(response.mission.mission.id, {}));
  TRY_ASSIGN(response.tasks, documents_of(*store, std::move(tasks)));
  TRY_ASSIGN(response.spent.spent, store->runs().spent(response.mission.mission.id));
  TRY_ASSIGN(response.needed, needs_of(*store, response.mission.mission));
  return response;
}

// ---- edit

void EditMission::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("title", "another title", "TEXT"), title);
  f.field(flag("mode", "how much goes on without you"), mode);
  f.field({.name = "autoVerify", .help = "verify by itself when all tasks are done"}, auto_verify);
  f.field(flag("retryBudget", "how often work goes back before a person is asked"), retry_budget);
  f.field({.name = "parallelTasks", .help = "how many tasks run at once", .flag = "--parallel"}, parallel_tasks);
  budgets.fields(f);
}

Result<EditMission::Response> EditMission::run(Context& context, const Request& request) {
  TRY(within("retryBudget", request.retry_budget, 0, 100));
  TRY(within("parallelTasks", request.parallel_tasks, 1, 256));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto before, mission_document(*store, request.mission));
  const auto& mission = before.mission;
  model::Policy policy = mission.policy;
  if (request.mode) policy.mode = *request.mode;
  if (request.auto_verify) policy.auto_verify = *request.auto_verify;
  if (request.retry_budget) policy.retry_budget = static_cast<std::uint32_t>(*request.retry_budget);
  if (request.parallel_tasks) policy.parallel_tasks = static_cast<std::uint32_t>(*request.parallel_tasks);
  TRY(request.budgets.apply(policy));
  if (request.title) TRY(check_line("the title", *request.title));
  if (request.title && is_blank(*request.title)) return invalid_input("the title is empty; a mission has one");
  const bool asked = request.title || request.mode || request.auto_verify || request.retry_budget ||
                     request.parallel_tasks || !request.budgets.is_empty();
  if (!asked)
    return invalid_input("say what to change: title, mode, autoVerify, retryBudget, parallelTasks, or a budget");
  TRY_ASSIGN(const auto who, context.actor());
  // Both or neither, so that what one saw is compared with what there was before either.
  const auto save = [&]() -> Result<void> {
    if (policy != mission.policy) TRY(store->change(who).missions().set_policy(mission.id, policy));
    if (request.title) TRY(store->change(who).missions().set_title(mission.id, trim(*request.title)));
    return {};
  };
  TRY(store->together(save));
  return mission_document(*store, mission.id.text);
}

constinit const NamedSchema NewMission::Response::k_schema =
    named_schema<NewMission::Response>("mission-new", "What assay mission new answers");
constinit const NamedSchema ListMissions::Response::k_schema =
    named_schema<ListMissions::Response>("mission-list", "Missions, newest first");
constinit const NamedSchema ShowMission::Response::k_schema =
    named_schema<ShowMission::Response>("mission-show", "A mission with its tasks");

constinit const Operation k_mission_new_operation = changes<NewMission>(
    {"mission.new", "open a mission from a prompt",
     "Reads acceptance criteria off the prompt and checks off the commit it starts from. With --plan the\n"
     "tasks come from a file (docs/formats/plan.md); without, add them with `task add`.",
     "  {} mission new \"Add a dark mode to the settings page\"\n"
     "  {} mission new \"Split the parser\" --plan plan.toml --target release\n"
     "  {} mission new --prompt-file wish.md --mode guided_autopilot\n",
     "POST", "/api/missions", 201});
constinit const Operation k_mission_list_operation =
    shows<ListMissions>({"mission.list", "list missions, newest first", "",
                         "  {} mission list\n  {} mission list --status blocked\n  {} mission list --all --json\n",
                         "GET", "/api/missions"});
constinit const Operation k_mission_show_operation =
    shows<ShowMission>({"mission.show", "show a mission with its tasks", "",
                        "  {} mission show\n  {} mission show k3f7\n", "GET", "/api/missions/{mission}"});
constinit const Operation k_mission_edit_operation = changes<EditMission>(
    {"mission.edit", "change a mission's title, how much goes on without you, and what it may cost", "",
     "  {} mission edit --mode autopilot --parallel 4\n  {} mission edit k3f7 --auto-verify off\n", "PATCH",
     "/api/missions/{mission}"});

}  // namespace assay::ops
