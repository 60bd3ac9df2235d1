#include "ops/packs.h"

#include <algorithm>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/proven_criteria.h"
#include "engine/work/policy.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "ops/verification_text.h"
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

void force_flag(Fields& f, bool& force) { f.field(flag("force", "keep it although it is vague; recorded"), force); }

// Whether the commit whose policy counts for the mission has it; what cannot be read asks for nothing.
bool is_asked_for(Context& context, const model::Mission& mission, const model::AcceptanceCheck& check) {
  const auto repository = context.repository();
  if (!repository) return false;
  const auto policy_commit = engine::policy_commit_of(**repository, mission);
  if (!policy_commit || policy_commit->empty()) return false;
  const auto asked = engine::checks_for(**repository, *policy_commit, mission.prompt, {});
  return asked &&
         std::any_of(asked->begin(), asked->end(), [&](const auto& each) { return model::same_check(each, check); });
}

Result<model::Mission> find_mission(Context& context, const std::string& prefix) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(prefix));
  return store->missions().find(id);
}

Result<PackAnswer> answer_of(Context& context, model::Mission mission) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  const engine::Evidence evidence(os::join_path(home->folder, "evidence"));
  TRY_ASSIGN(auto criteria, engine::proven_criteria(*store, evidence, mission));
  PackAnswer out{mission.id.text, mission.title, mission.status, {std::move(mission.pack)}, {}, {}};
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

// By id, unique prefix of it, or the number that `assay accept` shows.
Result<model::AcceptanceCheck> find_check(const model::Mission& mission, const std::string& given) {
  const auto& checks = mission.pack.checks;
  if (const auto number = parse_uint(given); number && *number >= 1 && *number <= checks.size() && given.size() < 4) {
    return checks[static_cast<size_t>(*number - 1)];
  }
  const std::string prefix = given.starts_with("check-") ? given : cat("check-", given);
  const model::AcceptanceCheck* found = nullptr;
  for (const auto& check : checks) {
    if (given.empty() || !check.id.text.starts_with(prefix)) continue;
    if (check.id.text == prefix) return check;
    if (found != nullptr) return invalid_input(cat("more than one check begins with ", excerpt(given, 60)));
    found = &check;
  }
  if (found == nullptr) {
    return not_found(cat("there is no check ", excerpt(given, 60), " in ", mission.id.text, "; see `assay accept`"));
  }
  return *found;
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
  f.field(item("proofs", "what tests show of the success criteria of the tasks"), proofs);
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
  f.field(word("check", "its number, id or unique prefix", Completes::check), check);
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

void RemoveCheck::Request::fields(Fields& f) {
  f.field(word("check", "its number, id or unique prefix", Completes::check), check);
  mission_flag(f, mission);
}

Result<PackAnswer> RemoveCheck::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto mission, find_mission(context, request.mission));
  TRY_ASSIGN(const auto check, find_check(mission, request.check));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  TRY(store->change(who).packs().remove_check(mission.id, check.id));
  TRY_ASSIGN(auto answer, answer_now(context, mission.id));
  if (is_asked_for(context, mission, check)) {
    answer.notes.push_back(cat("The repository itself asks for \"", check.title,
                               "\", so the next verification brings it back. To let it fail for a while, name it under "
                               "[[quarantine]] in assay.toml on ",
                               mission.target_branch, "."));
  }
  return answer;
}

namespace {

using model::AcceptanceKind;
using model::AcceptanceStatus;

Colour colour_of_check(AcceptanceStatus status) {
  switch (status) {
    case AcceptanceStatus::pending: return Colour::plain;
    case AcceptanceStatus::passed: return Colour::green;
    case AcceptanceStatus::failed: return Colour::red;
    case AcceptanceStatus::skipped: return Colour::dim;
  }
  return Colour::plain;
}

Cell status_of(const model::AcceptanceCheck& check) {
  if (is_flaky(check)) return {"⚠ flaky", Colour::yellow};
  return {std::string(name(check.status)), colour_of_check(check.status)};
}

std::string how(const model::AcceptanceCheck& check) {
  switch (check.kind) {
    case AcceptanceKind::command: return check.command.value_or("");
    case AcceptanceKind::file: return cat("file ", check.path.value_or(""));
    case AcceptanceKind::manual: return "a person";
  }
  return {};
}

}  // namespace

std::string pack_lines(const model::AcceptancePack& pack, const Terminal& terminal) {
  std::string out = "Criteria\n";
  size_t number = 0;
  for (const auto& criterion : pack.criteria) {
    const std::string label = cat("  ", ++number, ". ");
    const std::string lines = terminal.paragraph(criterion, std::string(label.size(), ' '));
    out += label + lines.substr(std::min(label.size(), lines.size()));
  }
  if (pack.criteria.empty()) out += "  none\n";
  out += "\nChecks\n";
  if (pack.checks.empty()) return out + "  none\n";
  using Kind = Table::Kind;
  Table table({{"#"}, {"STATUS"}, {"CHECK", Kind::wide}, {"HOW"}, {"BECAUSE", Kind::may_go}});
  number = 0;
  for (const auto& check : pack.checks) {
    table.add({{cat(++number)}, status_of(check), {check.title}, {how(check)}, {check.detail, Colour::dim}});
  }
  return out + table.text(terminal, "  ");
}

std::string present(const PackAnswer& answer, const Terminal& terminal) {
  const auto& pack = answer.acceptance.pack;
  std::string out =
      cat(terminal.headline("", answer.mission, answer.title, name(answer.status), colour_of(answer.status)), "\n",
          pack_lines(pack, terminal), "\nTogether: ", name(pack.status), "\n");
  std::vector<model::CriterionProof> proofs;
  for (const auto& document : answer.proofs) proofs.push_back(document.criterion);
  if (!proofs.empty()) out += cat("\nProof\n", present_proofs(proofs, terminal));
  for (const auto& check : pack.checks) {
    if (check.status != AcceptanceStatus::failed || !check.last_output) continue;
    out += cat("\n", printable(check.title), " said\n", terminal.paragraph(excerpt(*check.last_output, 2000), "  "));
  }
  for (const auto& note : answer.notes) out += cat("\n", terminal.paint(Colour::yellow, "! "), printable(note), "\n");
  return out;
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
constinit const Operation k_pack_remove_check_operation =
    changes<RemoveCheck>({"pack.remove-check", "remove a check", "", "  {} pack remove-check 3\n", "DELETE",
                          "/api/missions/{mission}/acceptance/checks/{check}"});
constinit const Operation k_accept_operation =
    reads<ShowPack>({"accept", "show what \"done\" means for a mission: criteria, checks, where each stands",
                     "To change them see `pack`.", "  {} accept\n  {} accept k3f7 --json\n", "", ""});

}  // namespace assay::ops
