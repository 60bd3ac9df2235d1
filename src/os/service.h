// What a service owes the system that runs it.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::os {

// Tells the service manager (sd_notify): "READY=1", "STOPPING=1". Nothing happens when there is none.
void notify_service(std::string_view state);

// As many open files as this process is allowed; says how many.
size_t raise_file_limit();

}  // namespace assay::os
