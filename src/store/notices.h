// Notices: what people should hear of. An outbox, written with the changes that cause them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/notice.h"
#include "store/store.h"

namespace assay::store {

struct DeliveryAttempt {
  std::string receiver;
  bool delivered = false;
  std::string error;            // else: why not
  std::optional<Time> next_at;  // and when again; nothing: never
};

struct Outgoing {
  model::Notice notice;
  std::string receiver;
};

struct NoticeFilter {
  std::optional<model::DeliveryState> state;  // with a delivery in that state
  std::uint32_t limit = 50;                   // at most k_largest_page
};

class Notices {
 public:
  explicit Notices(Database& database) : m_database(database) {}

  Result<model::Notice> find(const model::NoticeId& id) const;
  Result<std::vector<model::Notice>> list(const NoticeFilter& filter) const;    // newest first
  Result<std::vector<model::NoticeId>> unaddressed(std::uint32_t limit) const;  // oldest first
  Result<std::optional<Time>> next_delivery_at() const;  // when there is something to do; nothing: never

 private:
  Database& m_database;
};

class NoticeChanges {
 public:
  explicit NoticeChanges(Changes changes) : m_changes(std::move(changes)) {}

  // Decides, once, to whom it goes; a second time nothing changes.
  Result<model::Notice> address(const model::NoticeId& id, std::span<const std::string> receivers);
  // A delivery that is due, for nobody else until the lease is over.
  Result<std::optional<Outgoing>> claim_delivery(std::int64_t lease_ms);
  Result<void> note_delivery(const model::NoticeId& id, const DeliveryAttempt& attempt);
  // Dead deliveries are tried again and waiting ones at once, of one notice or (dead ones only) of all; how many.
  Result<std::uint32_t> retry_deliveries(const std::optional<model::NoticeId>& only);

 private:
  Changes m_changes;
};

}  // namespace assay::store
