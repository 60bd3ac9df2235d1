// Whether this program brings its own C library, as the portable one does. Such a program must not open shared
// libraries: they belong to the C library of the machine.
#pragma once

namespace assay::os {

bool is_static_program();

}  // namespace assay::os
