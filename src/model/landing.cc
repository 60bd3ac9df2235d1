#include "model/landing.h"

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_strategies[] = {"merge", "squash", "rebase"};
constexpr std::string_view k_vias[] = {"direct", "pr"};
constexpr std::string_view k_landing_states[] = {"intended", "proposed", "landed", "abandoned"};

}  // namespace

std::string_view name(LandStrategy strategy) { return name_in(k_strategies, strategy); }
std::string_view name(LandVia via) { return name_in(k_vias, via); }
std::string_view name(LandingState state) { return name_in(k_landing_states, state); }
std::optional<LandStrategy> land_strategy_named(std::string_view n) { return value_in<LandStrategy>(k_strategies, n); }
std::optional<LandVia> land_via_named(std::string_view n) { return value_in<LandVia>(k_vias, n); }
std::optional<LandingState> landing_state_named(std::string_view n) {
  return value_in<LandingState>(k_landing_states, n);
}

}  // namespace assay::model
