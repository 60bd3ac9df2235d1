#include "store/lanes.h"

#include "base/text.h"
#include "store/database/rows.h"

namespace assay::store {

namespace {

// A lane may rest beside a job that is due: while a person holds the mission, while tasks of it run, and where the
// tasks are for people.
constexpr std::string_view k_forgotten =
    " FROM jobs j LEFT JOIN missions m ON m.key = j.lane "
    "LEFT JOIN lanes l ON l.lane = j.lane AND l.kind = j.kind AND l.checks = j.checks WHERE j.state = 'queued' AND "
    "(l.key IS NULL OR (l.rests = 1 AND (l.wakes IS NULL OR l.wakes > j.not_before) "
    "AND (j.kind <> 'task' OR j.checks = 1 OR (m.key IS NOT NULL AND m.mode <> 'manual')) "
    "AND (m.key IS NULL OR m.hold = '') "
    "AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.state = 'leased' AND r.lane = j.lane)))";

constexpr Query k_each_forgotten{"SELECT DISTINCT coalesce(m.id, ''), j.kind", k_forgotten, " ORDER BY 1, 2"};
constexpr Query k_wake_forgotten{
    "INSERT INTO lanes (lane, kind, checks, turn) SELECT DISTINCT j.lane, j.kind, j.checks, "
    "coalesce((SELECT max(o.turn) FROM lanes o WHERE o.lane = j.lane), 0)",
    k_forgotten, " ON CONFLICT (lane, kind, checks) DO UPDATE SET rests = 0, wakes = NULL"};

}  // namespace

Result<std::vector<std::string>> forgotten_lanes(Database& database) {
  std::vector<std::string> out;
  TRY(database.each(k_each_forgotten, {}, [&](const Row& row) -> Result<Flow> {
    const auto mission = row.text(0);
    out.push_back(cat(mission.empty() ? std::string("a job without a mission") : cat("mission ", mission), ": a job (",
                      row.text(1), ") is due, and no worker would find it; the next worker that starts wakes it"));
    return Flow::go_on;
  }));
  return out;
}

Result<void> wake_forgotten_lanes(Database& database) {
  TRY(database.run(k_wake_forgotten, {}));
  return {};
}

}  // namespace assay::store
