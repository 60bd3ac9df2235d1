// Where the launcher begins, once there is a stack (os/process/launcher/bare.cc).
#pragma once

namespace assay::os {

int launch(int argc, char** argv);  // an exit status

}  // namespace assay::os
