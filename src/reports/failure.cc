#include "reports/failure.h"

#include "base/text.h"

namespace assay::reports {

namespace {

bool is_assertion_type(std::string_view type) {
  return contains_any(type, {"Assert", "ExpectationNotMet", "ExpectationFailed", "ExpectationsNotMet",
                             "MockExpectationError", "ComparisonFailure", "ConditionNotSatisfied", "opentest4j",
                             "org.mockito.exceptions.verification", "XunitException", "ERR_ASSERTION"});
}

// The name that stands in front of a message: "System.ArgumentException : x", "KeyError: 'a'".
std::string_view leading_name(std::string_view message) {
  std::size_t end = 0;
  while (end < message.size() && (is_word(message[end]) || contains(".:\\$", message.substr(end, 1)))) ++end;
  auto name = message.substr(0, end);
  while (name.ends_with(':')) name.remove_suffix(1);
  return name;
}

bool is_mismatch(std::string_view line) {
  return starts_with_any(line, {"assert ", "assert!", "assertion failed", "assertion `", "Assert.", "Expected",
                                "expect(", "Failed asserting", "expected ", "Snapshot ", "Failed: DID NOT RAISE"});
}

}  // namespace

Failure failure_of_type(std::string_view type) {
  if (is_assertion_type(type)) return Failure::assertion;
  const bool thrown = type.ends_with("Error") || type.ends_with("Exception") || contains(type, "::Exception::");
  return thrown ? Failure::error : Failure::unknown;
}

Failure failure_of_message(std::string_view message) {
  auto line = trim_left(message);
  line = line.substr(0, line.find('\n'));
  if (is_mismatch(line)) return Failure::assertion;
  const auto name = leading_name(line);
  const auto rest = trim_left(line.substr(name.size()));
  // Jest throws plain errors.
  if (name == "Error" && contains_any(rest, {"expect(", "Expected"})) return Failure::assertion;
  return failure_of_type(name);
}

}  // namespace assay::reports
