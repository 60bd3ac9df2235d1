#include "reports/hook_files.h"

#include "base/packed.h"

extern "C" {
extern const char assay_hooks_begin[];
extern const char assay_hooks_end[];
}

namespace assay::reports {

std::vector<Hook> hook_files() {
  std::vector<Hook> hooks;
  for (const auto& file : unpack({assay_hooks_begin, static_cast<size_t>(assay_hooks_end - assay_hooks_begin)}))
    hooks.push_back({std::string(file.name), std::string(file.content)});
  return hooks;
}

}  // namespace assay::reports
