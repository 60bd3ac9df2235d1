#include "store/database/outage.h"

#include <map>

namespace assay::store {

namespace {

struct Known {
  Mutex mutex;
  std::map<std::string, Outage> outages GUARDED_BY(mutex);
};

}  // namespace

Outage::Moment Outage::refused(Moment now) {
  const MutexLock lock(m_mutex);
  if (!m_until) m_until = now + k_patience;
  return *m_until;
}

void Outage::connected() {
  const MutexLock lock(m_mutex);
  m_until.reset();
}

Outage& Outage::of(const std::string& url) {
  static Known known;
  const MutexLock lock(known.mutex);
  return known.outages[url];
}

}  // namespace assay::store
