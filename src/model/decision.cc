#include "model/decision.h"

#include "base/names.h"

namespace assay::model {

namespace {
constexpr std::string_view k_demands[] = {"forbid", "require"};
constexpr std::string_view k_subjects[] = {"path", "pattern", "dependency"};
}  // namespace

std::string_view name(Demand d) { return name_in(k_demands, d); }
std::string_view name(DecisionSubject s) { return name_in(k_subjects, s); }

}  // namespace assay::model
