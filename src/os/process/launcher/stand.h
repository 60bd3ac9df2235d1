// The launcher when it stands: the sandbox stays, and commands come and go.
//
// Between two commands nothing may pass: every process of the first is dead before the second starts
// (process 1 can kill them all by one call and adopts every orphan), and when the first left a trace in what
// they share (os/process/launcher/traces.h) there is no second: the sandbox is spent. What they leave in files is
// for whoever asks to remove.
#pragma once

namespace assay::os {

// Serves requests from the socket until its other end is closed; an exit status.
int stand(int socket);

}  // namespace assay::os
