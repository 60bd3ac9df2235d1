// Which arguments the evidence of a success criterion takes. Inside this room only.
#pragma once

#include <span>
#include <string_view>

#include "model/task.h"

namespace assay::plan {

struct EvidenceForm {
  model::EvidenceKind kind;
  std::span<const std::string_view> required;
  std::span<const std::string_view> optional;
};

const EvidenceForm& form_of(model::EvidenceKind kind);

// Whether a machine looks at it; a claim that only a judge looks at must be concrete itself.
bool is_machine_checked(model::EvidenceKind kind);

}  // namespace assay::plan
