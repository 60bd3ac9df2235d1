// Receivers of notices that were added by commands or by the API, beside those of operator.toml. They are kept in the
// user's state folder, where no change can reach them: webhooks.json, and the secret of each in a file of its own.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/operator_config.h"

namespace assay::engine {

struct Webhook {
  std::string id;     // "webhook-…"
  Receiver receiver;  // an address, never a command or a mail
  Time created_at;
  std::string created_by;  // "person:anna"
};

class WebhookFile {
 public:
  explicit WebhookFile(std::string folder) : m_folder(std::move(folder)) {}  // the state folder

  std::string path() const;
  Result<std::vector<Webhook>> load() const;  // empty when there is no file yet
  // Adds one, and gives the secret that signs its requests: it can be had this once. Empty: its service takes none.
  Result<std::string> add(Webhook& webhook) const;
  // By id or name; `change` changes its receiver. The error is not_found.
  Result<Webhook> edit(std::string_view which, const std::function<Result<void>(Receiver&)>& change) const;
  // A new secret; requests are signed with it from now on.
  Result<std::string> renew_secret(const Webhook& webhook) const;
  Result<Webhook> remove(std::string_view which) const;

 private:
  Result<void> save(const std::vector<Webhook>& webhooks) const;
  Result<std::string> write_secret(const Webhook& webhook) const;
  std::string m_folder;
};

// As it may be shown: of services whose address is a secret, the host alone; no query, no user in front of the host.
std::string shown_url(const Receiver& receiver);

// The receivers of operator.toml, and those. `git_folder`: Home::git_folder.
Result<OperatorConfig> load_receivers(const std::string& private_folder, const std::string& git_folder);

}  // namespace assay::engine
