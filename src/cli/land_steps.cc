// In builds for tests, ASSAY_TEST_AT="swap=kill" ends the program right before that step as a power failure would,
// and "swap=COMMAND" runs a shell command there: what others do at the worst moment. Installed programs have
// none of this.
#include "cli/land_steps.h"

#ifdef ASSAY_TEST_STEPS
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#endif

namespace assay::cli {

#ifdef ASSAY_TEST_STEPS

void test_step(std::string_view step) {
  const char* wanted = std::getenv("ASSAY_TEST_AT");
  if (wanted == nullptr) return;
  const std::string_view text = wanted;
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || text.substr(0, equals) != step) return;
  const std::string order(text.substr(equals + 1));
  if (order == "kill") std::raise(SIGKILL);
  if (std::system(order.c_str()) != 0) std::fputs("the order of ASSAY_TEST_AT failed\n", stderr);
}

#else

void test_step(std::string_view) {}

#endif

void LandSteps::step(engine::LandStep step) { test_step(name(step)); }

}  // namespace assay::cli
