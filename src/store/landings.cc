// Landings. The row is written before the target is touched and names the very commit; from then on that
// row, and not the mission's status, is what allows the landing to be recorded: a task that somebody adds in
// the moment after the branch moved must not make us forget that it moved.
#include "store/landings.h"

#include "base/hash.h"
#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/mission_rows.h"

namespace assay::store {

using model::Landing;
using model::LandingState;

namespace {

constexpr std::string_view k_landing_columns =
    "SELECT l.mission_key, m.id, l.id, l.state, l.strategy, l.via, l.target_branch, l.target_commit, l.verification, "
    "l.verified_commit, l.verified_tree, l.evidence, l.commit_id, l.onto, l.tip, l.remote, l.branch, l.proof, "
    "l.reason, l.actor, l.started_at, l.finished_at, "
    "l.seal IS NOT DISTINCT FROM row_seal(landings l) FROM landings l JOIN missions m ON m.key = l.mission_key ";
constexpr Query k_landing_by_id{k_landing_columns, "WHERE l.key = (SELECT key FROM landings WHERE id = $1)"};
constexpr Query k_landings_of_mission{k_landing_columns, "WHERE l.mission_key = $1 ORDER BY l.key"};
constexpr Query k_latest_landing{k_landing_columns, "WHERE l.mission_key = $1 ORDER BY l.key DESC LIMIT 1"};
constexpr Query k_at{k_landing_columns, "WHERE l.tip = $1 AND l.state IN ('intended', 'landed') ORDER BY l.key"};
constexpr Query k_unsigned{k_landing_columns, "WHERE l.state = 'landed' AND l.signed_at IS NULL ORDER BY l.key"};
constexpr std::string_view k_signature =
    "SELECT l.id, l.tip, m.id, l.approval, l.signed_at, intact(landings l) FROM landings l JOIN missions m ON m.key = "
    "l.mission_key ";
constexpr Query k_signature_of{k_signature, "WHERE l.id = $1 AND l.signed_at IS NOT NULL"};
constexpr Query k_signed_before{k_signature,
                                "WHERE l.signed_at IS NOT NULL AND (l.signed_at < $1 OR (l.signed_at = $1 AND l.key < "
                                "coalesce((SELECT key FROM landings WHERE id = $2), 9223372036854775807))) "
                                "ORDER BY l.signed_at DESC, l.key DESC LIMIT 1"};
constexpr Query k_sign{"UPDATE landings SET signed_at = $2, approval = $3 WHERE id = $1 AND signed_at IS NULL"};
constexpr Query k_open{"SELECT id FROM landings WHERE mission_key = $1 AND state IN ('intended', 'proposed')"};
constexpr Query k_insert_landing{
    "INSERT INTO landings (mission_key, id, state, strategy, via, target_branch, target_commit, verification, "
    "verified_commit, verified_tree, evidence, commit_id, onto, tip, remote, branch, actor, started_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)"};
constexpr Query k_propose{"UPDATE landings SET state = 'proposed' WHERE id = $1 AND state = 'intended'"};
constexpr Query k_abandon{
    "UPDATE landings SET state = 'abandoned', reason = $2, finished_at = $3 "
    "WHERE id = $1 AND state IN ('intended', 'proposed')"};
constexpr Query k_finish{
    "UPDATE landings SET state = 'landed', commit_id = $2, tip = $3, proof = $4, finished_at = $5 WHERE id = $1"};

constexpr Query k_with_commit{"SELECT key FROM landings WHERE commit_id = $1 OR tip = $1 LIMIT 1"};

constexpr Query k_is_verified{
    "SELECT key FROM verifications WHERE mission_key = $1 AND tree_id = $2 AND report = $3 ORDER BY key DESC LIMIT 1"};
constexpr Query k_verify{
    "INSERT INTO verifications (mission_key, id, commit_id, tree_id, target_commit, outcome, report, started_at, "
    "finished_at) VALUES ($1, $2, $3, $4, $5, 'passed', $6, $7, $8)"};

struct LandingRow {
  std::int64_t mission_key = 0;
  Landing landing;
};

Result<LandingRow> read_landing_row(Columns& columns) {
  LandingRow row;
  auto& landing = row.landing;
  row.mission_key = columns.integer();
  landing.mission = model::MissionId(columns.text());
  landing.id = columns.text();
  landing.state = columns.named(model::landing_state_named);
  landing.strategy = columns.named(model::land_strategy_named);
  landing.via = columns.named(model::land_via_named);
  landing.target_branch = columns.text();
  landing.target_commit = columns.text();
  landing.verification = columns.text();
  landing.verified_commit = columns.text();
  landing.verified_tree = columns.text();
  landing.evidence = columns.text();
  landing.commit = columns.text();
  landing.onto = columns.text();
  landing.tip = columns.text();
  landing.remote = columns.text();
  landing.branch = columns.text();
  landing.proof = columns.text();
  landing.reason = columns.text();
  landing.actor = columns.text();
  landing.started_at = columns.time();
  landing.finished_at = columns.maybe_time();
  const bool sealed = columns.flag();
  TRY(columns.done(cat("landing ", landing.id)));
  if (!sealed) return broken_seal(landing.id);
  return row;
}

Result<std::vector<LandingRow>> read_rows(Database& database, const Query& query, Params params) {
  std::vector<LandingRow> out;
  TRY(database.each(query, params, [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    TRY_ASSIGN(auto row, read_landing_row(columns));
    out.push_back(std::move(row));
    return Flow::go_on;
  }));
  return out;
}

Result<std::vector<LandingRow>> rows_of_mission(Database& database, const Query& query, const model::MissionId& id) {
  return transact(database, Access::read, [&]() -> Result<std::vector<LandingRow>> {
    TRY_ASSIGN(const auto mission, load_mission(database, id));
    TRY(check_records(database, mission.key));
    return read_rows(database, query, {mission.key});
  });
}

Result<LandingRow> load(Database& database, std::string_view id) {
  TRY_ASSIGN(auto rows, read_rows(database, k_landing_by_id, {id}));
  if (rows.empty()) return not_found(cat("there is no landing ", excerpt(id, 80)));
  return std::move(rows.front());
}

Result<void> refuse_unready(Database& database, const MissionRow& row, std::uint64_t version) {
  const auto& mission = row.mission;
  if (mission.status != model::MissionStatus::ready_to_land) {
    return conflict(cat("cannot land mission ", mission.id.text, ": it is ", name(mission.status),
                        ", not ready_to_land; see assay mission show ", mission.id.text));
  }
  if (mission.version != version) {
    return conflict(
        cat("mission ", mission.id.text, " was changed while it was about to land; look at it and land again"));
  }
  TRY_ASSIGN(const auto open,
             (first<std::string>(database, k_open, {row.key}, [](Columns& columns) { return columns.text(); })));
  if (open) return conflict(cat("mission ", mission.id.text, " is being landed already (", *open, ")"));
  return {};
}

Result<Landing> insert_landing(Change& change, const LandingIntent& intent) {
  Landing landing = intent.landing;
  TRY_ASSIGN(const auto row, load_mission(change.database, landing.mission));
  TRY(refuse_unready(change.database, row, intent.version));
  landing.id = cat("landing-", random_name(12));
  landing.state = LandingState::intended;
  landing.actor = change.actor;
  landing.started_at = change.now;
  TRY(change.database.run(
      k_insert_landing,
      {row.key, landing.id, name(landing.state), name(landing.strategy), name(landing.via), landing.target_branch,
       landing.target_commit, landing.verification, landing.verified_commit, landing.verified_tree, landing.evidence,
       landing.commit, landing.onto, landing.tip, landing.remote, landing.branch, landing.actor, landing.started_at}));
  TRY(add_record(change.database, row.key));
  return landing;
}

// What landed in a batch was verified together with others; that verification becomes the mission's with the
// landing, and not before: until then it may still land by itself.
Result<void> take_over_verification(Change& change, std::int64_t mission_key, const Landing& landing) {
  TRY_ASSIGN(const auto known, (first<std::int64_t>(change.database, k_is_verified,
                                                    {mission_key, landing.verified_tree, landing.evidence},
                                                    [](Columns& columns) { return columns.integer(); })));
  if (known) return {};
  TRY(change.database.run(
      k_verify, {mission_key, cat("verification-", random_name(12)), landing.verified_commit, landing.verified_tree,
                 landing.target_commit, landing.evidence, landing.started_at, change.now}));
  return add_record(change.database, mission_key);
}

Mark landed_mark(const Landing& landing) {
  return {model::CheckpointKind::landed, cat("Landed in ", landing.target_branch),
          lines({cat("as ", landing.tip, " (", name(landing.strategy), ")"),
                 landing.commit == landing.tip ? std::string() : cat("its own commit is ", landing.commit),
                 cat("verified ", landing.verified_commit, ", tree ", landing.verified_tree, ", evidence ",
                     landing.evidence),
                 landing.proof})};
}

}  // namespace

Landings Store::landings() const { return Landings(*m_database); }
LandingChanges Changes::landings() const { return LandingChanges(*this); }

Result<std::vector<Landing>> LandingChanges::begin(std::span<const LandingIntent> intents) {
  return m_changes.make([&](Change& now) -> Result<std::vector<Landing>> {
    std::vector<Landing> out;
    for (const auto& intent : intents) {
      TRY_ASSIGN(auto landing, insert_landing(now, intent));
      out.push_back(std::move(landing));
    }
    return out;
  });
}

Result<void> LandingChanges::propose(std::string_view landing) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, load(now.database, landing));
    if (row.landing.state == LandingState::proposed) return {};
    TRY_ASSIGN(const auto changed, now.database.run(k_propose, {landing}));
    if (changed == 0) return conflict(cat(landing, " is ", name(row.landing.state), " already"));
    return append(now, row.mission_key, row.landing.mission,
                  {model::CheckpointKind::decided, cat("Proposed for ", row.landing.target_branch),
                   cat("as ", row.landing.commit, " on ", row.landing.remote, "/", row.landing.branch)});
  });
}

