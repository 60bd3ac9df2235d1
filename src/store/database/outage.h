// A server that is gone. All connections of this process to it wait for it together: the time that they give it is
// spent once for each outage. Who comes later tries once and says so at once.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/mutex.h"

namespace assay::store {

class Outage {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::seconds k_patience{10};  // for a server that starts again

  // A connection was refused: until when to try. The first refusal sets it.
  Moment refused(Moment now) EXCLUDES(m_mutex);
  void connected() EXCLUDES(m_mutex);

  // The one of that address, for the life of the process.
  static Outage& of(const std::string& url);

 private:
  Mutex m_mutex;
  std::optional<Moment> m_until GUARDED_BY(m_mutex);
};

}  // namespace assay::store
