// Histories for the tests of this room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/export.h"
#include "base/text.h"

namespace assay::audit {

struct History {
  std::vector<model::Checkpoint> checkpoints;
  Head head;
};

inline History history_of(const std::string& mission, const std::vector<std::string>& details) {
  History out;
  out.head = {model::MissionId(mission), 0, std::string(k_first_previous)};
  for (size_t i = 0; i < details.size(); ++i) {
    model::Checkpoint checkpoint;
    checkpoint.id = model::CheckpointId(cat("checkpoint-", mission.substr(8), i));
    checkpoint.kind = static_cast<model::CheckpointKind>(i % 12);
    checkpoint.title = cat("step ", i);
    checkpoint.detail = details[i];
    if (i % 2 == 1) checkpoint.task = model::TaskId(cat("task-", i));
    checkpoint.created_at = {1'794'722'400'123 + static_cast<std::int64_t>(i) * 1000};
    checkpoint.actor = i % 3 == 0 ? "person:anna" : "worker:7";
    out.head = append(out.head, checkpoint);
    out.checkpoints.push_back(checkpoint);
  }
  return out;
}

inline Result<std::string> export_of(const std::vector<History>& histories, const ExportHeader& header) {
  std::string out;
  ExportWriter writer([&](std::string_view bytes) {
    out += bytes;
    return Result<void>();
  });
  TRY(writer.begin(header));
  for (const History& history : histories) {
    for (const model::Checkpoint& checkpoint : history.checkpoints) TRY(writer.checkpoint(checkpoint));
    TRY(writer.head(history.head));
  }
  TRY(writer.finish());
  return out;
}

inline const ExportHeader k_header{{1'794'722'400'000}, {}, "assay test"};

// A long text in which no two places look alike.
inline std::string numbers(size_t size) {
  std::string out;
  for (size_t i = 0; out.size() < size; ++i) out += cat(i, " ");
  return out;
}

inline std::vector<History> odd_histories() {
  return {history_of("mission-a", {"plain", "two\nlines\r\n\ttabbed", std::string("a\0b", 3), "\"quoted\" \\ back"}),
          history_of("mission-b", {"👩‍🔬🚀", "שלום עולם \u202eabc", "\x7f\x01\x1b[31mred", ""}),
          history_of("mission-c", {numbers(20'000)}), history_of("mission-d", {"one", "two", "three"})};
}

inline std::string verdict(std::string_view bytes) {
  TextSource source(bytes);
  const auto examined = verify_export(source);
  if (!examined) return "error: " + examined.error().message;
  return examined->fault ? sentence(*examined->fault) : "intact";
}

inline std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> out;
  for (const auto line : split_lines(bytes)) out.push_back(std::string(line) + "\n");
  return out;
}

inline std::string glue(const std::vector<std::string>& lines) { return join(lines, ""); }

}  // namespace assay::audit
