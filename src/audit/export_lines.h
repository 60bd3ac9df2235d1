// The four kinds of lines of an export, each with its writer and its reader. Errors of the readers
// are `corrupt` and do not name the line's number.
#pragma once

#include <string>
#include <string_view>

#include "audit/chain.h"
#include "audit/export.h"
#include "base/result.h"
#include "model/checkpoint.h"

namespace assay::audit {

bool is_id(std::string_view text);

std::string header_line(const ExportHeader& header);
std::string checkpoint_line(const model::Checkpoint& checkpoint);
std::string head_line(const Head& head);
std::string seal_line(std::string_view seal);

enum class LineKind { header, checkpoint, head, seal, unknown };
LineKind kind_of(std::string_view line);

Result<ExportHeader> read_header(std::string_view line);
Result<model::Checkpoint> read_checkpoint(std::string_view line);
Result<Head> read_head(std::string_view line);
Result<std::string> read_seal(std::string_view line);

}  // namespace assay::audit
