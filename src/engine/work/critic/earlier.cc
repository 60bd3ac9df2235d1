// The reason of a task holds what a person or the critic said when it was sent back, and how the attempt before ended;
// its report what the gate, the critic or the checker found. The critic's findings are kept by round besides, whole.
#include "engine/work/critic/earlier.h"

#include <iterator>
#include <span>

#include "base/text.h"
#include "engine/work/critic/rounds.h"
#include "store/comments.h"
#include "store/questions.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

// What stands behind a question that was answered is among the answers.
bool is_about_a_question(std::string_view reason) {
  return reason.starts_with("waits for an answer: ") || reason.starts_with("answered: ");
}

void add_report(const model::Task& task, InstructionsMaterial& out) {
  const auto& report = task.checker_report;
  if (report.empty() || report.starts_with(k_critic_report)) return;  // the rounds tell what the critic found
  out.findings.push_back({report.starts_with(k_gate_report) ? "gate" : "checker", report});
}

// Those that were sent last: they are what the reason ends with.
std::span<const model::Comment> sent_last(const std::vector<model::Comment>& comments) {
  auto first = comments.end();
  while (first != comments.begin() && std::prev(first)->sent_at == comments.back().sent_at) --first;
  return {first, comments.end()};
}

// What persons said of this round's work; each by itself, so that no place is cut off.
void add_comments(const std::vector<model::Comment>& comments, InstructionsMaterial& out) {
  for (const auto& comment : comments) {
    const auto place = place_of(comment);
    std::string text = comment.text;
    if (!place.empty()) text = cat("On ", place, ", which read:\n    ", comment.quoted, "\n\n", comment.text);
    out.findings.push_back({"person", std::move(text)});
  }
}

// A part of the reason for each line that begins with k_attempt_before, and what stands before the first of them.
void add_reason(const model::Task& task, std::string_view critics, const std::vector<model::Comment>& comments,
                InstructionsMaterial& out) {
  std::string_view reason = task.reason;
  const auto at = reason.find(model::k_attempt_before);
  const auto said = trim(without_comments(trim_right(reason.substr(0, at)), sent_last(comments)));
  if (!said.empty() && said != critics && !is_about_a_question(said))
    out.findings.push_back({"person", std::string(said)});
  if (at == std::string_view::npos) return;
  const auto ended = trim(reason.substr(at + model::k_attempt_before.size()));
  if (!is_about_a_question(ended)) out.findings.push_back({"attempt before, which failed", std::string(ended)});
}

void add_last_words(const model::Task& task, const std::vector<model::Run>& runs, InstructionsMaterial& out) {
  if (runs.empty()) return;
  const auto& last = runs.back();
  const bool again = last.round == task.round && last.end != "cancelled" && last.end != "rate_limited";
  if (!again || last.summary.empty() || contains(task.reason, last.summary)) return;
  out.findings.push_back({"attempt before, in its own words",
                          cat("It ended (", last.end.empty() ? std::string_view("lost") : std::string_view(last.end),
                              ") with: ", last.summary)});
}

}  // namespace

Result<InstructionsMaterial> material_of(const store::Store& store, const model::Task& task,
                                         const std::vector<model::Run>& runs) {
  InstructionsMaterial out;
  TRY_ASSIGN(const auto critics, add_rounds(store, task, out));
  TRY_ASSIGN(auto comments, store.comments().of(task.id));
  std::erase_if(comments, [&](const model::Comment& each) { return each.sent_round != task.round; });
  add_reason(task, critics, comments, out);
  add_comments(comments, out);
  add_report(task, out);
  add_last_words(task, runs, out);
  TRY_ASSIGN(const auto questions, store.questions().of(task.id));
  for (const auto& question : questions) {
    if (question.answer) out.answers.push_back({question.text, *question.answer});
  }
  out.context = task.context;
  TRY_ASSIGN(const auto parts, store.tasks().parts_of(task.id));
  for (const auto& part : parts) {
    if (part.state == model::TaskState::completed) out.parts.push_back(part.name);
  }
  return out;
}

}  // namespace assay::engine
