// The coding agents whose hooks Assay answers, and what their hooks are about. Data only.
#pragma once

#include <optional>
#include <string_view>

namespace assay::hooks {

// copilot: VS Code and the Copilot command line, which share their settings and most of their fields.
enum class Client { claude, codex, gemini, copilot, cursor };
inline constexpr Client k_clients[] = {Client::claude, Client::codex, Client::gemini, Client::copilot, Client::cursor};

// start: a session begins. prompt: a person asked for something. edit: a tool is about to run.
// stop: the agent says that it is done. other: nothing that Assay has an answer to.
enum class Event { start, prompt, edit, stop, other };

std::string_view name_of(Client client);
std::optional<Client> client_named(std::string_view name);

}  // namespace assay::hooks
