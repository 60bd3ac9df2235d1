// Reads git and plain unified diffs of any size in bounded memory: rename, copy, mode, binary,
// combined, quoted and non-UTF-8 names, missing newline at the end, CRLF, submodules. Also takes the
// short form tools paste: a "diff --git" line followed by + and - lines with no hunk header.
// Lines inside a hunk are counted, so a removed line that looks like a header is not one.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/source.h"
#include "diff/facts.h"

namespace assay::diff {

Result<Summary> read_diff(ByteSource& source, Visitor& visitor);
Summary read_diff_text(std::string_view text, Visitor& visitor);

}  // namespace assay::diff
