// The part of `assay audit` that is about attestations of landings.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/options.h"

namespace assay::cli {

// Each gets the words behind the verb.
Result<int> show_attestations(const Parsed& options);
Result<int> export_bundle(const Parsed& options);
Result<int> print_key(const Parsed& options);
Result<int> attest_again(const Parsed& options);
Result<int> verify_commit(const std::string& revision, const Parsed& options);
Result<int> verify_bundle(const std::string& path, const std::string& text, const Parsed& options);

}  // namespace assay::cli
