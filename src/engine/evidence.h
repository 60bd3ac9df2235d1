// Evidence on disk, named by its content: .assay/evidence/<2 digits>/<62 digits>. A digest that a
// verdict cites can be opened later, and cannot have changed since.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::engine {

constexpr std::uint64_t k_document_limit = std::uint64_t{64} << 20;  // of a report that is read back

class Evidence {
 public:
  // `folder` is made when the first piece is kept.
  explicit Evidence(std::string folder) : m_folder(std::move(folder)) {}

  // Takes the file in (moves it when it can, the original is gone afterwards) and gives its digest.
  Result<std::string> keep_file(const std::string& path) const;
  Result<std::string> keep(std::string_view content) const;

  // Where a digest lies; not_found when it is not here. `read` also proves the content.
  Result<std::string> path_of(std::string_view digest) const;
  Result<std::string> read(std::string_view digest, std::uint64_t limit) const;

 private:
  std::string place_of(std::string_view digest) const;
  std::string m_folder;
};

}  // namespace assay::engine
