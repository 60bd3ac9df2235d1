// Histories as they happen, one line a checkpoint: `assay log --follow`, and `assay watch` where there is no
// terminal. Ends on SIGINT or SIGTERM, when nobody reads any more, or when what is followed is settled.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "base/result.h"
#include "model/job.h"
#include "model/mission.h"
#include "ops/context.h"
#include "store/store.h"

namespace assay::cli {

struct FollowOptions {
  std::optional<model::MissionId> only;  // nothing: all missions, those that are begun later too
  enum class Form { text, json } form = Form::text;
  enum class From { beginning, now } from = From::now;
  std::uint64_t after = 0;     // from the beginning: only those with a higher number
  bool until_settled = false;  // until each is verified, landed, completed or blocked
  std::chrono::milliseconds every{500};
};

// The exit status: 1 when it was to be settled and one needs a person.
Result<int> follow_lines(ops::Context& context, const FollowOptions& options);

// Waits that long; false when SIGINT or SIGTERM came, or when nobody reads standard output any more.
bool somebody_reads_on(std::chrono::milliseconds wait);

// What becomes of missions without anybody doing anything.
enum class Outlook {
  goes_on,       // something is being done, or will be
  settled,       // verified, landed or completed
  needs_person,  // blocked, in need of a fix, or with work that only people take on
};
Outlook outlook_of(const model::Mission& mission, const std::vector<model::Job>& open_jobs);

// Looks for the end of all of them, for whoever waits for it.
class Ending {
 public:
  // Nothing: not at the end. What only people take on may be between two steps of theirs: it counts when it
  // is seen twice in a row.
  Result<std::optional<int>> find_exit_code(store::Store& store, const std::vector<model::Mission>& missions);

 private:
  bool m_seen = false;
};

}  // namespace assay::cli
