#include "store/notices.h"

#include <algorithm>

#include "base/hash.h"
#include "store/database/rows.h"
#include "store/notice_rows.h"

namespace assay::store {

using model::DeliveryState;
using model::MissionStatus;
using model::Notice;
using model::NoticeKind;
using model::StoryState;

namespace {

constexpr size_t k_longest_notice_detail = 16 << 10;

constexpr std::string_view k_notice_columns =
    "SELECT n.key, n.id, n.kind, m.id, m.title, n.task_id, n.summary, n.detail, n.status, n.story, n.created_at, "
    "n.addressed_at, intact(notices n), intact(missions m) FROM notices n JOIN missions m ON m.key = n.mission_key ";
constexpr Query k_insert_notice{
    "INSERT INTO notices (id, mission_key, task_id, kind, summary, detail, status, story, created_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"};
constexpr Query k_notice_by_id{k_notice_columns, "WHERE n.id = $1"};
constexpr Query k_newest{k_notice_columns, "ORDER BY n.key DESC LIMIT $1"};
constexpr Query k_newest_in{
    k_notice_columns,
    "WHERE n.key IN (SELECT notice_key FROM deliveries WHERE state = $2 ORDER BY notice_key DESC LIMIT $1) "
    "ORDER BY n.key DESC"};
constexpr Query k_deliveries{
    "SELECT d.receiver, d.state, d.attempts, d.next_at, d.error, d.updated_at, intact(deliveries d) FROM deliveries d "
    "WHERE d.notice_key = $1 ORDER BY d.receiver"};
constexpr Query k_address{
    "INSERT INTO deliveries (notice_key, receiver, state, next_at, updated_at) SELECT $1, $2, 'pending', $3, $3 "
    "WHERE NOT EXISTS (SELECT 1 FROM deliveries WHERE notice_key = $1 AND receiver = $2)"};
constexpr Query k_unaddressed{"SELECT id FROM notices WHERE addressed_at IS NULL ORDER BY key LIMIT $1"};
constexpr Query k_due{
    "SELECT n.id, d.receiver FROM deliveries d JOIN notices n ON n.key = d.notice_key "
    "WHERE d.state = 'pending' AND d.next_at <= $1 ORDER BY d.next_at LIMIT 1"};
constexpr Query k_claim{
    "UPDATE deliveries SET next_at = $3 WHERE notice_key = $1 AND receiver = $2 AND state = 'pending'"};
constexpr Query k_next_delivery_at{
    "SELECT min(at) FROM (SELECT min(next_at) AS at FROM deliveries WHERE state = 'pending' UNION ALL "
    "SELECT min(created_at) FROM notices WHERE addressed_at IS NULL) soonest"};
constexpr Query k_addressed{"UPDATE notices SET addressed_at = $2 WHERE key = $1"};
constexpr Query k_attempted{
    "UPDATE deliveries SET state = $3, attempts = attempts + 1, next_at = $4, error = $5, updated_at = $6 "
    "WHERE notice_key = $1 AND receiver = $2 AND state = 'pending'"};
constexpr Query k_revive{
    "UPDATE deliveries SET state = 'pending', attempts = 0, next_at = $2, updated_at = $2 "
    "WHERE notice_key = $1 AND state = 'dead'"};
constexpr Query k_hurry{
    "UPDATE deliveries SET next_at = $2, updated_at = $2 WHERE notice_key = $1 AND state = 'pending'"};
constexpr Query k_dead{
    "SELECT DISTINCT n.id FROM deliveries d JOIN notices n ON n.key = d.notice_key WHERE d.state = 'dead'"};

struct NoticeRow {
  std::int64_t key = 0;
  Notice notice;
};

Result<NoticeRow> read_row(const Row& from) {
  Columns columns(from);
  NoticeRow row;
  row.key = columns.integer();
  auto& notice = row.notice;
  notice.id = model::NoticeId(columns.text());
  notice.kind = columns.named(model::notice_kind_named);
  notice.mission = model::MissionId(columns.text());
  notice.title = columns.text();
  notice.task = model::TaskId(columns.text());
  notice.summary = columns.text();
  notice.detail = columns.text();
  notice.status = columns.named(model::mission_status_named);
  notice.story = columns.named(model::story_state_named);
  notice.created_at = columns.time();
  notice.addressed_at = columns.maybe_time();
  TRY(columns.done(cat("notice ", notice.id.text)));
  return row;
}

Result<void> load_deliveries(Database& database, NoticeRow& row) {
  return database.each(k_deliveries, {row.key}, [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    model::Delivery delivery;
    delivery.receiver = columns.text();
    delivery.state = columns.named(model::delivery_state_named);
    delivery.attempts = columns.count();
    delivery.next_at = columns.time();
    delivery.error = columns.text();
    delivery.updated_at = columns.time();
    TRY(columns.done("a delivery"));
    row.notice.deliveries.push_back(std::move(delivery));
    return Flow::go_on;
  });
}

Result<NoticeRow> load(Database& database, const model::NoticeId& id) {
  std::optional<NoticeRow> found;
  TRY(database.each(k_notice_by_id, {id.text}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(found, read_row(row));
    return Flow::stop;
  }));
  if (!found) return not_found(cat("there is no notice ", id.text, "; see assay notify list"));
  TRY(load_deliveries(database, *found));
  return std::move(*found);
}

}  // namespace

