#include "engine/check/eval.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "os/files.h"
#include "os/process/process.h"

namespace assay::cli {

namespace {

constexpr Flag k_eval_table[] = {
    {"--corpus", "", Takes::value, "DIR", "the cases (default: corpus)"},
    {"--without", "", Takes::values, "NAME", "a folder of it that is left out; may be repeated"},
    {"--output", "", Takes::value, "FILE", "also write the result as JSON"},
    {"--compare", "", Takes::value, "CMD", "judge the same cases with another verifier, side by side"},
    {"--json", "", Takes::nothing, "", "print JSON (the default when not on a terminal)"},
};

std::string percent(double ratio) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f %%", ratio * 100);
  return text;
}

std::string padded(std::string_view text, size_t width) {
  std::string out(text);
  if (out.size() < width) out.resize(width, ' ');
  return out;
}

void add_metrics(std::string& out, std::string_view title, const engine::EvalMetrics& metrics) {
  out += cat(title, "\n  verdict agreement    ", percent(metrics.agreement), "\n  false positive rate  ",
             percent(metrics.false_positive_rate), "\n  catch rate           ", percent(metrics.catch_rate),
             "\n  false block rate     ", percent(metrics.false_block_rate), "\n");
}

void add_confusion(std::string& out, const engine::EvalMetrics& metrics) {
  std::vector<std::string> columns;
  for (const auto& [expected, row] : metrics.confusion) {
    for (const auto& [actual, n] : row) {
      if (std::find(columns.begin(), columns.end(), actual) == columns.end()) columns.push_back(actual);
    }
  }
  std::sort(columns.begin(), columns.end());
  size_t width = 12;
  for (const auto& [expected, row] : metrics.confusion) width = std::max(width, expected.size() + 2);
  out += cat("\n  ", padded("expected", width));
  for (const auto& column : columns) out += padded(column, column.size() + 2);
  out += "\n";
  for (const auto& [expected, row] : metrics.confusion) {
    out += cat("  ", padded(expected, width));
    for (const auto& column : columns) {
      const auto at = row.find(column);
      out += padded(at == row.end() ? "." : cat(at->second), column.size() + 2);
    }
    out += "\n";
  }
}

void add_failures(std::string& out, const std::vector<engine::CaseResult>& results) {
  for (const auto& result : results) {
    if (result.passed()) continue;
    out += cat("  ", result.of->id, result.of->expected.known_gap ? " (known gap)" : "", "\n");
    for (const auto& failure : result.comparison.failures) out += cat("      ", failure, "\n");
    for (const auto& rule : result.rules) out += cat("      ", rule, "\n");
  }
}

void add_kinds(std::string& out, const engine::EvalReport& report) {
  out += cat(out.empty() ? "" : "\n", plural(report.repositories.size(), "repository", "repositories"), "\n  ",
             padded("kind", 12), padded("of", 6), padded("mergeable", 11), padded("warned", 8), "blocked\n");
  for (const auto& [kind, share] : report.kinds)
    out += cat("  ", padded(kind, 12), padded(cat(share.total()), 6), padded(cat(share.mergeable), 11),
               padded(cat(share.warned), 8), share.blocked, "\n");
  if (report.not_run.empty()) return;
  out += cat("\nNOT RUN: ", report.not_run.size(), " of ", report.not_run.size() + report.repositories.size(),
             " repositories, because what they need is not installed. The shares above say nothing of them.\n");
  for (const auto& each : report.not_run) out += cat("  ", each, "\n");
}

std::string for_people(const engine::EvalReport& report, double seconds) {
  std::string out;
  if (!report.inputs.empty()) {
    add_metrics(out, cat(plural(report.inputs.size(), "case")), report.metrics);
    add_confusion(out, report.metrics);
  }
  if (!report.fixtures.empty()) {
    out += out.empty() ? "" : "\n";
    add_metrics(out, cat(plural(report.fixtures.size(), "fixture")), report.fixture_metrics);
    out += cat("  recall               ", percent(report.fixture_recall), "\n");
    add_confusion(out, report.fixture_metrics);
  }
  if (!report.repositories.empty() || !report.not_run.empty()) add_kinds(out, report);
  std::string failures;
  add_failures(failures, report.inputs);
  add_failures(failures, report.fixtures);
  add_failures(failures, report.repositories);
  if (!failures.empty()) out += cat("\nNot as expected\n", failures);
  char time[32];
  std::snprintf(time, sizeof time, "%.2f s", seconds);
  return cat(out, "\n", time, "\n");
}

std::vector<engine::EvalCase> only_inputs(const std::vector<engine::EvalCase>& cases) {
  std::vector<engine::EvalCase> out;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(out),
               [](const auto& one) { return one.form == engine::CaseForm::inputs; });
  return out;
}

struct Compared {
  engine::EvalReport report;
  std::vector<engine::EvalCase> cases;  // the report points into these
  double seconds = 0;
};

json::value compared_json(const std::string& command, const engine::EvalReport& own, const Compared& other) {
  const auto& metrics = other.report.metrics;
  json::array differences;
  for (size_t i = 0; i < other.report.inputs.size(); ++i) {
    const auto& theirs = other.report.inputs[i];
    const auto& ours = own.inputs[i];
    if (theirs.actual.verdict == ours.actual.verdict) continue;
    differences.push_back(json::object{{"id", theirs.of->id},
                                       {"expected", join(theirs.of->expected.verdicts, "|")},
                                       {"assay", ours.actual.verdict},
                                       {"other", theirs.actual.verdict}});
  }
  return json::object{{"command", command},
                      {"verdictAgreement", metrics.agreement},
                      {"falsePositiveRate", metrics.false_positive_rate},
                      {"catchRate", metrics.catch_rate},
                      {"falseBlockRate", metrics.false_block_rate},
                      {"seconds", other.seconds},
                      {"differences", std::move(differences)}};
}

// Repositories take seconds each.
std::function<void(std::string_view)> shown_progress() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  return [](std::string_view line) { std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data()); };
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const std::span<const Flag> k_eval_flags = k_eval_table;

Result<int> run_eval(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_eval_flags, invocation.arguments));
  os::cancel_on_signals();
  TRY_ASSIGN(const auto cases,
             engine::load_corpus(options.value("--corpus").value_or("corpus"), options.values("--without")));
  auto start = std::chrono::steady_clock::now();
  TRY_ASSIGN(const auto report, engine::evaluate(cases, engine::own_judge(), shown_progress()));
  const double seconds = seconds_since(start);

  const engine::EvalThresholds thresholds;
  json::value document = engine::eval_json(report, thresholds);
  std::string text = for_people(report, seconds);
  if (const auto command = options.value("--compare")) {
    TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-compare"));
    Compared other;
    other.cases = only_inputs(cases);
    start = std::chrono::steady_clock::now();
    TRY_ASSIGN(other.report, engine::evaluate(other.cases, engine::other_judge(*command, scratch.path())));
    other.seconds = seconds_since(start);
    document.as_object()["compare"] = compared_json(*command, report, other);
    text += cat("\nCompared with ", *command, "\n", for_people(other.report, other.seconds));
  }
  if (const auto file = options.value("--output"))
    TRY(os::write_file(*file, write_json(document, Indent::two_spaces) + "\n"));
  const bool as_json = options.has("--json") || ::isatty(STDOUT_FILENO) == 0;
  TRY(print(as_json ? write_json(document, Indent::two_spaces) + "\n" : text));
  return engine::meets(report, thresholds) ? k_exit_ok : k_exit_gate;
}

}  // namespace assay::cli
