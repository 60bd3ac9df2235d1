#include "engine/land/attestations_audit.h"

#include <map>

#include "base/hash.h"
#include "base/text.h"
#include "engine/land/attest.h"
#include "store/landings.h"

namespace assay::engine {

namespace {

constexpr Time k_always{INT64_MAX};

// How often each line stands in the note on a commit, by the digest of the line.
using Lines = std::map<std::string, int>;

Result<Lines> lines_on(const git::Repository& repository, const std::string& commit) {
  TRY_ASSIGN(const auto note, attestations_of(repository, commit));
  Lines out;
  if (!note) return out;
  for (const auto line : split_lines(*note)) ++out[sha256_hex(line)];
  return out;
}

std::string fault_of(const store::LandingSignature& landing, const Lines& lines) {
  const std::string where = cat("the note on commit ", landing.tip, " in ", k_attestations);
  const std::string what = cat("the attestation of mission ", landing.mission.text);
  if (lines.empty()) return cat(where, " is missing, and with it ", what);
  return cat(what, lines.contains(landing.approval) ? " stands twice in " : " is missing in ", where);
}

}  // namespace

Result<AttestationsAudit> check_attestations(const git::Repository& repository, const store::Store& store) {
  AttestationsAudit out;
  TRY_ASSIGN(out.not_signed, store.landings().not_signed());
  std::map<std::string, Lines> notes;
  TRY_ASSIGN(auto landing, store.landings().signed_before(k_always, ""));
  while (landing) {
    auto found = notes.find(landing->tip);
    if (found == notes.end()) {
      TRY_ASSIGN(auto lines, lines_on(repository, landing->tip));
      found = notes.emplace(landing->tip, std::move(lines)).first;
    }
    const auto line = found->second.find(landing->approval);
    if (line != found->second.end() && line->second == 1) {
      ++out.attested;
    } else if (!out.fault) {
      out.fault = fault_of(*landing, found->second);
    }
    TRY_ASSIGN(landing, store.landings().signed_before(landing->signed_at, landing->landing));
  }
  return out;
}

}  // namespace assay::engine
