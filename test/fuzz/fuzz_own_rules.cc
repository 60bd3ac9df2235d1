// Rules of a repository take any bytes: a file of a rule, a pattern, and a change that they look at. The first line of
// the input is a pattern, the rest is both a file and a diff.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "diff/reader.h"
#include "judge/outcome/own_cases.h"
#include "judge/outcome/rule_driver.h"

namespace {

using namespace assay;

void look(judge::Definition definition, std::string_view diff) {
  judge::RuleDriver driver(
      std::make_shared<const judge::OwnRules>(std::vector<judge::Definition>{std::move(definition)}));
  diff::read_diff_text(diff, driver);
  const auto task = judge::view_task("Print the total.");
  (void)driver.findings({task, {}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(text.find('\n'), text.size());
  const auto rest = text.substr(std::min(end + 1, text.size()));
  if (auto rule = judge::parse_rule(rest, ".assay/rules/x.toml"); rule) (void)judge::run_cases(*rule);
  judge::Definition definition;
  definition.id = "own.x";
  definition.roles = ~std::uint32_t{0};
  for (const auto on : {judge::On::added, judge::On::removed, judge::On::moved, judge::On::changed}) {
    auto& pattern = definition.patterns.emplace_back();
    pattern.on = on;
    if (!judge::parse_pattern(text.substr(0, end), pattern.code).message.empty()) return 0;
  }
  look(std::move(definition), rest);
  return 0;
}
