#include "report/critic.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "report/escape.h"
#include "report/schema_words.h"

namespace assay::report {

using model::Citation;
using model::CriterionReport;
using model::CriticFinding;
using model::CriticReport;

namespace {

json::value text_or_null(const std::string& text) { return text.empty() ? json::value(nullptr) : json::value(text); }

json::array texts(const std::vector<std::string>& list) {
  json::array out;
  for (const auto& text : list) out.emplace_back(text);
  return out;
}

json::object citation_json(const Citation& c) {
  json::object out{{"kind", name(c.kind)}, {"subject", c.subject}};
  if (c.line > 0) out["line"] = c.line;
  if (!c.text.empty()) out["text"] = c.text;
  if (c.kind == model::CitationKind::artefact) out["size"] = c.size;
  if (c.status) out["status"] = *c.status;
  if (!c.digest.empty()) out["sha256"] = c.digest;
  if (!c.paths.empty()) out["paths"] = texts(c.paths);
  return out;
}

std::string evidence_text(const CriterionReport& criterion) {
  if (!criterion.evidence.empty()) return criterion.evidence;
  std::string out;
  for (const auto& citation : criterion.citations) out += cat(out.empty() ? "" : "; ", summary(citation));
  return out;
}

std::string place_of(const CriticFinding& finding) {
  if (finding.file.empty()) return {};
  return finding.line > 0 ? cat(finding.file, ":", finding.line) : finding.file;
}

}  // namespace

json::value criterion_json(const CriterionReport& criterion) {
  json::array citations;
  for (const auto& citation : criterion.citations) citations.push_back(citation_json(citation));
  const auto evidence = evidence_text(criterion);
  return json::object{{"id", criterion.id},
                      {"claim", criterion.claim},
                      {"verdict", name(criterion.verdict)},
                      {"evidence", text_or_null(evidence)},
                      {"missing_info", text_or_null(criterion.missing_info)},
                      {"citations", std::move(citations)}};
}

json::value finding_json(const CriticFinding& finding) {
  json::object raw;
  if (!finding.raw.empty()) {
    auto parsed = parse_json(finding.raw, "raw");
    if (parsed && parsed->is_object()) raw = std::move(parsed->get_object());
  }
  if (!finding.id.empty()) raw["id"] = finding.id;
  if (!finding.criterion_id.empty()) raw["criterion_id"] = finding.criterion_id;
  if (!finding.question_to_user.empty()) raw["question_to_user"] = finding.question_to_user;
  json::array confirmed;
  for (int i = 0; i <= static_cast<int>(model::Critic::assay); ++i) {
    const auto critic = static_cast<model::Critic>(i);
    if (finding.confirmed_by.has(critic)) confirmed.emplace_back(name(critic));
  }
  return json::object{{"category", name(finding.category)},
                      {"severity", name(finding.severity)},
                      {"file", text_or_null(finding.file)},
                      {"line", finding.line > 0 ? json::value(finding.line) : json::value(nullptr)},
                      {"remediation", finding.remediation},
                      {"routes_to", name(finding.route)},
                      {"confirmed_by", std::move(confirmed)},
                      {"raw", std::move(raw)}};
}

json::value critic_json(const CriticReport& report) {
  json::array criteria, findings;
  for (const auto& criterion : report.criteria) criteria.push_back(criterion_json(criterion));
  for (const auto& finding : report.findings) findings.push_back(finding_json(finding));
  json::object out{{"critic", name(report.critic)},   {"task_id", report.task_id},
                   {"round", report.round},           {"tree", text_or_null(report.tree)},
                   {"criteria", std::move(criteria)}, {"findings", std::move(findings)},
                   {"verdict", name(report.verdict)}, {"route", name(report.route)}};
  if (report.timed_out) out["timed_out"] = true;
  return out;
}

std::string critic_markdown(const CriticReport& report) {
  std::string out = cat("# Critic: ", name(report.verdict), "\n\nTask ", markdown_text(report.task_id), ", round ",
                        report.round, ", goes to ", name(report.route), ".\n");
  if (!report.criteria.empty()) out += "\n| criterion | verdict | evidence |\n|---|---|---|\n";
  for (const auto& criterion : report.criteria) {
    const auto evidence = criterion.missing_info.empty() ? evidence_text(criterion) : criterion.missing_info;
    out += cat("| ", markdown_text(criterion.id), ": ", markdown_text(criterion.claim), " | ", name(criterion.verdict),
               " | ", markdown_text(evidence), " |\n");
  }
  if (!report.findings.empty()) out += "\n## Findings\n\n";
  for (const auto& finding : report.findings) {
    const auto place = place_of(finding);
    out += cat("- **", name(finding.category), "** (", name(finding.severity), ", ", name(finding.route), ") ",
               place.empty() ? "" : cat(markdown_text(place), ": "), markdown_text(finding.remediation), "\n");
  }
  return out;
}

json::value critic_schema() {
  using namespace schema_words;
  const auto text_or = [] { return or_null("string"); };
  const auto citation =
      object_of({{"kind", names_of(model::CitationKind::diff)}, {"subject", text()}}, {{"line", count()},
                                                                                       {"text", text()},
                                                                                       {"size", count()},
                                                                                       {"status", of_type("integer")},
                                                                                       {"sha256", text()},
                                                                                       {"paths", list_of(text())}});
  const auto criterion = object_of({{"id", text()},
                                    {"claim", text()},
                                    {"verdict", names_of(model::CriterionVerdict::information_missing)},
                                    {"evidence", text_or()},
                                    {"missing_info", text_or()},
                                    {"citations", list_of(citation)}});
  const auto finding = object_of({{"category", names_of(model::Category::unknown)},
                                  {"severity", names_of(model::Gravity::nit)},
                                  {"file", text_or()},
                                  {"line", or_null("integer")},
                                  {"remediation", text()},
                                  {"routes_to", names_of(model::Route::stuck)},
                                  {"confirmed_by", list_of(names_of(model::Critic::assay))},
                                  {"raw", of_type("object")}});
  return object_of({{"critic", names_of(model::Critic::assay)},
                    {"task_id", text()},
                    {"round", json::object{{"type", "integer"}, {"minimum", 1}}},
                    {"tree", text_or()},
                    {"criteria", list_of(criterion)},
                    {"findings", list_of(finding)},
                    {"verdict", names_of(model::ReportVerdict::issues_found)},
                    {"route", names_of(model::Route::stuck)}},
                   {{"timed_out", flag()}});
}

}  // namespace assay::report
