// What is left of a test whose declaration went: folded into a table, merged into the test above it,
// still written under a name that no runner collects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "judge/rule.h"
#include "judge/tests/assertion.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

// Letters and digits of a name without the marks that make it a test: "_test_Adds" -> "adds".
std::string core_of(std::string_view name);

// The same of a file's name: "test_cart.py" -> "cart".
std::string stem_of(std::string_view path);
// Both paths have a word in common that says what they are about.
bool share_topic(std::string_view a, std::string_view b);
// Renamed so that the runner no longer collects it.
bool leaves_the_run(const diff::File& file);

// The hunk takes in tests written elsewhere: shared examples, a base class.
bool joins_group(const CodeHunk& hunk);
// for (line, error) in cases: a table without a framework.
bool loops_over_cases(const CodeHunk& hunk);
// One row of a table of cases, by its brackets and literals.
bool is_case_row(const CodeLine& line);

// The values of a table that the hunk adds; none when it adds no loop over one.
std::unordered_set<std::string_view> added_rows(const CodeHunk& hunk);
// The values that the lost test used stand in such a table: most of them, or all where nothing but
// the table tells that the test is in it.
enum class Values : unsigned char { most, all };
bool was_folded(const CodeHunk& hunk, const TestDeclaration& lost, const std::vector<TestDeclaration>& before,
                const std::unordered_set<std::string_view>& added, Values values);

// Only the line that opened it went; what it asserts stays and is part of the test above it.
bool was_merged(const TestDeclaration& lost, const std::vector<TestDeclaration>& before,
                const std::vector<Assertion>& assertions, size_t end);

// The line that still defines the test's function under a name (or without the mark) that its
// runner passes over.
std::optional<size_t> still_written(const CodeHunk& hunk, const TestDeclaration& lost,
                                    const std::vector<TestDeclaration>& after);
// The name of the function that a line defines.
std::string defined_on(const CodeLine& line);

}  // namespace assay::judge
