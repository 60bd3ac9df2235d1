#include "plan/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::plan {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* k_vague[] = {
    "code looks good",
    "Code looks good.",
    "Works as expected",
    "The feature works as expected.",
    "is clean",
    "Errors are properly handled",
    "No regressions",
    "There are no regressions in existing functionality.",
    "The UI is intuitive",
    "The code is well structured",
    "The feature works correctly",
    "Performance is good",
    "The page loads fast",
    "Everything works",
    "The implementation is robust",
    "High quality code",
    "Follows best practices",
    "The design is modern",
    "Good test coverage",
    "Documentation is adequate",
    "User experience is improved",
    "The bug is fixed",
    "The feature is complete",
    "All requirements are met",
    "Code is readable and maintainable",
    "The system is secure",
    "The solution is scalable",
    "Edge cases are handled",
    "Handles errors gracefully",
    "It should just work",
    "Looks nice on mobile",
    "The app is user-friendly",
    "Refactoring done",
    "No bugs",
    "Nothing breaks",
    "Make it better",
    "The performance is acceptable for most users",
    "Meets expectations",
    "Production-ready",
    "Code quality is high",
    "Clean up the code",
    "The logic is correct",
    "All functionality behaves as intended",
    "The implementation matches the requirements",
    "Appropriate logging is in place",
    "Sufficient tests are added",
    "Reasonable response time",
    "Names are meaningful",
    "Comments where necessary",
    "The change is minimal",
    "Make sure it works",
    "Verify that everything is fine.",
    "No errors",
    "It works on all devices",
    "Users are happy",
    "The code is optimized",
    "The UI is responsive and/or modern",
    "Data is handled correctly",
    "Proper validation",
    "Improve error handling",
    "The architecture is sound",
    "TBD",
    "done",
    "See above",
    "1. Looks great",
    "- [ ] The layout is \"nice\"",
    "The page displays correctly",
    "100% working",
    "Uses TypeScript properly",
    "Input/output is handled well",
    "The API is easy to use",
    "Fixes #123 properly",
    "The 3 screens look good",
    "The button works",
    "The login page is implemented",
    "Ready for release",
    "Simple",
    "The right thing happens",
    "Users should be able to reset their password easily.",
    "The system should load quickly.",
    "Feature has been fully implemented",
    "All acceptance criteria were met",
    "The work delivers the intended value",
    "Peer review has been completed",
    "UX approved",
    "Test coverage acceptable",
    "Demo-able to stakeholders",
    "The system should be fast",
    "The interface must be easy to use",
    "Search should be quick and accurate",
    "The report looks professional",
    "Errors are handled appropriately",
    "The code has been refactored",
    "Good error messages",
    "Make the dashboard more modern",
    "It should feel smooth",
    "Everything from the ticket is done",
    "The feature is tested",
    "The feature is thoroughly tested",
    "Documentation is updated",
    "Works in all browsers",
    "Handles all edge cases",
    "The API is well designed",
    "Code is consistent with the rest",
    "No performance degradation",
    "Reasonable defaults",
    "Logging is sufficient",
    "Security is considered",
    "Backward compatible",
    "The UI is polished",
    "Behaves sensibly",
    "The output makes sense",
    "The user experience is seamless across the app",
    "High availability",
    "Implement the feature as described",
    "Ensure quality",
    "All functionality is there",
    "The module is decoupled and extensible",
    "Accessibility is good",
    "Nothing else is affected",
    "The solution is elegant and simple",
    "The product owner is satisfied",
    "It is intuitive for new users",
    "Data is consistent",
};

