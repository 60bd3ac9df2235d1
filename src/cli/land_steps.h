// The steps of a landing, as the command line follows them.
#pragma once

#include "engine/land.h"

namespace assay::cli {

class LandSteps final : public engine::LandEvents {
 public:
  void step(engine::LandStep step) override;
};

}  // namespace assay::cli
