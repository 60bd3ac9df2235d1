// The operations as commands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "ops/operation.h"

namespace assay::cli {

// The operation that begins `arguments` ("task", "start", …), with the words it took.
struct Called {
  const ops::Operation* operation = nullptr;
  size_t words = 0;
};
Called called_operation(std::span<const std::string> arguments);

// Operations with several words share the first: "mission", "task", "pack".
struct OperationGroup {
  std::string_view name;
  std::string_view summary;
};
std::span<const OperationGroup> operation_groups();
bool is_group(std::string_view name);
std::string help_of_group(std::string_view name, std::string_view program);
std::vector<std::string_view> verbs_of_group(std::string_view name);

// Runs it and prints the answer, as text or with --json as its document.
Result<int> run_operation(const ops::Operation& operation, const Invocation& invocation);

// Candidates for the last of `words`, one a line: "value\tdescription", or ":files".
std::string complete(std::span<const std::string> words);

Result<int> run_completion(const Invocation& invocation);
Result<int> run_complete(const Invocation& invocation);

}  // namespace assay::cli
