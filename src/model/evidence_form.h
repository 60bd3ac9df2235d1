// Which arguments the evidence of a success criterion takes, and what it may say before any work.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "model/task.h"

namespace assay::model {

struct EvidenceForm {
  EvidenceKind kind;
  std::span<const std::string_view> required;
  std::span<const std::string_view> optional;
};

const EvidenceForm& form_of(EvidenceKind kind);

// What evidence says on the code before any work.
enum class OnBase { not_tried, does_not_hold, holds };
std::string_view name(OnBase);
std::optional<OnBase> on_base_named(std::string_view);

// Whether a machine looks at it; a claim that only a judge looks at must be concrete itself.
bool is_machine_checked(EvidenceKind kind);

}  // namespace assay::model
