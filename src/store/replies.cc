#include "store/replies.h"

#include "store/change.h"
#include "store/database/rows.h"

namespace assay::store {

namespace {

constexpr Query k_drop_old_replies{"DELETE FROM replies WHERE created_at < $1"};
constexpr Query k_drop_replies_over{
    "DELETE FROM replies WHERE key <= (SELECT key FROM replies ORDER BY key DESC LIMIT 1 OFFSET $1)"};
constexpr Query k_find_reply{
    "SELECT r.request, r.status, r.body, intact(replies r) FROM replies r WHERE r.actor = $1 AND r.name = $2"};
constexpr Query k_begin_reply{"INSERT INTO replies (actor, name, request, created_at) VALUES ($1, $2, $3, $4)"};
constexpr Query k_finish_reply{"UPDATE replies SET status = $1, body = $2 WHERE actor = $3 AND name = $4"};
constexpr Query k_forget_reply{"DELETE FROM replies WHERE actor = $1 AND name = $2"};

}  // namespace

ReplyChanges Changes::replies() const { return ReplyChanges(*this); }

Result<std::optional<Reply>> ReplyChanges::begin(const ReplyKey& key) {
  return m_changes.make([&](Change& now) -> Result<std::optional<Reply>> {
    TRY(now.database.run(k_drop_old_replies, {now.now.ms - k_reply_kept_ms}));
    TRY_ASSIGN(auto found, (first<Reply>(now.database, k_find_reply, {now.actor, key.name}, [&](Columns& columns) {
                 Reply reply;
                 reply.same_request = columns.view() == key.request;
                 if (const auto status = columns.maybe_integer()) reply.status = static_cast<int>(*status);
                 reply.body = columns.maybe_text();
                 return reply;
               })));
    if (found) return found;
    TRY(now.database.run(k_begin_reply, {now.actor, key.name, key.request, now.now}));
    TRY(now.database.run(k_drop_replies_over, {k_most_replies}));
    return std::optional<Reply>();
  });
}

Result<void> ReplyChanges::finish(const ReplyKey& key, int status, std::optional<std::string_view> body) {
  return m_changes.make([&](Change& now) -> Result<void> {
    const Param kept = !body || body->size() > k_longest_reply ? Param(nullptr) : Param(*body);
    TRY(now.database.run(k_finish_reply, {status, kept, now.actor, key.name}));
    return {};
  });
}

Result<void> ReplyChanges::forget(const ReplyKey& key) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY(now.database.run(k_forget_reply, {now.actor, key.name}));
    return {};
  });
}

}  // namespace assay::store
