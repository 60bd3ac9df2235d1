// Which arguments the evidence of a success criterion takes.
#pragma once

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

// Whether a machine looks at it; a claim that only a judge looks at must be concrete itself.
bool is_machine_checked(EvidenceKind kind);

}  // namespace assay::model
