// What a person said of work: of a task or a mission as a whole, or of one line of its diff.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

// Which side of a diff a line stands on.
enum class DiffSide { before, after };
std::string_view name(DiffSide side);
std::optional<DiffSide> diff_side_named(std::string_view word);

struct Comment {
  CommentId id;
  MissionId mission;  // empty: the task belongs to none
  TaskId task;        // empty: of the whole mission; it is sent to nobody then
  std::string path;   // empty: of the work as a whole
  DiffSide side = DiffSide::after;
  std::uint64_t line = 0;
  std::string commit;  // that the line was read in
  std::string quoted;  // the line, without secrets
  std::string text;
  std::string actor;
  Time created_at;
  std::optional<std::uint32_t> sent_round;  // the round of the task that was told; nothing: none was yet
  std::optional<Time> sent_at;
};

// "shop.py:12", "shop.py:12 before the change"; empty: of the work as a whole.
std::string place_of(const Comment& comment);

// What sends a task back: a person's words, then the comments that go with them. A given text has one form, so that
// `without_comments` can take them away again.
std::string with_comments(std::string_view reason, std::span<const Comment> comments);
std::string_view without_comments(std::string_view reason, std::span<const Comment> comments);

}  // namespace assay::model
