// The feed is the table of checkpoints itself, in the order of its keys: rows are added by one writer at
// a time and never go, so a reader that remembers the last key it saw misses none and sees none twice.
#include "store/database/feed.h"

#include "store/database/rows.h"

namespace assay::store {

namespace {

constexpr Query k_feed_end{"SELECT COALESCE(MAX(key), 0) FROM checkpoints"};
constexpr Query k_feed_after{
    "SELECT c.key, c.id, m.id, c.number, c.kind, c.title, c.detail, c.task_id, c.created_at, c.actor, m.status, ",
    "m.story, m.version, t.state FROM checkpoints c JOIN missions m ON m.key = c.mission_key ",
    "LEFT JOIN tasks t ON t.id = c.task_id WHERE c.key > $1 ORDER BY c.key LIMIT $2"};

Result<FeedEntry> read_entry(const Row& row) {
  Columns columns(row);
  FeedEntry out;
  out.key = static_cast<std::uint64_t>(columns.integer());
  auto& checkpoint = out.checkpoint;
  checkpoint.id = model::CheckpointId(columns.text());
  checkpoint.mission = model::MissionId(columns.text());
  checkpoint.number = static_cast<std::uint64_t>(columns.integer());
  checkpoint.kind = columns.named(model::checkpoint_kind_named);
  checkpoint.title = columns.text();
  checkpoint.detail = columns.text();
  checkpoint.task = model::TaskId(columns.text());
  checkpoint.created_at = columns.time();
  checkpoint.actor = columns.text();
  out.status = columns.named(model::mission_status_named);
  out.story = columns.named(model::story_state_named);
  out.version = static_cast<std::uint64_t>(columns.integer());
  if (const auto state = columns.maybe_text()) out.task_state = model::task_state_named(*state);
  TRY(columns.done(cat("checkpoint ", out.key)));
  return out;
}

}  // namespace

Feed::Feed(std::unique_ptr<Database> database) : m_database(std::move(database)) {}
Feed::~Feed() = default;

Result<std::unique_ptr<Feed>> Feed::open(const std::string& store, Time now) {
  TRY_ASSIGN(auto database, open_database(store, now));
  return std::unique_ptr<Feed>(new Feed(std::move(database)));
}

Result<std::uint64_t> Feed::end() {
  TRY_ASSIGN(const auto end,
             (first<std::int64_t>(*m_database, k_feed_end, {}, [](Columns& c) { return c.integer(); })));
  return static_cast<std::uint64_t>(end.value_or(0));
}

Result<std::vector<FeedEntry>> Feed::after(std::uint64_t key, std::uint32_t limit) {
  std::vector<FeedEntry> out;
  TRY(m_database->each(k_feed_after, {key, limit}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(auto entry, read_entry(row));
    out.push_back(std::move(entry));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace assay::store
