#include "reports/by_program.h"

#include "base/text.h"

namespace assay::reports {

namespace {

using logs::Runner;

// The word that starts a program of no known runner, by a path whose name is that of a test and of no script.
const Word* test_program_in(const Words& words) {
  const Program program = program_of(words);
  const size_t at = program.assignments.empty() ? 0 : program.assignments.back() + 1;
  if (program.runner != Runner::loose || at >= words.size()) return nullptr;
  const std::string_view path = words[at].text;
  const bool is_program = contains(path, "/") && !contains(base_name(path), ".") && is_test_name(path);
  return is_program ? &words[at] : nullptr;
}

Expected files_of(const AskInput& input, Runner runner) {
  Expected expected{runner, Format::cpp_xml, input.report_folder, cat(logs::id(runner), "-*.xml"), false};
  expected.sure = false;
  return expected;
}

}  // namespace

std::vector<Edit> ask_test_programs(const FindResult& seen, const AskInput& input, Asked& asked) {
  std::vector<Edit> edits;
  const auto text = cat("sh ", quoted(cat(input.hooks_folder, "/cpp/test_program.sh")), " ");
  for (const auto& words : seen.direct) {
    if (const auto* word = test_program_in(words)) edits.push_back({word->begin, word->begin, text});
  }
  if (edits.empty()) return edits;
  asked.expected.push_back(files_of(input, Runner::catch2));
  asked.expected.push_back(files_of(input, Runner::doctest));
  return edits;
}

}  // namespace assay::reports
