// Any bytes are a log and a report. Beyond not crashing: every place named lies inside the text, and
// reading the same bytes from a source that drips gives the same facts.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "logs/reader.h"

namespace {

using namespace assay;

class Drip final : public ByteSource {
 public:
  explicit Drip(std::string_view text) : m_rest(text) {}
  Result<size_t> read(std::span<char> into) override {
    size_t n = m_step++ % 7 + 1;
    n = n < m_rest.size() ? n : m_rest.size();
    n = n < into.size() ? n : into.size();
    for (size_t i = 0; i < n; ++i) into[i] = m_rest[i];
    m_rest.remove_prefix(n);
    return n;
  }

 private:
  std::string_view m_rest;
  size_t m_step = 0;
};

void require(bool holds) {
  if (!holds) std::abort();
}

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
