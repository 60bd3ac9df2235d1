#include "report/ci.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "report/escape.h"
#include "report/waived.h"

namespace assay::report {

using model::Check;
using model::Finding;
using model::Severity;
using model::Span;

namespace {

void each_finding(const Check& check, const std::function<void(const Finding&)>& visit) {
  for (const auto& finding : check.verdict.must_fix) visit(finding);
  for (const auto& finding : check.verdict.should_fix) visit(finding);
  for (const auto& finding : check.verdict.notes) visit(finding);
}

size_t count_of_findings(const Check& check) {
  return check.verdict.must_fix.size() + check.verdict.should_fix.size() + check.verdict.notes.size();
}

// A finding as it is listed at its place. Where pieces of the change are not proven, each piece is told at its own
// lines: readers of lists show the first place of a finding alone.
enum class Level { error, warning, note };
struct Told {
  Finding finding;
  Level level = Level::note;
  std::uint64_t last = 0;  // line of the place; 0: it has only one
};

Level level_of(Severity severity) {
  return severity == Severity::must_fix     ? Level::error
         : severity == Severity::should_fix ? Level::warning
                                            : Level::note;
}

constexpr std::string_view k_unproven = "proof.unproven";

Told told_piece(const model::ProvenHunk& hunk, Level level) {
  Told out;
  out.finding.rule = k_unproven;
  out.finding.source = model::Source::diff;
  out.finding.message = cat("No test judges this piece of the change: ", to_utf8(hunk.detail), ".");
  out.finding.evidence = to_utf8(hunk.detail);
  Span span;
  span.source = model::Source::diff;
  span.path = to_utf8(hunk.path);
  span.file_line = hunk.first;
  out.finding.spans = {std::move(span)};
  out.level = level;
  out.last = hunk.last > hunk.first ? hunk.last : 0;
  return out;
}

// Pieces of which the rule says nothing (the task asks for no behaviour, or nothing is proven at all) are notes.
std::vector<Told> told_of(const Check& check) {
  std::vector<Told> out;
  const bool has_pieces = model::count_of(check.proof, model::HunkProof::unproven) > 0;
  bool warns = false;
  each_finding(check, [&](const Finding& finding) {
    if (finding.rule == k_unproven && has_pieces)
      warns = true;
    else
      out.push_back({finding, level_of(finding.severity), 0});
  });
  for (const auto& finding : check.verdict.notes) out.push_back({finding, Level::note, 0});
  for (const auto& hunk : check.proof.hunks) {
    if (hunk.proof != model::HunkProof::unproven) continue;
    out.push_back(told_piece(hunk, warns && !hunk.removes ? Level::warning : Level::note));
  }
  return out;
}

// The first place in a changed file; null when the finding has none.
const Span* file_span(const Finding& finding) {
  for (const auto& span : finding.spans) {
    if (!span.path.empty()) return &span;
  }
  return nullptr;
}

std::uint64_t line_of(const Span& span) { return std::max<std::uint64_t>(span.file_line, 1); }

std::string percent_encoded_path(std::string_view path) {
  const char* hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_alnum(c) || contains("-._~/+@,=", std::string_view(&c, 1)))
      out += c;
    else
      out += cat('%', hex[byte >> 4], hex[byte & 15]);
  }
  return out;
}

// FNV-1a: fingerprints need to be stable, not secret. `before`: how many have the same without it.
std::string fingerprint(const Finding& finding, const Span* span, std::uint64_t before = 0) {
  std::uint64_t hash = 14695981039346656037u;
  const auto mix = [&](std::string_view s) {
    for (const char c : s) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash = (hash ^ 0xff) * 1099511628211u;
  };
  mix(finding.rule);
  mix(span != nullptr ? span->path : "");
  mix(span != nullptr && finding.rule != k_unproven ? span->text : finding.evidence);
  if (before > 0) mix(cat(before));
  const char* hex = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += hex[(hash >> shift) & 15];
  return out;
}

// Pieces of a file that fail to be proven in the same way are told apart by their order.
class Fingerprints {
 public:
  std::string of(const Finding& finding) {
    const Span* span = file_span(finding);
    const auto first = fingerprint(finding, span);
    const auto before = finding.rule == k_unproven ? m_seen[first]++ : 0;
    return before == 0 ? first : fingerprint(finding, span, before);
  }

 private:
  std::map<std::string, std::uint64_t> m_seen;
};

// Of proofs the text of a place is what is known of it; of all others it is the line itself.
json::object sarif_location(const Finding& finding, const Span& span, std::uint64_t last) {
  json::object region{{"startLine", line_of(span)}};
  if (last > line_of(span)) region["endLine"] = last;
  const bool is_proof = finding.rule.starts_with("proof.");
  if (!is_proof) region["snippet"] = json::object{{"text", span.text}};
  json::object physical{{"artifactLocation", json::object{{"uri", percent_encoded_path(span.path)}}},
                        {"region", std::move(region)}};
  json::object out{{"physicalLocation", std::move(physical)}};
  if (is_proof && !span.text.empty()) out["message"] = json::object{{"text", span.text}};
  return out;
}

json::object sarif_result(const Told& told, Fingerprints& fingerprints) {
  const auto& finding = told.finding;
  json::object result;
  result["ruleId"] = finding.rule;
  result["level"] = told.level == Level::error ? "error" : told.level == Level::warning ? "warning" : "note";
  result["message"] = json::object{{"text", finding.message}};
  json::array locations;
  for (const auto& span : finding.spans) {
    if (!span.path.empty()) locations.push_back(sarif_location(finding, span, told.last));
  }
  result["locations"] = std::move(locations);
  result["partialFingerprints"] = json::object{{"assay/v1", fingerprints.of(finding)}};
  if (!finding.id.empty()) result["properties"] = json::object{{"id", finding.id}};
  return result;
}

