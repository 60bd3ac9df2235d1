#include "engine/prove/kept_proof.h"

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/state_folder.h"
#include "os/files.h"
#include "os/private_file.h"
#include "report/proof.h"
#include "report/schemas.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_proofs_folder = "proofs";
constexpr std::uint64_t k_largest_proof = std::uint64_t{16} << 20;
constexpr size_t k_most_proofs = 64;  // of one repository; the oldest go

}  // namespace

std::optional<model::Proof> KeptProof::find() const {
  const auto state = state_folder(m_git_folder);
  if (!state) return std::nullopt;
  const auto text = os::read_file(os::join_path(*state, cat(k_proofs_folder, "/", m_key)), k_largest_proof);
  if (!text) return std::nullopt;
  const auto value = parse_json(*text, "a kept proof");
  if (!value || !report::violations(report::proof_schema(), *value).empty()) return std::nullopt;  // of another version
  return report::read_proof(*value);
}

void KeptProof::keep(const model::Proof& proof) const {
  const auto state = make_state_folder(m_git_folder);
  if (!state) return;
  const auto folder = os::join_path(*state, k_proofs_folder);
  if (!os::make_private_folder(folder)) return;
  if (os::write_private_file(os::join_path(folder, m_key), write_json(report::proof_json(proof))))
    os::remove_oldest(folder, k_most_proofs);
}

}  // namespace assay::engine
