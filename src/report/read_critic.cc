// What critics write is read with patience in its form (numbers as texts, "information_missing" for
// "Information-Missing", a report in the midst of prose) and with none in its content: a verdict
// that is no verdict is never a pass.
#include <algorithm>
#include <optional>

#include <boost/json.hpp>

#include "base/text.h"
#include "report/critic.h"

namespace assay::report {

using model::Citation;
using model::CriterionReport;
using model::CriterionVerdict;
using model::CriticFinding;
using model::CriticReport;

namespace {

// Keeps the order of the others.
void drop(json::object& from, std::string_view key) {
  if (const auto at = from.find(key); at != from.end()) from.stable_erase(at);
}

std::string take_text(json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr || !value->is_string()) return {};
  std::string out(value->get_string());
  drop(from, key);
  return out;
}

// A whole number, also as a text; anything else is 0.
std::uint64_t number_of(const json::value& value) {
  if (value.is_uint64()) return value.get_uint64();
  if (value.is_int64()) return value.get_int64() < 0 ? 0 : static_cast<std::uint64_t>(value.get_int64());
  if (value.is_string()) return parse_uint(trim(std::string_view(value.get_string()))).value_or(0);
  return 0;
}
std::uint64_t take_number(json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr) return 0;
  const auto out = number_of(*value);
  drop(from, key);
  return out;
}

// Upper case and the sign between words do not matter.
std::string plain(std::string_view word) {
  std::string out = lower(trim(word));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '_' || c == ' '; }, '-');
  return out;
}

std::optional<CriterionVerdict> read_verdict(std::string_view word) {
  for (int i = 0; i <= static_cast<int>(CriterionVerdict::information_missing); ++i) {
    if (plain(name(static_cast<CriterionVerdict>(i))) == plain(word)) return static_cast<CriterionVerdict>(i);
  }
  return std::nullopt;
}

CriticFinding error_of_critic(model::Critic critic, std::string_view criterion, std::string what) {
  CriticFinding finding;
  finding.category = model::Category::critic_error;
  finding.confirmed_by = critic;
  finding.criterion_id = criterion;
  finding.remediation = std::move(what);
  return finding;
}

Citation read_citation(json::object from) {
  Citation out;
  const auto kind = take_text(from, "kind");
  out.kind = model::citation_kind_named(kind == "grep" ? "line" : kind).value_or(model::CitationKind::command);
  out.subject = take_text(from, "subject");
  for (const auto key : {"name", "path", "command", "pattern"}) {
    if (out.subject.empty()) out.subject = take_text(from, key);
  }
  out.line = take_number(from, "line");
  out.text = take_text(from, "text");
  out.size = take_number(from, "size");
  out.digest = take_text(from, "sha256");
  if (const auto* status = from.if_contains("status"); status != nullptr && status->is_int64())
    out.status = static_cast<int>(status->get_int64());
  if (const auto* paths = from.if_contains("paths"); paths != nullptr && paths->is_array()) {
    for (const auto& path : paths->get_array()) {
      if (path.is_string()) out.paths.emplace_back(path.get_string());
    }
  }
  return out;
}

// A sentence, a citation, or a list of both.
void read_evidence(json::value& value, CriterionReport& out) {
  if (value.is_string()) {
    out.evidence += cat(out.evidence.empty() ? "" : "\n", std::string_view(value.get_string()));
  } else if (value.is_object()) {
    out.citations.push_back(read_citation(std::move(value.get_object())));
  } else if (value.is_array()) {
    for (auto& item : value.get_array()) {
      if (!item.is_array()) read_evidence(item, out);
    }
  }
}

