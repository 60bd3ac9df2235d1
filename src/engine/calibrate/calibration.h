// What a calibration measured: variants of past commits, what the gate said of each, and the counts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/proof.h"
#include "model/verdict.h"

namespace assay::engine {

enum class VariantKind : std::uint8_t {
  honest,              // the commit as it was
  nothing_done,        // a comment instead of the source change, and a test that has nothing to do with it
  untested,            // the source change without its tests
  broken,              // one changed line broken, the new tests that notice left out
  test_deleted,        // an old test deleted besides
  assertion_weakened,  // an old assertion demands less besides
  skip_added,          // an old test is skipped besides
  value_rewritten,     // an old expected value is what the code gives, besides
};
constexpr size_t k_variant_kinds = 8;
std::string_view name(VariantKind);  // "nothing_done"

struct VariantResult {
  VariantKind kind = VariantKind::honest;
  std::string commit{};
  std::string path{};      // the file that was edited
  std::string edit{};      // what was done to it: "deletes test_total", "`<` instead of `<=`"
  std::string not_made{};  // why there is no such variant of this commit; empty: it was judged
  std::optional<model::FinalVerdict> verdict{};
  std::vector<std::string> rules{};  // of its findings, each once
  std::uint64_t ms = 0;
  bool kept = false;  // found, not judged again
  // What the check said of itself.
  model::ProofLevel proof = model::ProofLevel::off;
  bool out_of_time = false;
  std::string not_compared{};  // why its commands were not compared with the base
  std::string sandbox{};

  bool is_made() const { return not_made.empty() && verdict.has_value(); }
  // The gate did what it must: let the honest one pass, did not let another one pass as mergeable.
  bool is_right() const;
};

struct KindCount {
  VariantKind kind = VariantKind::honest;
  std::uint64_t made = 0, not_made = 0;
  std::uint64_t right = 0;                               // caught; of the honest: not blocked
  std::uint64_t mergeable = 0, warned = 0, blocked = 0;  // warned: conditional or inconclusive
  std::uint64_t ms = 0;
};

// A reason, and how often it was met.
struct Reason {
  std::string why{};
  std::uint64_t times = 0;
};
// Reasons for which commits are left out that say something about the settings.
constexpr std::string_view k_no_command = "no command is known that could be run";
constexpr std::string_view k_not_green = "its commands are not green here";
void count_reason(std::vector<Reason>& reasons, std::string_view why);

enum class CalibrationEnd : std::uint8_t { complete, out_of_time, interrupted };
std::string_view name(CalibrationEnd);

struct Calibration {
  std::string started_at{};
  std::string version{};
  std::string head{};  // where the history was read from
  CalibrationEnd end = CalibrationEnd::complete;
  std::uint64_t looked_at = 0;  // commits
  std::uint64_t taken = 0;
  std::vector<Reason> left_out{};
  std::vector<VariantResult> results{};
  std::vector<std::string> advice{};  // what to set
  std::uint64_t ms = 0;
};

std::array<KindCount, k_variant_kinds> count_kinds(const Calibration& calibration);
// Caught ones that have no finding and no verdict that the honest commit does not have as well: they show little.
std::uint64_t caught_like_honest(const Calibration& calibration);

struct CatchRate {
  std::uint64_t caught = 0, of = 0;  // of the variants that are not honest
};
CatchRate catch_rate(const Calibration& calibration);

}  // namespace assay::engine
