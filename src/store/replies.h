// What requests with an idempotency key were answered, so that one that is sent again is answered the same and done
// once. Kept for a day, and only so many: see docs/formats/api.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store.h"

namespace assay::store {

constexpr std::int64_t k_reply_kept_ms = std::int64_t{24} * 3600 * 1000;
constexpr std::uint32_t k_most_replies = 1000;
constexpr size_t k_longest_reply = size_t{1} << 20;  // a longer one is not kept, only that it was given

struct ReplyKey {
  std::string_view name;     // as the client chose it; keys of different actors are different keys
  std::string_view request;  // a digest of what is asked for
};

struct Reply {
  bool same_request = true;         // the key came with this request, and not with another
  std::optional<int> status;        // nothing: it was begun, and its end is not known
  std::optional<std::string> body;  // nothing: too long to keep, or it held a secret
};

class ReplyChanges {
 public:
  explicit ReplyChanges(Changes changes) : m_changes(std::move(changes)) {}

  // What the key stands for already; nothing: it is new, and stands for this request from now on.
  Result<std::optional<Reply>> begin(const ReplyKey& key);
  // The answer to what was begun; nothing: it is not kept.
  Result<void> finish(const ReplyKey& key, int status, std::optional<std::string_view> body);
  // It was not done: the key is free again.
  Result<void> forget(const ReplyKey& key);

 private:
  Changes m_changes;
};

}  // namespace assay::store
