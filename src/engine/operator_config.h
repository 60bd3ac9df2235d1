// What the operator of this machine decides, and no commit can: operator.toml in the repository's git
// folder (<git>/assay/operator.toml), else in $XDG_CONFIG_HOME/assay (or ~/.config/assay). The first that is
// there counts, whole. It is read from no work tree, so the work that is judged cannot change it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "messages/mail.h"
#include "messages/services.h"
#include "model/notice.h"

namespace assay::engine {

// Who is told of notices: [[notify]]. Either an address or a command.
struct Receiver {
  std::string name;
  std::string url;
  std::string command;  // a shell command
  messages::Service service = messages::Service::webhook;
  std::string secret_file;                // webhook: signs requests; ntfy: access token; mail: password; may be empty
  std::string user;                       // of a mail server
  messages::MailAddresses mail;           // of a mail
  std::string page;                       // address of the page, for links; empty: there are none
  std::vector<model::NoticeKind> events;  // empty: all
  std::uint64_t timeout_ms = 10'000;
};

// Where traces go: [otel].
struct OtelConfig {
  std::string endpoint;  // "http://127.0.0.1:4318"; empty: nothing is sent
  std::vector<std::pair<std::string, std::string>> headers;
  std::string service = "assay";  // service.name of the resource
};

struct OperatorConfig {
  std::string file;         // where it was read; empty: there is none
  std::string signing_key;  // [attest] key: a PEM file; empty: our own in the git folder
  std::vector<Receiver> receivers;
  OtelConfig otel;
};

// A receiver from elsewhere, held to the same rules; `where` is what errors begin with.
Result<void> check_receiver(const Receiver& receiver, const std::string& where);
Result<std::vector<model::NoticeKind>> notice_kinds_in(const std::vector<std::string>& names, const std::string& where);

Result<OperatorConfig> parse_operator_config(std::string_view text, std::string_view name);
// `private_folder`: see engine/home.h.
Result<OperatorConfig> load_operator_config(const std::string& private_folder);

// The file that counts; empty when there is none.
std::string operator_config_file(const std::string& private_folder);
// Where it would be read first: for messages.
std::string operator_config_path(const std::string& private_folder);

}  // namespace assay::engine
