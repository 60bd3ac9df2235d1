// Errors as HTTP has them: problem details (RFC 9457), with the code and the message that every other
// way in shows too. The `type` of each is an address of this server, which says what it means and what to do.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "serve/http/message.h"

namespace assay::serve {

// {"type":"/problems/conflict","title":"Conflict","status":409,"detail":"…","code":"conflict"}
Response problem(int status, std::string_view detail);
Response problem(const Error& error);

struct ProblemKind {
  std::string_view code;
  int status;
  std::string_view meaning;  // what it is, and what a client does about it
};
std::span<const ProblemKind> problem_kinds();
// The page at /problems/{code}.
Response problem_page(std::string_view code);

// A problem's type is an address of this server: `base` is the path that it lies below for whoever asked.
void place_problem(Response& response, std::string_view base);

}  // namespace assay::serve
