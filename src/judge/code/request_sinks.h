// Places that must not be handed what a request says as it stands: paths, redirects, markup, templates,
// addresses to fetch.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "judge/tokens.h"

namespace assay::judge {

// The names that the new side of a hunk gives to data of a request: q = request.args["q"].
std::unordered_set<std::string> request_names(const CodeHunk& hunk);

// What the line does with request data, read on the spot or kept under one of `names`; empty: nothing.
std::string_view request_sink(const CodeLine& line, const Tokens& t, diff::Language language,
                              const std::unordered_set<std::string>& names);

}  // namespace assay::judge
