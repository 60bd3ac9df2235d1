// Evidence that the files of a commit show, without anything being run: a pattern, its absence, a file.
#pragma once

#include <string>

#include "base/result.h"
#include "git/snapshot.h"
#include "model/critic.h"
#include "model/task.h"

namespace assay::engine {

// grep, absent, and an artefact that no command has to make.
bool is_shown_by_files(const model::SuccessCriterion& criterion);

// What the tree says of evidence of these kinds; all other evidence is not judged.
Result<model::CriterionReport> look_at_tree(const model::SuccessCriterion& criterion, const git::Tree& tree);

// A file of this content against the size and digest that the evidence asks for.
model::CriterionReport judge_artefact(const model::SuccessCriterion& criterion, const std::string& path,
                                      const std::string& content);

}  // namespace assay::engine
