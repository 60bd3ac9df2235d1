// The one place where the git program is started. Whatever the user's or the repository's
// configuration says, a call runs no hook, pager, editor, file system monitor, external diff or
// helper program, asks nobody, opens no connection (unless it was made for that), and does not
// outlive its time. Variables of our own environment that steer git are removed. Any thread may call.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::git {

struct Answer {
  int exit_code = 0;
  std::string output;  // stdout
  std::string errors;  // stderr

  bool ok() const { return exit_code == 0; }
  std::string why() const;  // the first line that says what went wrong
};

enum class Network { no, yes };  // yes: https, ssh and local paths; credentials of the user's own configuration

struct Call {
  std::vector<std::string> arguments{};
  std::string folder{};
  std::vector<std::string> environment{};  // "NAME=value", over what is fixed for every call
  std::optional<std::string> input{};      // stdin; nothing: closed
  std::string output_file{};               // when set, stdout goes there
  std::chrono::milliseconds timeout = std::chrono::minutes(10);
  Network network = Network::no;
};

// Error only when git could not be run to its end; a refusal is an Answer.
Result<Answer> call(const Call& call);

// Who Assay is in the commits and reflogs it writes: environment for Call. Dates are seconds since
// 1970, so that the same inputs give the same commit.
std::vector<std::string> identity(std::int64_t date);

}  // namespace assay::git
