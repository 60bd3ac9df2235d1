// The files of an agent's edits: what they are in the base, and what they would be afterwards.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "git/repository.h"
#include "hooks/input.h"

namespace assay::engine {

struct EditedFile {
  std::optional<std::string> base;   // nothing: the base has no such file
  std::optional<std::string> after;  // nothing: it goes
  bool fits = true;                  // whether it is known what it would be
};

// By path below the top. Files that are not of this repository are left out.
Result<std::map<std::string, EditedFile>> edited_files(const git::Repository& repository, const hooks::Input& input,
                                                       const std::string& base);

}  // namespace assay::engine
