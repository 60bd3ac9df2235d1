// Which tokens of a Python file only say what type something has. Inside the room.
#pragma once

#include <vector>

#include "prove/code_text.h"

namespace assay::prove {

// One flag a token. In the body of a class an annotation can make a field, and is none of these.
std::vector<bool> annotations_of(const CodeText& text);

}  // namespace assay::prove
