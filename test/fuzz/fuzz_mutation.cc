// Any bytes are the report of a mutation tool; the first byte chooses which. Lines and texts are bounded, and what is
// kept has a file and a line.
#include <cstdint>
#include <string_view>

#include "base/text.h"
#include "drip.h"
#include "reports/mutation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  using fuzz::require;
  if (size == 0) return 0;
  const auto tool = static_cast<reports::MutationTool>(data[0] % 4);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto report = reports::read_mutation_report(tool, text);
  require(report.mutants.size() <= reports::k_most_mutants && report.problem.size() <= 420 && is_utf8(report.problem));
  for (const auto& mutant : report.mutants) {
    require(!mutant.file.empty() && mutant.first >= 1 && mutant.last >= mutant.first && mutant.last <= 10'000'000);
    require(is_utf8(mutant.file) && is_utf8(mutant.words) && is_utf8(mutant.test));
    require(mutant.words.find('\n') == std::string::npos && mutant.words.size() < 600);
  }
  return 0;
}
