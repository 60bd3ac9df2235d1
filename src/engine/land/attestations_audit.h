// Whether the notes still hold what the store knows as signed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "model/landing.h"
#include "store/store.h"

namespace assay::engine {

struct AttestationsAudit {
  std::uint64_t attested = 0;              // landings whose approval is in its note, once
  std::optional<std::string> fault;        // the first that is not
  std::vector<model::Landing> not_signed;  // recorded, and not signed yet
};

Result<AttestationsAudit> check_attestations(const git::Repository& repository, const store::Store& store);

}  // namespace assay::engine
