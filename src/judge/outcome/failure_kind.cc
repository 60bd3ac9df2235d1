#include "judge/outcome/failure_kind.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "diff/code.h"

namespace assay::judge {

namespace {

constexpr size_t k_longest_message = 2'000;

LinePlace place_at(std::string_view file, std::uint32_t line, const PlaceOf& place) {
  const auto known = place ? place(file, line) : LinePlace::unknown;
  if (known != LinePlace::unknown) return known;
  return diff::role_of(file) == diff::Role::test ? LinePlace::test : LinePlace::unknown;
}

// "src/lib.rs:8:5: …", "shop_test: /a/shop.h:8: …": the first place that a line names.
LinePlace place_named_in(std::string_view line, const PlaceOf& place) {
  for (const auto word : split(line, ' ')) {
    const size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon == 0) continue;
    size_t end = colon + 1;
    while (end < word.size() && is_digit(word[end])) ++end;
    const auto number = parse_uint(word.substr(colon + 1, end - colon - 1));
    if (number) return place_at(word.substr(0, colon), static_cast<std::uint32_t>(*number), place);
  }
  return LinePlace::unknown;
}

// ---- cargo test, cargo nextest

// What the test printed: "---- places stdout ----" up to the next one.
std::string_view section_of(std::string_view name, std::string_view output) {
  const auto head = cat("---- ", name, " stdout ----\n");
  size_t at = output.rfind(head);
  if (at == std::string_view::npos) {
    at = output.find(cat("thread '", name, "' "));
    return at == std::string_view::npos ? std::string_view() : output.substr(at, k_longest_message);
  }
  const auto rest = output.substr(at + head.size());
  return rest.substr(0, std::min(rest.find("\n---- "), rest.find("\nfailures:\n")));
}

// What the library and the language say when they end a program. The rest is somebody's own text.
bool is_of_language(std::string_view message) {
  return contains_any(message, {"index out of bounds",      "out of range for slice",
                                "out of bounds of",         "called `Option::",
                                "called `Result::",         "attempt to ",
                                "slice index starts at",    "byte index",
                                "already borrowed",         "already mutably borrowed",
                                "not yet implemented",      "not implemented",
                                "entered unreachable code", "no entry found for key",
                                "capacity overflow",        "char boundary",
                                "stack overflow",           "mid > len",
                                "division by zero",         "divide by zero"});
}

bool is_of_assertion(std::string_view message) {
  const auto low = lower(message.substr(0, k_longest_message));
  return contains_any(low, {"assertion ", "assert!", "test did not panic", "panic did not contain expected",
                            "unexpected panic", "expectation", "test failed"});
}

reports::Failure of_rust(std::string_view section, const PlaceOf& place) {
  if (section.empty()) return reports::Failure::error;
  const size_t at = section.find("' panicked at ");
  if (at == std::string_view::npos)
    return is_of_assertion(section) ? reports::Failure::assertion : reports::Failure::error;
  const auto said = section.substr(at + 14, k_longest_message);
  const auto first = said.substr(0, said.find('\n'));
  const auto where = place_named_in(replace_all(std::string(first), "'", " "), place);
  if (where == LinePlace::code) return reports::Failure::error;
  // Newer compilers say the message in the next line.
  const auto second = first.size() < said.size() ? said.substr(first.size() + 1) : std::string_view();
  const auto message = first.ends_with(':') ? second.substr(0, second.find('\n')) : first;
  if (is_of_assertion(message) || is_of_assertion(section.substr(0, at))) return reports::Failure::assertion;
  if (is_of_language(message)) return is_of_assertion(section) ? reports::Failure::assertion : reports::Failure::error;
  return where == LinePlace::test ? reports::Failure::assertion : reports::Failure::error;
}

// ---- ctest

// "2 - shop (Subprocess aborted)": how the program ended, in the sum at the end; empty: it is not said.
std::string_view end_of_program(std::string_view name, std::string_view output) {
  const auto mark = cat(" - ", name, " (");
  const size_t at = output.rfind(mark);
  if (at == std::string_view::npos) return {};
  const auto rest = output.substr(at + mark.size());
  return rest.substr(0, rest.find_first_of(")\n"));
}

// "shop_test: /a/shop_test.cc:5: int main(): Assertion `a == b' failed.", "/a/shop_test.cc:7: Failure"
bool has_assertion(std::string_view printed, const PlaceOf& place) {
  for (const auto line : split_lines(printed)) {
    const bool says = (contains(line, "ssertion") && contains(line, "failed")) || line.ends_with(": Failure") ||
                      contains_any(line, {": FAILED:", "): ERROR: CHECK", "): ERROR: REQUIRE", "FATAL ERROR: REQUIRE"});
    if (says && !line.starts_with("unknown file") && place_named_in(line, place) != LinePlace::code) return true;
  }
  return false;
}

// Not what a program that catches what it is tested with prints in passing: nobody caught these.
bool has_uncaught(std::string_view printed) {
  return contains_any(printed, {"terminate called", "libc++abi: terminating", "C++ exception with description",
                                "unexpected exception with message", "threw exception", "THREW exception",
                                "AddressSanitizer: ", ": runtime error: ", "stack smashing detected", "' panicked at ",
                                "Traceback (most recent call last)"});
}

reports::Failure of_program(std::string_view ended, std::string_view printed, const PlaceOf& place) {
  if (has_assertion(printed, place)) return reports::Failure::assertion;
  const bool by_itself = ended.empty() || ended == "Failed";
  return by_itself && !has_uncaught(printed) ? reports::Failure::unknown : reports::Failure::error;
}

}  // namespace

void tell_failures(RanTests& tests, std::string_view output, const PlaceOf& place) {
  for (auto& [name, test] : tests) {
    if (test.outcome != logs::Outcome::failed || test.failure != reports::Failure::unknown) continue;
    if (test.runner == logs::Runner::cargo_test || test.runner == logs::Runner::nextest) {
      const auto own = test.runner == logs::Runner::nextest ? std::string_view(name).substr(name.rfind(' ') + 1)
                                                            : std::string_view(name);
      const auto section = section_of(own, output);
      test.failure = of_rust(section, place);
      if (test.message.empty()) test.message = section.substr(0, k_longest_message);
    } else if (test.runner == logs::Runner::ctest) {
      test.failure = of_program(end_of_program(test.own_name, output), test.message, place);
    }
  }
}

}  // namespace assay::judge