constexpr const char* k_concrete[] = {
    "Run the full test suite and verify all tests pass.",
    "Tests pass",
    "Run go test ./... and verify all tests pass. Confirm Task struct has RepositoryURL field with correct json tag.",
    "Confirm Task struct has RepositoryURL field with correct json tag.",
    "Confirm the /api/tasks endpoint returns repository_url in the response body.",
    "GET /api/tasks returns 200",
    "`npm run lint` exits 0",
    "npm run build succeeds",
    "src/plan/lint.cc exists",
    "README.md documents the --json flag",
    "The command prints \"usage: assay\"",
    "POST /login with a wrong password returns 401",
    "p95 latency stays under 200 ms with 100 concurrent users",
    "Line coverage is at least 80%",
    "The upload limit is 10 MB",
    "An empty user name shows 'User name is required'",
    "grep -r TODO src finds nothing",
    "docker build . succeeds",
    "The migration adds column email to table users",
    "Clicking Save closes the dialog and shows the new entry in the list",
    "The login form rejects passwords shorter than 8 characters",
    "cargo clippy reports no warnings",
    "The project compiles without warnings",
    "The build succeeds",
    "CI is green",
    "The server starts and listens on port 8080",
    "Deleting a user removes their rows from the sessions table",
    "After logout, visiting /dashboard redirects to /login",
    "Responses carry Content-Type: application/json",
    "The JSON output validates against schemas/plan.schema.json",
    "The binary is smaller than 5 MB",
    "Unit tests cover the empty list and the single element",
    "Typing into the search box filters the list",
    "A user who logs in sees the dashboard",
    "parse_config is gone",
    "The error message names the missing key",
    "No call of eval() is left",
    "The tool exits with a non-zero status when the file is missing",
    "The dark mode toggle persists after a reload",
    "The package version is bumped to 2.0.0",
    "The log contains one line per request",
    "make test passes",
    "make check is clean",
    "git status is clean after a run",
    "MAX_RETRIES defaults to 3",
    "parseConfig throws on an unknown key",
    "$HOME is never written to",
    "curl localhost:8080/health answers ok",
    "The worker retries a failed job 3 times",
    "The endpoint returns 404 for unknown ids",
    "tsc --noEmit reports nothing",
    "X-Request-Id is copied into every answer",
    "std::string is replaced by string_view in parser.h",
    "Response time is below 50ms",
    "At most 3 queries are sent per page",
    "The table has an index on created_at",
    "The button Delete is disabled while a request runs",
    "Two people who edit at once both keep their changes",
    "The cache survives a restart of the machine",
    "Old links still lead to the same article",
    "pytest tests/test_login.py passes",
    "The property test runs 1000 cases and all pass",
    "The CHANGELOG has an entry for this release in CHANGELOG.md",
    "Ctrl+C stops the program with exit code 130",
    "Passing --help prints every option",
    "Dockerfile uses a non-root user",
    "The output of `assay status` is unchanged",
    "docs/formats/plan.md holds a complete example",
    "Works as expected: GET /health returns 200",
    "Given a user is on the login page, when they click Forgot Password, a password reset form appears",
    "The reset email contains a link that stays valid for one day",
    "The dashboard loads within 2 seconds on a 4G connection",
    "The user is redirected to the dashboard and a welcome message is displayed",
    "All unit tests passed",
    "All tests are passing",
    "Regression test executed successfully",
    "Code is merged into main",
    "A search for an unknown word shows an empty list",
    "Sorting by date puts the newest first",
    "Uploading a file larger than the limit is refused with an explanation",
    "The confirmation dialog has a Cancel button",
    "Pressing Escape closes the modal",
    "An admin can delete any comment; an ordinary user only their own",
    "Passwords are stored hashed, never in plain text",
    "The session expires after thirty minutes of inactivity",
    "The export contains every row of the table",
    "The footer shows the current year",
    "Emails are sent once per order",
    "Migration can be rolled back",
    "The old endpoint answers with a redirect",
    "Logs contain no passwords",
    "The config file is optional",
    "Unknown flags are rejected",
    "Duplicate names are rejected with a conflict error",
    "The list is paginated",
    "Users can filter by status",
    "The header stays visible while scrolling",
    "The worker picks up jobs in the order they were queued",
    "A failed payment leaves the order unpaid",
    "The API key is read from the environment",
    "The default branch is main",
    "Type checks pass",
    "Lint passes",
    "Build passes",
    "The image has alt text",
    "Keyboard focus moves to the first invalid field",
    "The CLI supports a dry run",
    "The scheduler does not start the same job twice",
    "Closing the tab keeps the draft",
    "The new setting is off by default",
    "The function returns an empty list for no input",
    "Two requests with the same key create one record",
    "An invalid token leads to a 401 response",
    "The tooltip is shown on hover",
    "The chart updates every minute",
    "Importing the same file twice adds nothing",
    "Screen readers announce the error",
    "The script is idempotent",
    "Running it twice changes nothing",
    "Memory stays below half a gigabyte during the import",
    "A restart loses no message",
    "No new dependency is added",
    "The public interface of the package is unchanged",
    "It compiles with clang and gcc",
    "The page is reachable from the main menu",
    "Date fields use ISO format",
    "The README explains how to start the server",
    "Each command has an example in the help text",
    "Deleted users cannot log in",
    "Completed tasks disappear from the list",
    "Clicking the right arrow shows the next page",
    "The list shows all issues with the label bug",
    "The Clear button empties the form",
    "Ready tasks are listed first",
    "A sound is played once when a message arrives",
    "所有测试都必须通过",
    "Все тесты проходят",
};

