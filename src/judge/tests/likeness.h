// Whether a test that came may be one that went, under another name or in other words: by its name, by what it calls
// and by the values it uses. That one test came where another went says nothing.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "judge/tests/syntax.h"

namespace assay::judge {

struct TestTraits {
  std::set<std::string> words{};   // of its name, without those that most names of tests have
  std::set<std::string> names{};   // that it uses, without those of frameworks and languages
  std::set<std::string> values{};  // texts and numbers
  bool is_table = false;           // runs for each row of a table

  // Nothing but its name can be seen.
  bool is_bare() const { return names.empty() && values.empty(); }
};
// Of tests[at], as far as the hunk shows it. Bounded by the hunk.
TestTraits traits_of(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, size_t at, Side side);

bool may_be_same(const TestTraits& lost, const TestTraits& gained);

}  // namespace assay::judge
