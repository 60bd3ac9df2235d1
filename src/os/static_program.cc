// The kernel says where it loaded the interpreter of the program (ld.so); a static program has none.
#include "os/static_program.h"

#include <sys/auxv.h>

namespace assay::os {

bool is_static_program() { return ::getauxval(AT_BASE) == 0; }

}  // namespace assay::os
