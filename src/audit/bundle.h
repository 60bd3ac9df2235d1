// The attestations of a landing as a file: one envelope a line. The approval names the others by their
// digests, and the batch that the landing came in, so that a dropped line or landing is noticed like a changed one.
// Verified with nothing but the public key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/envelope.h"
#include "audit/export.h"
#include "audit/statement.h"
#include "base/result.h"

namespace assay::audit {

constexpr std::uint64_t k_largest_bundle = std::uint64_t{64} << 20;

struct Landing {
  TestResult result;
  Summary summary;    // its inputs are filled in here
  Approval approval;  // its attestations too
};

// A landing signed: its lines, and the digest of the approval, which is the last of them.
struct SignedLanding {
  std::string text;
  std::string approval;
};
// The same landing and key give the same bytes.
SignedLanding sign_landing(const Landing& landing, const SigningKey& key);

struct Attestation {
  Statement statement;
  std::string digest;  // of its line, without the line end
};

struct BundleAudit {
  std::vector<Attestation> attestations;  // those found good, before the fault if there is one
  std::optional<Fault> fault;             // the first one
  std::vector<std::string> limits;        // what statements of older versions cannot show
};

// A bundle may hold several landings of one commit. With `expected` every subject must be that.
BundleAudit check_bundle(std::string_view text, const PublicKey& key, const std::optional<Subject>& expected);

// The statements of a bundle without any check of signatures: to be shown, never to be believed.
Result<std::vector<Attestation>> read_bundle(std::string_view text);

// Whether a text is meant to be a bundle, and not an export of histories.
bool looks_like_bundle(std::string_view beginning);

}  // namespace assay::audit
