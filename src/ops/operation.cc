#include "ops/operation.h"

#include <boost/json.hpp>

namespace assay::ops {

json::value schema_of(const NamedSchema& document) {
  return document.schema != nullptr ? document.schema() : schema_of(document.describe());
}

Result<json::value> Operation::run(Context& context, const json::object& from) const {
  TRY_ASSIGN(const auto reply, answer(context, from));
  return reply->document();
}

}  // namespace assay::ops
