#include "model/comment.h"

#include "base/text.h"

namespace assay::model {

namespace {

constexpr size_t k_longest_of_reason = 8'000;  // a reason is shown on cards; the next run is told all of each comment

std::string text_of(std::span<const Comment> comments) {
  std::string out;
  for (const auto& comment : comments) {
    const auto place = place_of(comment);
    out += cat(out.empty() ? "" : "\n", place, place.empty() ? "" : ": ", comment.text);
  }
  return excerpt(out, k_longest_of_reason);
}

}  // namespace

std::string_view name(DiffSide side) {
  switch (side) {
    case DiffSide::before: return "before";
    case DiffSide::after: return "after";
  }
  return "unknown";
}

std::optional<DiffSide> diff_side_named(std::string_view word) {
  for (const DiffSide side : {DiffSide::before, DiffSide::after}) {
    if (name(side) == word) return side;
  }
  return std::nullopt;
}

std::string place_of(const Comment& comment) {
  if (comment.path.empty()) return {};
  return cat(comment.path, ":", comment.line, comment.side == DiffSide::before ? " before the change" : "");
}

std::string with_comments(std::string_view reason, std::span<const Comment> comments) {
  if (comments.empty()) return std::string(reason);
  return cat(reason, reason.empty() ? "" : "\n", text_of(comments));
}

std::string_view without_comments(std::string_view reason, std::span<const Comment> comments) {
  const auto text = text_of(comments);
  if (text.empty() || !reason.ends_with(text)) return reason;
  reason.remove_suffix(text.size());
  return reason.ends_with('\n') ? reason.substr(0, reason.size() - 1) : reason;
}

}  // namespace assay::model
