#include "base/packed.h"

#include "base/text.h"

namespace assay {

std::vector<PackedFile> unpack(std::string_view pack) {
  std::vector<PackedFile> files;
  while (!pack.empty()) {
    const size_t end = pack.find('\n');
    const auto line = pack.substr(0, end);
    const size_t blank = line.rfind(' ');
    const auto size = blank == std::string_view::npos ? std::nullopt : parse_uint(line.substr(blank + 1));
    if (end == std::string_view::npos || !size || *size > pack.size() - end - 1) break;
    files.push_back({line.substr(0, blank), pack.substr(end + 1, *size)});
    pack.remove_prefix(end + 1 + *size);
  }
  return files;
}

}  // namespace assay
