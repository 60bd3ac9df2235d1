// Whether histories continue those of an earlier moment (an export, what was noted before): every mission that was
// there still is, and its checkpoint at the old head's number has the old head's hash. What a chain alone cannot show,
// that a whole history was removed or computed anew, this does. Holds one entry per mission of that moment.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "audit/chain.h"
#include "base/result.h"
#include "model/checkpoint.h"

namespace assay::audit {

class Continuation {
 public:
  // `earlier`: what the messages call that moment.
  explicit Continuation(std::string earlier = "the earlier export") : m_earlier(std::move(earlier)) {}

  void expect(const Head& old_head);

  // Told of everything that is there now; errors are `corrupt`.
  Result<void> checkpoint(const model::Checkpoint& checkpoint);
  Result<void> head(const Head& head);
  Result<void> finish() const;

 private:
  std::string m_earlier;
  std::map<std::string, Head, std::less<>> m_waiting;  // by mission
};

}  // namespace assay::audit
