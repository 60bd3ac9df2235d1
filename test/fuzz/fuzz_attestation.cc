// Any bytes may be handed over as a bundle of attestations. Beyond not crashing: an envelope that is read
// is written the same way again, byte for byte; nothing that the key did not sign is found good; and a fault
// names a line that exists. The bytes signed by the key reach the readers behind the signature.
#include <cstdint>
#include <string>
#include <string_view>

#include "audit/bundle.h"
#include "audit/sample_landing.h"
#include "base/source.h"
#include "base/text.h"
#include "drip.h"

namespace {

using namespace assay;
using fuzz::require;

const audit::SigningKey& key() {
  static const auto made = audit::sample_key();
  return made;
}

void check_line(std::string_view line) {
  if (const auto envelope = audit::read_envelope(line)) {
    require(audit::envelope_line(*envelope) == std::string(line) + "\n");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto checked = audit::check_bundle(text, key().public_key(), std::nullopt);
  if (checked.fault) require(checked.fault->line <= count_newlines(text) + 1);
  if (!checked.fault) {
    for (const auto line : split_lines(text)) require(contains(audit::sample_bundle(), line));
  }
  for (const auto line : split(text, '\n')) check_line(line);
  const auto sealed = audit::envelope_line(audit::seal(audit::k_statement_type, text, key()));
  const auto own = audit::check_bundle(sealed, key().public_key(), std::nullopt);
  require(own.fault || own.attestations.size() == 1);
  (void)audit::read_public_key(text, "key");
  return 0;
}
