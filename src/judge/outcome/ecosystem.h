// Languages that share their test runners, and which runner is of which. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "diff/facts.h"
#include "logs/facts.h"

namespace assay::judge {

enum class Ecosystem : std::uint8_t {
  none,  // no code, or a runner of everything: CTest, Bazel, a browser
  python,
  javascript,
  go,
  rust,
  jvm,
  c,
  dotnet,
  ruby,
  php,
  elixir,
  swift,
  count_,
};

std::string_view name(Ecosystem);  // "Python", "C or C++"
Ecosystem ecosystem_of(diff::Language);
Ecosystem ecosystem_of(logs::Runner);

// Whether tests of one usually run code of another as well: extensions written in C or Rust, the scripts of a web
// application.
bool often_tests(Ecosystem tests, Ecosystem code);

}  // namespace assay::judge
