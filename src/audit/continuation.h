// Whether histories continue those of an earlier export: every mission that was there still is, and
// its checkpoint at the old head's number has the old head's hash. What a chain alone cannot show, that
// a whole history was removed or computed anew, this does. Holds one entry per mission of the old export.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "audit/chain.h"
#include "base/result.h"
#include "model/checkpoint.h"

namespace assay::audit {

class Continuation {
 public:
  void expect(const Head& old_head);

  // Told of everything that is there now; errors are `corrupt`.
  Result<void> checkpoint(const model::Checkpoint& checkpoint);
  Result<void> head(const Head& head);
  Result<void> finish() const;

 private:
  std::map<std::string, Head, std::less<>> m_waiting;  // by mission
};

}  // namespace assay::audit
