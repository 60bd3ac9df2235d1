#include "ops/board/comments.h"

#include <algorithm>

#include "base/printable.h"
#include "base/redact.h"
#include "base/terminal.h"
#include "base/text.h"
#include "git/snapshot.h"
#include "ops/board/changes.h"
#include "ops/given_text.h"
#include "ops/operation.h"
#include "store/comments.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::ops {

using model::DiffSide;

namespace {

constexpr size_t k_longest_comment = 4000;
constexpr size_t k_longest_quote = 1000;
constexpr std::uint64_t k_largest_file = std::uint64_t{16} << 20;
constexpr std::uint64_t k_most_lines = 1000;

constexpr Field k_task_flag{
    .name = "task", .help = "id or unique prefix", .value = "TASK", .completes = Completes::task};
constexpr Field k_mission_flag{.name = "mission",
                               .help = "id or unique prefix: lines are those of the mission's combined change",
                               .value = "MISSION",
                               .completes = Completes::mission};

// What a request is about: a task, a whole mission, or what a task has to do with a mission's combined change.
struct CommentedWork {
  model::TaskId task;
  model::MissionId mission;
};
Result<CommentedWork> commented_work(const store::Store& store, const std::string& task, const std::string& mission) {
  if (task.empty() && mission.empty()) return invalid_input("name a task (task) or a mission (mission)");
  CommentedWork out;
  if (!mission.empty()) {
    TRY_ASSIGN(out.mission, store.missions().resolve(mission));
  }
  if (task.empty()) return out;
  TRY_ASSIGN(out.task, store.tasks().resolve(task));
  if (mission.empty()) return out;
  TRY_ASSIGN(const auto found, store.tasks().find(out.task));
  if (found.mission != out.mission)
    return invalid_input(cat("task ", out.task.text, " is not part of mission ", out.mission.text));
  return out;
}

struct FileLines {
  std::string commit;
  std::vector<std::string> lines;
};

// The file as the change has it on that side. Bytes that are not UTF-8 are repaired.
Result<FileLines> lines_of(Context& context, const CommentedWork& subject, const std::string& path, DiffSide side) {
  const bool combined = !subject.mission.empty();
  TRY_ASSIGN(const auto ends,
             combined ? ends_of_mission(context, subject.mission) : ends_of_task(context, subject.task));
  FileLines out;
  out.commit = side == DiffSide::before ? ends.from : ends.to;
  TRY_ASSIGN(const auto* repository, context.repository());
  TRY_ASSIGN(const auto tree, git::Tree::open(*repository, out.commit));
  TRY_ASSIGN(const auto text, tree.read(path, k_largest_file));
  if (!text) {
    return not_found(cat("there is no file ", excerpt(path, 300), " ", name(side), " the change (commit ",
                         out.commit.substr(0, 12), ")"));
  }
  if (text->find('\0') != std::string::npos)
    return invalid_input(cat(excerpt(path, 300), " is binary: it has no lines"));
  for (const auto line : split_lines(*text)) out.lines.push_back(to_utf8(line));
  return out;
}

Result<void> quote(Context& context, const CommentedWork& subject, store::CommentDraft& draft) {
  TRY_ASSIGN(const auto file, lines_of(context, subject, draft.path, draft.side));
  if (draft.line == 0 || draft.line > file.lines.size()) {
    return invalid_input(cat(excerpt(draft.path, 300), " has no line ", draft.line, " ", name(draft.side),
                             " the change; it has ", plural(file.lines.size(), "line")));
  }
  draft.commit = file.commit;
  draft.quoted = excerpt(redact(file.lines[draft.line - 1]), k_longest_quote);
  return {};
}

}  // namespace

void CommentDocument::fields(Fields& f) {
  f.field(item("id"), comment.id.text);
  f.field(item("missionId", "empty: its task belongs to none"), comment.mission.text);
  f.field(item("taskId", "empty: it is about the whole mission"), comment.task.text);
  f.field(item("path", "empty: it is about the work as a whole"), comment.path);
  f.field(item("side", "which side of the change the line stands on"), comment.side);
  f.field(item("line", "0: it is about the work as a whole"), comment.line);
  f.field(item("commit", "that the line was read in"), comment.commit);
  f.field(item("quoted", "the line, without secrets"), comment.quoted);
  f.field(item("text"), comment.text);
  f.field(item("actor"), comment.actor);
  f.field(item("createdAt"), comment.created_at);
  auto round = comment.sent_round ? std::optional<std::uint64_t>(*comment.sent_round) : std::nullopt;
  f.field(item("sentRound", "the round of the task that was given it; null: none was yet"), round);
  f.field(item("sentAt"), comment.sent_at);
}

