#include "base/version.h"

#include "version.gen.h"

namespace assay {

std::string_view version() { return ASSAY_VERSION; }
std::string_view build_commit() { return ASSAY_COMMIT; }
std::string_view build_time() { return ASSAY_COMMIT_TIME; }
bool build_dirty() { return ASSAY_DIRTY != 0; }

}  // namespace assay
