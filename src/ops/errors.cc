#include "ops/errors.h"

#include <iterator>

#include <boost/json.hpp>

namespace assay::ops {

namespace {

constexpr ErrorKind k_errors[] = {
    {Code::invalid_input, "invalid_input", 2, 400},
    {Code::not_found, "not_found", 2, 404},
    {Code::conflict, "conflict", 2, 409},
    {Code::unavailable, "unavailable", 2, 503},
    {Code::corrupt, "corrupt", 2, 500},
    {Code::internal, "internal", 2, 500},
};

struct ErrorBody {
  std::string code;
  std::string message;
  void fields(Fields& f) {
    f.field(item("code"), code);
    f.field(item("message", "what was wrong, where, and what to do"), message);
  }
};

}  // namespace

const ErrorKind& kind_of(Code code) {
  for (const auto& kind : k_errors) {
    if (kind.code == code) return kind;
  }
  return k_errors[std::size(k_errors) - 1];
}

constinit const NamedSchema ErrorDocument::k_schema = named_schema<ErrorDocument>("error", "Why there is no answer");

void ErrorDocument::fields(Fields& f) {
  ErrorBody body{code, message};
  f.field(item("error"), body);
}

json::value error_document(const Error& error) {
  ErrorDocument document{std::string(kind_of(error.code).name), error.message};
  return encode(document);
}

}  // namespace assay::ops
