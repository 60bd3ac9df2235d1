#include "model/waiver.h"

#include <algorithm>

#include "base/clock.h"
#include "base/glob.h"
#include "base/hash.h"
#include "base/names.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"
#include "model/rule_ids.h"

namespace assay::model {

namespace {

constexpr std::string_view k_level_names[] = {"off", "note", "should_fix", "must_fix"};
constexpr std::string_view k_origins[] = {"configuration", "command_line", "mission", "source"};
constexpr std::string_view k_id_prefix = "f-";
constexpr size_t k_id_digits = 12;
constexpr size_t k_longest_reason = 500;
constexpr size_t k_longest_name = 200;

Result<void> check_words(std::string_view what, std::string_view text, size_t most) {
  if (trim(text).empty()) return invalid_input(cat("a waiver needs ", what));
  if (text.size() > most) return invalid_input(cat("the ", what, " of a waiver has at most ", most, " bytes"));
  if (printable(text) != text)
    return invalid_input(cat("the ", what, " of a waiver must be one line without control characters"));
  return {};
}

Result<void> check_path(std::string_view path) {
  if (path.empty()) return {};
  if (path.starts_with('/') || contains(cat("/", path, "/"), "/../") || printable(path) != path)
    return invalid_input(cat("\"", excerpt(printable(path), 80), "\" is not a path in the repository"));
  if (glob_match(path, "a") && glob_match(path, "a/b/c.d")) {
    return invalid_input(
        cat("the path \"", excerpt(path, 80), "\" means every file; name the files, or leave the path out"));
  }
  return {};
}

// Numbers of a log differ from run to run.
std::string without_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_digit(c)) {
      out.push_back(c);
    } else if (!out.ends_with('#')) {
      out.push_back('#');
    }
  }
  return out;
}

}  // namespace

std::string_view name(RuleLevel v) { return name_in(k_level_names, v); }
std::optional<RuleLevel> rule_level_named(std::string_view s) { return value_in<RuleLevel>(k_level_names, s); }
std::string_view name(WaiverOrigin v) { return name_in(k_origins, v); }

Result<void> complete_waiver(Waiver& waiver) {
  if (waiver.rule.empty() == waiver.finding.empty())
    return invalid_input("a waiver names a rule (and a path where it is about files) or a finding's id, one of them");
  if (!waiver.rule.empty()) {
    TRY_ASSIGN(waiver.rule, rule_pattern(waiver.rule));
    if (const auto why = why_never_waived(waiver.rule); !why.empty())
      return invalid_input(cat(waiver.rule, " cannot be waived: ", why));
  } else if (!is_finding_id(waiver.finding)) {
    return invalid_input(cat("\"", excerpt(printable(waiver.finding), 40),
                             "\" is not the id of a finding; one looks like f-0123456789ab"));
  } else if (!waiver.path.empty()) {
    return invalid_input("a finding's id names its places already; leave the path out");
  }
  TRY(check_path(waiver.path));
  TRY(check_words("reason", waiver.reason, k_longest_reason));
  TRY(check_words("name (by)", waiver.by, k_longest_name));
  if (!waiver.until.empty() && !is_day(waiver.until))
    return invalid_input(
        cat("until must be a day like \"2026-12-31\", not \"", excerpt(printable(waiver.until), 40), "\""));
  return {};
}

Result<Waiver> waiver_of(std::string_view text) {
  Waiver out;
  if (is_finding_id(text)) {
    out.finding = text;
    return out;
  }
  const auto colon = text.find(':');
  out.rule = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    out.path = text.substr(colon + 1);
    if (out.path.empty())
      return invalid_input(cat("\"", excerpt(printable(text), 60), "\" has no path behind the colon"));
  }
  if (out.rule.empty()) return invalid_input("a waiver names RULE, RULE:PATH or the id of a finding");
  return out;
}

std::string subject_of(const Waiver& waiver) {
  if (!waiver.finding.empty()) return cat("finding ", waiver.finding);
  return waiver.path.empty() ? waiver.rule : cat(waiver.rule, " in ", waiver.path);
}

std::string describe(const Waiver& waiver) {
  return cat(waiver.by, waiver.until.empty() ? "" : cat(" until ", waiver.until), ": ", waiver.reason);
}

std::string finding_id(const Finding& finding) {
  std::vector<std::string> places;
  for (const auto& span : finding.spans)
    places.push_back(span.path.empty() ? without_digits(span.text) : cat(span.path, '\0', span.text));
  if (places.empty()) places.push_back(without_digits(finding.evidence.empty() ? finding.message : finding.evidence));
  std::sort(places.begin(), places.end());
  Sha256 digest;
  digest.add(cat(finding.rule, '\0', name(finding.severity), '\0', finding.more, '\0'));
  for (const auto& place : places) digest.add(cat(place, '\0'));
  return cat(k_id_prefix, digest.hex().substr(0, k_id_digits));
}

bool is_finding_id(std::string_view text) {
  if (!text.starts_with(k_id_prefix) || text.size() != k_id_prefix.size() + k_id_digits) return false;
  const auto digits = text.substr(k_id_prefix.size());
  return std::all_of(digits.begin(), digits.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace assay::model
