#include "engine/calibrate/advice.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace assay::engine {

namespace {

using Results = std::vector<VariantResult>;

template <class Test>
std::uint64_t count_if_made(const Results& results, const Test& test) {
  return static_cast<std::uint64_t>(std::count_if(
      results.begin(), results.end(), [&](const VariantResult& each) { return each.is_made() && test(each); }));
}

std::uint64_t left_out_for(const Calibration& calibration, std::string_view why) {
  for (const auto& reason : calibration.left_out) {
    if (reason.why == why) return reason.times;
  }
  return 0;
}

void advise_commands(const Calibration& calibration, std::vector<std::string>& out) {
  if (left_out_for(calibration, k_no_command) > 0)
    out.push_back(
        "No command is known that runs tests: set verify_commands under [check] in assay.toml, or give "
        "--verify-command.");
  const auto red = left_out_for(calibration, k_not_green);
  if (red > calibration.taken)
    out.push_back(cat("The commands fail on ", plural(red, "commit"),
                      " as they were: name a command that needs nothing but the repository (--verify-command), or "
                      "grant what it needs (--network, --readable, --env)."));
}

void advise_proof(const Calibration& calibration, std::uint64_t missed, std::vector<std::string>& out) {
  const auto& results = calibration.results;
  const auto without = count_if_made(results, [](const auto& r) { return r.proof != model::ProofLevel::full; });
  if (missed > 0 && without > 0)
    out.emplace_back("Little is proven: set level = \"full\" under [proof] in assay.toml.");
  const auto late = count_if_made(results, [](const auto& r) { return r.out_of_time; });
  if (late > 0)
    out.push_back(cat("The time for proofs was used up in ", plural(late, "check"),
                      ": raise budget_seconds under [proof] in assay.toml."));
}

void advise_names(const Calibration& calibration, std::vector<std::string>& out) {
  const auto unnamed =
      count_if_made(calibration.results, [](const auto& r) { return contains(r.not_compared, "named the tests"); });
  if (unnamed > 0)
    out.push_back(cat("In ", plural(unnamed, "check"),
                      " no command named its tests, so none is missed when it is gone: let the runner write a JUnit "
                      "report and name it under [[runner]] in assay.toml."));
  const auto off = count_if_made(calibration.results, [](const auto& r) { return r.sandbox == "off"; });
  if (off > 0) out.emplace_back("The commands ran without a sandbox: `assay doctor` says how to get one.");
}

// The findings that only blocked honest commits have.
void advise_blocked(const Calibration& calibration, std::vector<std::string>& out) {
  std::map<std::string, std::uint64_t> rules;
  for (const auto& result : calibration.results) {
    if (result.kind != VariantKind::honest || !result.is_made() || result.is_right()) continue;
    for (const auto& rule : result.rules) ++rules[rule];
  }
  for (const auto& [rule, times] : rules)
    out.push_back(cat("`", rule, "` spoke on ", plural(times, "honest commit"),
                      " that would have been blocked: see docs/rules.md for what answers it."));
}

}  // namespace

std::vector<std::string> advise(const Calibration& calibration) {
  std::vector<std::string> out;
  const auto rate = catch_rate(calibration);
  advise_commands(calibration, out);
  advise_proof(calibration, rate.of - rate.caught, out);
  advise_names(calibration, out);
  advise_blocked(calibration, out);
  if (calibration.end == CalibrationEnd::out_of_time)
    out.emplace_back(
        "The time was used up before all commits were tried: give --budget-minutes more, and run it again.");
  return out;
}

}  // namespace assay::engine
