#include "report/schemas.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "model/checkpoint.h"
#include "model/verdict.h"
#include "model/verification.h"
#include "report/claims.h"
#include "report/proof.h"
#include "report/pull_request.h"
#include "report/schema_words.h"

namespace assay::report {

namespace {

using namespace schema_words;

json::value decisions() { return names_of(model::Decision::needs_context); }
json::value finals() { return names_of(model::FinalVerdict::inconclusive); }
json::value sources() { return names_of(model::Source::system); }
json::value grades() { return names_of(model::Grade::executed); }
json::value risks() { return names_of(model::Risk::high); }
json::value confidence() { return json::object{{"type", "integer"}, {"minimum", 0}, {"maximum", 100}}; }

json::value finding() { return object_of({{"source", sources()}, {"message", text()}}, {{"evidence", text()}}); }

json::value ran_command() {
  return object_of({{"command", text()},
                    {"exit_code", or_null("integer")},
                    {"signal", or_null("string")},
                    {"duration_ms", count()},
                    {"timed_out", flag()},
                    {"timeout_ms", count()}});
}

json::value run() {
  return object_of({{"id", text()},
                    {"started_at", text()},
                    {"completed_at", text()},
                    {"duration_ms", count()},
                    {"workspace", text()},
                    {"base_ref", text()},
                    {"head_ref", text()},
                    {"artifacts_dir", text()},
                    {"changed_files", list_of(text())},
                    {"verify_commands", list_of(ran_command())}});
}

json::value evidence_of_run() {
  return object_of({{"id", json::object{{"type", "string"}, {"pattern", "^E-[1-9][0-9]*$"}}},
                    {"kind", json::object{{"enum", json::array{"intent", "diff", "verify_logs", "builder_report",
                                                               "verdict", "markdown"}}}},
                    {"path", text()},
                    {"summary", text()}});
}

json::value verdict() {
  return object_of({{"schemaVersion", constant(1)},
                    {"verdict", decisions()},
                    {"evidence_grade", grades()},
                    {"must_fix", list_of(finding())},
                    {"should_fix", list_of(finding())},
                    {"confidence", confidence()},
                    {"risk", risks()},
                    {"summary", text()}},
                   {{"final_verdict", finals()},
                    {"conditions", list_of(text())},
                    {"run", run()},
                    {"evidence", list_of(evidence_of_run())},
                    {"pull_request", pull_request_schema()}});
}

json::value orchestrator() {
  return object_of({{"schemaVersion", constant(1)},
                    {"verdict", decisions()},
                    {"final_verdict", finals()},
                    {"status", decisions()},
                    {"evidence_grade", grades()},
                    {"confidence", confidence()},
                    {"risk", risks()},
                    {"summary", text()},
                    {"notes", text()},
                    {"reason", text()},
                    {"must_fix", list_of(finding())},
                    {"should_fix", list_of(finding())},
                    {"run", run()}});
}

json::value verification() {
  const auto attempt = object_of({{"ended", text()},
                                  {"proof", text()},
                                  {"reason", text()},
                                  {"startedAt", or_null("string")},
                                  {"durationMs", count()},
                                  {"output", text()},
                                  {"outputBytes", count()},
                                  {"truncated", flag()},
                                  {"testsPassed", count()},
                                  {"testsFailed", count()},
                                  {"testsSkipped", count()}});
  const auto proof =
      object_of({{"test", text()}, {"proof", names_of(model::TestProof::indeterminate)}, {"detail", text()}});
  const auto check =
      object_of({{"id", text()},
                 {"title", text()},
                 {"kind", names_of(model::AcceptanceKind::manual)},
                 {"subject", text()},
                 {"status", names_of(model::ReportedStatus::flaky)},
                 {"reason", text()},
                 {"flaky", flag()},
                 {"quarantined", text()},
                 {"reusedFrom", or_null("string")},
                 {"attempts", list_of(attempt)},
                 {"findings", list_of(full_finding_schema())},
                 {"proofs", list_of(proof)},
                 {"lastOutput", text()}},
                {{"waived", list_of(waived_finding_schema())}, {"forPerson", flag()}, {"notCompared", text()}});
  const auto accepted = object_of({{"missionId", text()}, {"by", text()}, {"at", text()}, {"reason", text()}});
  const auto conflict = object_of(
      {{"path", text()}, {"message", text()}, {"task", text()}, {"against", list_of(text())}}, {{"hunks", text()}});
  const auto prepared = object_of({{"title", text()},
                                   {"command", text()},
                                   {"reused", flag()},
                                   {"shared", flag()},
                                   {"failure", text()},
                                   {"output", text()}});
  return object_of({{"id", text()},
                    {"missionId", text()},
                    {"outcome", names_of(model::VerificationOutcome::needs_person)},
                    {"reason", text()},
                    {"baseCommit", text()},
                    {"targetBranch", text()},
                    {"targetCommit", text()},
                    {"commit", text()},
                    {"tree", text()},
                    {"sandbox", text()},
                    {"startedAt", text()},
                    {"finishedAt", text()},
                    {"checks", list_of(check)},
                    {"criteria", list_of(criterion_schema())},
                    {"conflicts", list_of(conflict)},
                    {"prepared", list_of(prepared)},
                    {"notes", list_of(text())}},
                   // Documents of before have none.
                   {{"proof", proof_schema()}, {"acceptedUnproven", list_of(accepted)}, {"work", text()}});
}

json::value full() {
  const auto runner = object_of({{"runner", text()},
                                 {"log", text()},
                                 {"first_line", count()},
                                 {"last_line", count()},
                                 {"summary", flag()},
                                 {"passed", count()},
                                 {"failed", count()},
                                 {"errors", count()},
                                 {"skipped", count()},
                                 {"todo", count()},
                                 {"flaky", count()},
                                 {"warnings", count()},
                                 {"source", text()}});
  const auto diff = object_of({{"is_diff", flag()},
                               {"problem", text()},
                               {"files", count()},
                               {"added", count()},
                               {"removed", count()},
                               {"binaries", count()},
                               {"bytes", count()},
                               {"paths", list_of(text())}});
  const auto inputs = object_of({{"task", flag()},
                                 {"diff", flag()},
                                 {"verify_logs", flag()},
                                 {"builder_report", flag()},
                                 {"positive_evidence", flag()},
                                 {"high_risk", flag()}});
  return object_of({{"schemaVersion", constant(1)},
                    {"tool", object_of({{"name", constant("assay")}, {"version", text()}})},
                    {"contract", verdict()},
                    {"findings", list_of(full_finding_schema())},
                    {"runners", list_of(runner)},
                    {"diff", diff},
                    {"inputs", inputs}},
                   // Documents of before have none.
                   {{"waived", list_of(waived_finding_schema())},
                    {"base_commit", text()},
                    {"head_commit", text()},
                    {"switched_off", list_of(switched_off_schema())},
                    {"known", list_of(full_finding_schema())},
                    {"sandbox", or_null("string")},
                    {"limits", or_null("string")},
                    {"sandbox_note", text()},
                    {"base_comparison", object_of({{"made", flag()}}, {{"why_not", text()}, {"side_by_side", flag()}})},
                    {"proof", proof_schema()},
                    {"claims", list_of(criterion_schema())}});
}

json::value version_document() {
  return object_of(
      {{"name", constant("verifier")},
       {"version", text()},
       {"status", json::object{{"enum", json::array{"current", "stale", "unverifiable"}}}},
       {"stale", or_null("boolean")},
       {"build", object_of({{"commit", or_null("string")}, {"builtAt", or_null("string")}, {"dirty", flag()}})},
       {"runtime", object_of({{"commit", or_null("string")}, {"dirty", flag()}, {"packageRoot", text()}})}});
}

json::value config() {
  return object_of(
      {}, {{"base", text()},
           {"intent", text()},
           {"intentFile", text()},
           {"verifyCommands", list_of(text())},
           {"verifyTimeoutMs", json::object{{"type", "integer"}, {"minimum", 1}}},
           {"outputDir", text()},
           {"markdown", flag()},
           {"failOn", json::object{{"enum", json::array{"mergeable", "conditional", "inconclusive", "not_mergeable"}}}},
           {"sandbox", json::object{{"enum", json::array{"auto", "on", "off", true, false}}}},
           {"sufficient", list_of(text())},
           {"inferCommands", flag()},
           {"compareWithBase", flag()},
           {"sideBySide", flag()},
           {"clean", flag()},
           {"keepRuns", json::object{{"type", "integer"}, {"minimum", 1}}}});
}

json::value case_document() {
  const auto input = object_of({{"task", text()}, {"diff", text()}, {"verifyLogs", text()}, {"builderReport", text()}});
  const auto expected = object_of({}, {{"verdict", decisions()},
                                       {"verdictAnyOf", list_of(decisions())},
                                       {"risk", risks()},
                                       {"confidenceMin", confidence()},
                                       {"confidenceMax", confidence()},
                                       {"mustFixMin", count()},
                                       {"mustFixMax", count()},
                                       {"shouldFixMin", count()},
                                       {"shouldFixMax", count()},
                                       {"maxFalsePositives", count()}});
  return object_of({{"id", text()},
                    {"kind", json::object{{"enum", json::array{"seeded", "golden"}}}},
                    {"input", input},
                    {"expected", expected}},
                   {{"stack", text()}, {"labelSource", text()}, {"description", text()}});
}

json::value eval_document() {
  const auto ratio = json::object{{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  const auto counts = json::object{{"type", "object"}, {"additionalProperties", count()}};
  const auto one = object_of({{"id", text()},
                              {"kind", text()},
                              {"passed", flag()},
                              {"expected", list_of(text())},
                              {"actual", text()},
                              {"confidence", count()},
                              {"risk", text()},
                              {"must_fix", count()},
                              {"should_fix", count()},
                              {"failures", list_of(text())}},
                             {{"rules", list_of(text())}});
  const auto metrics = object_of(
      {{"verdictAgreement", ratio}, {"falsePositiveRate", ratio}, {"catchRate", ratio}, {"falseBlockRate", ratio}},
      {{"fixtureAgreement", ratio}, {"fixtureRecall", ratio}, {"fixtureFalsePositiveRate", ratio}});
  return object_of({{"schemaVersion", constant(1)},
                    {"total", count()},
                    {"passed", count()},
                    {"failed", count()},
                    {"thresholds", object_of({{"verdictAgreement", ratio}, {"falsePositiveRate", ratio}})},
                    {"metrics", metrics},
                    {"confusion", json::object{{"type", "object"}, {"additionalProperties", counts}}},
                    {"cases", list_of(one)}},
                   {{"compare", json::object{{"type", "object"}}}});
}

// One line of assay audit export (docs/formats/audit.md).
json::value audit_line() {
  const auto hash = json::object{{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}};
  const auto time = json::object{{"type", "string"},
                                 {"pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"}};
  const auto number = json::object{{"type", "integer"}, {"minimum", 1}};
  const auto header = object_of({{"format", constant("assay-audit")},
                                 {"version", constant(1)},
                                 {"exportedAt", time},
                                 {"scope", text()},
                                 {"writer", text()}});
  const auto checkpoint = object_of({{"id", text()},
                                     {"missionId", text()},
                                     {"number", number},
                                     {"kind", names_of(model::k_last_checkpoint_kind)},
                                     {"title", text()},
                                     {"detail", text()},
                                     {"taskId", or_null("string")},
                                     {"createdAt", time},
                                     {"actor", text()},
                                     {"previousHash", hash},
                                     {"hash", hash}});
  const auto head = object_of({{"head", text()}, {"checkpoints", count()}, {"hash", hash}});
  const auto seal = object_of({{"seal", hash}});
  return json::object{{"anyOf", json::array{header, checkpoint, head, seal}}};
}

json::value audit_verdict() {
  return object_of(
      {{"schemaVersion", constant(1)},
       {"intact", flag()},
       {"source", json::object{{"enum", json::array{"store", "export"}}}},
       {"path", text()},
       {"missions", count()},
       {"checkpoints", count()},
       {"seal", or_null("string")},
       {"exportedAt", or_null("string")},
       {"fault", json::object{{"anyOf", json::array{object_of({{"line", or_null("integer")}, {"message", text()}}),
                                                    of_type("null")}}}},
       {"notes", list_of(text())},
       {"attested", count()},
       {"unsigned", list_of(object_of({{"mission", text()}, {"commit", text()}, {"command", text()}}))}});
}

json::value limits_held_by() { return json::object{{"enum", json::array{"cgroup", "watched"}}}; }

json::value sandbox_outcome() {
  return object_of(
      {{"schemaVersion", constant(1)},
       {"level", json::object{{"enum", json::array{"bubblewrap", "landlock", "off"}}}},
       {"network", json::object{{"enum", json::array{"none", "host"}}}},
       {"limits", limits_held_by()},
       {"outcome", json::object{{"enum", json::array{"exited", "signalled", "timed-out", "idle", "could-not-start",
                                                     "output-limit", "out-of-memory", "process-limit", "disk-limit",
                                                     "machine-memory", "cancelled"}}}},
       {"exit_code", or_null("integer")},
       {"signal", or_null("string")},
       {"start_error", or_null("string")},
       {"duration_ms", count()},
       {"tampered", list_of(text())},
       {"output", object_of({{"bytes", count()},
                             {"file_bytes", count()},
                             {"truncated", flag()},
                             {"head", text()},
                             {"tail", text()},
                             {"between", count()}})}});
}

json::value sandbox_probe() {
  const auto trial = [] { return object_of({{"works", flag()}, {"why", text()}}); };
  return object_of({{"schemaVersion", constant(1)},
                    {"level", json::object{{"enum", json::array{"bubblewrap", "landlock"}}}},
                    {"why", text()},
                    {"bubblewrap", trial()},
                    {"landlock", trial()},
                    {"limits", object_of({{"by", limits_held_by()}, {"why", text()}})},
                    {"notes", list_of(text())}});
}

struct Named {
  std::string_view name;
  std::string_view title;
  json::value (*make)();
};

constexpr Named k_schemas[] = {
    {"verdict", "The verdict of assay check", verdict},
    {"orchestrator", "What an orchestrator reads from its result file", orchestrator},
    {"full", "Everything assay knows of a check (assay.json, --full)", full},
    {"verification", "What assay verify --json prints", verification},
    {"version", "assay --version --json", version_document},
    {"config", "verifier.config.json", config},
    {"baseline", "Findings that were known before: docs/formats/baseline.md", baseline_schema},
    {"plan", "A plan file: docs/formats/plan.md", plan_schema},
    {"critic", "A critic's report, merged: docs/formats/critic.md", critic_schema},
    {"case", "One case of an evaluation corpus", case_document},
    {"eval", "What assay eval prints", eval_document},
    {"audit", "One line of assay audit export", audit_line},
    {"audit-verify", "What assay audit verify --json prints", audit_verdict},
    {"sandbox", "What assay sandbox --json prints", sandbox_outcome},
    {"sandbox-probe", "What assay sandbox --probe --json prints", sandbox_probe},
};

}  // namespace

std::vector<std::string_view> schema_names() {
  std::vector<std::string_view> out;
  for (const auto& schema : k_schemas) out.push_back(schema.name);
  return out;
}

Result<json::value> schema_named(std::string_view name) {
  for (const auto& schema : k_schemas) {
    if (schema.name != name) continue;
    json::object out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", schema.title}};
    const json::value body = schema.make();
    for (const auto& member : body.get_object()) out[member.key()] = member.value();
    return json::value(std::move(out));
  }
  return not_found(cat("there is no schema \"", excerpt(name, 40), "\"; `assay schema` lists them"));
}

}  // namespace assay::report
