#include "engine/access/access_record.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::engine {

std::string access_record_path(const std::string& folder) { return os::join_path(folder, "access.jsonl"); }

Result<void> record_access(const std::string& folder, const std::string& actor, Time now, AccessChange change) {
  json::object line{{"at", to_iso(now)}, {"who", actor}, {"what", change.what}};
  for (auto& [key, value] : change.about) line.emplace(key, std::move(value));
  return os::append_private_file(access_record_path(folder), write_json(line) + "\n");
}

}  // namespace assay::engine