// ---- add

void AddComment::Request::fields(Fields& f) {
  f.field({.name = "text",
           .help = "what is to be said, at most 4,000 bytes",
           .need = Need::required,
           .place = Place::word,
           .value = "TEXT",
           .from_file = true},
          text);
  f.field(k_task_flag, task);
  f.field(k_mission_flag, mission);
  f.field({.name = "path",
           .help = "the file of the change that it is about",
           .value = "FILE",
           .completes = Completes::file},
          path);
  f.field(flag("line", "the line in that file"), line);
  f.field(flag("side", "whether the line is counted before or after the change (default: after)"), side);
}

Result<AddComment::Response> AddComment::run(Context& context, const Request& request) {
  store::CommentDraft draft;
  draft.text = trim(request.text);
  TRY(check_text("the comment", draft.text));
  if (draft.text.empty()) return invalid_input("a comment needs words");
  if (draft.text.size() > k_longest_comment) {
    return invalid_input(cat("a comment has at most ", k_longest_comment, " bytes, and this has ", draft.text.size()));
  }
  if (request.path.empty() && (request.line > 0 || request.side))
    return invalid_input("a line needs the file that it is in (path)");
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto subject, commented_work(*store, request.task, request.mission));
  draft.task = subject.task;
  draft.mission = subject.mission;
  draft.path = request.path;
  draft.line = request.line;
  draft.side = request.side.value_or(DiffSide::after);
  if (!draft.path.empty()) TRY(quote(context, subject, draft));
  TRY_ASSIGN(const auto who, context.actor());
  TRY_ASSIGN(auto made, store->change(who).comments().add(draft));
  return CommentDocument{std::move(made)};
}

// ---- list, remove

void ListComments::Request::fields(Fields& f) {
  f.field(k_task_flag, task);
  f.field({.name = "mission",
           .help = "id or unique prefix; those of its tasks too",
           .value = "MISSION",
           .completes = Completes::mission},
          mission);
}

void ListComments::Response::fields(Fields& f) { f.field(item("comments", "oldest first"), comments); }

Result<ListComments::Response> ListComments::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto subject, commented_work(*store, request.task, request.mission));
  const auto comments = store->comments();
  TRY_ASSIGN(auto found, subject.task.empty() ? comments.of(subject.mission) : comments.of(subject.task));
  Response out;
  out.comments.reserve(found.size());
  for (auto& comment : found) out.comments.push_back({std::move(comment)});
  return out;
}

void RemoveComment::Request::fields(Fields& f) { f.field(word("comment", "id, as `comment list` shows it"), comment); }

Result<RemoveComment::Response> RemoveComment::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto who, context.actor());
  const model::CommentId id(request.comment);
  TRY_ASSIGN(auto was, store->comments().find(id));
  TRY(store->change(who).comments().remove(id));
  return CommentDocument{std::move(was)};
}

// ---- lines

void ShowLines::Request::fields(Fields& f) {
  f.field(word("path", "a file of the change"), path);
  f.field(k_task_flag, task);
  f.field(k_mission_flag, mission);
  f.field(flag("first", "the first line (default: 1)"), first);
  f.field(flag("last", "the last line (default: 1,000 lines)"), last);
  f.field(flag("side", "before or after the change (default: after)"), side);
}

void ShowLines::Response::fields(Fields& f) {
  f.field(item("path"), path);
  f.field(item("commit", "that they were read in"), commit);
  f.field(item("first", "the number of the first line that is here"), first);
  f.field(item("total", "how many lines the file has"), total);
  f.field(item("lines"), lines);
}

