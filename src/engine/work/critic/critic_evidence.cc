#include "engine/work/critic/critic_evidence.h"

#include "base/text.h"
#include "engine/verify/http_evidence.h"
#include "engine/verify/named_tests.h"
#include "engine/verify/tree_evidence.h"
#include "judge/critic/criterion.h"
#include "judge/finding_identity.h"
#include "logs/reading/reader.h"
#include "os/programs.h"

namespace assay::engine {

namespace {

using judge::argument;
using judge::arguments;
using judge::cannot_tell;
using judge::missing;
using judge::satisfied;
using judge::unjudged;
using judge::unsatisfied;
using model::CitationKind;
using model::CriterionReport;
using model::EvidenceKind;
using model::SuccessCriterion;

constexpr std::uint64_t k_evidence_most = std::uint64_t{64} << 20;
constexpr size_t k_evidence_shown = 240;

std::string cannot_run(std::string_view why) { return cat("Nothing can be run here: ", why); }

Result<CriterionReport> look_at_artefact(const SuccessCriterion& criterion, const Evidences& on) {
  const auto path = judge::normal_path(argument(criterion, "path"));
  const auto command = argument(criterion, "command");
  if (!command.empty()) {
    TRY_ASSIGN(const auto obstacle, on.place.obstacle());
    if (!obstacle.empty()) return cannot_tell(cannot_run(obstacle));
    TRY_ASSIGN(const auto ran, on.place.run_fresh(command, {}, {}));
    if (ran.check.status == model::AcceptanceStatus::pending) return cannot_tell(ran.check.reason);
    if (ran.check.status == model::AcceptanceStatus::failed)
      return unsatisfied(cat("`", command, "` failed: ", ran.check.reason));
    TRY_ASSIGN(const auto made, on.place.left_file(path, std::uint64_t{1} << 30));
    return made ? judge_artefact(criterion, path, *made) : unsatisfied(cat("`", command, "` did not make ", path, "."));
  }
  return look_at_tree(criterion, on.tree);
}

// ---- what has to be run

// All of what a command printed.
std::string output_of(const CheckRun& ran, const Evidence& evidence) {
  const auto& attempts = ran.check.attempts;
  if (attempts.empty() || attempts.back().output.empty()) return {};
  return evidence.read(attempts.back().output, k_evidence_most).value_or(ran.check.last_output);
}

std::string last_line(std::string_view output) {
  const auto text = trim(output);
  const size_t line = text.rfind('\n');
  return excerpt(line == std::string_view::npos ? text : text.substr(line + 1), k_evidence_shown);
}

Result<CriterionReport> look_at_command(const SuccessCriterion& criterion, const Evidences& on) {
  const auto command = argument(criterion, "command");
  const auto wanted = parse_uint(argument(criterion, "exit_code")).value_or(0);
  TRY_ASSIGN(const auto obstacle, on.place.obstacle());
  if (!obstacle.empty()) return cannot_tell(cannot_run(obstacle));
  TRY_ASSIGN(const auto* ran, on.place.run(command));
  const auto& attempt = ran->check.attempts.back();
  if (ran->check.status == model::AcceptanceStatus::pending) return cannot_tell(ran->check.reason);
  if (!ran->run.exit_code || static_cast<std::uint64_t>(*ran->run.exit_code) != wanted)
    return unsatisfied(cat("`", command, "`: ", attempt.ended, ", not exit ", wanted, "."));
  // Exit 0 of a test runner that ran nothing, or prints failures, proves nothing.
  if (wanted == 0 && ran->check.status == model::AcceptanceStatus::failed) return unsatisfied(ran->check.reason);
  const auto text = argument(criterion, "output");
  const auto output = output_of(*ran, on.place.evidence());
  if (!text.empty() && !contains(output, text))
    return unsatisfied(cat("The output of `", command, "` does not hold \"", excerpt(text, 120), "\"."));
  return satisfied({.kind = CitationKind::command,
                    .subject = command,
                    .text = text.empty() ? last_line(output) : excerpt(text, k_evidence_shown),
                    .status = *ran->run.exit_code,
                    .digest = attempt.output});
}

// A JUnit file or another report that the command left; false: it is not there.
Result<bool> add_report(const std::string& path, CriticPlace& place) {
  if (path.empty()) return false;
  TRY_ASSIGN(const auto text, place.left_file(path, k_evidence_most));
  if (!text) return false;
  TRY_ASSIGN(const auto digest, place.evidence().keep(*text));
  place.tests.add(logs::read_log_text(*text), digest);
  return true;
}

// Why a run that passed does not tell which tests it ran; empty: it names them all.
std::string why_nameless(const std::string& command, const CheckRun& ran) {
  constexpr std::string_view k_remedy =
      " Have the command write a report (JUnit XML) and name it in assay.toml of the target: [[runner]] command, "
      "report; or as \"report\" in the evidence.";
  const auto count = tests_in(ran.run);
  if (count.known <= count.named && count.named > 0) return {};
  const auto what = count.known > 0 ? cat("ran ", plural(count.known, "test"), " and names ", count.named, " of them")
                                    : std::string("passed and names no test");
  return cat("`", command, "` ", what, ", so nothing tells whether it is among them.", k_remedy);
}

// A name counts where the tree has the test too.
Result<CriterionReport> judge_named_test(const SuccessCriterion& criterion, const Evidences& on) {
  const auto name = argument(criterion, "name");
  const auto report = judge::judge_test(criterion, on.place.tests);
  if (report.verdict != model::CriterionVerdict::satisfied) return report;
  TRY_ASSIGN(const bool there, is_in_tree(*on.place.tests.find(name), on.tree));
  if (there) return report;
  return unsatisfied(cat("A report says that the test ", name, " passed, but no file of tests has it."));
}

Result<CriterionReport> look_at_test(const SuccessCriterion& criterion, const Evidences& on) {
  const auto own = argument(criterion, "command");
  std::vector<std::string> commands{own};
  if (own.empty()) {
    TRY_ASSIGN(commands, on.place.test_commands());
  }
  if (commands.empty()) {
    return cannot_tell(
        "Nothing runs the tests: the evidence names no command, and neither the target nor the work asks for one. Name "
        "it under [[checks]] in assay.toml, or as \"command\" in the evidence.");
  }
  TRY_ASSIGN(const auto obstacle, on.place.obstacle());
  if (!obstacle.empty()) return cannot_tell(cannot_run(obstacle));
  const auto name = argument(criterion, "name");
  std::string not_run, failed, nameless;
  for (const auto& command : commands) {
    TRY_ASSIGN(const auto* ran, on.place.run(command));
    TRY_ASSIGN(const bool has_report, add_report(argument(criterion, "report"), on.place));
    if (on.place.tests.find(name) != nullptr) return judge_named_test(criterion, on);
    switch (ran->check.status) {
      case model::AcceptanceStatus::pending: not_run = ran->check.reason; break;
      case model::AcceptanceStatus::failed: failed = cat("`", command, "` failed: ", ran->check.reason); break;
      case model::AcceptanceStatus::passed:
        if (auto why = has_report ? std::string() : why_nameless(command, *ran); !why.empty())
          nameless = std::move(why);
        break;
      case model::AcceptanceStatus::skipped: break;
    }
  }
  if (!not_run.empty()) return cannot_tell(not_run);
  if (!failed.empty()) return unsatisfied(cat("No report names the test ", name, ". ", failed));
  if (!nameless.empty()) return cannot_tell(nameless);
  return judge_named_test(criterion, on);
}

Result<CriterionReport> look_at_http(const SuccessCriterion& criterion, const Evidences& on) {
  TRY_ASSIGN(auto policy, on.place.server());
  policy.timeout_ms = static_cast<std::uint64_t>(on.request.server_timeout.count());
  const auto wish = http_wish(criterion, policy);
  if (wish.start.empty()) return unjudged("The evidence does not say how the server is started.");
  TRY_ASSIGN(const auto obstacle, on.place.obstacle());
  if (!obstacle.empty()) return cannot_tell(cannot_run(obstacle));
  if (on.place.level() == os::Sandbox::Level::landlock)
    return cannot_tell("The sandbox of this machine (Landlock) lets nothing listen; bubblewrap would.");
  const auto program = os::own_program();
  if (!program) return cannot_tell("The program that asks the server is not there any more.");
  TRY_ASSIGN(const auto ran, on.place.run_fresh(probe_script(wish, *program), {*program}, {cat("PORT=", wish.port)}));
  if (ran.check.status == model::AcceptanceStatus::pending) return cannot_tell(ran.check.reason);
  TRY_ASSIGN(const auto text, on.place.left_file(cat("$TMPDIR/", k_server_answer), std::uint64_t{16} << 20));
  auto answer = judge_answer(wish, text, ran.check.attempts.back().ended);
  if (answer.report.verdict == model::CriterionVerdict::satisfied) {
    TRY_ASSIGN(answer.report.citations.front().digest, on.place.evidence().keep(answer.body));
  }
  return std::move(answer.report);
}

}  // namespace

Result<CriterionReport> look_at(const SuccessCriterion& criterion, const Evidences& on) {
  switch (criterion.evidence) {
    case EvidenceKind::test: return look_at_test(criterion, on);
    case EvidenceKind::grep:
    case EvidenceKind::absent: return look_at_tree(criterion, on.tree);
    case EvidenceKind::artefact: return look_at_artefact(criterion, on);
    case EvidenceKind::command: return look_at_command(criterion, on);
    case EvidenceKind::http: return look_at_http(criterion, on);
    case EvidenceKind::diff: return judge::judge_diff(criterion, on.touched);
    case EvidenceKind::none:
    case EvidenceKind::judge: break;
  }
  return unjudged("Only a critic that reads can say.");
}

}  // namespace assay::engine
