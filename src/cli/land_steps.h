// The steps of a landing, as the command line follows them.
#pragma once

#include <string_view>

#include "engine/land/land.h"

namespace assay::cli {

// Right before a step of that name; see the source.
void test_step(std::string_view step);

class LandSteps final : public engine::LandEvents {
 public:
  void step(engine::LandStep step) override;
};

}  // namespace assay::cli