CriterionReport read_criterion(json::object from, CriticReport& report) {
  CriterionReport out;
  out.id = take_text(from, "id");
  if (out.id.empty()) out.id = take_text(from, "criterion_id");
  out.claim = take_text(from, "claim");
  const auto word = take_text(from, "verdict");
  const auto verdict = read_verdict(word);
  out.verdict = verdict.value_or(CriterionVerdict::unsatisfied);
  if (!verdict) {
    report.findings.push_back(
        error_of_critic(report.critic, out.id,
                        cat("The critic's verdict on ", out.id.empty() ? "a criterion" : out.id, " is \"",
                            excerpt(word, 60), "\"; write Satisfied, Unsatisfied or Information-Missing.")));
  }
  if (auto* citations = from.if_contains("citations"); citations != nullptr && citations->is_array())
    read_evidence(*citations, out);
  if (auto* evidence = from.if_contains("evidence")) read_evidence(*evidence, out);
  out.missing_info = take_text(from, "missing_info");
  return out;
}

CriticFinding read_critic_finding(json::object from, model::Critic critic) {
  CriticFinding out;
  out.confirmed_by = critic;
  if (const auto* category = from.if_contains("category"); category != nullptr && category->is_string()) {
    const auto word = plain(category->get_string());
    out.category = model::category_named(word);
    if (word == name(out.category)) drop(from, "category");
  }
  if (const auto* severity = from.if_contains("severity"); severity != nullptr && severity->is_string()) {
    const auto known = model::gravity_named(plain(severity->get_string()));
    out.severity = known.value_or(model::Gravity::fail);
    if (known) drop(from, "severity");
  }
  out.file = take_text(from, "file");
  out.line = take_number(from, "line");
  out.remediation = take_text(from, "remediation");
  drop(from, "routes_to");
  drop(from, "confirmed_by");
  if (auto* raw = from.if_contains("raw"); raw != nullptr && raw->is_object()) {
    json::object inner = std::move(raw->get_object());
    drop(from, "raw");
    for (auto& member : inner) from.emplace(member.key(), std::move(member.value()));
  }
  out.id = take_text(from, "id");
  out.criterion_id = take_text(from, "criterion_id");
  out.question_to_user = take_text(from, "question_to_user");
  // null says as much as nothing.
  for (const auto key : {"id", "criterion_id", "question_to_user", "file"}) {
    if (const auto* value = from.if_contains(key); value != nullptr && value->is_null()) drop(from, key);
  }
  if (!from.empty()) out.raw = write_json(from);
  return out;
}

json::array take_list(json::object& from, std::string_view key) {
  auto* value = from.if_contains(key);
  return value != nullptr && value->is_array() ? std::move(value->get_array()) : json::array();
}

Result<CriticReport> read_report(json::object from, std::string_view what) {
  CriticReport out;
  const auto who = take_text(from, "critic");
  const auto critic = model::critic_named(who);
  if (!critic || *critic == model::Critic::assay) {
    return invalid_input(cat(what, ": \"critic\" must be one of critic, style, tests, acceptance, economy",
                             who.empty() ? "" : cat(", not \"", excerpt(who, 40), "\"")));
  }
  out.critic = *critic;
  out.task_id = take_text(from, "task_id");
  if (out.task_id.empty()) return invalid_input(cat(what, ": \"task_id\" is missing: whose work was looked at?"));
  const auto round = take_number(from, "round");
  if (round == 0 || round > UINT32_MAX) return invalid_input(cat(what, ": \"round\" must be a number from 1"));
  out.round = static_cast<std::uint32_t>(round);
  out.tree = take_text(from, "tree");
  for (auto& item : take_list(from, "criteria")) {
    if (item.is_object()) out.criteria.push_back(read_criterion(std::move(item.get_object()), out));
  }
  auto findings = take_list(from, "findings");
  out.findings.reserve(findings.size() + out.findings.size());
  for (auto& item : findings) {
    if (item.is_object())
      out.findings.push_back(read_critic_finding(std::move(item.get_object()), out.critic));
    else
      out.findings.push_back(error_of_critic(out.critic, {}, "The critic gave a finding that is no object."));
    item = nullptr;
  }
  const auto verdict = take_text(from, "verdict");
  const auto known = model::report_verdict_named(verdict);
  out.verdict =
      known.value_or(out.findings.empty() ? model::ReportVerdict::passed : model::ReportVerdict::issues_found);
  if (!known && !verdict.empty())
    out.findings.push_back(error_of_critic(
        out.critic, {}, cat("The critic's verdict is \"", excerpt(verdict, 60), "\", which is not known.")));
  if (const auto* timed_out = from.if_contains("timed_out"); timed_out != nullptr && timed_out->is_bool())
    out.timed_out = timed_out->get_bool();
  return out;
}

