#include "engine/calibrate/calibration.h"

#include <algorithm>

namespace assay::engine {

std::string_view name(VariantKind kind) {
  switch (kind) {
    case VariantKind::honest: return "honest";
    case VariantKind::nothing_done: return "nothing_done";
    case VariantKind::untested: return "untested";
    case VariantKind::broken: return "broken";
    case VariantKind::test_deleted: return "test_deleted";
    case VariantKind::assertion_weakened: return "assertion_weakened";
    case VariantKind::skip_added: return "skip_added";
    case VariantKind::value_rewritten: return "value_rewritten";
  }
  return "unknown";
}

std::string_view name(CalibrationEnd end) {
  switch (end) {
    case CalibrationEnd::complete: return "complete";
    case CalibrationEnd::out_of_time: return "out_of_time";
    case CalibrationEnd::interrupted: return "interrupted";
  }
  return "unknown";
}

bool VariantResult::is_right() const {
  if (kind == VariantKind::honest) return verdict != model::FinalVerdict::not_mergeable;
  return verdict != model::FinalVerdict::mergeable;
}

void count_reason(std::vector<Reason>& reasons, std::string_view why) {
  const auto found = std::find_if(reasons.begin(), reasons.end(), [&](const Reason& each) { return each.why == why; });
  if (found == reasons.end())
    reasons.push_back({std::string(why), 1});
  else
    ++found->times;
}

std::array<KindCount, k_variant_kinds> count_kinds(const Calibration& calibration) {
  std::array<KindCount, k_variant_kinds> out;
  for (size_t i = 0; i < out.size(); ++i) out[i].kind = static_cast<VariantKind>(i);
  for (const auto& result : calibration.results) {
    auto& count = out[static_cast<size_t>(result.kind)];
    count.ms += result.ms;
    if (!result.is_made()) {
      ++count.not_made;
      continue;
    }
    ++count.made;
    count.right += result.is_right() ? 1 : 0;
    if (result.verdict == model::FinalVerdict::mergeable)
      ++count.mergeable;
    else if (result.verdict == model::FinalVerdict::not_mergeable)
      ++count.blocked;
    else
      ++count.warned;
  }
  return out;
}

std::uint64_t caught_like_honest(const Calibration& calibration) {
  std::uint64_t out = 0;
  for (const auto& result : calibration.results) {
    if (result.kind == VariantKind::honest || !result.is_made() || !result.is_right()) continue;
    const auto honest = std::find_if(calibration.results.begin(), calibration.results.end(), [&](const auto& each) {
      return each.kind == VariantKind::honest && each.commit == result.commit && each.is_made();
    });
    if (honest == calibration.results.end() || honest->verdict != result.verdict) continue;
    const bool alike = std::all_of(result.rules.begin(), result.rules.end(), [&](const std::string& rule) {
      return std::find(honest->rules.begin(), honest->rules.end(), rule) != honest->rules.end();
    });
    out += alike ? 1 : 0;
  }
  return out;
}

CatchRate catch_rate(const Calibration& calibration) {
  CatchRate out;
  for (const auto& count : count_kinds(calibration)) {
    if (count.kind == VariantKind::honest) continue;
    out.of += count.made;
    out.caught += count.right;
  }
  return out;
}

}  // namespace assay::engine
