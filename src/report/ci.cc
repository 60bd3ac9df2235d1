#include "report/ci.h"

#include <algorithm>
#include <functional>
#include <set>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "report/escape.h"

namespace assay::report {

using model::Check;
using model::Finding;
using model::Severity;
using model::Span;

namespace {

void each_finding(const Check& check, const std::function<void(const Finding&)>& visit) {
  for (const auto& finding : check.verdict.must_fix) visit(finding);
  for (const auto& finding : check.verdict.should_fix) visit(finding);
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

// FNV-1a: fingerprints need to be stable, not secret.
std::string fingerprint(const Finding& finding, const Span* span) {
  std::uint64_t hash = 14695981039346656037u;
  const auto mix = [&](std::string_view s) {
    for (const char c : s) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    hash = (hash ^ 0xff) * 1099511628211u;
  };
  mix(finding.rule);
  mix(span != nullptr ? span->path : "");
  mix(span != nullptr ? span->text : finding.evidence);
  const char* hex = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += hex[(hash >> shift) & 15];
  return out;
}

json::object sarif_result(const Finding& finding) {
  json::object result;
  result["ruleId"] = finding.rule;
  result["level"] = finding.severity == Severity::must_fix ? "error" : "warning";
  result["message"] = json::object{{"text", finding.message}};
  json::array locations;
  for (const auto& span : finding.spans) {
    if (span.path.empty()) continue;
    json::object physical;
    physical["artifactLocation"] = json::object{{"uri", percent_encoded_path(span.path)}};
    physical["region"] = json::object{{"startLine", line_of(span)}, {"snippet", json::object{{"text", span.text}}}};
    locations.push_back(json::object{{"physicalLocation", std::move(physical)}});
  }
  result["locations"] = std::move(locations);
  result["partialFingerprints"] = json::object{{"assay/v1", fingerprint(finding, file_span(finding))}};
  return result;
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
  each_finding(check, [&](const Finding& finding) {
    results.push_back(sarif_result(finding));
    if (seen.insert(finding.rule).second) rules.push_back(json::object{{"id", finding.rule}});
  });
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
  const size_t cases = std::max<size_t>(1, failures + check.verdict.should_fix.size());
  std::string out =
      cat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"assay\" tests=\"", cases,
          "\" failures=\"", failures, "\" errors=\"0\" skipped=\"0\">\n");
  each_finding(check, [&](const Finding& finding) {
    const Span* span = file_span(finding);
    out += cat("    <testcase classname=\"assay.", xml_text(name(finding.source)), "\" name=\"", xml_text(finding.rule),
               "\"");
    if (span != nullptr) out += cat(" file=\"", xml_text(span->path), "\" line=\"", line_of(*span), "\"");
    out += ">\n";
    if (finding.severity == Severity::must_fix) {
      out += cat("      <failure message=\"", xml_text(finding.message), "\">", xml_text(finding.evidence),
                 "</failure>\n");
    } else {
      out += cat("      <system-out>", xml_text(cat("warning: ", finding.message)), "</system-out>\n");
    }
    out += "    </testcase>\n";
  });
  if (failures + check.verdict.should_fix.size() == 0) {
    out += cat("    <testcase classname=\"assay\" name=\"", name(check.verdict.decision), "\"/>\n");
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

std::string gitlab_code_quality(const Check& check) {
  json::array issues;
  each_finding(check, [&](const Finding& finding) {
    const Span* span = file_span(finding);
    json::object issue;
    issue["description"] = finding.message;
    issue["check_name"] = finding.rule;
    issue["fingerprint"] = fingerprint(finding, span);
    issue["severity"] = finding.severity == Severity::must_fix ? "blocker" : "minor";
    issue["location"] = json::object{{"path", span != nullptr ? span->path : std::string("(verification)")},
                                     {"lines", json::object{{"begin", span != nullptr ? line_of(*span) : 1}}}};
    issues.push_back(std::move(issue));
  });
  return write_json(issues, Indent::two_spaces) + "\n";
}

std::string github_annotations(const Check& check) {
  std::string out;
  each_finding(check, [&](const Finding& finding) {
    const Span* span = file_span(finding);
    out += finding.severity == Severity::must_fix ? "::error " : "::warning ";
    if (span != nullptr) out += cat("file=", command_property(span->path), ",line=", line_of(*span), ",");
    out += cat("title=", command_property(cat("assay: ", finding.rule)), "::", command_data(finding.message), "\n");
  });
  return out;
}

}  // namespace assay::report