Result<void> write_notice(Change& change, const MissionRow& row, const NoticeDraft& draft) {
  const model::NoticeId id(cat("notice-", random_name(12)));
  TRY(change.database.run(k_insert_notice, {id.text, row.key, draft.task.text, name(draft.kind), draft.summary,
                                            excerpt(to_utf8(draft.detail), k_longest_notice_detail),
                                            name(row.mission.status), name(row.mission.story), change.now}));
  return {};
}

Result<void> notice_transition(Change& change, const MissionRow& row, MissionStatus status_before,
                               StoryState story_before) {
  const auto& mission = row.mission;
  const auto notify = [&](NoticeKind kind, std::string_view what) {
    return write_notice(
        change, row,
        {kind, cat("\"", mission.title, "\" ", what), row.cause.empty() ? mission.hold : row.cause, row.caused_by});
  };
  if (mission.status != status_before) {
    if (mission.status == MissionStatus::blocked) TRY(notify(NoticeKind::blocked, "is blocked"));
    if (mission.status == MissionStatus::landed) {
      TRY(notify(NoticeKind::landed, cat("has landed in ", mission.target_branch)));
    }
  }
  if (mission.story != story_before) {
    if (mission.story == StoryState::shippable) TRY(notify(NoticeKind::shippable, "can be shipped"));
    if (mission.story == StoryState::needs_fix) TRY(notify(NoticeKind::needs_fix, "needs a fix"));
  }
  return {};
}

Notices Store::notices() const { return Notices(*m_database); }
NoticeChanges Changes::notices() const { return NoticeChanges(*this); }

Result<Notice> Notices::find(const model::NoticeId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<Notice> {
    TRY_ASSIGN(auto row, load(m_database, id));
    return std::move(row.notice);
  });
}

Result<Notice> NoticeChanges::address(const model::NoticeId& id, std::span<const std::string> receivers) {
  return m_changes.make([&](Change& now) -> Result<Notice> {
    TRY_ASSIGN(auto row, load(now.database, id));
    if (row.notice.addressed_at) return std::move(row.notice);
    for (const auto& receiver : receivers) TRY(now.database.run(k_address, {row.key, receiver, now.now}));
    TRY(now.database.run(k_addressed, {row.key, now.now}));
    TRY_ASSIGN(row, load(now.database, id));
    return std::move(row.notice);
  });
}

