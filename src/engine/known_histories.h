// What is known of a repository's histories outside of its store: the file `histories` in the user's state folder,
// one line for every head that was seen at the end of a command. A store that was emptied, replaced or set back to an
// older copy is intact in itself; against these lines it is not. See docs/formats/state.md.
//
// Lines are added and never changed; nobody waits for the disk. A line that is lost only means that less is known.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "audit/chain.h"
#include "base/result.h"
#include "store/store.h"

namespace assay::engine {

// By mission, the longest history that was seen. Empty when nothing is known.
using KnownHistories = std::map<std::string, audit::Head>;
KnownHistories known_histories(const std::string& git_folder);

// What the last line says against the store, in a sentence; nothing when it fits. Costs a few reads of one row: for
// every command.
std::optional<std::string> quick_loss(const std::string& git_folder, store::Store& store);

// Adds what was written since the last line. Nothing is added to a store that does not fit: what is known of the old
// one must not be covered up.
void note_histories(const std::string& git_folder, store::Store& store);

// Knows from now on what the store holds and nothing else; for losses that a person has accepted.
Result<void> renew_histories(const std::string& git_folder, const store::Store& store);

// Error corrupt: the store's history of that mission is not one that continues this head.
Result<void> check_continues(store::Store& store, const audit::Head& known);

}  // namespace assay::engine
