#include "ops/setup/setting_table.h"

#include <boost/json.hpp>

#include "agents/kind.h"
#include "base/text.h"
#include "engine/land/policy.h"
#include "engine/operator_config.h"
#include "engine/ship/policy.h"
#include "engine/verify_policy.h"
#include "engine/work/agents/agent_config.h"
#include "engine/work/agents/policy.h"

namespace assay::ops {

namespace {

// As a file would say it: "15m".
json::value time(std::uint64_t ms) {
  if (ms % 3'600'000 == 0) return json::value(cat(ms / 3'600'000, "h"));
  if (ms % 60'000 == 0) return json::value(cat(ms / 60'000, "m"));
  return json::value(ms % 1000 == 0 ? cat(ms / 1000, "s") : cat(ms, "ms"));
}

json::value mebi(std::uint64_t bytes) { return json::value(bytes >> 20); }
json::value word(std::string_view text) { return json::value(text); }
json::value none() { return json::value(json::array()); }

KnownTable check() {
  return {"check",
          TableForm::one,
          SettingOwner::repository,
          "how `assay check` judges a work tree",
          {{"base", nullptr, "revision to measure a change against; null: inferred"},
           {"intent", nullptr, "what was asked"},
           {"intent_file", nullptr, "a file that says it"},
           {"verify_commands", none(), "commands that verify"},
           {"verify_timeout_ms", 600'000, "time for each"},
           {"output_dir", ".verifier/runs", "where evidence is kept"},
           {"keep_runs", 100, "how many folders of evidence stay there; the oldest go first"},
           {"markdown", false, "print Markdown instead of JSON"},
           {"sandbox", "auto", "run the commands in the sandbox: auto, on, off"},
           {"clean", false, "run them in a tree of their own that holds nothing that git ignores"},
           {"infer_commands", true, "run what the repository's files ask for when no command is named"},
           {"sufficient", none(), "commands that are evidence although they run no tests"},
           {"compare_with_base", true, "run them on the base as well"},
           {"side_by_side", true, "at the same time, where the sandbox keeps the two apart"},
           {"fail_on", "never", "exit 1 on this verdict or worse"}}};
}

KnownTable verify(const engine::VerifyPolicy& usual) {
  return {"verify",
          TableForm::one,
          SettingOwner::repository,
          "how missions are verified",
          {{"jobs", nullptr, "checks at once; null: one per processor"},
           {"retries", usual.retries, "of a failed check"},
           {"timeout", time(usual.timeout_ms), "of a check"},
           {"proof", "report", "in one word what [proof] says: off, report, require"},
           {"gate_changes", word(name(usual.gate)), "a change of what verifies: warn, block"},
           {"flaky", word(name(usual.flaky)), "a check that failed before it passed: warn, fail"},
           {"environment", none(), "variables that checks are given"},
           {"caches", none(), "folders of the work tree that are kept between checks and runs"},
           {"skip_checks", none(), "found checks that are not run: title, command or path; \"*\" for all"}}};
}

KnownTable proof(const engine::ProofPolicy& usual) {
  return {
      "proof",
      TableForm::one,
      SettingOwner::repository,
      "whether anybody would notice had the change been absent or wrong",
      {{"level", word(name(usual.level)), "off; tests: the change's tests on the code before; full: it is broken too"},
       {"budget_seconds", usual.budget_ms / 1000, "for breaking it"},
       {"require", usual.require, "whether a mission's check fails when its new tests all passed before"}}};
}

KnownTable sandbox(const engine::VerifyPolicy& usual) {
  return {"sandbox",
          TableForm::one,
          SettingOwner::repository,
          "the sandbox around checks",
          {{"level", "on", "on, off"},
           {"network", usual.network, "whether checks have the network"},
           {"readable", none(), "further paths that checks may read"},
           {"processes", usual.limits.processes, "at once, with threads"},
           {"memory_mb", nullptr, "of all together; null: three quarters of the machine's"},
           {"file_size_mb", mebi(usual.limits.file_size), "of one file"},
           {"disk_mb", mebi(usual.limits.disk), "written and not freed"},
           {"open_files", usual.limits.open_files, "of one process"}}};
}

KnownTable prepare(const engine::PreparePolicy& usual) {
  return {"prepare",
          TableForm::one,
          SettingOwner::repository,
          "what a fresh work tree needs",
          {{"command", nullptr, "null: what the lockfiles ask for; empty: nothing"},
           {"outputs", none(), "folders that the command fills"},
           {"inputs", none(), "files that decide when it runs again"},
           {"network", usual.network, "whether it has the network"},
           {"timeout", time(usual.timeout_ms), "of the command"}}};
}

KnownTable server(const engine::ServerPolicy& usual) {
  return {"server",
          TableForm::one,
          SettingOwner::repository,
          "the server that criteria with requests ask",
          {{"start", nullptr, "the command that starts it, in the sandbox; null: no request is made"},
           {"port", usual.port, "where it listens; also in $PORT"},
           {"timeout", time(usual.timeout_ms), "until it answers"}}};
}

KnownTable checks() {
  return {"checks",
          TableForm::list,
          SettingOwner::repository,
          "further checks of every mission, and settings of those there are",
          {{"title", nullptr, "null: its command or path"},
           {"command", nullptr, "what it runs"},
           {"path", nullptr, "or the file that must be there"},
           {"detail", nullptr, "what it is for"},
           {"replaces", nullptr, "a found check that this one stands for: title, command or path"},
           {"serial", false, "nothing runs beside it"},
           {"retries", nullptr, "null: as [verify] says"},
           {"timeout", nullptr, "null: as [verify] says"}}};
}

KnownTable quarantine() {
  return {"quarantine",
          TableForm::list,
          SettingOwner::repository,
          "checks that may fail for a while",
          {{"check", nullptr, "its title or command"},
           {"owner", nullptr, "who answers for it"},
           {"reason", nullptr, "why"},
           {"until", nullptr, "the last day it holds"}}};
}

KnownTable runner() {
  return {"runner",
          TableForm::list,
          SettingOwner::repository,
          "reports of test runners that are hidden behind a wrapper",
          {{"command", nullptr, "as it is run"},
           {"report", nullptr, "the JUnit XML that it writes: a file in the work tree, or a folder of them"}}};
}

KnownTable work(const engine::WorkPolicy& usual) {
  return {"work",
          TableForm::one,
          SettingOwner::repository,
          "how agents' work is watched over",
          {{"heartbeat", time(usual.heartbeat_ms), "silence after which a task is stalled"},
           {"stalled", word(name(usual.stalled)), "what happens then: warn, kill, retry"},
           {"retry_delay", time(usual.retry_delay_ms), "before the second try; twice that before the third"},
           {"progress", time(usual.progress_ms), "between two notes of progress in the history"},
           {"max_rounds", usual.max_rounds, "of work and judgement, then a person is asked"}}};
}

KnownTable land(const engine::LandPolicy& usual) {
  return {"land",
          TableForm::one,
          SettingOwner::repository,
          "how verified work lands",
          {{"strategy", "merge", "merge, squash, rebase"},
           {"via", "direct", "direct, or pr: a pull request"},
           {"remote", nullptr, "its name; null: this repository alone"},
           {"message", nullptr, "template of the commit's message; null: ours"},
           {"pr_command", nullptr, "opens the pull request; null: printed for a person"},
           {"batch", usual.batch, "missions of the queue that are verified together"},
           {"remote_timeout", time(static_cast<std::uint64_t>(usual.remote_timeout.count())),
            "of silence, then a remote is given up"}}};
}

KnownTable deploy(const engine::DeployPolicy& usual) {
  return {"deploy",
          TableForm::one,
          SettingOwner::repository,
          "how what landed is deployed",
          {{"command", nullptr, "null: nothing is deployed"},
           {"timeout", time(usual.timeout_ms), "of the command"},
           {"environment", none(), "variables it is given"}}};
}

KnownTable validate() {
  return {"validate",
          TableForm::one,
          SettingOwner::repository,
          "how what was deployed is looked at",
          {{"environment", none(), "variables that its commands are given"}}};
}

KnownTable validation_commands(const engine::ValidationCommand& usual) {
  return {"validate.commands",
          TableForm::list,
          SettingOwner::repository,
          "commands that must succeed after a deploy",
          {{"title", nullptr, "null: its command"},
           {"command", nullptr, "of the shell"},
           {"timeout", time(usual.timeout_ms), "of the command"}}};
}

KnownTable validation_probes(const engine::Probe& usual) {
  return {"validate.probes",
          TableForm::list,
          SettingOwner::repository,
          "addresses that must answer well after a deploy",
          {{"title", nullptr, "null: its address"},
           {"url", nullptr, "{commit} stands for the landed commit"},
           {"status", usual.status, "of the answer"},
           {"contains", nullptr, "text that the answer must hold"},
           {"commit", usual.commit, "whether the answer must name the landed commit"},
           {"times", usual.times, "in a row"},
           {"interval", time(usual.interval_ms), "between two requests"},
           {"within", time(usual.within_ms), "then it has failed"},
           {"timeout", time(usual.timeout_ms), "of one request"}}};
}

KnownTable validation_agent(const engine::ValidationAgent& usual) {
  return {"validate.agent",
          TableForm::one,
          SettingOwner::repository,
          "an agent that looks at what was deployed",
          {{"name", nullptr, "null: none looks"},
           {"instructions", nullptr, "what to look at"},
           {"timeout", time(usual.timeout_ms), "of its run"},
           {"max_budget_usd", usual.max_budget_usd, "of its run"}}};
}

KnownTable agents(const assay::agents::Profile& usual) {
  return {"agents",
          TableForm::named,
          SettingOwner::either,
          cat(agents::list_kinds(agents::Listed::built_in, " and "), " are built in"),
          {{"kind", nullptr, cat(agents::list_kinds(agents::Listed::all), "; null: its name")},
           {"program", none(), "empty: the kind's usual program"},
           {"arguments", none(), "before those that Assay adds; of kind command behind the prompt"},
           {"model", nullptr, "null: its own choice"},
           {"environment", none(), "variables it is given besides those its kind needs"},
           {"prompt", "argument", "argument, input"},
           {"idle_timeout", time(usual.idle_timeout_ms), "without a word for so long it is ended"},
           {"max_budget_usd", nullptr, "of one run; null: no limit"},
           {"max_turns", nullptr, "of one run; null: no limit"},
           {"home", word(name(usual.home)), "scratch, own; the operator's to give"},
           {"readable", none(), "further paths; the operator's to give"},
           {"writable", none(), "further paths; the operator's to give"},
           {"allowed_tools", none(), "without being asked; the operator's to give"},
           {"sandbox", "on", "on, off; the operator's to give"}}};
}

KnownTable choices() {
  return {"agents.choose",
          TableForm::list,
          SettingOwner::either,
          "which agent does what; the first rule that fits decides",
          {{"agent", nullptr, "the one it chooses"},
           {"paths", none(), "what the task may touch"},
           {"kinds", none(), "of tasks"},
           {"keywords", none(), "in the task's name or instructions"}}};
}

KnownTable attest() {
  return {"attest",
          TableForm::one,
          SettingOwner::person,
          "how landings are signed",
          {{"key", nullptr, "a private key, PEM; null: our own in the git folder"}}};
}

KnownTable store_url() {
  return {"store",
          TableForm::one,
          SettingOwner::person,
          "where missions are kept",
          {{"url", nullptr, "postgresql://USER@HOST/DATABASE, shown without its password; null: a file in .assay"}}};
}

KnownTable otel(const engine::OtelConfig& usual) {
  return {"otel",
          TableForm::one,
          SettingOwner::person,
          "where traces are sent",
          {{"endpoint", nullptr, "of a collector that takes OTLP/HTTP; null: nothing is sent"},
           {"headers", none(), "\"Name: value\", such as a key; not shown here"},
           {"service", json::value(usual.service), "service.name of what is sent"}}};
}

KnownTable notify(const engine::Receiver& usual) {
  return {"notify",
          TableForm::list,
          SettingOwner::person,
          "who gets a notice when something needs a person",
          {{"name", nullptr, "deliveries are kept by it"},
           {"url", nullptr, "where it is sent; only its machine is shown here"},
           {"command", nullptr, "or what is run"},
           {"service", "webhook", "what the url is of: webhook, slack, teams, discord, ntfy, mail"},
           {"page", nullptr, "address of the page, for links in messages; null: there are none"},
           {"secret_file", nullptr, "webhook: signs requests; ntfy: an access token; mail: the password"},
           {"from", nullptr, "of a mail"},
           {"to", none(), "of a mail"},
           {"user", nullptr, "of a mail server"},
           {"events", none(), "empty: all"},
           {"timeout", time(usual.timeout_ms), "of one delivery"}}};
}

std::vector<KnownTable> all_tables() {
  const engine::VerifyPolicy verification;
  return {check(),
          verify(verification),
          proof(verification.proof),
          sandbox(verification),
          prepare(verification.prepare),
          server(verification.server),
          checks(),
          quarantine(),
          runner(),
          work({}),
          land({}),
          deploy({}),
          validate(),
          validation_commands({}),
          validation_probes({}),
          validation_agent({}),
          agents({}),
          choices(),
          attest(),
          store_url(),
          notify({}),
          otel({})};
}

}  // namespace

std::span<const KnownTable> known_tables() {
  static const auto tables = all_tables();
  return tables;
}

}  // namespace assay::ops
