// Which paths are the implementation of a frontend or a backend: told by the file's ending and the
// folders it stands in. Tests, documents and settings are neither. Inside this room only.
#pragma once

#include <string_view>

namespace assay::plan {

enum class Side { neither, frontend, backend };
Side side_of(std::string_view path);

}  // namespace assay::plan
