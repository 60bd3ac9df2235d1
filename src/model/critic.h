// What a critic says of a task's work: a verdict per success criterion with what it cites, and
// findings that are routed. Data and its tables; judging is in the room judge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::model {

// "Satisfied" only with proof; there is no "mostly".
enum class CriterionVerdict { satisfied, unsatisfied, information_missing };
std::string_view name(CriterionVerdict);  // "Information-Missing"

enum class ReportVerdict { passed, issues_found };
std::string_view name(ReportVerdict);
std::optional<ReportVerdict> report_verdict_named(std::string_view);

// Who looked. `assay` is what Assay found out itself; no report that was handed in may say so.
enum class Critic : std::uint8_t { critic, style, tests, acceptance, economy, assay };
std::string_view name(Critic);
std::optional<Critic> critic_named(std::string_view);
bool judges_criteria(Critic);  // owes a verdict on every criterion: critic, acceptance

// Several critics at once.
class Critics {
 public:
  Critics() = default;
  Critics(Critic one) : m_bits(bit(one)) {}
  void add(Critics others) { m_bits |= others.m_bits; }
  bool has(Critic one) const { return (m_bits & bit(one)) != 0; }
  friend bool operator==(Critics, Critics) = default;

 private:
  static constexpr std::uint8_t bit(Critic one) { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(one)); }
  std::uint8_t m_bits = 0;
};

// The gravest first.
enum class Gravity : std::uint8_t { fail, risk, nit };
std::string_view name(Gravity);
std::optional<Gravity> gravity_named(std::string_view);

// Where findings go; a later one takes precedence over an earlier one.
enum class Route : std::uint8_t { commit, executor, researcher, plan_checker, askuser, stuck };
std::string_view name(Route);  // "plan-checker"
std::optional<Route> route_named(std::string_view);

// All categories of all axes.
enum class Category : std::uint8_t {
  // style
  style,
  dead_code,
  dangling_thread,
  todo_marker,
  import_hygiene,
  comment_hygiene,
  lint_violation,
  // tests
  missing_test,
  edge_case_gap,
  weak_assertion,
  silenced_failure,
  test_naming,
  non_deterministic,
  verify_mismatch,
  // acceptance
  unmet_criterion,
  scope_creep,
  information_missing,
  question_to_user,
  locked_decision_violation,
  infrastructure_mismatch,
  stuck_detected,
  // economy
  over_engineering,
  stdlib_reinvention,
  native_duplication,
  shrinkable,
  // of the machinery
  critic_error,
  unknown,  // a word that no table knows
};
std::string_view name(Category);  // "unmet-criterion"
Category category_named(std::string_view);
Route route_of(Category);

// What a verdict rests on. `summary()` says it in a line.
enum class CitationKind : std::uint8_t { test, line, absence, artefact, command, http, diff };
std::string_view name(CitationKind);
std::optional<CitationKind> citation_kind_named(std::string_view);

struct Citation {
  CitationKind kind = CitationKind::line;
  std::string subject = {};             // test name, path, pattern, command, "GET /health"
  std::uint64_t line = 0;               // of a line: 1-based
  std::string text = {};                // that line; the end of an output; the beginning of a body
  std::uint64_t size = 0;               // of an artefact: bytes
  std::optional<int> status = {};       // exit code, HTTP status
  std::string digest = {};              // SHA-256 of the artefact; of the report or output, which is kept as evidence
  std::vector<std::string> paths = {};  // of a diff
};
std::string summary(const Citation& citation);

struct CriterionReport {
  std::string id;
  std::string claim;
  CriterionVerdict verdict = CriterionVerdict::information_missing;
  std::string evidence;  // a sentence; what the critic wrote, or the summary of the citations
  std::vector<Citation> citations;
  std::string missing_info;        // what is missing, or why it is not satisfied
  bool is_judged = true;           // false: nobody has looked at it yet; a judge is to
  bool is_unproven = false;        // called satisfied, and nothing that was cited shows it
  bool is_infrastructure = false;  // cannot be told here, whatever the work is: missing_info says what to do
};

// The five fields that routing reads, and beside them what is kept and not read.
struct CriticFinding {
  Category category = Category::unknown;
  Gravity severity = Gravity::fail;
  Route route = Route::stuck;
  Critics confirmed_by;
  std::uint64_t line = 0;  // 0: none
  std::string file;
  std::string remediation;
  std::string id;
  std::string criterion_id;
  std::string question_to_user;
  std::string raw;  // the other members as a JSON object; empty: none. Of an unknown category, its word too
};

struct CriticReport {
  Critic critic = Critic::critic;
  std::string task_id;
  std::uint32_t round = 1;
  std::string tree;  // id of the tree it is about; empty: the report does not say
  std::vector<CriterionReport> criteria;
  std::vector<CriticFinding> findings;
  ReportVerdict verdict = ReportVerdict::issues_found;
  Route route = Route::executor;  // of a merged report
  bool timed_out = false;         // what was collected when the time was up
};

}  // namespace assay::model
