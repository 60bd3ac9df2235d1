// A POST that may be sent again without being done again: the client names it by an Idempotency-Key, and the store
// keeps what it was answered (store/replies.h).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "ops/operation.h"
#include "serve/http/message.h"

namespace assay::serve {

constexpr size_t k_longest_key = 255;

// Nothing: the client sends none. Error: it is no key, or there are two.
Result<std::optional<std::string>> idempotency_key_of(const Request& request);

// The answer of `work`, which is asked for once in the life of the key. Only what went well is kept: a request that was
// refused did nothing, and is tried again.
Response once(ops::Context& context, const ops::Operation& operation, const Request& request, const std::string& key,
              const std::function<Response()>& work);

}  // namespace assay::serve
