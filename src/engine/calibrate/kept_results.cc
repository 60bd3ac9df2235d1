#include "engine/calibrate/kept_results.h"

#include "base/hash.h"
#include "base/text.h"
#include "engine/calibrate/records.h"

namespace assay::engine {

std::string KeptResults::key_of(const std::string& commit, std::string_view variant) const {
  return sha256_hex(cat(m_settings, "\n", commit, "\n", variant, "\n"));
}

std::optional<VariantResult> KeptResults::find(const std::string& commit, std::string_view variant) const {
  const auto record = find_record(m_git_folder, key_of(commit, variant));
  auto result = record ? read_result(*record) : std::nullopt;
  if (result) result->kept = true;
  return result;
}

void KeptResults::keep(const VariantResult& result, std::string_view variant) const {
  keep_record(m_git_folder, key_of(result.commit, variant), result_json(result));
}

}  // namespace assay::engine
