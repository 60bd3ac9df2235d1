#include "ops/missions/packs.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/verify/answers.h"
#include "engine/verify/proven_criteria.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "os/files.h"
#include "store/missions.h"
#include "store/packs.h"

namespace assay::ops {

namespace {

void mission_flag(Fields& f, std::string& mission) {
  f.field({.name = "mission",
           .help = "id or unique prefix (default: the latest)",
           .value = "MISSION",
           .completes = Completes::mission},
          mission);
}

constexpr std::string_view k_which_check = "its number, id, command or title";

void force_flag(Fields& f, bool& force) { f.field(flag("force", "keep it although it is vague; recorded"), force); }

Result<model::Mission> find_mission(Context& context, const std::string& prefix) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(prefix));
  return store->missions().find(id);
}

// A base that is gone from the repository says nothing.
Result<std::vector<PromisedCriterion>> criteria_of(Context& context, const store::Store& store,
                                                   const model::Mission& mission) {
  TRY_ASSIGN(const auto* repository, context.repository());
  const auto base = engine::BaseEvidence::open(*repository, &store, mission.base_commit);
  return promised_by(mission.pack.criteria, base ? &*base : nullptr);
}

Result<PackAnswer> answer_of(Context& context, model::Mission mission) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  const engine::Evidence evidence(os::join_path(home->folder, "evidence"));
  TRY_ASSIGN(auto criteria, engine::proven_criteria(*store, evidence, mission));
  PackAnswer out{mission.id.text, mission.title, mission.status, {}, {}, {}, {}};
  TRY_ASSIGN(out.criteria, criteria_of(context, *store, mission));
  out.acceptance.pack = std::move(mission.pack);
  for (auto& criterion : criteria) out.proofs.push_back({std::move(criterion)});
  return out;
}

Result<PackAnswer> answer_now(Context& context, const model::MissionId& id) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(auto mission, store->missions().find(id));
  return answer_of(context, std::move(mission));
}

Result<size_t> index_of(const model::Mission& mission, std::uint64_t number) {
  const size_t count = mission.pack.criteria.size();
  if (number >= 1 && number <= count) return static_cast<size_t>(number - 1);
  return not_found(cat("there is no criterion ", number, " in ", mission.id.text, "; it has ", count,
                       " (`assay accept` numbers them)"));
}

Result<PackAnswer> keep_criteria(Context& context, const model::MissionId& id, const std::vector<std::string>& criteria,
                                 std::string_view why) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY(store->change(who).packs().set_criteria(id, criteria, why));
  return answer_now(context, id);
}

bool is_called(const model::AcceptanceCheck& check, std::string_view given) {
  return check.title == given || check.command == given || check.path == given;
}

bool is_called_in_part(const model::AcceptanceCheck& check, std::string_view given) {
  return contains(lower(check.title), lower(given));
}

// By the number that `assay accept` shows, its id or a unique prefix of it, its command, path or title, or a part of
// the title that no other has.
Result<model::AcceptanceCheck> find_check(const model::Mission& mission, const std::string& given) {
  const auto& checks = mission.pack.checks;
  if (const auto number = parse_uint(given); number && *number >= 1 && *number <= checks.size() && given.size() < 4) {
    return checks[static_cast<size_t>(*number - 1)];
  }
  const std::string prefix = given.starts_with("check-") ? given : cat("check-", given);
  const auto has_id = [&](const auto& check, std::string_view) { return check.id.text.starts_with(prefix); };
  const auto find = [&](const auto& is_it) {
    std::vector<const model::AcceptanceCheck*> found;
    for (const auto& check : checks) {
      if (!given.empty() && is_it(check, given)) found.push_back(&check);
    }
    return found;
  };
  for (const auto& found : {find(has_id), find(is_called), find(is_called_in_part)}) {
    if (found.size() == 1) return *found.front();
    if (found.size() > 1) return invalid_input(cat("more than one check is called ", excerpt(given, 60)));
  }
  return not_found(cat("there is no check ", excerpt(given, 60), " in ", mission.id.text, "; see `assay accept`"));
}

