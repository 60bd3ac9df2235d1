// The tests of one run, by name: as its runners reported them, else as they were printed. Pure.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "judge/outcome/evidence.h"

namespace assay::judge {

struct RanTest {
  std::string file{};  // empty: the runner does not say
  logs::Outcome outcome = logs::Outcome::passed;
  reports::Failure failure = reports::Failure::unknown;
  std::string message{};
};

// "tests/test_a.py::TestA::test_b[1]": with its file and suite, so that tests of one name are told apart.
using RanTests = std::map<std::string, RanTest, std::less<>>;
RanTests list_tests(const CommandRun& run);

// "tests/a.py" of "./tests/a.py", of the same path below another root.
bool is_same_file(std::string_view reported, std::string_view path);

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
};
// `control`: the same run with nothing broken.
Notice notice_of(const CommandRun& run, const RanTests& control);

}  // namespace assay::judge