// The content of the last fence, where a text has one.
std::string_view last_fence(std::string_view text) {
  std::string_view found;
  bool open = false;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const auto line = trim(text.substr(at, end - at));
    if (line.starts_with("```")) {
      if (open) found = text.substr(begin, at - begin);
      open = !open;
      begin = std::min(end + 1, text.size());
    }
    at = end + 1;
  }
  return found;
}

Result<json::value> document_in(std::string_view text, std::string_view what) {
  auto whole = parse_json(text, what);
  const auto trimmed = trim(text);
  if (whole || trimmed.starts_with('{') || trimmed.starts_with('[')) return whole;
  const auto fence = last_fence(text);
  if (fence.empty()) return invalid_input(cat(what, ": there is no report in it: neither JSON nor a fence with JSON"));
  return parse_json(fence, what);
}

}  // namespace

Result<std::vector<CriticReport>> read_critic(std::string_view text, std::string_view what) {
  TRY_ASSIGN(auto document, document_in(text, what));
  std::vector<CriticReport> out;
  if (document.is_object()) {
    TRY_ASSIGN(auto one, read_report(std::move(document.get_object()), what));
    out.push_back(std::move(one));
    return out;
  }
  if (!document.is_array()) return invalid_input(cat(what, ": a report is an object, or a list of them"));
  for (auto& item : document.get_array()) {
    const std::string place = cat(what, ": report ", out.size() + 1);
    if (!item.is_object()) return invalid_input(cat(place, " is no object"));
    TRY_ASSIGN(auto one, read_report(std::move(item.get_object()), place));
    out.push_back(std::move(one));
  }
  return out;
}

Result<CriticReport> read_merged(std::string_view text, std::string_view what) {
  TRY_ASSIGN(auto document, parse_json(text, what));
  if (!document.is_object()) return corrupt(cat(what, " is no report"));
  auto& object = document.get_object();
  const auto route = model::route_named(take_text(object, "route"));
  std::vector<std::pair<model::Route, model::Critics>> marks;
  if (const auto* findings = object.if_contains("findings"); findings != nullptr && findings->is_array()) {
    for (const auto& item : findings->get_array()) {
      model::Critics critics;
      const auto* fields = item.if_object();
      const auto* list = fields == nullptr ? nullptr : fields->if_contains("confirmed_by");
      if (list != nullptr && list->is_array()) {
        for (const auto& one : list->get_array()) {
          if (const auto critic = one.is_string() ? model::critic_named(one.get_string()) : std::nullopt)
            critics.add(*critic);
        }
      }
      const auto* to = fields == nullptr ? nullptr : fields->if_contains("routes_to");
      marks.emplace_back(to != nullptr && to->is_string()
                             ? model::route_named(to->get_string()).value_or(model::Route::stuck)
                             : model::Route::stuck,
                         critics);
    }
  }
  TRY_ASSIGN(auto out, read_report(std::move(object), what));
  for (size_t i = 0; i < marks.size() && i < out.findings.size(); ++i) {
    out.findings[i].route = marks[i].first;
    out.findings[i].confirmed_by = marks[i].second;
  }
  out.route = route.value_or(model::Route::stuck);
  return out;
}

}  // namespace assay::report
