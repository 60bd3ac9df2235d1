// Histories as they happen, one line a checkpoint: `assay log --follow`, and `assay watch` where there is no
// terminal. Ends on SIGINT or SIGTERM, when nobody reads any more, or when what is followed is settled.
#pragma once

#include <chrono>
#include <optional>

#include "base/result.h"
#include "model/mission.h"
#include "ops/context.h"

namespace assay::cli {

struct FollowOrders {
  std::optional<model::MissionId> only;  // nothing: all missions, those that are begun later too
  enum class Form { text, json } form = Form::text;
  enum class From { beginning, now } from = From::now;
  std::uint64_t after = 0;     // from the beginning: only those with a higher number
  bool until_settled = false;  // until each is verified, landed, completed or blocked
  std::chrono::milliseconds every{500};
};

// The exit status: 1 when it was to be settled and one is blocked.
Result<int> follow_lines(ops::Context& context, const FollowOrders& orders);

// Whether nothing goes on in it without a person.
bool is_settled(const model::Mission& mission);

}  // namespace assay::cli
