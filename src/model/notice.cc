#include "model/notice.h"

#include "base/names.h"

namespace assay::model {

namespace {
constexpr std::string_view k_notice_kinds[] = {"blocked",   "checker_failed", "question",
                                               "shippable", "needs_fix",      "landed"};
constexpr std::string_view k_delivery_states[] = {"pending", "delivered", "dead"};
}  // namespace

std::string_view name(NoticeKind kind) { return name_in(k_notice_kinds, kind); }
std::string_view name(DeliveryState state) { return name_in(k_delivery_states, state); }
std::optional<NoticeKind> notice_kind_named(std::string_view text) {
  return value_in<NoticeKind>(k_notice_kinds, text);
}
std::optional<DeliveryState> delivery_state_named(std::string_view text) {
  return value_in<DeliveryState>(k_delivery_states, text);
}

}  // namespace assay::model