TEST(Lint, refuses_what_nobody_can_check) {
  static_assert(std::size(k_vague) >= 60);
  for (const auto* sentence : k_vague) EXPECT_TRUE(why_vague(sentence)) << sentence;
}

TEST(Lint, takes_what_names_something_to_look_at) {
  static_assert(std::size(k_concrete) >= 60);
  for (const auto* sentence : k_concrete) EXPECT_FALSE(why_vague(sentence)) << sentence << "\n" << *why_vague(sentence);
}

TEST(Lint, says_which_word_says_nothing_and_what_to_name) {
  const auto reason = why_vague("Code looks good");
  ASSERT_TRUE(reason);
  EXPECT_EQ(
      *reason,
      "\"Code looks good\" (\"good\" does not say what to look at) cannot be checked; name what shows it: a command "
      "to run, a file, a test, an endpoint and its answer, a value or an exact text");
  EXPECT_THAT(*why_vague("Users smile"), HasSubstr("\"Users smile\" cannot be checked; name"));
}

TEST(Lint, nothing_is_vague_too) {
  for (const auto* text : {"", "  \n\t", "- ", "...", "#"})
    EXPECT_THAT(why_vague(text).value_or(""), HasSubstr("says nothing")) << text;
}

TEST(Lint, one_observable_makes_an_item_of_several_sentences_concrete) {
  EXPECT_FALSE(why_vague("Works well. Run pytest."));
  EXPECT_FALSE(why_vague("- Works well. Run pytest.\n- GET /a returns 200"));
  EXPECT_FALSE(why_vague("The answer is clean:\n- go vet ./... reports nothing\n"));
  EXPECT_FALSE(why_vague("GET /a returns 200\nand is good."));
}

TEST(Lint, judges_items_one_by_one) {
  EXPECT_THAT(why_vague("1. Good code\n2. README.md names the flag").value_or(""), HasSubstr("\"Good code\""));
  EXPECT_THAT(why_vague("README.md names the flag\nThe code is clean.").value_or(""),
              HasSubstr("\"The code is clean\""));
  EXPECT_THAT(why_vague("- GET /a returns 200\n- [ ] looks good\n").value_or(""), HasSubstr("\"looks good\""));
  EXPECT_THAT(why_vague("- GET /a returns 200\n- [ ] looks good\n").value_or(""), Not(HasSubstr("/a")));
  EXPECT_THAT(why_vague("• `npm test` passes\n② nice\n").value_or(""), HasSubstr("\"nice\""));
}

TEST(Lint, names_every_vague_sentence_of_a_criterion) {
  const auto reason = why_vague("The code is clean. It works well.\n* Users are happy");
  ASSERT_TRUE(reason);
  EXPECT_THAT(*reason, HasSubstr("\"The code is clean\" (\"clean\""));
  EXPECT_THAT(*reason, HasSubstr("\"It works well\""));
  EXPECT_THAT(*reason, HasSubstr("\"Users are happy\""));
  const auto many = why_vague("Good.\nNice.\nFine.\nGreat.\nPerfect.\n");
  ASSERT_TRUE(many);
  EXPECT_THAT(*many, HasSubstr("and 2 more sentences"));
  EXPECT_THAT(*many, Not(HasSubstr("Great")));
}

TEST(Lint, takes_any_bytes_of_any_size) {
  EXPECT_TRUE(why_vague(std::string_view("\0\0good\0", 7)));
  (void)why_vague("\xFF\xFE good \xC3");
  std::string text;
  while (text.size() < (1u << 20)) text += "good clean \" ' ` code. Nice ";
  (void)why_vague(text);
  EXPECT_TRUE(why_vague(std::string(1u << 20, '.')));
  (void)why_vague(std::string(1u << 20, 'a'));
  (void)why_vague(std::string(1u << 20, '/'));
  (void)why_vague(std::string(1u << 20, '"'));
}

}  // namespace
}  // namespace assay::plan
