#include "reports/selection.h"

#include "base/text.h"

namespace assay::reports {

bool is_part_of(std::string_view part, std::string_view whole) {
  if (part.size() <= whole.size() || !part.starts_with(whole)) return false;
  return starts_with_any(part.substr(whole.size()), {" > ", "/", " (", " ["});
}

}  // namespace assay::reports
