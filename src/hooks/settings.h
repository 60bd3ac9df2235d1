// The settings files of the clients, with Assay's hooks added and taken out. What else stands in them stays.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "hooks/client.h"

namespace assay::hooks {

enum class Installed { no, partly, yes };  // partly: an event is missing, or its command is another one

// `text`: the file, empty when there is none. Error: it is not JSON, or what stands there cannot be added to.
Result<Installed> installed(std::string_view text, Client client, std::string_view command);

// With a hook for each event that the client has; hooks of Assay that stood there are replaced.
Result<std::string> with_hooks(std::string_view text, Client client, std::string_view command);

// Without them. Empty when nothing is left but what with_hooks writes into a new file.
Result<std::string> without_hooks(std::string_view text, Client client);

// Whether two texts hold the same JSON, whatever their layout.
bool is_same_document(std::string_view a, std::string_view b);

// Below the top of a repository, and below the home folder.
std::string_view project_file(Client client);
std::string_view user_file(Client client);

}  // namespace assay::hooks
