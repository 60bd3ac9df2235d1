// The moment that counts is between doing something and writing down that it was done. What only changes the store is
// done in one transaction with its answer, so a crash leaves both or neither. What runs commands or talks to other
// machines cannot be; there the key is written down first, and a key whose end is not known is refused, because doing
// it twice is worse than asking a person to look.
#include "serve/idempotency.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "serve/http/problem.h"
#include "store/replies.h"

namespace assay::serve {

namespace {

bool went_well(const Response& response) { return response.status >= 200 && response.status < 300; }

Response repeated(const store::Reply& reply) {
  if (!reply.same_request) {
    return problem(422, "this Idempotency-Key was sent before with another request; a new request needs a new key");
  }
  if (!reply.status) {
    auto response = problem(
        409,
        "a request with this Idempotency-Key was begun and its end is not known: it goes on, or the server was stopped "
        "meanwhile. Look at what it is about before you ask again with another key");
    response.headers.emplace_back("Retry-After", "5");
    return response;
  }
  if (!reply.body) {
    return problem(409,
                   "this was done, and its answer was too long to be kept, or held a secret; ask for what it is about");
  }
  auto response = text_response(*reply.status, "application/json", *reply.body);
  response.headers.emplace_back("Idempotency-Replayed", "true");
  return response;
}

// Writes down what was done; the answer is given in any case, because it was done.
Result<void> keep(store::ReplyChanges& replies, const ops::Operation& operation, const store::ReplyKey& key,
                  const Response& response) {
  if (!went_well(response)) return replies.forget(key);
  if (operation.gives_secret) return replies.finish(key, response.status, std::nullopt);
  return replies.finish(key, response.status, response.body ? std::string_view(*response.body) : std::string_view());
}

}  // namespace

Result<std::optional<std::string>> idempotency_key_of(const Request& request) {
  const auto count = request.count("idempotency-key");
  if (count == 0) return std::optional<std::string>();
  const auto key = request.header("idempotency-key");
  const bool visible = std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  if (count > 1 || key.empty() || key.size() > k_longest_key || !visible)
    return invalid_input(cat("Idempotency-Key is one word of at most ", k_longest_key, " visible ASCII characters"));
  return std::optional(std::string(key));
}

Response once(ops::Context& context, const ops::Operation& operation, const Request& request, const std::string& key,
              const std::function<Response()>& work) {
  const auto who = context.actor();
  if (!who) return problem(who.error());
  const auto store = context.store();
  if (!store) return problem(store.error());
  const auto digest = sha256_hex(cat(request.method, "\n", request.target, "\n", request.body));
  const store::ReplyKey named{key, digest};
  auto replies = (*store)->change(*who).replies();
  Response response;
  const auto do_it = [&]() -> Result<void> {
    TRY_ASSIGN(const auto known, replies.begin(named));
    response = known ? repeated(*known) : work();
    return known ? Result<void>() : keep(replies, operation, named, response);
  };
  const auto done = operation.speed == ops::Speed::quick ? (*store)->together(do_it) : do_it();
  return done ? response : problem(done.error());
}

}  // namespace assay::serve
