#include "messages/notice_text.h"

#include "base/printable.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::messages {

using model::Notice;
using model::NoticeKind;

namespace {

// The least that any service takes, so that all of them say the same.
constexpr size_t k_longest_line = 140;
constexpr size_t k_longest_detail = 1500;

std::string page_of(const Notice& notice, std::string_view page) {
  if (page.empty()) return {};
  while (page.ends_with('/')) page.remove_suffix(1);
  const bool is_of_task =
      !notice.task.empty() && (notice.kind == NoticeKind::checker_failed || notice.kind == NoticeKind::question);
  return is_of_task ? cat(page, "/#/tasks/", notice.task.text) : cat(page, "/#/missions/", notice.mission.text);
}

std::string line_of(std::string_view text) { return excerpt(printable(redact(text)), k_longest_line); }

}  // namespace

std::string next_command(const Notice& notice) {
  switch (notice.kind) {
    case NoticeKind::blocked: return cat("assay mission show ", notice.mission.text);
    case NoticeKind::checker_failed: return cat("assay task show ", notice.task.text);
    case NoticeKind::question: return cat("assay answer ", notice.task.text);
    case NoticeKind::shippable: return cat("assay ship ", notice.mission.text);
    case NoticeKind::needs_fix: return cat("assay story show ", notice.mission.text);
    case NoticeKind::landed: return cat("assay log ", notice.mission.text);
  }
  return {};
}

NoticeText text_of(const Notice& notice, std::string_view page) {
  return {line_of(notice.summary),
          line_of(notice.title),
          excerpt(trim(printable_lines(redact(notice.detail))), k_longest_detail),
          next_command(notice),
          page_of(notice, page),
          notice.kind != NoticeKind::landed && notice.kind != NoticeKind::shippable};
}

}  // namespace assay::messages
