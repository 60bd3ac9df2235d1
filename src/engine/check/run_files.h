// What a check leaves in its folder, and how long folders stay.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "engine/check/artifacts.h"
#include "model/check.h"

namespace assay::engine {

struct RunFiles {
  std::string intent;
  std::string builder_report;
  std::string diff_file;  // copied as they are
  std::string log_file;
};

// Which files back the verdict. `base`: what the diff is against.
std::vector<model::EvidenceItem> list_evidence(const model::Check& check, std::string_view base, size_t commands);
Result<void> save_run(const Artifacts& artifacts, const RunFiles& files, const model::Check& check);

// How much is kept of earlier runs, the newest first. The newest always stays.
struct Retention {
  std::uint64_t runs = 100;
  std::uint64_t bytes = std::uint64_t{2} << 30;
};
// Removes the oldest folders of runs in `folder`; what is not named like a run is left alone.
void remove_old_runs(const std::string& folder, const Retention& keep);

}  // namespace assay::engine
