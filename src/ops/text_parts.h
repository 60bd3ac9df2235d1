// Parts of the text for people that several answers share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/terminal.h"
#include "model/mission.h"
#include "ops/documents.h"
#include "ops/needs.h"
#include "ops/promised.h"

namespace assay::ops {

// People are told what it is; documents keep to the seven words.
std::string_view word_of(const model::Mission& mission);
Colour colour_of(model::MissionStatus status);
Colour colour_of(model::TaskState state);
// At most `most` rows; a last line says how many were left out.
std::string task_table(const std::vector<TaskDocument>& tasks, const Terminal& terminal, std::string_view indent,
                       size_t most = SIZE_MAX);
// Criteria and checks, numbered; below each criterion what would show it. `criteria` are those of the pack.
std::string pack_lines(const model::AcceptancePack& pack, const std::vector<PromisedCriterion>& criteria,
                       const Terminal& terminal);
// The same without a look at the base.
std::string pack_lines(const model::AcceptancePack& pack, const Terminal& terminal);
// "Waits for you", with the next step of each; empty when there is none.
std::string need_lines(const std::vector<Needed>& needed, const Terminal& terminal);
// What a person should know besides.
std::string notes_of(const std::vector<std::string>& notes, const Terminal& terminal);

}  // namespace assay::ops
