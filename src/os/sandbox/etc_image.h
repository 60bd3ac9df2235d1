// The /etc of a sandbox: what programs want to know and everybody may. Internal to os.
//
// Each mount makes a sandbox a third of a millisecond slower, and /etc would need dozens. So the
// wanted entries are copied into one folder, kept in the user's cache and mounted as a whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::os {

struct EtcIdentity {  // of the person inside
  unsigned user = 0;
  unsigned group = 0;
  std::string home;
  bool uses_network = false;
};

// The folder to mount, made anew when it is missing, older than ten minutes, or something in /etc was
// replaced. Nothing when there is no cache to keep it in, or it lies in one of `writable`.
std::optional<std::string> etc_image(const EtcIdentity& identity, const std::vector<std::string>& writable);

// Writes the same to a new folder.
bool make_etc(const EtcIdentity& identity, const std::string& folder);

// The wanted entries of /etc, for those who show the real ones.
std::vector<std::string> wanted_in_etc();

}  // namespace assay::os
