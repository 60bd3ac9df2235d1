// Telling people: notices of the store's outbox go to the receivers that the operator configured, as the message that
// their service expects (messages/services.h), or to a command. A receiver that answers 2xx (exits with 0) has it, and
// is not told again; one that does not is tried again, later and later, and then listed as dead.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "engine/operator_config.h"
#include "model/notice.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

// Headers of Standard Webhooks for a body: id, time, and with a secret the signature
// "v1,<base64 of HMAC-SHA256 over id.timestamp.body>".
std::vector<std::pair<std::string, std::string>> webhook_headers(std::string_view id, Time now, std::string_view body,
                                                                 std::string_view secret);

// One attempt; the error says why it was not taken.
Result<void> deliver(const Receiver& receiver, const model::Notice& notice, Time now, const os::CancelToken* cancel);

// When to try again after so many attempts; nothing: no more.
std::optional<std::int64_t> delay_after(std::uint32_t attempts);

struct Delivered {
  std::uint32_t delivered = 0;
  std::uint32_t failed = 0;
};
// Decides on receivers for new notices and makes every attempt that is due, each once.
Result<Delivered> deliver_due(store::Store& store, const OperatorConfig& config, Clock& clock,
                              const os::CancelToken* cancel = nullptr);

}  // namespace assay::engine
