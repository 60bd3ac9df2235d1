// A question is a row and not a waiting process: the task is blocked, and the answer sets it free in the transaction
// that records it, however often anything was restarted in between.
#include "store/questions.h"

#include "store/database/rows.h"
#include "store/moves.h"
#include "store/notice_rows.h"
#include "store/question_rows.h"
#include "store/task_rows.h"

namespace assay::store {

namespace {

constexpr Query k_insert_question{
    "INSERT INTO questions (task_key, round, question, asked_at) SELECT $1, $2, $3, $4 WHERE NOT EXISTS "
    "(SELECT 1 FROM questions WHERE task_key = $1 AND question = $3 AND answered_at IS NULL)"};
constexpr std::string_view k_question_columns =
    "SELECT q.key, t.id, q.round, q.question, q.asked_at, q.answer, q.answered_by, q.answered_at, "
    "intact(questions q) FROM questions q JOIN tasks t ON t.key = q.task_key ";
constexpr Query k_questions{k_question_columns, "WHERE t.id = $1 ORDER BY q.key"};
constexpr Query k_open_questions{k_question_columns,
                                 "WHERE q.answered_at IS NULL AND t.state = 'blocked' ORDER BY q.key LIMIT $1"};
constexpr Query k_answer{
    "UPDATE questions SET answer = $2, answered_by = $3, answered_at = $4 WHERE key = $1 AND answered_at IS NULL"};

model::Question read_question(Columns& columns) {
  model::Question out;
  out.key = columns.integer();
  out.task = model::TaskId(columns.text());
  out.round = columns.count();
  out.text = columns.text();
  out.asked_at = columns.time();
  out.answer = columns.maybe_text();
  out.answered_by = columns.text();
  out.answered_at = columns.maybe_time();
  return out;
}

Result<std::vector<model::Question>> read_questions(Database& database, const Query& query, Params params) {
  std::vector<model::Question> out;
  TRY(database.each(query, params, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    out.push_back(read_question(columns));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace

Result<void> write_question(Change& change, const QuestionDraft& draft) {
  if (trim(draft.text).empty()) return invalid_input("a question needs words");
  TRY_ASSIGN(const auto row, load_task(change.database, draft.task));
  TRY_ASSIGN(const auto asked,
             change.database.run(k_insert_question, {row.key, row.task.round, draft.text, change.now}));
  if (asked == 0 || !row.mission_key) return {};
  TRY_ASSIGN(const auto mission, load_mission(change.database, *row.mission_key));
  return write_notice(
      change, mission,
      {model::NoticeKind::question, cat("\"", row.task.name, "\" needs an answer"), draft.text, draft.task});
}

Questions Store::questions() const { return Questions(*m_database); }
QuestionChanges Changes::questions() const { return QuestionChanges(*this); }

Result<std::vector<model::Question>> Questions::of(const model::TaskId& task) const {
  return read_questions(m_database, k_questions, {task.text});
}

Result<std::vector<model::Question>> Questions::open(std::uint32_t limit) const {
  return read_questions(m_database, k_open_questions, {limit});
}

Result<model::Task> QuestionChanges::answer(const model::TaskId& id, std::string_view text) {
  if (trim(text).empty()) return invalid_input("an answer needs words");
  return m_changes.make([&](Change& now) -> Result<model::Task> {
    TRY_ASSIGN(const auto row, load_task(now.database, id));
    TRY_ASSIGN(const auto all, read_questions(now.database, k_questions, {id.text}));
    std::vector<model::Question> open;
    for (const auto& question : all) {
      if (!question.answered_at) open.push_back(question);
    }
    if (open.empty() || row.task.state != model::TaskState::blocked) {
      return conflict(cat("task ", id.text, " has no open question; it is ", name(row.task.state),
                          row.task.reason.empty() ? "" : cat(": ", excerpt(row.task.reason, 120))));
    }
    // One answer settles all that was asked at once: who answers has read them together.
    for (const auto& question : open) TRY(now.database.run(k_answer, {question.key, text, now.actor, now.now}));
    return make_move(now, {id, model::Move::retry, cat("answered: ", excerpt(trim(text), 500)), {}});
  });
}

}  // namespace assay::store
