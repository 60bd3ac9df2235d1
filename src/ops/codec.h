// Requests from JSON, documents to JSON: both through Fields, so that no name is written twice.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "ops/fields.h"

namespace assay::ops {

json::object encode_fields(const std::function<void(Fields&)>& visit);
// Errors name the key: unknown (with the nearest known one), missing, of another type, not one of
// the choices. Null counts as not given.
Result<void> decode_fields(const json::object& from, const std::function<void(Fields&)>& visit);

template <class Document>
json::value encode(Document& document) {
  return encode_fields([&](Fields& f) { document.fields(f); });
}

template <class Request>
Result<Request> decode(const json::object& from) {
  Request request;
  TRY(decode_fields(from, [&](Fields& f) { request.fields(f); }));
  return request;
}

}  // namespace assay::ops