Result<void> check_path(std::string_view path) {
  TRY(check_line("the path", path));
  if (path.starts_with('/')) return invalid_input("the path must be relative to the top of the repository");
  for (const auto part : split(path, '/')) {
    if (part == "..") return invalid_input("the path must stay in the repository");
  }
  return {};
}

}  // namespace

void PackAnswer::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("title"), title);
  f.field(item("missionStatus"), status);
  f.field(item("acceptance"), acceptance);
  f.field(item("criteria", "of the pack, each with what would show it"), criteria);
  f.field(item("proofs", "where the success criteria of the tasks stand, and then those of the pack"), proofs);
  f.field(item("notes", "what to know about what was just done"), notes);
}

void ShowPack::Request::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
}

Result<PackAnswer> ShowPack::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto mission, find_mission(context, request.mission));
  return answer_of(context, std::move(mission));
}

// ---- criteria

void AddCriterion::Request::fields(Fields& f) {
  f.field(word("criterion", "a sentence that names something to look at"), criterion);
  mission_flag(f, mission);
  force_flag(f, force);
}

Result<PackAnswer> AddCriterion::run(Context& context, const Request& request) {
  TRY(check_line("the criterion", request.criterion));
  TRY_ASSIGN(const auto reason,
             lint_criterion(request.criterion, request.force ? VagueCriterion::keep : VagueCriterion::refuse));
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  auto criteria = mission.pack.criteria;
  const std::string criterion(trim(request.criterion));
  if (std::find(criteria.begin(), criteria.end(), criterion) != criteria.end()) {
    return conflict(cat(mission.id.text, " already has this criterion"));
  }
  criteria.push_back(criterion);
  return keep_criteria(context, mission.id, criteria, reason);
}

void EditCriterion::Request::fields(Fields& f) {
  f.field(word("number", "which one, as `assay accept` numbers them"), number);
  f.field(word("criterion", "what it says from now on"), criterion);
  mission_flag(f, mission);
  force_flag(f, force);
}

Result<PackAnswer> EditCriterion::run(Context& context, const Request& request) {
  TRY(check_line("the criterion", request.criterion));
  TRY_ASSIGN(const auto reason,
             lint_criterion(request.criterion, request.force ? VagueCriterion::keep : VagueCriterion::refuse));
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(const auto index, index_of(mission, request.number));
  auto criteria = mission.pack.criteria;
  criteria[index] = trim(request.criterion);
  if (criteria == mission.pack.criteria) return answer_of(context, mission);
  return keep_criteria(context, mission.id, criteria, reason);
}

void RemoveCriterion::Request::fields(Fields& f) {
  f.field(word("number", "which one, as `assay accept` numbers them"), number);
  mission_flag(f, mission);
  f.field(flag("reason", "why; kept in the history", "TEXT"), reason);
}

Result<PackAnswer> RemoveCriterion::run(Context& context, const Request& request) {
  TRY(check_text("the reason", request.reason));
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(const auto index, index_of(mission, request.number));
  auto criteria = mission.pack.criteria;
  criteria.erase(criteria.begin() + static_cast<std::ptrdiff_t>(index));
  return keep_criteria(context, mission.id, criteria, request.reason);
}

// ---- checks

void AddCheck::Request::fields(Fields& f) {
  f.field(word("title", "what it shows, in a few words"), title);
  mission_flag(f, mission);
  f.field(flag("command", "a shell command that must exit with 0", "CMD"), command);
  f.field({.name = "path", .help = "a file that must be there", .value = "PATH", .completes = Completes::file}, path);
  f.field(flag("manual", "a person looks at it"), manual);
  f.field(flag("detail", "more about it", "TEXT"), detail);
}

Result<PackAnswer> AddCheck::run(Context& context, const Request& request) {
  TRY(check_line("the title", request.title));
  TRY(check_text("the detail", request.detail));
  const int kinds = (request.command ? 1 : 0) + (request.path ? 1 : 0) + (request.manual ? 1 : 0);
  if (kinds != 1) return invalid_input("give one of command, path and manual");
  model::AcceptanceCheck check;
  check.title = trim(request.title);
  check.detail = request.detail.empty() ? "Added by hand." : request.detail;
  if (request.command) {
    TRY(check_text("the command", *request.command));
    if (trim(*request.command).empty()) return invalid_input("the command is empty");
    check.command = request.command;
  } else if (request.path) {
    TRY(check_path(*request.path));
    check.kind = model::AcceptanceKind::file;
    check.path = request.path;
  } else {
    check.kind = model::AcceptanceKind::manual;
  }
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(const auto added, store->change(who).packs().add_checks(mission.id, {check}, ""));
  if (added.empty()) return conflict(cat(mission.id.text, " already has this check"));
  return answer_now(context, mission.id);
}

