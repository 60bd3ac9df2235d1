// What a client tells its hook on standard input: one JSON object, whose fields say which client it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "hooks/client.h"

namespace assay::hooks {

// A change of one file that a tool is about to make.
struct Edit {
  std::string path;                // as the client names it: absolute, or relative to the folder
  std::optional<std::string> old;  // replaced by `text`; nothing: the whole file becomes `text`
  std::string text;
  bool everywhere = false;  // every place of `old`, not the first alone
  bool removes = false;     // the file goes
  std::string moves_to;     // of one that goes: what takes its content; empty: nothing
};

struct Input {
  Client client = Client::claude;
  Event event = Event::other;
  std::string event_name;   // as the client spells it; the answer names it
  std::string session;      // whatever tells sessions apart; empty: not said
  std::string folder;       // where the agent works; empty: not said
  std::string transcript;   // path of a file; empty: not said
  std::string prompt;       // of the event, when it has one
  std::vector<Edit> edits;  // of the event edit
};

// `forced`: the client that the person named, else seen from the fields. Error: not a JSON object, or one
// that no client sends.
Result<Input> read_input(std::string_view json, std::optional<Client> forced);

}  // namespace assay::hooks
