#include "base/needles.h"

#include <cstdio>
#include <cstdlib>

#include <hs/hs.h>

namespace assay {

namespace {

// Only a broken build or no memory can bring us here; there is nothing to go on with.
void require(hs_error_t status, const char* what) {
  if (status == HS_SUCCESS) return;
  std::fprintf(stderr, "assay: the pattern scanner %s (%d)\n", what, status);
  std::abort();
}

int on_hit(unsigned id, unsigned long long, unsigned long long to, unsigned, void* context) {
  static_cast<std::vector<NeedleScan::Hit>*>(context)->push_back({static_cast<std::uint32_t>(to), id});
  return 0;
}

int on_mask(unsigned id, unsigned long long, unsigned long long, unsigned, void* context) {
  *static_cast<NeedleMask*>(context) |= NeedleMask{1} << id;
  return 0;
}

}  // namespace

Needles::Needles(const char* begin, const char* end) {
  require(hs_deserialize_database(begin, static_cast<size_t>(end - begin), &m_database), "could not be loaded");
}

Needles::~Needles() {
  for (hs_scratch* scratch : m_idle) hs_free_scratch(scratch);
  hs_free_database(m_database);
}

hs_scratch* Needles::borrow() const {
  {
    const std::lock_guard lock(m_mutex);
    if (!m_idle.empty()) {
      hs_scratch* scratch = m_idle.back();
      m_idle.pop_back();
      return scratch;
    }
  }
  hs_scratch* scratch = nullptr;
  require(hs_alloc_scratch(m_database, &scratch), "found no memory");
  return scratch;
}

void Needles::give_back(hs_scratch* scratch) const {
  const std::lock_guard lock(m_mutex);
  m_idle.push_back(scratch);
}

NeedleScan::NeedleScan(const Needles& needles) : m_needles(needles), m_scratch(needles.borrow()) {}

NeedleScan::~NeedleScan() { m_needles.give_back(m_scratch); }

NeedleMask NeedleScan::mask(std::string_view text) {
  NeedleMask found = 0;
  require(hs_scan(m_needles.m_database, text.data(), static_cast<unsigned>(text.size()), 0, m_scratch, on_mask, &found),
          "failed");
  return found;
}

const std::vector<NeedleScan::Hit>& NeedleScan::scan(std::string_view text) {
  m_hits.clear();
  require(hs_scan(m_needles.m_database, text.data(), static_cast<unsigned>(text.size()), 0, m_scratch, on_hit, &m_hits),
          "failed");
  return m_hits;
}

}  // namespace assay