Result<std::vector<model::NoticeId>> Notices::unaddressed(std::uint32_t limit) const {
  std::vector<model::NoticeId> out;
  TRY(m_database.each(k_unaddressed, {limit}, [&](const Row& row) -> Result<Flow> {
    out.emplace_back(std::string(row.text(0)));
    return Flow::go_on;
  }));
  return out;
}

// A claim moves the next attempt to the end of the lease: who dies with it gives it back by that alone.
Result<std::optional<Outgoing>> NoticeChanges::claim_delivery(std::int64_t lease_ms) {
  const auto due = [](Database& database, Time now) {
    return first<std::pair<std::string, std::string>>(database, k_due, {now}, [](Columns& columns) {
      return std::pair<std::string, std::string>{columns.text(), columns.text()};
    });
  };
  // Asked without the writer's place first: most of the time nothing is due.
  TRY_ASSIGN(const auto any, due(m_changes.database(), m_changes.now()));
  if (!any) return std::optional<Outgoing>();
  return m_changes.make([&](Change& now) -> Result<std::optional<Outgoing>> {
    TRY_ASSIGN(const auto found, due(now.database, now.now));
    if (!found) return std::optional<Outgoing>();
    TRY_ASSIGN(auto row, load(now.database, model::NoticeId(found->first)));
    TRY(now.database.run(k_claim, {row.key, found->second, now.now.ms + lease_ms}));
    return std::optional(Outgoing{std::move(row.notice), found->second});
  });
}

Result<std::optional<Time>> Notices::next_delivery_at() const {
  std::optional<Time> at;
  TRY(m_database.each(k_next_delivery_at, {}, [&](const Row& row) -> Result<Flow> {
    if (!row.is_null(0)) at = Time{row.integer(0)};
    return Flow::stop;
  }));
  return at;
}

Result<void> NoticeChanges::note_delivery(const model::NoticeId& id, const DeliveryAttempt& attempt) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, load(now.database, id));
    const auto state = attempt.delivered ? DeliveryState::delivered
                       : attempt.next_at ? DeliveryState::pending
                                         : DeliveryState::dead;
    TRY(now.database.run(k_attempted, {row.key, attempt.receiver, name(state), attempt.next_at.value_or(now.now),
                                       excerpt(to_utf8(attempt.error), 1000), now.now}));
    return {};
  });
}

Result<std::vector<Notice>> Notices::list(const NoticeFilter& filter) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<Notice>> {
    std::vector<NoticeRow> rows;
    const OnRow on_row = [&](const Row& found) -> Result<Flow> {
      TRY_ASSIGN(auto row, read_row(found));
      rows.push_back(std::move(row));
      return Flow::go_on;
    };
    const auto limit = std::clamp(filter.limit, 1U, k_largest_page);
    if (filter.state) {
      TRY(m_database.each(k_newest_in, {limit, name(*filter.state)}, on_row));
    } else {
      TRY(m_database.each(k_newest, {limit}, on_row));
    }
    std::vector<Notice> out;
    for (auto& row : rows) {
      TRY(load_deliveries(m_database, row));
      out.push_back(std::move(row.notice));
    }
    return out;
  });
}

Result<std::uint32_t> NoticeChanges::retry_deliveries(const std::optional<model::NoticeId>& only) {
  return m_changes.make([&](Change& now) -> Result<std::uint32_t> {
    std::vector<model::NoticeId> ids;
    if (only) {
      ids.push_back(*only);
    } else {
      TRY(now.database.each(k_dead, {}, [&](const Row& found) -> Result<Flow> {
        ids.emplace_back(std::string(found.text(0)));
        return Flow::go_on;
      }));
    }
    std::uint64_t revived = 0;
    for (const auto& id : ids) {
      TRY_ASSIGN(const auto row, load(now.database, id));
      TRY(now.database.run(k_revive, {row.key, now.now}));
      TRY_ASSIGN(const auto due, now.database.run(k_hurry, {row.key, now.now}));
      revived += due;
    }
    return static_cast<std::uint32_t>(revived);
  });
}

}  // namespace assay::store
