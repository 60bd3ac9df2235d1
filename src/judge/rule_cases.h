// For the tests of rules: small diffs written as tables, and what a rule should say about each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/rule.h"

namespace assay::judge {

enum class Expect { nothing, should, must };
namespace expectations {
constexpr auto none = Expect::nothing;
constexpr auto should = Expect::should;
constexpr auto must = Expect::must;
}  // namespace expectations

struct RuleCase {
  const char* name;
  const char* task;
  std::string diff;
  Expect expect;
};

// Diffs of one file; put several together with +. The body holds lines with ' ', '+' or '-'.
std::string change(std::string_view path, std::string_view body);
std::string added(std::string_view path, std::string_view body);    // every line of the body is new
std::string deleted(std::string_view path, std::string_view body);  // every line of the body is gone
std::string renamed(std::string_view from, std::string_view to);

// What all rules find, as "rule severity" lines with the evidence.
std::vector<model::Finding> findings_for(std::string_view task, std::string_view diff,
                                         const logs::Facts* log = nullptr);

// Checks that `rule` says of each case what is expected. A case that expects nothing expects nothing
// from any rule about tests, configuration or code.
void check_rule(std::string_view rule, const std::vector<RuleCase>& cases);

}  // namespace assay::judge
