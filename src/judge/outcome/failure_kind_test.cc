#include "judge/outcome/failure_kind.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::judge {
namespace {

using logs::Runner;
using reports::Failure;

Failure kind_of(Runner runner, std::string name, std::string_view output, std::string message = {},
                const PlaceOf& place = {}) {
  RanTests tests;
  tests[name] = {"", logs::Outcome::failed, Failure::unknown, std::move(message), runner, name};
  tell_failures(tests, output, place);
  return tests.begin()->second.failure;
}

std::string cargo(std::string_view panic) {
  return cat("running 2 tests\ntest sums ... ok\ntest places ... FAILED\n\nfailures:\n\n---- places stdout ----\n",
             panic,
             "\nnote: run with `RUST_BACKTRACE=1`\n\n\nfailures:\n    places\n\ntest result: FAILED. 1 passed\n");
}

TEST(FailureKind, ARustTestThatPanicsByTheLanguageAssertsNothing) {
  for (const std::string_view panic :
       {"thread 'places' panicked at src/lib.rs:8:5:\nindex out of bounds: the len is 3 but the index is 7",
        "thread 'places' panicked at 'index out of bounds: the len is 3 but the index is 7', src/lib.rs:8:5",
        "thread 'places' panicked at src/lib.rs:8:5:\nattempt to subtract with overflow",
        "thread 'places' panicked at tests/shop.rs:8:25:\ncalled `Option::unwrap()` on a `None` value",
        "thread 'places' panicked at src/lib.rs:8:5:\ntoo many seats", "Error: ParseIntError { kind: Empty }"}) {
    EXPECT_EQ(kind_of(Runner::cargo_test, "places", cargo(panic)), Failure::error) << panic;
  }
  EXPECT_EQ(kind_of(Runner::cargo_test, "places", "test places ... FAILED\n"), Failure::error);
}

TEST(FailureKind, ARustTestThatAssertsIsTold) {
  for (const std::string_view panic :
       {"thread 'places' panicked at tests/shop.rs:8:5:\nassertion `left == right` failed\n  left: 1\n right: 2",
        "thread 'places' panicked at 'assertion failed: `(left == right)`\n  left: `1`', tests/shop.rs:8:5",
        "thread 'places' panicked at tests/shop.rs:8:5:\nthe seat should be free",
        "note: test did not panic as expected at tests/shop.rs:8:4",
        "thread 'places' panicked at src/lib.rs:20:9:\nassertion failed: free(1)"}) {
    EXPECT_EQ(kind_of(Runner::cargo_test, "places", cargo(panic)), Failure::assertion) << panic;
  }
}

TEST(FailureKind, AnAssertionOfTheCodeItselfIsNoneOfATest) {
  const PlaceOf place = [](std::string_view file, std::uint32_t line) {
    if (file != "src/lib.rs") return LinePlace::unknown;
    return line < 20 ? LinePlace::code : LinePlace::test;
  };
  const auto at = [&](std::string_view line) {
    const auto panic = cat("thread 'places' panicked at src/lib.rs:", line, ":9:\nassertion failed: row < 3");
    return kind_of(Runner::cargo_test, "places", cargo(panic), "", place);
  };
  EXPECT_EQ(at("8"), Failure::error);
  EXPECT_EQ(at("24"), Failure::assertion);
}

TEST(FailureKind, OfCtestTheEndOfTheProgramCounts) {
  const auto ended = [](std::string_view how) {
    return cat("50% tests passed\n\nThe following tests FAILED:\n\t  1 - shop (", how,
               ")\nErrors while running CTest\n");
  };
  const auto kind = [&](std::string_view how, std::string printed) {
    return kind_of(Runner::ctest, "shop", ended(how), std::move(printed));
  };
  EXPECT_EQ(kind("SEGFAULT", ""), Failure::error);
  EXPECT_EQ(kind("NUMERICAL", ""), Failure::error);
  EXPECT_EQ(kind("Subprocess aborted", "terminate called after throwing an instance of 'std::out_of_range'"),
            Failure::error);
  EXPECT_EQ(kind("Failed", "unknown file: Failure\nC++ exception with description \"at\" thrown in the test body."),
            Failure::error);
  EXPECT_EQ(kind("Failed", ""), Failure::unknown);
  EXPECT_EQ(kind("Failed", "/w/shop_test.cc:7: Failure\nExpected equality\n"), Failure::assertion);
  EXPECT_EQ(kind("Subprocess aborted", "shop: /w/shop_test.cc:5: int main(): Assertion `whole() == 3' failed."),
            Failure::assertion);
}

TEST(FailureKind, OthersStayAsTheyAre) {
  EXPECT_EQ(kind_of(Runner::tap, "places", "not ok 1 - places\n"), Failure::unknown);
}

}  // namespace
}  // namespace assay::judge
