#include "store/comments.h"

#include "base/hash.h"
#include "store/comment_rows.h"
#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/task_rows.h"

namespace assay::store {

using model::Comment;

namespace {

constexpr size_t k_most_open = 100;

constexpr Query k_insert_comment{
    "INSERT INTO comments (id, mission_key, task_key, path, side, line, commit_id, quoted, text, actor, created_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"};
constexpr std::string_view k_comment_columns =
    "SELECT c.id, m.id, t.id, c.path, c.side, c.line, c.commit_id, c.quoted, c.text, c.actor, c.created_at, "
    "c.sent_round, c.sent_at, intact(comments c) FROM comments c LEFT JOIN missions m ON m.key = c.mission_key "
    "LEFT JOIN tasks t ON t.key = c.task_key ";
constexpr Query k_comments_of_mission{k_comment_columns,
                                      "WHERE c.mission_key = (SELECT key FROM missions WHERE id = $1) ORDER BY c.key"};
constexpr Query k_comments_of_task{k_comment_columns,
                                   "WHERE c.task_key = (SELECT key FROM tasks WHERE id = $1) ORDER BY c.key"};
constexpr Query k_comment_by_id{k_comment_columns, "WHERE c.id = $1"};
constexpr Query k_open_of_task{k_comment_columns, "WHERE c.task_key = $1 AND c.sent_round IS NULL ORDER BY c.key"};
constexpr Query k_send_comments{
    "UPDATE comments SET sent_round = $2, sent_at = $3 WHERE task_key = $1 AND sent_round IS NULL"};
constexpr Query k_delete_comment{"DELETE FROM comments WHERE id = $1"};

Comment read_comment(Columns& columns) {
  Comment out;
  out.id = model::CommentId(columns.text());
  out.mission = model::MissionId(columns.maybe_text().value_or(""));
  out.task = model::TaskId(columns.maybe_text().value_or(""));
  out.path = columns.text();
  out.side = columns.named(&model::diff_side_named);
  out.line = static_cast<std::uint64_t>(columns.integer());
  out.commit = columns.text();
  out.quoted = columns.text();
  out.text = columns.text();
  out.actor = columns.text();
  out.created_at = columns.time();
  if (const auto round = columns.maybe_integer()) out.sent_round = static_cast<std::uint32_t>(*round);
  out.sent_at = columns.maybe_time();
  return out;
}

Result<std::vector<Comment>> read_comments(Database& database, const Query& query, Params params) {
  std::vector<Comment> out;
  TRY(database.each(query, params, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    out.push_back(read_comment(columns));
    if (auto known = columns.done("a comment"); !known) return std::move(known).error();
    return Flow::go_on;
  }));
  return out;
}

Result<Comment> load_comment(Database& database, const model::CommentId& id) {
  TRY_ASSIGN(auto found, read_comments(database, k_comment_by_id, {id.text}));
  if (found.empty()) return not_found(cat("there is no comment ", excerpt(id.text, 80)));
  return std::move(found.front());
}

Result<void> must_be_person(const Change& change) {
  if (change.actor.starts_with("person:")) return {};
  return invalid_input(cat("only a person comments on work, and this is ", change.actor));
}

// The task's place in the store, and that of the mission that hears of it.
struct CommentPlace {
  std::optional<std::int64_t> task_key, mission_key;
  std::string name;  // of the task
};
Result<CommentPlace> place_for(Database& database, const CommentDraft& draft) {
  CommentPlace out;
  if (draft.task.empty()) {
    TRY_ASSIGN(const auto mission, load_mission(database, draft.mission));
    out.mission_key = mission.key;
    return out;
  }
  TRY_ASSIGN(const auto row, load_task(database, draft.task));
  if (row.task.is_checker())
    return invalid_input(cat(draft.task.text, " is a checker; comment on the task that it checks"));
  TRY_ASSIGN(const auto open, open_comments(database, row.key));
  if (open.size() >= k_most_open) {
    return conflict(cat("task ", draft.task.text, " has ", open.size(),
                        " comments that no run was given yet; send it back first: assay task reject ",
                        draft.task.text));
  }
  out.task_key = row.key;
  out.mission_key = row.mission_key;
  out.name = row.task.name;
  return out;
}

// "Comment on shop.py:12: Format prices"
std::string comment_title(std::string_view what, const Comment& comment, std::string_view task) {
  const auto where = place_of(comment);
  return cat(what, where.empty() ? "" : cat(" on ", excerpt(where, 300)), task.empty() ? "" : cat(": ", task));
}

Result<void> record_comment(Change& change, std::int64_t mission_key, const Comment& comment, const Mark& mark) {
  TRY_ASSIGN(const auto mission, load_mission(change.database, mission_key));
  return append(change, mission.key, mission.mission.id,
                {mark.kind, mark.title, lines({cat("by ", change.actor), mark.detail}), comment.task});
}

}  // namespace

Result<std::vector<Comment>> open_comments(Database& database, std::int64_t task_key) {
  return read_comments(database, k_open_of_task, {task_key});
}

Result<void> send_comments(Change& change, std::int64_t task_key, std::uint32_t round) {
  TRY(change.database.run(k_send_comments, {task_key, round, change.now}));
  return {};
}

Comments Store::comments() const { return Comments(*m_database); }
CommentChanges Changes::comments() const { return CommentChanges(*this); }

Result<std::vector<Comment>> Comments::of(const model::MissionId& mission) const {
  return read_comments(m_database, k_comments_of_mission, {mission.text});
}

Result<std::vector<Comment>> Comments::of(const model::TaskId& task) const {
  return read_comments(m_database, k_comments_of_task, {task.text});
}

Result<Comment> Comments::find(const model::CommentId& id) const { return load_comment(m_database, id); }

Result<Comment> CommentChanges::add(const CommentDraft& draft) {
  return m_changes.make([&](Change& now) -> Result<Comment> {
    TRY(must_be_person(now));
    if (trim(draft.text).empty()) return invalid_input("a comment needs words");
    TRY_ASSIGN(const auto place, place_for(now.database, draft));
    const model::CommentId id(cat("comment-", random_name(12)));
    TRY(now.database.run(k_insert_comment, {id.text, place.mission_key, place.task_key, draft.path, name(draft.side),
                                            draft.line, draft.commit, draft.quoted, draft.text, now.actor, now.now}));
    TRY_ASSIGN(auto made, load_comment(now.database, id));
    if (place.mission_key) {
      TRY(record_comment(now, *place.mission_key, made,
                         {model::CheckpointKind::edited, comment_title("Comment", made, place.name), made.text}));
    }
    return made;
  });
}

Result<void> CommentChanges::remove(const model::CommentId& id) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY(must_be_person(now));
    TRY_ASSIGN(const auto comment, load_comment(now.database, id));
    if (comment.sent_round) {
      return conflict(cat("round ", *comment.sent_round, " of task ", comment.task.text, " was given comment ", id.text,
                          " already; it stays"));
    }
    TRY(now.database.run(k_delete_comment, {id.text}));
    if (comment.mission.empty()) return {};
    TRY_ASSIGN(const auto mission, load_mission(now.database, comment.mission));
    return record_comment(now, mission.key, comment,
                          {model::CheckpointKind::edited, comment_title("Comment removed", comment, ""), comment.text});
  });
}

}  // namespace assay::store
