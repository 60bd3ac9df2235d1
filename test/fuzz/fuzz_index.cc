// Any bytes as a git index: read or refused, and what was read is written back to something that
// reads the same. The checksum is put right first, or nothing would get past it.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "git/checkout/checksum.h"
#include "git/checkout/index_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay::git;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.size() >= 4) bytes.replace(0, 4, "DIRC");
  bytes += checksum(bytes, "sha1");
  const auto index = parse_index(bytes, "sha1", "input");
  if (!index) return 0;
  const auto again = parse_index(index_bytes(*index, "sha1"), "sha1", "output");
  if (!again || again->size() != index->size()) std::abort();
  for (size_t i = 0; i < index->size(); ++i) {
    if ((*again)[i].path != (*index)[i].path || (*again)[i].id != (*index)[i].id) std::abort();
  }
  return 0;
}
