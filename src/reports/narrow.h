// How a selection reaches each runner: our hooks read it in the runner's process, or it becomes words of the command.
// Inside this room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/ask.h"
#include "reports/find.h"
#include "reports/reach.h"

namespace assay::reports {

// Variables and files by which hooks learn of the selection.
std::vector<std::string> selection_environment(const AskInput& input, const FindResult& seen);
std::vector<Hook> selection_hooks(const AskInput& input);

// What is put into the command so that this runner runs only what is selected. Nothing: it would run more.
std::optional<std::vector<Edit>> narrowing_of(const Found& found, const AskInput& input);

// Files of the tree as this command sees them from its folder; those outside of it are left out.
std::vector<std::string> below_folder(const std::vector<std::string>& files, const std::string& folder);

// By words in the command.
std::optional<std::vector<Edit>> narrow_go(const Found& found, const AskInput& input);
std::optional<std::vector<Edit>> narrow_cargo(const Found& found, const AskInput& input);
std::optional<std::vector<Edit>> narrow_php(const Found& found, const AskInput& input);
std::optional<std::vector<Edit>> narrow_maven(const Found& found, const AskInput& input);

}  // namespace assay::reports
