// Any bytes may be handed over as an export. Beyond not crashing: what is found intact is written the
// same way again, byte for byte; read in drips it gives the same answer; and a fault names a line
// that exists (or the one behind the last).
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "audit/export.h"
#include "audit/export_lines.h"
#include "base/text.h"
#include "drip.h"

namespace {

using namespace assay;

using fuzz::Drip;
using fuzz::require;

// Each line alone: what a reader takes, its writer writes again.
void check_line(std::string_view line) {
  const auto same = [&](const std::string& written) { require(written == std::string(line) + "\n"); };
  if (const auto header = audit::read_header(line)) same(audit::header_line(*header));
  if (const auto checkpoint = audit::read_checkpoint(line)) same(audit::checkpoint_line(*checkpoint));
  if (const auto head = audit::read_head(line)) same(audit::head_line(*head));
  if (const auto seal = audit::read_seal(line)) same(audit::seal_line(*seal));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  TextSource whole(text);
  const auto examined = audit::verify_export(whole);
  require(examined.has_value());
  Drip drip(text);
  const auto dripped = audit::verify_export(drip);
  require(dripped && dripped->fault.has_value() == examined->fault.has_value());
  if (examined->fault) {
    require(audit::sentence(*dripped->fault) == audit::sentence(*examined->fault));
    require(examined->fault->line >= 1 && examined->fault->line <= count_newlines(text) + 1);
    require(is_utf8(examined->fault->what));
  }
  if (is_utf8(text)) {
    for (const auto line : split(text, '\n')) check_line(line);
  }
  return 0;
}