Result<void> LandingChanges::abandon(std::string_view landing, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY(load(now.database, landing));
    TRY(now.database.run(k_abandon, {landing, reason, now.now}));
    return {};
  });
}

Result<Landing> LandingChanges::finish(std::string_view id, std::string_view commit, std::string_view proof) {
  return m_changes.make([&](Change& now) -> Result<Landing> {
    TRY_ASSIGN(auto found, load(now.database, id));
    auto& landing = found.landing;
    if (landing.state == LandingState::landed) return std::move(landing);
    if (landing.state == LandingState::abandoned) return conflict(cat(id, " was given up: ", landing.reason));
    TRY_ASSIGN(auto row, load_mission(now.database, landing.mission));
    landing.state = LandingState::landed;
    if (landing.commit == landing.tip) landing.commit = commit;
    landing.tip = commit;
    landing.proof = proof;
    landing.finished_at = now.now;
    TRY(now.database.run(k_finish, {id, landing.commit, landing.tip, proof, now.now}));
    TRY(take_over_verification(now, row.key, landing));
    row.mission.landed_at = now.now;
    row.mission.landed_commit = commit;
    TRY(save_mission_state(now, row));
    TRY_ASSIGN(const auto told, save_mission(now, row));
    auto mark = landed_mark(landing);
    mark.detail = lines({mark.detail, told});
    TRY(append(now, row.key, row.mission.id, mark));
    return std::move(landing);
  });
}