// Viewers of SARIF show a suppressed result apart, with the reason.
json::object suppressed_result(const model::WaivedFinding& waived, Fingerprints& fingerprints) {
  auto result = sarif_result({waived.finding, level_of(waived.finding.severity), 0}, fingerprints);
  const bool in_source = waived.waiver.origin == model::WaiverOrigin::source;
  result["suppressions"] = json::array{json::object{{"kind", in_source ? "inSource" : "external"},
                                                    {"status", "accepted"},
                                                    {"justification", to_utf8(model::describe(waived.waiver))}}};
  return result;
}

// What ours find is in the documents; the rules of a repository are explained here alone, by what they say.
json::object sarif_rule(const Finding& finding) {
  json::object rule{{"id", finding.rule}};
  if (!finding.rule.starts_with("own.")) return rule;
  const auto text = json::object{{"text", to_utf8(finding.message)}};
  rule["shortDescription"] = text;
  rule["help"] = text;
  return rule;
}

std::string open_case(const Finding& finding) {
  const Span* span = file_span(finding);
  auto out = cat("    <testcase classname=\"assay.", xml_text(name(finding.source)), "\" name=\"",
                 xml_text(finding.rule), "\"");
  if (span != nullptr) out += cat(" file=\"", xml_text(span->path), "\" line=\"", line_of(*span), "\"");
  return out + ">\n";
}

std::string command_data(std::string_view text) {
  std::string out(to_utf8(text));
  out = replace_all(std::move(out), "%", "%25");
  out = replace_all(std::move(out), "\r", "%0D");
  return replace_all(std::move(out), "\n", "%0A");
}

std::string command_property(std::string_view text) {
  std::string out = command_data(text);
  out = replace_all(std::move(out), ":", "%3A");
  return replace_all(std::move(out), ",", "%2C");
}

}  // namespace

std::string sarif(const Check& check) {
  json::array results, rules;
  std::set<std::string> seen;
  Fingerprints fingerprints;
  for (const auto& told : told_of(check)) {
    results.push_back(sarif_result(told, fingerprints));
    if (seen.insert(told.finding.rule).second) rules.push_back(sarif_rule(told.finding));
  }
  for (const auto& waived : check.waived) {
    results.push_back(suppressed_result(waived, fingerprints));
    if (seen.insert(waived.finding.rule).second) rules.push_back(sarif_rule(waived.finding));
  }
  json::object driver{{"name", "assay"}, {"version", version()}, {"rules", std::move(rules)}};
  json::object run{{"tool", json::object{{"driver", std::move(driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"results", std::move(results)},
                   {"properties", json::object{{"verdict", name(check.verdict.decision)},
                                               {"confidence", check.verdict.confidence},
                                               {"risk", name(check.verdict.risk)}}}};
  json::object document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  document["runs"] = json::array{std::move(run)};
  return write_json(document, Indent::two_spaces) + "\n";
}

std::string junit(const Check& check) {
  const size_t failures = check.verdict.must_fix.size();
  const size_t cases = std::max<size_t>(1, count_of_findings(check) + check.waived.size());
  std::string out =
      cat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"assay\" tests=\"", cases,
          "\" failures=\"", failures, "\" errors=\"0\" skipped=\"", check.waived.size(), "\">\n");
  each_finding(check, [&](const Finding& finding) {
    out += open_case(finding);
    if (finding.severity == Severity::must_fix) {
      out += cat("      <failure message=\"", xml_text(finding.message), "\">", xml_text(finding.evidence),
                 "</failure>\n");
    } else {
      const auto word = finding.severity == Severity::should_fix ? "warning: " : "note: ";
      out += cat("      <system-out>", xml_text(cat(word, finding.message)), "</system-out>\n");
    }
    out += "    </testcase>\n";
  });
  for (const auto& waived : check.waived) {
    out += cat(open_case(waived.finding), "      <skipped message=\"", xml_text(waived_line(waived)),
               "\"/>\n    </testcase>\n");
  }
  if (count_of_findings(check) + check.waived.size() == 0) {
    out += cat("    <testcase classname=\"assay\" name=\"", name(check.verdict.decision), "\"/>\n");
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

std::string gitlab_code_quality(const Check& check) {
  json::array issues;
  Fingerprints fingerprints;
  for (const auto& [finding, level, last] : told_of(check)) {
    const Span* span = file_span(finding);
    json::object lines{{"begin", span != nullptr ? line_of(*span) : 1}};
    if (last > 0) lines["end"] = last;
    json::object issue;
    issue["description"] = finding.message;
    issue["check_name"] = finding.rule;
    issue["fingerprint"] = fingerprints.of(finding);
    issue["severity"] = level == Level::error ? "blocker" : level == Level::warning ? "minor" : "info";
    issue["location"] = json::object{{"path", span != nullptr ? span->path : std::string("(verification)")},
                                     {"lines", std::move(lines)}};
    issues.push_back(std::move(issue));
  }
  return write_json(issues, Indent::two_spaces) + "\n";
}

std::string github_annotations(const Check& check) {
  std::string out;
  for (const auto& [finding, level, last] : told_of(check)) {
    const Span* span = file_span(finding);
    out += level == Level::error ? "::error " : level == Level::warning ? "::warning " : "::notice ";
    if (span != nullptr) out += cat("file=", command_property(span->path), ",line=", line_of(*span), ",");
    if (last > 0) out += cat("endLine=", last, ",");
    out += cat("title=", command_property(cat("assay: ", finding.rule)), "::", command_data(finding.message), "\n");
  }
  for (const auto& waived : check.waived)
    out += cat("::notice title=assay%3A waived::", command_data(waived_line(waived)), "\n");
  return out;
}

}  // namespace assay::report
