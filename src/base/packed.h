// Files that tools/pack_files put into one text, which the program carries.
#pragma once

#include <string_view>
#include <vector>

namespace assay {

struct PackedFile {
  std::string_view name;     // from the folder that was packed, with slashes
  std::string_view content;  // both look into the text
};

// Those up to the first place that is not sound.
std::vector<PackedFile> unpack(std::string_view pack);

}  // namespace assay
