// Ids are distinct types, so that a task's cannot be handed over as a mission's.
#pragma once

#include <compare>
#include <string>
#include <utility>

namespace assay::model {

template <class Tag>
struct Id {
  std::string text;

  Id() = default;
  explicit Id(std::string value) : text(std::move(value)) {}
  bool empty() const { return text.empty(); }
  friend auto operator<=>(const Id&, const Id&) = default;  // NOLINT(modernize-use-nullptr)
};

using MissionId = Id<struct MissionTag>;        // "mission-…"
using TaskId = Id<struct TaskTag>;              // "task-…"
using PackId = Id<struct PackTag>;              // "pack-…"
using CheckId = Id<struct CheckTag>;            // "check-…"
using CheckpointId = Id<struct CheckpointTag>;  // "checkpoint-…"
using NoticeId = Id<struct NoticeTag>;          // "notice-…"
using CommentId = Id<struct CommentTag>;        // "comment-…"

}  // namespace assay::model