namespace {

std::vector<Landing> landings_in(std::vector<LandingRow> rows) {
  std::vector<Landing> out;
  out.reserve(rows.size());
  for (auto& row : rows) out.push_back(std::move(row.landing));
  return out;
}

LandingSignature read_signature(Columns& columns) {
  LandingSignature out;
  out.landing = columns.text();
  out.tip = columns.text();
  out.mission = model::MissionId(columns.text());
  out.approval = columns.text();
  out.signed_at = columns.time();
  return out;
}

}  // namespace

Result<std::optional<Landing>> Landings::latest(const model::MissionId& id) const {
  TRY_ASSIGN(auto rows, rows_of_mission(m_database, k_latest_landing, id));
  if (rows.empty()) return std::optional<Landing>();
  return std::optional(std::move(rows.front().landing));
}

Result<std::vector<Landing>> Landings::of(const model::MissionId& id) const {
  TRY_ASSIGN(auto rows, rows_of_mission(m_database, k_landings_of_mission, id));
  return landings_in(std::move(rows));
}

Result<std::vector<Landing>> Landings::at(std::string_view tip) const {
  TRY_ASSIGN(auto rows, read_rows(m_database, k_at, {tip}));
  return landings_in(std::move(rows));
}

Result<std::vector<Landing>> Landings::not_signed() const {
  TRY_ASSIGN(auto rows, read_rows(m_database, k_unsigned, {}));
  return landings_in(std::move(rows));
}

Result<bool> Landings::has_commit(std::string_view commit) const {
  TRY_ASSIGN(const auto key, (first<std::int64_t>(m_database, k_with_commit, {commit},
                                                  [](Columns& columns) { return columns.integer(); })));
  return key.has_value();
}

Result<std::optional<LandingSignature>> Landings::signature_of(std::string_view landing) const {
  return first<LandingSignature>(m_database, k_signature_of, {landing}, read_signature);
}

Result<std::optional<LandingSignature>> Landings::signed_before(Time time, std::string_view landing) const {
  return first<LandingSignature>(m_database, k_signed_before, {time, landing}, read_signature);
}

Result<void> LandingChanges::note_signed(std::span<const LandingSignature> landings) {
  return m_changes.make([&](Change& now) -> Result<void> {
    for (const auto& each : landings) {
      TRY(now.database.run(k_sign, {each.landing, now.now, each.approval}));
    }
    return {};
  });
}

}  // namespace assay::store
