#include "hooks/client.h"

namespace assay::hooks {

std::string_view name_of(Client client) {
  switch (client) {
    case Client::claude: return "claude";
    case Client::codex: return "codex";
    case Client::gemini: return "gemini";
    case Client::copilot: return "copilot";
    case Client::cursor: break;
  }
  return "cursor";
}

std::optional<Client> client_named(std::string_view name) {
  for (const auto client : k_clients) {
    if (name_of(client) == name) return client;
  }
  return std::nullopt;
}

}  // namespace assay::hooks
