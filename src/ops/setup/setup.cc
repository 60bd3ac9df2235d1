#include "ops/setup/setup.h"

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/check/hidden_runners.h"
#include "engine/land/signing_key.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/preparation_trial.h"
#include "engine/work/agents/agent_choice.h"
#include "engine/work/agents/agent_config.h"
#include "ops/operation.h"
#include "ops/text_parts.h"
#include "plan/checks.h"

namespace assay::ops {

namespace {

std::string note_of(const engine::HiddenRunner& runner) {
  return cat("The test runner of `", runner.command, "` cannot report to Assay: ", runner.why,
             "; see docs/evidence.md.");
}

}  // namespace

void AgentProgram::fields(Fields& f) {
  f.field(item("name"), name);
  f.field(item("path", "null: not on the PATH"), path);
}

Result<std::vector<agents::Profile>> find_agents(Context& context) {
  engine::AgentConfig config;
  if (const auto repository = context.repository()) {
    TRY_ASSIGN(const auto head, (*repository)->head());
    TRY_ASSIGN(config, engine::read_agents(**repository, head.value_or("")));
  } else {
    engine::add_built_in(config);
  }
  for (auto& each : config.profiles) each.program_file = engine::program_of(each).value_or("");
  return std::move(config.profiles);
}

Result<std::vector<AgentProgram>> find_agent_programs(Context& context) {
  TRY_ASSIGN(const auto found, find_agents(context));
  std::vector<AgentProgram> out;
  for (const auto& each : found) {
    out.push_back({each.name, each.program_file.empty() ? std::nullopt : std::optional(each.program_file)});
  }
  return out;
}

void Init::Response::fields(Fields& f) {
  f.field(item("folder", "where everything is kept"), folder);
  f.field(item("created", "false: it was there already"), created);
  f.field(item("commit", "null: there is none yet"), commit);
  f.field(item("branch", "empty: none is checked out"), branch);
  f.field(item("agents"), agents);
  f.field(item("checks", "what the commit asks to be verified by"), checks);
  f.field(item("keyFile", "what landings are signed with; keep a copy where nobody else can read it"), key_file);
  f.field(item("keyId", "as attestations name it; `assay audit key` prints the public half"), key_id);
  f.field(item("notes", "what is missing, and what to do"), notes);
}

Result<Init::Response> Init::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY(context.make_store());
  Response response;
  response.folder = home->folder;
  response.created = context.made_store();
  TRY_ASSIGN(const auto key, engine::signing_key(home->git_folder));
  response.key_file = key.path;
  response.key_id = audit::key_id(key.key.public_key());
  TRY_ASSIGN(response.agents, find_agent_programs(context));
  TRY_ASSIGN(response.commit, repository->head());
  TRY_ASSIGN(const auto branch, repository->current_branch());
  response.branch = branch.value_or("");
  if (response.commit) {
    TRY_ASSIGN(auto checks, engine::checks_for(*repository, *response.commit, "", {}));
    for (auto& check : checks) response.checks.push_back({std::move(check)});
    TRY_ASSIGN(const auto hidden, engine::find_hidden_runners(*repository, *response.commit));
    for (const auto& each : hidden) response.notes.push_back(note_of(each));
    TRY_ASSIGN(const auto trial, engine::try_preparation(*repository, home->folder, *response.commit, nullptr));
    if (!trial.failure.empty()) {
      response.notes.push_back(cat(trial.failure, " Missions are held until it works; see `assay doctor`."));
    }
  } else {
    response.notes.emplace_back(
        "The repository has no commit yet; checks are found in commits: commit something first.");
  }
  bool any_agent = false;
  for (const auto& agent : response.agents) any_agent = any_agent || agent.path.has_value();
  if (!any_agent) {
    response.notes.emplace_back("No agent program is on the PATH; tasks can be done by hand until one is installed.");
  }
  return response;
}

std::string present(const Init::Response& answer, const Terminal& terminal) {
  std::string out = cat(answer.created ? "Made " : "Already there: ", printable(answer.folder), "\n\nAgents\n");
  for (const auto& agent : answer.agents) {
    std::string name = agent.name;
    name.resize(10, ' ');
    out += agent.path ? cat("  ", terminal.paint(Colour::green, name), printable(*agent.path), "\n")
                      : cat("  ", name, terminal.paint(Colour::dim, "not found"), "\n");
  }
  if (!answer.checks.empty()) {
    out += "\nChecks that a mission from here would have\n";
    model::AcceptancePack pack;
    for (const auto& document : answer.checks) pack.checks.push_back(document.check);
    using Kind = Table::Kind;
    Table table({{"CHECK"}, {"HOW"}, {"BECAUSE", Kind::wide}});
    for (const auto& check : pack.checks) {
      const std::string how = check.command ? *check.command
                              : check.path  ? cat("file ", *check.path)
                                            : std::string("a person");
      table.add({{check.title}, {how}, {check.detail, Colour::dim}});
    }
    out += table.text(terminal, "  ");
  }
  out += cat("\nLandings are signed with\n  ", printable(answer.key_file), "  ",
             terminal.paint(Colour::dim, cat("key ", answer.key_id.substr(0, 16), "…")), "\n");
  out += "\n" + notes_of(answer.notes, terminal);
  return out + cat(terminal.paint(Colour::dim, "Next: "), "assay mission new \"what you want\"\n");
}

constinit const NamedSchema Init::Response::k_schema = named_schema<Init::Response>("init", "What assay init found");

constinit const Operation k_init_operation = changes<Init>(
    {"init", "prepare this repository; says which agents and checks it found",
     "Makes the folder .assay at the top of the repository's main work tree. Git does not see it: it holds\n"
     "a .gitignore of its own. Running it again changes nothing and says what is there.",
     "  {} init\n", "", ""});

}  // namespace assay::ops
