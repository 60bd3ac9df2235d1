#include "git/revision.h"

#include <algorithm>

#include "base/text.h"

namespace assay::git {

Result<void> check_revision(std::string_view revision) {
  if (revision.size() > k_longest_revision) {
    return invalid_input(
        cat("the name of a revision has ", revision.size(), " bytes; at most ", k_longest_revision, " are taken"));
  }
  if (std::any_of(revision.begin(), revision.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; })) {
    return invalid_input(cat("the name of a revision holds control characters: ", excerpt(to_utf8(revision), 80)));
  }
  return {};
}

}  // namespace assay::git
