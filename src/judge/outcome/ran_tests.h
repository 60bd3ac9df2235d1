// The tests of one run, by name: as its runners reported them, else as they were printed. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "judge/outcome/evidence.h"

namespace assay::judge {

struct RanTest {
  std::string file{};  // empty: the runner does not say
  logs::Outcome outcome = logs::Outcome::passed;
  reports::Failure failure = reports::Failure::unknown;
  std::string message{};
  logs::Runner runner = logs::Runner::loose;
  std::string own_name{};  // as its runner names it, without file and suite
};

// "tests/test_a.py::TestA::test_b[1]": with its file and suite, so that tests of one name are told apart.
using RanTests = std::map<std::string, RanTest, std::less<>>;
RanTests list_tests(const CommandRun& run);

// "tests/a.py" of "./tests/a.py", of the same path below another root.
bool is_same_file(std::string_view reported, std::string_view path);

// The tests of the control run that fail in another one.
struct FailingTests {
  std::set<std::string> names{};
  bool all_ran = true;  // else some did not run at all: what runs them ended before
};
// Nothing: the run did not come to its end.
std::optional<FailingTests> failing_of(const CommandRun& run, const RanTests& control);

// What breaking a change did to a run of its tests.
struct Notice {
  enum class Kind {
    unnoticed,  // the same tests pass
    noticed,    // a test that passed fails by what it asserts
    broke,      // something fails that asserts nothing: a crash, a time-out, a build; no proof
  };
  Kind kind = Kind::unnoticed;
  std::string test{};
  std::string message{};
  std::set<std::string> failing{};  // all that noticed
};
// `now`: the tests of the run, with the kinds of their failures. `control`: the same run with nothing broken; of its
// tests only those count that passed. `output`: the end of what it printed, which says of a run that names no tests
// whether an assertion failed.
Notice notice_of(const CommandRun& run, const RanTests& now, const RanTests& control, std::string_view output = {});

}  // namespace assay::judge
