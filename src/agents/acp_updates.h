// What an ACP agent tells of its work, apart from the talk with it. Internal to agents.
#pragma once

#include <memory>

#include "agents/reader.h"

namespace assay::agents {

// The events in the update of a session.
void tell_update(const json::object& update, const OnEvent& on_event);

// Reads what such an agent said to somebody else: nothing is answered.
std::unique_ptr<Reader> make_acp_listener();

}  // namespace assay::agents
