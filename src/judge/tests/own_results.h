// Expectations that are the result itself, by detours: assertions that hold whatever the code answers.
#pragma once

#include "judge/tests/assertion.h"

namespace assay::judge {

// expect(render(x)).toBe(render(x))
bool compares_with_itself(const Assertion& a);
// want = total(x); assert total(x) == want, where a value was expected before.
bool expects_own_result(const CodeHunk& hunk, const Assertion& before, const Assertion& after);
// expected = result; assert result == expected
bool compares_alias(const CodeHunk& hunk, const Assertion& a);
// if result: assert result == 3. What the assertion is about decides whether it is made.
bool asked_of_itself(const CodeHunk& hunk, const Assertion& a);

}  // namespace assay::judge
