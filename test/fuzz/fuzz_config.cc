// All configuration formats and the corpus' JSON take any bytes.
#include <cstdint>
#include <string_view>

#include "engine/check/config.h"
#include "engine/operator_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)assay::engine::parse_verifier_config(text, "fuzz").has_value();
  (void)assay::engine::parse_assay_toml(text, "fuzz").has_value();
  (void)assay::engine::parse_operator_config(text, "fuzz").has_value();
  return 0;
}