void EditCheck::Request::fields(Fields& f) {
  f.field(word("check", k_which_check, Completes::check), check);
  mission_flag(f, mission);
  f.field(flag("title", "what it shows", "TEXT"), title);
  f.field(flag("command", "a shell command that must exit with 0", "CMD"), command);
  f.field({.name = "path", .help = "a file that must be there", .value = "PATH", .completes = Completes::file}, path);
  f.field(flag("detail", "more about it", "TEXT"), detail);
}

Result<PackAnswer> EditCheck::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(auto check, find_check(mission, request.check));
  if (!request.title && !request.command && !request.path && !request.detail) {
    return invalid_input("say what to change: title, command, path or detail");
  }
  if (request.title) {
    TRY(check_line("the title", *request.title));
    check.title = trim(*request.title);
  }
  if (request.detail) {
    TRY(check_text("the detail", *request.detail));
    check.detail = *request.detail;
  }
  if (request.command) {
    if (check.kind != model::AcceptanceKind::command) return invalid_input("only a command check has a command");
    TRY(check_text("the command", *request.command));
    if (trim(*request.command).empty()) return invalid_input("the command is empty");
    check.command = request.command;
  }
  if (request.path) {
    if (check.kind != model::AcceptanceKind::file) return invalid_input("only a file check has a path");
    TRY(check_path(*request.path));
    check.path = request.path;
  }
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY(store->change(who).packs().edit_check(mission.id, check));
  return answer_now(context, mission.id);
}

void AnswerCheck::Request::fields(Fields& f) {
  f.field(word("check", k_which_check, Completes::check), check);
  mission_flag(f, mission);
  f.field({.name = "reason", .help = "why; shown wherever the result is", .need = Need::required, .value = "TEXT"},
          reason);
  f.field(flag("failed", "it does not hold: the mission is blocked"), failed);
}

Result<PackAnswer> AnswerCheck::run(Context& context, const Request& request) {
  TRY(check_text("the reason", request.reason));
  if (trim(request.reason).empty()) return invalid_input("an answer needs a reason (reason)");
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(const auto check, find_check(mission, request.check));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto* home, context.home());
  const engine::Evidence evidence(os::join_path(home->folder, "evidence"));
  TRY_ASSIGN(const auto terms, engine::answerable(*repository, *store, evidence, mission));
  const bool asked = std::find(terms.asked.begin(), terms.asked.end(), check.id) != terms.asked.end();
  if (check.kind != model::AcceptanceKind::manual && !asked) {
    return conflict(cat("\"", check.title, "\" is not for a person to answer: ",
                        check.kind == model::AcceptanceKind::file ? "its file" : "its command",
                        " decides. To leave it out: assay pack remove-check ", check.id.text, " --reason \"…\""));
  }
  model::CheckAnswer answer;
  answer.check = check.id;
  answer.answer = request.failed ? model::AcceptanceStatus::failed : model::AcceptanceStatus::passed;
  answer.reason = trim(request.reason);
  answer.work = terms.work;
  TRY_ASSIGN(const auto who, context.actor());
  TRY(store->change(who).packs().answer_check(mission.id, answer));
  TRY_ASSIGN(auto out, answer_now(context, mission.id));
  if (terms.moved) {
    out.notes.emplace_back(
        "The branches moved since the last verification. This answer is for what was verified then; after the next "
        "one it is asked for again.");
  }
  if (!mission.policy.auto_verify) out.notes.push_back(cat("Next: assay verify ", mission.id.text));
  return out;
}

void RemoveCheck::Request::fields(Fields& f) {
  f.field(word("check", k_which_check, Completes::check), check);
  mission_flag(f, mission);
  f.field(flag("reason", "why; shown wherever the result is", "TEXT"), reason);
}

