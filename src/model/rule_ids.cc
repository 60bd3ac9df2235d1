#include "model/rule_ids.h"

#include <algorithm>
#include <vector>

#include "base/nearest.h"
#include "base/text.h"

namespace assay::model {

namespace {

constexpr std::string_view k_ids[] = {
    "code.check-lost",
    "code.cleanup-removed",
    "code.dangerous-call",
    "code.exit-forced",
    "code.ignore-added",
    "code.swallowed-error",
    "config.check-edited",
    "config.ci-loosened",
    "config.coverage-loosened",
    "config.hooks-changed",
    "config.lint-loosened",
    "config.package-source",
    "config.policy-added",
    "config.policy-changed",
    "config.runner-replaced",
    "config.test-script-changed",
    "config.tests-excluded",
    "config.types-loosened",
    "context.no-diff",
    "context.no-evidence",
    "context.no-task",
    "context.not-a-diff",
    "diff.too-large",
    "file.huge-binary",
    "file.link-outside",
    "intent.kept-as-is",
    "intent.not-mentioned",
    "intent.nothing-done",
    "intent.stub-left",
    "law.changed",
    "proof.behaviour-changed",
    "proof.flaky",
    "proof.nothing-done",
    "proof.nothing-proven",
    "proof.special-case",
    "proof.unproven",
    "report.claims-more",
    "report.claims-tests",
    "report.claims-whole",
    "risk.auth",
    "risk.billing",
    "risk.database",
    "risk.destructive",
    "risk.secrets",
    "run.changed-dependencies",
    "run.changed-outside",
    "run.failed",
    "run.failed-before",
    "run.failure-hidden",
    "run.ignored-files",
    "run.machine",
    "run.moved-refs",
    "run.no-report",
    "run.not-started",
    "run.output-limit",
    "run.passed-alone",
    "run.report-broken",
    "run.report-disagrees",
    "run.report-unfinished",
    "run.rewrote-files",
    "run.signalled",
    "run.timed-out",
    "run.unknown",
    "secrets.committed",
    "system.more-findings",
    "tests.assertion-removed",
    "tests.assertion-weakened",
    "tests.deleted",
    "tests.emptied",
    "tests.expectation-rewritten",
    "tests.focused",
    "tests.hardcoded-result",
    "tests.mocked-away",
    "tests.not-run",
    "tests.renamed-away",
    "tests.runner-patched",
    "tests.skipped",
    "tests.skipped-now",
    "tests.snapshot-rewritten",
    "tests.tautology",
    "waiver.by-the-change",
    "waiver.expired",
    "waiver.no-reason",
    "waiver.unused",
};

// Their ids name what was read, or the file of .assay/rules that the repository wrote.
constexpr std::string_view k_open_families[] = {"log.", "report.words.", "own."};

struct Reason {
  std::string_view pattern;
  std::string_view why;
};

constexpr std::string_view k_run_failed = "it says that a command failed; waive the finding, or repair the command";
constexpr std::string_view k_missing = "it says what is missing, and the verdict follows from that";
constexpr std::string_view k_policy = "it protects the configuration that changes are judged by";

constexpr Reason k_always_on[] = {
    {"run.failed", k_run_failed},
    {"run.failure-hidden", k_run_failed},
    {"run.machine", k_run_failed},
    {"run.not-started", k_run_failed},
    {"run.output-limit", k_run_failed},
    {"run.report-broken", k_run_failed},
    {"run.report-unfinished", k_run_failed},
    {"run.signalled", k_run_failed},
    {"run.timed-out", k_run_failed},
    {"run.unknown", k_run_failed},
    {"context.no-diff", k_missing},
    {"context.no-evidence", k_missing},
    {"context.no-task", k_missing},
    {"context.not-a-diff", k_missing},
    {"law.changed", k_policy},
    {"config.policy-added", k_policy},
    {"config.policy-changed", k_policy},
    {"waiver.by-the-change", k_policy},
    {"waiver.expired", k_policy},
    {"waiver.no-reason", k_policy},
    {"waiver.unused", k_policy},
    {"system.more-findings", "it counts findings that are not shown"},
};

constexpr Reason k_never_waived[] = {
    {"context.no-diff", "there is no change to judge"},
    {"context.not-a-diff", "there is no change to judge"},
    {"system.more-findings", "it counts findings that are not shown; waive those that are, and check again"},
    {"waiver.*", "it is about waivers"},
};

bool is_of_open_family(std::string_view name) {
  return std::any_of(std::begin(k_open_families), std::end(k_open_families),
                     [&](std::string_view family) { return name.starts_with(family) && name.size() > family.size(); });
}

bool has_form_of_id(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '.' || c == '-' || c == '_'; });
}

std::string_view reason_in(std::span<const Reason> reasons, std::string_view rule) {
  for (const auto& reason : reasons) {
    if (covers(reason.pattern, rule)) return reason.why;
  }
  return {};
}

}  // namespace

std::span<const std::string_view> rule_ids() { return k_ids; }

bool covers(std::string_view pattern, std::string_view rule) {
  if (!pattern.ends_with(".*")) return pattern == rule;
  return rule.size() >= pattern.size() && rule.starts_with(pattern.substr(0, pattern.size() - 1));
}

Result<std::string> rule_pattern(std::string_view name) {
  const std::string_view stem = name.ends_with(".*") ? name.substr(0, name.size() - 2) : name;
  const bool is_id = stem == name && std::find(std::begin(k_ids), std::end(k_ids), name) != std::end(k_ids);
  if (is_id) return std::string(name);
  const std::string family = cat(stem, ".");
  const auto begins = [&](std::string_view id) { return id.starts_with(family); };
  const bool known = !stem.empty() && has_form_of_id(stem) &&
                     (std::any_of(std::begin(k_ids), std::end(k_ids), begins) ||
                      std::any_of(std::begin(k_open_families), std::end(k_open_families), begins));
  if (known) return cat(stem, ".*");
  if (has_form_of_id(stem) && is_of_open_family(stem)) return std::string(name);
  const auto close = nearest(stem, k_ids);
  return invalid_input(cat("no rule is called \"", excerpt(name, 60), "\"",
                           close.empty() ? "; docs/rules.md lists them all" : cat("; did you mean ", close, "?")));
}

std::string_view why_always_on(std::string_view rule) { return reason_in(k_always_on, rule); }

std::string_view first_always_on(std::string_view pattern) {
  for (const auto id : k_ids) {
    if (covers(pattern, id) && !why_always_on(id).empty()) return id;
  }
  return {};
}

std::string_view why_never_waived(std::string_view rule) { return reason_in(k_never_waived, rule); }

}  // namespace assay::model
