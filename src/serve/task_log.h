// What the agent of a task printed, as it is or as people read it: while it works what is written live, afterwards
// the log among the evidence.
#pragma once

#include <string>

#include "ops/context.h"
#include "serve/http/message.h"
#include "serve/http/target.h"

namespace assay::serve {

// `?run=N` is the task's Nth run, from 1; otherwise what goes on, or the latest. `?follow=true` goes on until the
// task no longer runs.
Response task_log(ops::Context& context, std::string_view task, const Target& target, const Request& request);

// The same as its transcript, docs/formats/transcript.md: a JSON object a line.
Response task_transcript(ops::Context& context, std::string_view task, const Target& target);

}  // namespace assay::serve
