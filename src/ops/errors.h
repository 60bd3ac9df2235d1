// What an error is, on each way in.
#pragma once

#include <string>
#include <string_view>

#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "ops/operation.h"

namespace assay::ops {

struct ErrorKind {
  Code code;
  std::string_view name;  // "conflict", as JSON has it
  int exit_status;
  int http_status;
};
const ErrorKind& kind_of(Code code);

// An error as a document: {"error": {"code": "conflict", "message": "…"}}
struct ErrorDocument {
  std::string code;
  std::string message;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
json::value error_document(const Error& error);

}  // namespace assay::ops
