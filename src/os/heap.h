// The memory of a process that runs for months: what it had for a moment goes back to the system.
#pragma once

namespace assay::os {

// For a server with many threads, called before it starts the first of them. Nothing happens with a C library that
// has no such settings.
void keep_heap_small();

// Gives back the pages that hold nothing any more. Takes a few milliseconds: for a pause, not for every request.
void give_back_memory();

}  // namespace assay::os
