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
// A value that was written down is the very thing that is asserted about now, under another name.
bool was_written_down(const CodeHunk& hunk, const Assertion& a);
// assert total(x) == wanted_total(x), with a helper in the test that calls total.
bool expects_through_helper(const CodeHunk& hunk, const Assertion& a);
// if result: assert result == 3. What the assertion is about decides whether it is made.
bool asked_of_itself(const CodeHunk& hunk, const Assertion& a);

}  // namespace assay::judge
