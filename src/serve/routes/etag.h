// The ETag of an answer: what it is about and in which version, and what it says. The first part is what a
// change is held to (If-Match), the whole is what a client asks about that has it already (If-None-Match).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ops/context.h"
#include "serve/routes/routes.h"

namespace assay::serve {

// "mission-abc@17", "task-abc@…": of the mission or task that the address names; empty for other
// addresses. Taken before the answer is made, so that the answer is never older than it says.
std::string version_of(ops::Context& context, const Route& route);

std::string etag_of(std::string_view version, std::string_view body);  // with its quotes

// Whether a list of ETags, as headers have them, holds this one, or that of its compressed form.
bool names_etag(std::string_view header, std::string_view etag);

// What If-Match holds a change to.
struct Expected {
  std::string id;
  std::string stamp;
};
// `version`: what the address names as it is now (version_of). Nothing for "*" and an empty header; error
// conflict when no ETag of the list is a strong one of that very thing in that version. The store asks again
// when it makes the change (store/expectation.h); this keeps operations from doing something else first, such
// as asking git, for nothing.
Result<std::optional<Expected>> expected_by(std::string_view if_match, std::string_view version);

}  // namespace assay::serve
