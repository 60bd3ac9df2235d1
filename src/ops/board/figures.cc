#include "ops/board/figures.h"

#include <cstdio>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_most_weeks = 104;

std::string fixed(double value, int digits) {
  char text[64];
  const int size = std::snprintf(text, sizeof text, "%.*f", digits, value);
  return {text, static_cast<size_t>(size)};
}

std::string week_name(Time week) { return to_iso(week).substr(0, 10); }

// Of what was completed; empty: nothing was.
std::string rate_of(const store::WeekFigures& figures) {
  if (figures.completed == 0) return {};
  return fixed(static_cast<double>(figures.first_pass) / static_cast<double>(figures.completed), 3);
}

// RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe.
std::string csv_cell(std::string_view text) {
  std::string out(text);
  if (!out.empty() && std::string_view("=+-@\t\r").find(out.front()) != std::string_view::npos) out.insert(0, 1, '\'');
  if (out.find_first_of(",\"\r\n") == std::string::npos) return out;
  return cat('"', replace_all(std::move(out), "\"", "\"\""), '"');
}

std::string csv_of(const std::vector<ShowFigures::Row>& rows) {
  std::string out =
      "week,agent,runs,cost_usd,input_tokens,output_tokens,completed,first_pass,first_pass_rate,lead_seconds\r\n";
  for (const auto& row : rows) {
    const auto& each = row.figures;
    out +=
        cat(week_name(each.week), ",", csv_cell(each.agent), ",", each.runs, ",", fixed(each.cost_usd, 4), ",",
            each.input_tokens, ",", each.output_tokens, ",", each.completed, ",", each.first_pass, ",", rate_of(each),
            ",", each.completed == 0 ? "" : fixed(static_cast<double>(each.lead_ms) / 1000.0, 0), "\r\n");
  }
  return out;
}

std::string lead_text(std::int64_t ms) {
  const auto minutes = ms / 60'000;
  if (minutes < 60) return cat(minutes, " min");
  const auto hours = minutes / 60;
  return hours < 48 ? cat(hours, " h ", minutes % 60, " min") : cat(hours / 24, " d ", hours % 24, " h");
}

}  // namespace

void ShowFigures::Request::fields(Fields& f) {
  f.field(flag("weeks", "how many weeks, this one included (default: 12, at most 104)"), weeks);
  f.field(flag("csv", "comma-separated values, for a spreadsheet"), csv);
}

void ShowFigures::Row::fields(Fields& f) {
  f.field(item("week", "its Monday, 00:00 UTC"), figures.week);
  f.field(item("agent", "the profile's name; empty: done by hand"), figures.agent);
  f.field(item("runs", "that began in this week, those of checkers too"), figures.runs);
  f.field(item("costUsd", "of these runs"), figures.cost_usd);
  f.field(item("inputTokens"), figures.input_tokens);
  f.field(item("outputTokens"), figures.output_tokens);
  f.field(item("completed", "tasks that were completed in this week, the agent of their last run"), figures.completed);
  f.field(item("firstPass", "of those: never sent back, and not tried twice"), figures.first_pass);
  auto rate = figures.completed == 0
                  ? std::nullopt
                  : std::optional(static_cast<double>(figures.first_pass) / static_cast<double>(figures.completed));
  f.field(item("firstPassRate", "null: nothing was completed"), rate);
  auto lead = figures.completed == 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(figures.lead_ms));
  f.field(item("leadMs", "of those, from when they were added to their end, the median; null: nothing was completed"),
          lead);
}

void ShowFigures::Response::fields(Fields& f) {
  f.field(item("since", "the Monday of the first week that is counted"), since);
  f.field(item("rows", "newest week first, then by agent"), rows);
  f.field(item("csv", "the same as comma-separated values, where it was asked for; else empty"), csv);
}

Result<ShowFigures::Response> ShowFigures::run(Context& context, const Request& request) {
  if (request.weeks == 0 || request.weeks > k_most_weeks)
    return invalid_input(cat("weeks must be from 1 to ", k_most_weeks));
  TRY_ASSIGN(auto* store, context.store_if_made());
  Response out;
  const Time now = context.clock().now();
  out.since = store::week_of(Time{now.ms - static_cast<std::int64_t>(request.weeks - 1) * store::k_week_ms});
  if (store != nullptr) {
    TRY_ASSIGN(auto found, store->figures().weekly(out.since));
    for (auto& each : found) out.rows.push_back({std::move(each)});
  }
  if (request.csv) out.csv = csv_of(out.rows);
  return out;
}

std::string present(const ShowFigures::Response& answer, const Terminal& terminal) {
  if (!answer.csv.empty()) return answer.csv;
  if (answer.rows.empty()) return cat("Nothing was run since ", week_name(answer.since), ".\n");
  using Kind = Table::Kind;
  Table table({{"WEEK"}, {"AGENT", Kind::wide}, {"RUNS"}, {"COST"}, {"COMPLETED"}, {"FIRST PASS"}, {"LEAD TIME"}});
  for (const auto& row : answer.rows) {
    const auto& each = row.figures;
    const bool none = each.completed == 0;
    table.add({{week_name(each.week)},
               {each.agent.empty() ? "by hand" : each.agent},
               {cat(each.runs)},
               {cat("$", fixed(each.cost_usd, 2))},
               {cat(each.completed)},
               {none ? "" : cat(each.first_pass * 100 / each.completed, " %")},
               {none ? "" : lead_text(each.lead_ms)}});
  }
  return table.text(terminal);
}

constinit const NamedSchema ShowFigures::Response::k_schema =
    named_schema<ShowFigures::Response>("figures", "What agents cost and came to, by week");

constinit const Operation k_figures_operation = reads<ShowFigures>(
    {"figures", "show cost, lead time and first-pass rate of each agent, week by week",
     "Counted from the runs and tasks in the store. A run counts in the week in which it began, a task in the one\n"
     "in which it was completed. First pass: it was never sent back and not tried twice. Lead time: from when it was\n"
     "added to its end, the median.",
     "  {} figures\n  {} figures --weeks 26 --json\n  {} figures --csv >figures.csv\n", "GET", "/api/figures"});

}  // namespace assay::ops
