#include "engine/check/gate.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/gate_files.h"
#include "engine/check/own_rules.h"
#include "judge/outcome/judge.h"
#include "judge/outcome/proof_rules.h"
#include "os/files.h"
#include "report/waived.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_command = "assay check";

// What work is judged by: whoever is judged does not write it unasked.
constexpr std::string_view k_law[] = {"assay.toml", "verifier.config.json", ".assay"};

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

// A task that asks for it names the file.
bool is_asked_for(std::string_view place, std::string_view asked) { return contains(asked, place); }

Result<std::vector<std::string>> policy_changes(const git::Repository& repository, const GateInput& input,
                                                const diff::Summary& summary) {
  std::vector<std::string> paths(summary.paths.begin(), summary.paths.end());
  if (summary.files > paths.size()) {
    // So many that not all were noted.
    std::vector<std::string> arguments = {"diff-tree",    "-r",       "-z",     "--name-only",
                                          "--no-renames", input.from, input.to, "--"};
    arguments.insert(arguments.end(), std::begin(k_law), std::end(k_law));
    TRY_ASSIGN(const auto listing, repository.run_sealed(std::move(arguments)));
    paths.clear();
    for (const auto path : split(listing, '\0')) paths.emplace_back(path);
  }
  std::erase_if(paths, [&](const std::string& path) {
    return std::none_of(std::begin(k_law), std::end(k_law), [&](std::string_view place) {
      return is_below(path, place) && !is_asked_for(place, input.asked);
    });
  });
  return paths;
}

model::Finding policy_finding(const std::vector<std::string>& paths) {
  model::Finding finding;
  finding.rule = "law.changed";
  finding.source = model::Source::diff;
  finding.severity = model::Severity::must_fix;
  finding.message = cat("The change rewrites what work is judged by (", join(paths, ", "),
                        ") and the task does not ask for it; take it back, or let the task name the file.");
  for (const auto& path : paths) {
    model::Span span;
    span.source = model::Source::diff;
    span.path = path;
    finding.spans.push_back(std::move(span));
  }
  finding.evidence = paths.front();
  return finding;
}

// Findings about runs belong to the checks that ran them. Of what builders said only what they claim of tests counts.
bool is_about_a_run(const model::Finding& finding) {
  const bool is_prose = finding.rule.starts_with("report.") && !finding.rule.starts_with("report.claims-");
  return is_prose || finding.rule.starts_with("run.") || finding.rule.starts_with("log.");
}

void take(std::vector<model::Finding>& from, std::vector<model::Finding>& to) {
  for (auto& finding : from) {
    if (!is_about_a_run(finding)) to.push_back(std::move(finding));
  }
}

std::string place_of(const model::Finding& finding) {
  for (const auto& span : finding.spans) {
    if (!span.path.empty()) return cat(" (", span.path, span.file_line > 0 ? cat(":", span.file_line) : "", ")");
  }
  return {};
}

std::string described(const model::VerifiedCheck& check) {
  std::string out;
  for (const auto& finding : check.findings) {
    out += cat(replace_all(std::string(name(finding.severity)), "_", " "), ": ", finding.message, place_of(finding),
               " [", finding.rule, "] ", finding.id, "\n");
    for (const auto& span : finding.spans) out += cat("    ", span.text, "\n");
  }
  for (const auto& waived : check.waived) out += cat(report::waived_line(waived), "\n");
  return out;
}

// The findings themselves, as many as a person reads at once; all are in the output of the check.
std::string said_by(std::span<const model::Finding> findings) {
  constexpr size_t k_most_said = 5;
  std::string out;
  for (const auto& finding : findings.first(std::min(findings.size(), k_most_said)))
    out += cat(out.empty() ? "" : " ", finding.message);
  if (findings.size() > k_most_said) out += cat(" (", findings.size(), " findings in all.)");
  return out;
}

}  // namespace

