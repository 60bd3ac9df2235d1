// Proofs kept in the state folder of the repository (engine/state_folder.h), where no command of a change can write:
// the same change on the same base is not tried twice.
#pragma once

#include <optional>
#include <string>

#include "model/proof.h"

namespace assay::engine {

class KeptProof {
 public:
  // `key`: hexadecimal, names all that the proof depends on.
  KeptProof(const std::string& git_folder, std::string key) : m_git_folder(git_folder), m_key(std::move(key)) {}

  std::optional<model::Proof> find() const;
  // What cannot be kept is found out again the next time.
  void keep(const model::Proof& proof) const;

 private:
  std::string m_git_folder;
  std::string m_key;
};

}  // namespace assay::engine
