// Every operation and every document. An operation stands in the file of its subject; here is the order of them all.
#pragma once

#include <span>
#include <string_view>

#include "ops/operation.h"

namespace assay::ops {

// In the order that help shows them in.
std::span<const Operation* const> operations();
const Operation* find_operation(std::string_view name);

// In the order that `assay schema` names them in.
std::span<const NamedSchema* const> document_schemas();

}  // namespace assay::ops
