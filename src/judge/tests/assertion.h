// Assertions as rules compare them: what is asserted about, what is expected, and how much the
// assertion demands, whatever framework's words it uses.
#pragma once

#include <string>
#include <vector>

#include "judge/tokens.h"

namespace assay::judge {

// How much of a wrong result an assertion would notice.
enum class Strength : unsigned char {
  exists,   // something is there, truthy, was called
  partial,  // contains, matches, is near, is greater, is of a type
  exact,    // equals, is null, throws that error
};

struct Assertion {
  size_t line = 0;       // index in the hunk of its first changed line, else of its first line
  size_t first = 0;      // index of its first line
  bool touched = false;  // a line of it was changed on this side
  Tokens tokens;         // valid during the hunk
  std::string text;      // normalised
  std::string shape;     // the text with its literals blanked
  std::string matcher;   // lower case: "assertequal", "to.be.true", "=="
  std::string subject, expected;
  Strength strength = Strength::partial;
  bool negated = false;
  bool always_true = false;  // by its form
};

// Fills in what the assertion's tokens say: matcher, subject, expected, strength.
void read_assertion(Assertion& assertion, diff::Language language);

std::vector<Assertion> assertions_in(const CodeHunk& hunk, Side side);

// False for production code that merely asserts (Rust sources without a test in sight).
bool in_test_code(const CodeHunk& hunk);

// True for matchers that ask whether their one argument is true: assert, assertTrue, EXPECT_TRUE.
bool asks_for_truth(std::string_view matcher);

// True when the assertion holds whatever the code under test does.
bool is_tautology(const Assertion& assertion);

// Why `after` demands less than `before` of the same subject; empty when it does not.
std::string weakening(const Assertion& before, const Assertion& after);

// True when both are about one thing, as far as its first name tells.
bool about_same(const Assertion& a, const Assertion& b);
// How sure it is that one was made out of the other: 0, not at all, to 5, they differ in literals only.
int likeness(const Assertion& a, const Assertion& b);

// True when both ask the same of the same subject and expect different literal values.
bool expects_other_value(const Assertion& before, const Assertion& after);

// The same for named constants: Answer::Forbidden became Answer::NotFound.
bool expects_other_constant(const Assertion& before, const Assertion& after);

}  // namespace assay::judge
