// Calibrations and their results as they are kept on disk, in the state folder of the repository
// (engine/state_folder.h), where no command of a change can write. What an other version wrote is read as nothing.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "engine/calibrate/calibration.h"

namespace assay::engine {

json::value result_json(const VariantResult& result);
std::optional<VariantResult> read_result(const json::value& value);

// Writes a record into the folder of calibrations; what cannot be kept is lost.
void keep_record(const std::string& git_folder, const std::string& file, const json::value& record);
std::optional<json::value> find_record(const std::string& git_folder, const std::string& file);

// The last calibration.
void keep_calibration(const std::string& git_folder, const Calibration& calibration);
std::optional<Calibration> last_calibration(const std::string& git_folder);

}  // namespace assay::engine