Result<ShowLines::Response> ShowLines::run(Context& context, const Request& request) {
  if (request.first == 0) return invalid_input("lines are counted from 1");
  if (request.last != 0 && request.last < request.first) return invalid_input("last must not be before first");
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto subject, commented_work(*store, request.task, request.mission));
  TRY_ASSIGN(auto file, lines_of(context, subject, request.path, request.side.value_or(DiffSide::after)));
  Response out;
  out.path = request.path;
  out.commit = std::move(file.commit);
  out.first = request.first;
  out.total = file.lines.size();
  const auto begin = std::min<std::uint64_t>(request.first - 1, out.total);
  auto count = std::min(k_most_lines, out.total - begin);
  if (request.last != 0) count = std::min(count, request.last - begin);
  const auto from = file.lines.begin() + static_cast<std::ptrdiff_t>(begin);
  out.lines.assign(std::make_move_iterator(from), std::make_move_iterator(from + static_cast<std::ptrdiff_t>(count)));
  return out;
}

// ---- for people

namespace {

std::string comment_lines(const model::Comment& comment, const Terminal& terminal) {
  std::string out =
      cat(terminal.paint(Colour::bold, comment.id.text), "  ", printable(comment.actor), ", ",
          terminal.ago(comment.created_at), comment.task.empty() ? "" : cat(", ", comment.task.text), "\n");
  if (const auto place = place_of(comment); !place.empty())
    out += cat("  ", printable(place), "\n  ", terminal.paint(Colour::dim, cat("> ", printable(comment.quoted))), "\n");
  out += terminal.paragraph(comment.text, "  ");
  if (comment.sent_round) out += terminal.paint(Colour::dim, cat("  given to round ", *comment.sent_round)) + "\n";
  return out;
}

}  // namespace

std::string present(const CommentDocument& answer, const Terminal& terminal) {
  return comment_lines(answer.comment, terminal);
}

std::string present(const ListComments::Response& answer, const Terminal& terminal) {
  if (answer.comments.empty()) return "No comments.\n";
  std::string out;
  for (const auto& each : answer.comments) out += comment_lines(each.comment, terminal);
  return out;
}

std::string present(const ShowLines::Response& answer, const Terminal&) {
  std::string out;
  for (size_t i = 0; i < answer.lines.size(); ++i) out += cat(answer.first + i, "\t", printable(answer.lines[i]), "\n");
  return out;
}

constinit const NamedSchema CommentDocument::k_schema =
    named_schema<CommentDocument>("comment", "What a person said of work, or of one line of it");
constinit const NamedSchema ListComments::Response::k_schema =
    named_schema<ListComments::Response>("comment-list", "Comments of a task or a mission, oldest first");
constinit const NamedSchema ShowLines::Response::k_schema =
    named_schema<ShowLines::Response>("lines", "Lines of a file that a change touches");

constinit const Operation k_comment_add_operation = decides<AddComment>(
    {"comment.add", "say something about a task's work or a line of it",
     "For a person: agents have no tool for it. Comments on a task become part of the reason when it is sent back\n"
     "(rejected or retried), and its next run is given each of them, once. A comment on a whole mission is a\n"
     "record; no run is given it.",
     "  {} comment add \"Round up, not down\" --task k3f7 --path shop.py --line 12\n"
     "  {} comment add \"Why is this gone?\" --task k3f7 --path shop.py --line 3 --side before\n"
     "  {} comment add \"Lands after the release\" --mission m2qa\n",
     "POST", "/api/comments", 201});
constinit const Operation k_comment_list_operation = shows<ListComments>(
    {"comment.list", "list comments of a task or a mission", "",
     "  {} comment list --task k3f7\n  {} comment list --mission m2qa --json\n", "GET", "/api/comments"});
constinit const Operation k_comment_remove_operation =
    decides<RemoveComment>({"comment.remove", "take a comment back that no run was given yet", "",
                            "  {} comment remove comment-0123456789ab\n", "DELETE", "/api/comments/{comment}"});
constinit const Operation k_lines_operation = reads<ShowLines>(
    {"lines", "show lines of a file as a change has it", "At most 1,000 lines at once, of files up to 16 MiB.",
     "  {} lines shop.py --task k3f7 --first 1 --last 20\n  {} lines shop.py --mission m2qa --side before\n", "GET",
     "/api/lines"});

}  // namespace assay::ops
