#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

namespace {

std::string told(const ops::NoticeDocument& document) {
  std::vector<std::string> parts;
  for (const auto& each : document.deliveries) {
    const auto& delivery = each.delivery;
    std::string part = cat(printable(delivery.receiver), " ", name(delivery.state));
    if (delivery.state == model::DeliveryState::pending) part += cat(" (", plural(delivery.attempts, "attempt"), ")");
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "nobody" : join(parts, ", ");
}

}  // namespace

std::string present(const ops::ListNotices::Response& answer, const Terminal& terminal) {
  std::string out;
  if (answer.receivers.empty()) {
    out += cat("Nobody is told of anything. Name receivers in ", printable(answer.config),
               "; see docs/notifications.md.\n");
  }
  if (answer.notices.empty()) return out + "No notices.\n";
  Table table({{"NOTICE"}, {"WHEN", Table::Kind::may_go}, {"WHAT"}, {"TOLD"}, {"SUMMARY", Table::Kind::wide}});
  for (const auto& each : answer.notices) {
    table.add({{short_id(each.notice.id.text)},
               {to_iso(each.notice.created_at)},
               {std::string(name(each.notice.kind))},
               {told(each)},
               {each.notice.summary}});
  }
  out += table.text(terminal);
  for (const auto& each : answer.notices) {
    for (const auto& delivery : each.deliveries) {
      if (delivery.delivery.state == model::DeliveryState::delivered || delivery.delivery.error.empty()) continue;
      out += cat(terminal.paint(Colour::yellow, short_id(each.notice.id.text)), " ",
                 printable(delivery.delivery.receiver), ": ", printable(delivery.delivery.error), "\n");
    }
  }
  return out;
}

std::string present(const ops::DeliverAnswer& answer, const Terminal&) {
  return cat(answer.delivered, " delivered, ", answer.failed, " failed\n");
}

std::string present(const ops::TestNotice::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& each : answer.tried) {
    out += each.delivered ? cat(terminal.paint(Colour::green, "told  "), "  ", printable(each.receiver), "\n")
                          : cat(terminal.paint(Colour::red, "failed"), "  ", printable(each.receiver), ": ",
                                printable(each.error), "\n");
  }
  return out;
}

}  // namespace assay::cli
