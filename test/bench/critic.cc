// critic_bench [findings]: joins, promotes and routes that many findings of five critics in memory, of
// which a fifth say the same as another. Prints milliseconds of processor time (best and median of nine) and the
// most memory the process took, with the findings themselves.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "base/text.h"
#include "judge/critic/merge.h"

namespace {

using namespace assay;

std::vector<model::CriticReport> reports_of(size_t findings) {
  std::vector<model::CriticReport> out(5);
  for (size_t r = 0; r < out.size(); ++r) out[r].critic = static_cast<model::Critic>(r);
  for (size_t i = 0; i < findings; ++i) {
    const size_t which = i % 5 == 4 ? i - 4 : i;  // the fifth repeats the first
    model::CriticFinding finding;
    finding.category = static_cast<model::Category>(which % 14);
    finding.severity = static_cast<model::Gravity>(i % 3);
    finding.file = cat("src/module", which % 300, "/file", which % 5000, ".cc");
    finding.line = which % 900 + 1;
    finding.remediation = cat("Handle the case ", which, " where the value is missing; say so in the message as well.");
    finding.id = cat("F-", i);
    out[i % 5].findings.push_back(std::move(finding));
  }
  return out;
}

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t count = argc > 1 ? static_cast<size_t>(std::atol(argv[1])) : 100'000;
  std::vector<double> times;
  size_t kept = 0;
  for (int i = 0; i < 9; ++i) {
    auto reports = reports_of(count);
    const auto begin = processor_ms();
    auto merged = judge::merge({"T", 1, "tree", {}}, std::move(reports));
    times.push_back(processor_ms() - begin);
    kept = merged.findings.size();
    if (merged.route != model::Route::executor && count > 14) return 1;
  }
  std::sort(times.begin(), times.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu findings, %zu kept: best %.1f ms, median %.1f ms, %ld MB\n", count, kept, times.front(), times[4],
              usage.ru_maxrss / 1024);
}
