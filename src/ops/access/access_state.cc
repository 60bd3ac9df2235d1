#include "ops/access/access_state.h"

#include "engine/access/state_files.h"

namespace assay::ops {

Result<std::string> access_folder(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto state, engine::open_state(*home));
  return std::move(state.folder);
}

Result<void> note_access(Context& context, const std::string& folder, engine::AccessChange change) {
  TRY_ASSIGN(const auto who, context.actor());
  return engine::record_access(folder, who, context.clock().now(), std::move(change));
}

}  // namespace assay::ops
