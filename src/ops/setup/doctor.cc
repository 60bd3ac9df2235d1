// Looks at everything that Assay leans on, and says what to do about what is wrong. Nothing here is
// an error: what could not be found out is a finding too.
#include <algorithm>
#include <filesystem>
#include <set>

#include <boost/json.hpp>

#include "agents/kind.h"
#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/calibrate/records.h"
#include "engine/check/hidden_runners.h"
#include "engine/land/lost_histories.h"
#include "engine/state_folder.h"
#include "engine/verify/preparation_trial.h"
#include "engine/verify/prepared_cache.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/agents/agent_choice.h"
#include "ops/board/calibration.h"
#include "ops/operation.h"
#include "ops/setup/config_files.h"
#include "ops/setup/leftovers.h"
#include "ops/setup/setup.h"
#include "os/files.h"
#include "os/process/process.h"
#include "os/process/sandbox_probe.h"
#include "os/programs.h"
#include "os/sandbox/sandbox.h"
#include "os/writable.h"
#include "store/landings.h"

namespace assay::ops {

namespace {

using Finding = Doctor::Finding;

constexpr std::uint64_t k_little_space = std::uint64_t{1} << 30;
constexpr std::uint64_t k_no_space = std::uint64_t{50} << 20;

Finding good(std::string what, std::string detail) { return {std::move(what), true, false, std::move(detail), {}}; }
Finding bad(std::string what, std::string detail, std::string advice) {
  return {std::move(what), false, true, std::move(detail), std::move(advice)};
}

bool is_old(std::string_view version) {
  const auto parts = split(version, '.');
  if (parts.size() < 2) return false;
  const std::uint64_t major = parse_uint(parts[0]).value_or(0);
  const std::uint64_t minor = parse_uint(parts[1]).value_or(0);
  return major < 2 || (major == 2 && minor < 38);
}

Finding look_at_git() {
  const std::string advice = "install git 2.38 or newer";
  if (!os::find_program("git")) return bad("git", "not on the PATH", advice);
  os::Command command;
  command.argv = {"git", "--version"};
  const auto answer = os::capture(command, 1024);
  if (!answer || answer->outcome.exit_code != 0) return bad("git", "does not start", advice);
  const auto words = split(trim(answer->output), ' ');
  const std::string version(words.size() > 2 ? words[2] : std::string_view("unknown"));
  return is_old(version) ? bad("git", version, advice) : good("git", version);
}

Finding look_at_repository(Context& context) {
  const auto repository = context.repository();
  if (!repository) return bad("repository", repository.error().message, "go to a git repository");
  const auto head = (*repository)->head();
  if (!head) return bad("repository", head.error().message, "see whether git works there: git status");
  if (!*head) return Finding::warning("repository", (*repository)->root() + ", no commit yet", "commit something");
  return good("repository", (*repository)->root());
}

Finding look_at_store(Context& context) {
  const auto home = context.home();
  if (!home) return bad("store", "no repository", "go to a git repository");
  if (!engine::is_made(**home)) return Finding::warning("store", "not made yet", "run `assay init`");
  const auto store = context.store();
  if (!store) return bad("store", store.error().message, "see above");
  const auto health = (*store)->examine();
  if (!health)
    return bad("store", health.error().message,
               "keep a copy of the store (.assay, or a dump of its database) before anything else");
  const std::string contents =
      cat(health->driver, ", schema ", health->schema, ", ", plural(health->missions, "mission"), ", ",
          plural(health->tasks, "task"), ", ", plural(health->checkpoints, "checkpoint"));
  if (health->faults.empty()) return good("store", contents);
  return bad("store", cat(contents, "; ", join(health->faults, "; ")),
             "keep a copy of the store (.assay, or a dump of its database), then see `assay audit verify`");
}

// Nothing to say before there is a store.
std::optional<Finding> look_at_signatures(Context& context) {
  const auto store = context.store_if_made();
  if (!store || *store == nullptr) return std::nullopt;
  const auto landings = (*store)->landings().not_signed();
  if (!landings) return Finding::warning("signatures", landings.error().message, "see the store");
  if (landings->empty()) return good("signatures", "every landing is signed");
  const auto& first = landings->front();
  return Finding::warning("signatures",
                          cat(plural(landings->size(), "landing"),
                              " recorded and not signed yet, the first of mission ", first.mission.text),
                          cat("sign it: assay audit attest ", first.mission.text, "; the next landing signs all"));
}

// What lies outside of the store, and tells of more than it holds.
void look_at_histories(Context& context, std::vector<Finding>& out) {
  const auto home = context.home();
  const auto repository = context.repository();
  if (!home || !repository || !engine::is_made(**home)) return;
  const auto store = context.store();
  if (!store) return;
  const auto lost = engine::find_lost_histories(**home, **repository, **store);
  if (!lost) {
    out.push_back(Finding::warning("histories", lost.error().message, "see `assay audit verify`"));
    return;
  }
  if (!lost->proven.empty()) {
    const auto more = lost->proven.size() - 1;
    out.push_back(bad("histories", cat(lost->proven.front().what, more > 0 ? cat("; and ", more, " more") : ""),
                      "put the store back from a copy, or accept it: `assay audit accept-loss --reason WHY`"));
  }
  for (const auto& note : lost->notes) out.push_back(Finding::warning("histories", note, "see that it is so"));
}

Finding look_at_sandbox() {
  const auto probe = os::probe_sandbox();
  if (!probe)
    return Finding::warning("sandbox", probe.error().message, "install bubblewrap; until then no check is run");
  std::string detail = cat(os::name_of(probe->level), ": ", probe->why, "; ", probe->limits_why);
  if (probe->notes.empty()) return good("sandbox", std::move(detail));
  return Finding::warning("sandbox", std::move(detail), join(probe->notes, "; "));
}

Finding look_at_space(Context& context) {
  const auto home = context.home();
  std::error_code error;
  const auto space = std::filesystem::space(home ? (*home)->top : ".", error);
  if (error) return Finding::warning("disk", error.message(), "see that the folder can be read");
  for (const auto& folder :
       home ? std::vector<std::string>{(*home)->top, (*home)->work_tree} : std::vector<std::string>()) {
    if (!os::can_write(folder)) {
      return bad("disk", cat(folder, " cannot be written"),
                 "make it writable, or work in a copy: missions and evidence are kept there");
    }
  }
  const std::string free = cat(space.available >> 20, " MiB free");
  if (space.available < k_no_space) return bad("disk", free, "make room: nothing can be recorded on a full disk");
  if (space.available < k_little_space)
    return Finding::warning("disk", free, "make room: worktrees and logs need some");
  return good("disk", free);
}

// What preparations of dependencies take up; nothing to say where there are none.
void look_at_prepared(Context& context, std::vector<Finding>& out) {
  const auto home = context.home();
  const auto state = home ? engine::state_folder((*home)->git_folder) : Result<std::string>(not_found(""));
  if (home && os::exists(os::join_path((*home)->folder, "cache"))) {
    out.push_back(Finding::warning("prepared dependencies",
                                   cat((*home)->folder, "/cache is of an earlier version and is not used"),
                                   "remove it; the next verification that prepares does"));
  }
  if (!state) return;
  const auto folder = os::join_path(*state, "cache");
  const auto usage = engine::PreparedCache(folder).usage();
  if (usage.entries == 0) return;
  out.push_back(good("prepared dependencies", cat(usage.entries, " kept, ", usage.bytes >> 20, " MiB in ", folder)));
}

void look_at_file(const ConfigFile& file, const std::vector<std::string>& notes, std::vector<Finding>& out) {
  for (const auto& problem : file.problems) {
    out.push_back(bad(file.name, problem, "correct it: nothing that reads this file runs until then"));
  }
  if (!file.problems.empty()) return;
  for (const auto& each : notes) out.push_back(Finding::warning(file.name, each, "commit it, or put it back"));
  if (notes.empty()) out.push_back(good(file.name, "valid"));
}

// Agents that the configuration counts on, and that cannot be started here.
void look_at_named_agents(const ConfigFiles& files, std::vector<Finding>& out) {
  std::vector<std::pair<std::string, std::string>> named;  // an agent, and where it is named
  for (const auto& each : files.agents.profiles) {
    if (each.source != "built in") named.emplace_back(each.name, each.source);
  }
  for (const auto& rule : files.agents.rules) named.emplace_back(rule.agent, cat(rule.source, ", [[agents.choose]]"));
  if (const auto* name = files.repository ? files.repository->at("validate.agent.name") : nullptr) {
    if (name->is_string()) named.emplace_back(std::string(name->get_string()), "assay.toml, [validate] agent");
  }
  std::set<std::string> told;
  for (const auto& [name, where] : named) {
    const auto* profile = engine::find_profile(files.agents, name);
    if ((profile != nullptr && engine::program_of(*profile)) || !told.insert(name).second) continue;
    const std::string what = cat("agent ", excerpt(name, 40));
    if (profile == nullptr) {
      out.push_back(Finding::warning(what, cat(where, " names it, and there is none of that name"),
                                     cat("describe it: [agents.", excerpt(name, 40), "]")));
    } else {
      out.push_back(Finding::warning(what, cat(where, " names it, and its program is not on this machine"),
                                     "install it or name another: its tasks are blocked until then"));
    }
  }
}

// A key or secret that the operator names and that is not there is found out only when something is signed.
void look_at_operators_files(const ConfigFile& file, std::vector<Finding>& out) {
  std::vector<std::string> paths = {"attest.key"};
  for (size_t n = 1; file.at(cat("notify.", n)) != nullptr; ++n) paths.push_back(cat("notify.", n, ".secret_file"));
  for (const auto& path : paths) {
    const auto* named = file.at(path);
    if (named == nullptr || !named->is_string()) continue;
    const std::string target(named->get_string());
    if (os::exists(target) && !os::is_folder(target)) continue;
    out.push_back(Finding::warning(file.place(path), cat(path, " names ", target, ", and there is no such file"),
                                   "make it, or correct the path"));
  }
}

void look_at_configuration(Context& context, std::vector<Finding>& out) {
  const auto files = read_config_files(context);
  if (!files) return;
  if (files->repository) look_at_file(*files->repository, files->notes, out);
  if (files->person) look_at_file(*files->person, {}, out);
  if (!files->repository && !files->person) out.push_back(good("settings", "no assay.toml; the defaults hold"));
  if (files->person) look_at_operators_files(*files->person, out);
  look_at_named_agents(*files, out);
}

// Test runners behind wrappers, of which only words are seen.
void look_at_runners(Context& context, std::vector<Finding>& out) {
  const auto repository = context.repository();
  if (!repository) return;
  const auto head = (*repository)->head();
  if (!head || !*head) return;
  const auto hidden = engine::find_hidden_runners(**repository, **head);
  if (!hidden) return;
  for (const auto& each : *hidden) {
    out.push_back(Finding::warning("test runner", cat("`", each.command, "`: ", each.why),
                                   "see docs/evidence.md; until then its words are believed with a warning"));
  }
}

// Whether the gate is known to catch anything here. Never having asked is no fault.
void look_at_calibration(Context& context, std::vector<Finding>& out) {
  const auto home = context.home();
  if (!home) return;
  const auto last = engine::last_calibration((*home)->git_folder);
  if (!last) {
    out.push_back(good("calibration", "never: run `assay calibrate` to see what the gate catches here"));
    return;
  }
  const auto document = calibration_document(*last);
  const auto& honest = document.kinds.front();
  out.push_back(good("calibration", cat(last->started_at.substr(0, 10), ": ", outcome_in_words(document), ", ",
                                        honest.blocked, " of ", honest.made, " honest blocked")));
}

// Each is started as it will be for work. What no built-in kind is has no way to be asked.
void look_at_agents(Context& context, std::vector<Finding>& out) {
  const auto agents = find_agents(context);
  if (!agents) {
    out.push_back(bad("agents", agents.error().message, "correct it; no task can be run until then"));
    return;
  }
  std::vector<std::string> found;
  for (const auto& profile : *agents) {
    if (profile.program_file.empty()) continue;
    const auto there = cat(profile.name, " (", profile.program_file, ")");
    Result<engine::AgentTrial> trial = engine::AgentTrial{true, {}, {}};
    if (profile.kind->is_built_in()) trial = engine::try_agent(profile);
    if (!trial || !trial->starts) {
      out.push_back(
          Finding::warning(cat("agent ", excerpt(profile.name, 40)),
                           trial ? cat(there, " does not start in its sandbox (", trial->sandbox, "): ", trial->said)
                                 : cat(there, " cannot be started: ", trial.error().message),
                           cat("its tasks are blocked until it does: see `", profile.program_file,
                               " --version`; what it reads elsewhere is named by readable = [\"…\"] under [agents.",
                               excerpt(profile.name, 40), "] in the operator's settings")));
    } else {
      found.push_back(trial->said.empty() ? there : cat(there, ", ", trial->said));
    }
  }
  if (!found.empty()) {
    out.push_back(good("agents", join(found, "; ")));
  } else if (std::none_of(agents->begin(), agents->end(),
                          [](const auto& each) { return !each.program_file.empty(); })) {
    out.push_back(Finding::warning("agents", "none on the PATH",
                                   cat("install one of ", agents::list_kinds(agents::Listed::built_in),
                                       ", or name a program under [agents.NAME]")));
  }
}

// Only where something is prepared.
void look_at_dependencies(Context& context, std::vector<Finding>& out) {
  const auto home = context.home();
  const auto repository = context.repository();
  if (!home || !repository || !engine::is_made(**home)) return;
  const auto head = (*repository)->head();
  if (!head || !*head) return;
  const auto trial = engine::try_preparation(**repository, (*home)->folder, **head, nullptr);
  if (!trial) {
    out.push_back(Finding::warning("dependencies", trial.error().message, "see that the repository can be read"));
  } else if (!trial->failure.empty()) {
    out.push_back(Finding::warning("dependencies", trial->failure, "put it right: until then missions are held"));
  } else if (!trial->steps.empty()) {
    std::vector<std::string> commands;
    for (const auto& step : trial->steps) commands.push_back(cat("`", step.command, "`"));
    out.push_back(good("dependencies", cat("can be prepared: ", join(commands, ", "))));
  }
}

Finding look_at_actor(Context& context) {
  const auto who = context.actor();
  if (!who) return Finding::warning("you", who.error().message, "set git's user.name, or ASSAY_ACTOR");
  return good("you", *who);
}

}  // namespace

Doctor::Finding Doctor::Finding::warning(std::string what, std::string detail, std::string advice) {
  return {std::move(what), false, false, std::move(detail), std::move(advice)};
}

void Doctor::Finding::fields(Fields& f) {
  f.field(item("what"), what);
  f.field(item("good"), good);
  f.field(item("serious", "without it Assay does not work"), serious);
  f.field(item("detail"), detail);
  f.field(item("advice", "what to do; empty when good"), advice);
}

void Doctor::Response::fields(Fields& f) {
  f.field(item("healthy", "nothing serious was found"), healthy);
  f.field(item("findings"), findings);
}

Result<Doctor::Response> Doctor::run(Context& context, const Request&) {
  Response response;
  response.findings = {look_at_git(), look_at_repository(context), look_at_store(context), look_at_sandbox(),
                       look_at_space(context)};
  look_at_prepared(context, response.findings);
  if (auto signatures = look_at_signatures(context)) response.findings.push_back(std::move(*signatures));
  look_at_histories(context, response.findings);
  look_at_runners(context, response.findings);
  look_at_configuration(context, response.findings);
  look_at_calibration(context, response.findings);
  look_at_dependencies(context, response.findings);
  look_at_agents(context, response.findings);
  response.findings.push_back(look_at_actor(context));
  for (auto& each : look_at_leftovers(context)) response.findings.push_back(std::move(each));
  for (const auto& finding : response.findings) response.healthy = response.healthy && !finding.serious;
  return response;
}

std::string present(const Doctor::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& finding : answer.findings) {
    std::string what = finding.what;
    what.resize(std::max<size_t>(12, what.size() + 1), ' ');
    const std::string mark = finding.good      ? terminal.paint(Colour::green, "✔")
                             : finding.serious ? terminal.paint(Colour::red, "✘")
                                               : terminal.paint(Colour::yellow, "!");
    out += cat(mark, " ", what, printable(finding.detail), "\n");
    if (!finding.good) out += cat("              ", terminal.paint(Colour::bold, printable(finding.advice)), "\n");
  }
  return out;
}

constinit const NamedSchema Doctor::Response::k_schema =
    named_schema<Doctor::Response>("doctor", "Whether what is needed is there and well");

constinit const Operation k_doctor_operation = reads<Doctor>(
    {"doctor", "look whether everything that is needed is there and well",
     "Programs, the repository, the store, the sandbox, the disk, every configuration file with the line "
     "of what is\n"
     "wrong in it, and the agents that are named there. Agents' programs are started with --version in the sandbox\n"
     "that they will get, and the dependencies of the checks are prepared once.\n\n"
     "Exit status: 0 nothing serious was found, 1 something was, 2 error.",
     "  {} doctor\n", "", ""});

}  // namespace assay::ops
