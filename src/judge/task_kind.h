// Whether a task asks for other behaviour, or for the same in another form: then nothing can be seen to differ.
#pragma once

#include <string_view>

#include "judge/rule.h"

namespace assay::judge {

// False of refactoring, faster code, renames, documents, comments, formatting, types, tests, dependencies. True where
// nothing says so: most tasks ask for something.
bool asks_for_behaviour(const TaskView& task);

// Says where something begins or ends ("at least 30", "exactly", "bis zu"), so that one more or less is wrong.
bool names_limits(std::string_view task);

// Done by a change of comments or layout: "Explain the cache", "Fix the indentation". `changes_comments`: else layout
// alone changes, which mentions nothing.
bool is_about_words(const TaskView& task, bool changes_comments);

// Behaviour is asked for, and all other behaviour is to stay: "… Everything else stays as it is."
bool keeps_the_rest(std::string_view task);

}  // namespace assay::judge
