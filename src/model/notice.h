// A notice: something that happened to a mission and that a person should hear of. It is written with
// the change that causes it, and delivered to receivers that the operator configured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "model/ids.h"
#include "model/mission.h"

namespace assay::model {

enum class NoticeKind { blocked, checker_failed, question, shippable, needs_fix, landed };
enum class DeliveryState { pending, delivered, dead };

std::string_view name(NoticeKind);
std::string_view name(DeliveryState);
std::optional<NoticeKind> notice_kind_named(std::string_view);
std::optional<DeliveryState> delivery_state_named(std::string_view);

struct Delivery {
  std::string receiver;
  DeliveryState state = DeliveryState::pending;
  std::uint32_t attempts = 0;
  Time next_at;       // while it is pending
  std::string error;  // of the last attempt
  Time updated_at;
};

struct Notice {
  NoticeId id;
  NoticeKind kind = NoticeKind::blocked;
  MissionId mission;
  std::string title;  // the mission's
  TaskId task;        // empty: of the whole mission
  std::string summary;
  std::string detail;
  MissionStatus status = MissionStatus::planning;  // when it happened
  StoryState story = StoryState::pending;
  Time created_at;
  std::optional<Time> addressed_at;  // when its receivers were decided on
  std::vector<Delivery> deliveries;
};

}  // namespace assay::model