Result<PackAnswer> RemoveCheck::run(Context& context, const Request& request) {
  TRY(check_text("the reason", request.reason));
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(const auto check, find_check(mission, request.check));
  if (engine::is_gate_check(check)) {
    return conflict(
        "the gate stays: its rules always run; to be warned only, say gate_changes = \"warn\" under "
        "[verify] in assay.toml of the target");
  }
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY(store->change(who).packs().remove_check(mission.id, check.id, trim(request.reason)));
  TRY_ASSIGN(auto answer, answer_now(context, mission.id));
  if (check.kind == model::AcceptanceKind::manual)
    answer.notes.emplace_back(
        "The next verification brings a person's review back: where nothing else shows that the "
        "work holds, a person has to.");
  return answer;
}

constinit const NamedSchema PackAnswer::k_schema = named_schema<PackAnswer>("pack", "A mission's acceptance pack");

constinit const Operation k_pack_show_operation =
    shows<ShowPack>({"pack.show", "show a mission's acceptance pack: criteria, checks, where each stands",
                     "The same as `accept`.", "  {} pack show\n", "GET", "/api/missions/{mission}/acceptance"});
constinit const Operation k_pack_add_criterion_operation = changes<AddCriterion>(
    {"pack.add-criterion", "add a criterion",
     "A criterion names something that another person or program can look at: a command, a path, a\n"
     "test, an endpoint, a value. Vague ones are refused with the reason; --force keeps them, on record.",
     "  {} pack add-criterion '`npm test` passes with the new cart tests'\n", "POST",
     "/api/missions/{mission}/acceptance/criteria"});
constinit const Operation k_pack_edit_criterion_operation =
    changes<EditCriterion>({"pack.edit-criterion", "replace a criterion", "",
                            "  {} pack edit-criterion 2 \"GET /api/cart answers 404 for an unknown cart\"\n", "PUT",
                            "/api/missions/{mission}/acceptance/criteria/{number}"});
constinit const Operation k_pack_remove_criterion_operation = changes<RemoveCriterion>(
    {"pack.remove-criterion", "remove a criterion", "", "  {} pack remove-criterion 2 --reason \"out of scope\"\n",
     "DELETE", "/api/missions/{mission}/acceptance/criteria/{number}"});
constinit const Operation k_pack_add_check_operation =
    changes<AddCheck>({"pack.add-check", "add a check", "A check runs a command, looks for a file, or asks a person.",
                       "  {} pack add-check \"Type checks\" --command \"npx tsc --noEmit\"\n"
                       "  {} pack add-check \"Has a changelog\" --path CHANGELOG.md\n"
                       "  {} pack add-check \"Design was looked at\" --manual\n",
                       "POST", "/api/missions/{mission}/acceptance/checks"});
constinit const Operation k_pack_edit_check_operation =
    changes<EditCheck>({"pack.edit-check", "change a check; what it verifies is pending again", "",
                        "  {} pack edit-check 1 --command \"npm test -- --ci\"\n", "PATCH",
                        "/api/missions/{mission}/acceptance/checks/{check}"});
constinit const Operation k_pack_remove_check_operation = changes<RemoveCheck>(
    {"pack.remove-check", "remove a check", "It stays away, and every later verification names it with the reason.",
     "  {} pack remove-check 3 --reason \"needs a device that is not here\"\n", "DELETE",
     "/api/missions/{mission}/acceptance/checks/{check}"});
constinit const Operation k_pack_answer_operation = changes<AnswerCheck>(
    {"pack.answer", "say what you found of a check that is for a person",
     "Counts for the work as it was verified last, and is asked for again when more is added to it. Also\n"
     "accepts a check that found no tests, where there are none yet.",
     "  {} pack answer review --reason \"tried it in the browser\"\n"
     "  {} pack answer review --failed --reason \"the text overlaps the button\"\n",
     "POST", "/api/missions/{mission}/acceptance/checks/{check}/answer"});
constinit const Operation k_accept_operation =
    reads<ShowPack>({"accept", "show what \"done\" means for a mission: criteria, checks, where each stands",
                     "To change them see `pack`.", "  {} accept\n  {} accept k3f7 --json\n", "", ""});

}  // namespace assay::ops