model::AcceptanceCheck gate_check() {
  model::AcceptanceCheck check;
  check.title = "The combined change passes the gate";
  check.kind = model::AcceptanceKind::command;
  check.command = std::string(k_command);
  check.detail =
      "Assay reads the combined change: no test lost or switched off, nothing loosened, no risk without a test.";
  return check;
}

bool is_gate_check(const model::AcceptanceCheck& check) {
  return check.kind == model::AcceptanceKind::command && check.command == k_command;
}

std::vector<std::string> commands_in(const std::vector<model::AcceptanceCheck>& checks) {
  std::vector<std::string> out;
  for (const auto& check : checks) {
    if (check.kind == model::AcceptanceKind::command && check.command && !is_gate_check(check))
      out.push_back(*check.command);
  }
  return out;
}

std::string what_was_asked(const model::Mission& mission, std::span<const model::Task> tasks) {
  std::string out = mission.prompt;
  for (const auto& task : tasks) {
    if (task.kind == model::TaskKind::fix) continue;
    out += cat("\n\n", task.name, "\n", task.instructions, "\n", task.acceptance_criteria, "\n",
               join(task.files_modified, "\n"));
  }
  return out;
}

Result<void> judge_gate(const git::Repository& repository, const GateInput& input, GatePolicy policy,
                        model::VerifiedCheck& check) {
  const std::string diff_file = os::join_path(input.scratch, "combined.patch");
  TRY(repository.write_diff_between(input.from, input.to, diff_file));
  TRY_ASSIGN(const auto source, os::FileSource::open(diff_file));
  TRY_ASSIGN(const auto own, own_rules_of(repository, input.from, input.rules.policy));
  TRY_ASSIGN(const auto change, judge::read_change(*source, own));
  judge::Inputs inputs;
  inputs.task = input.asked;
  inputs.change = change.get();
  inputs.commands = input.runs;
  inputs.proof = input.proof;
  inputs.executed = true;
  inputs.tells_edited_checks = true;
  inputs.rules = input.rules;
  inputs.builder_report = input.claims;
  TRY_ASSIGN(const auto changed, policy_changes(repository, input, change->summary));
  if (!changed.empty()) inputs.extra.push_back(policy_finding(changed));
  TRY_ASSIGN(auto files, findings_on_files(repository, input.from, input.to, input.asked));
  for (auto& finding : files) inputs.extra.push_back(std::move(finding));
  TRY_ASSIGN(auto judged, judge::judge(inputs));

  take(judged.verdict.must_fix, check.findings);
  const size_t blocking = check.findings.size();
  take(judged.verdict.should_fix, check.findings);
  take(judged.verdict.notes, check.findings);
  for (auto& waived : judged.waived) {
    if (!is_about_a_run(waived.finding)) check.waived.push_back(std::move(waived));
  }
  check.last_output = described(check);
  const bool blocks = blocking > 0 && policy == GatePolicy::block;
  check.status = blocks ? model::AcceptanceStatus::failed : model::AcceptanceStatus::passed;
  if (blocking > 0) {
    check.reason = said_by(std::span(check.findings).first(blocking));
    if (blocks) check.last_output += "A person can waive a finding by its id: assay waive MISSION ID --reason \"…\"\n";
    if (!blocks) check.reason = cat("Only warned, by policy: ", check.reason);
  } else if (is_unproven(check, input.proof) && input.unproven == UnprovenWork::fails && policy == GatePolicy::block) {
    check.status = model::AcceptanceStatus::failed;
    check.reason =
        "Nothing proves the change: the checks would have said the same without it. Add a test that fails without it, "
        "or let a person accept it as it is: assay verify --accept-unproven REASON.";
  }
  return {};
}

bool is_unproven(const model::VerifiedCheck& check, const model::Proof& proof) {
  return judge::is_known_as_unproven(proof, check.findings);
}

}  // namespace assay::engine
