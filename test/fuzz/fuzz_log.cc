// Any bytes are a log and a report. Beyond not crashing: every place named lies inside the text, and
// reading the same bytes from a source that drips gives the same facts.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "drip.h"
#include "logs/reading/reader.h"

namespace {

using namespace assay;

using fuzz::Drip;
using fuzz::require;

void check(const logs::Facts& facts) {
  for (const auto* list : {&facts.failures, &facts.cautions, &facts.passes}) {
    for (const logs::Signal& signal : *list) {
      require(signal.at.line >= 1 && signal.at.line <= facts.lines);
      require(signal.at.begin <= signal.at.end);
      require(!signal.rule.empty());
    }
  }
  for (const logs::Named& named : facts.named) require(named.at.line <= facts.lines);
  for (const logs::Run& run : facts.runs) require(run.first_line <= run.last_line && run.last_line <= facts.lines);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const logs::Facts facts = logs::read_log_text(text);
  check(facts);
  Drip drip(text);
  const auto dripped = logs::read_log(drip);
  require(dripped && dripped->lines == facts.lines && dripped->failures.total() == facts.failures.total() &&
          dripped->passes.total() == facts.passes.total());
  check(logs::read_prose(text));
  return 0;
}
