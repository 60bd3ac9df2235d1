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

}  // namespace

Needles::Needles(const char* begin, const char* end) {
  require(hs_deserialize_database(begin, static_cast<size_t>(end - begin), &m_database), "could not be loaded");
}

Needles::~Needles() { hs_free_database(m_database); }

NeedleScan::NeedleScan(const Needles& needles) : m_needles(needles) {
  require(hs_alloc_scratch(needles.m_database, &m_scratch), "found no memory");
}

NeedleScan::~NeedleScan() { hs_free_scratch(m_scratch); }

const std::vector<NeedleScan::Hit>& NeedleScan::scan(std::string_view text) {
  m_hits.clear();
  require(hs_scan(m_needles.m_database, text.data(), static_cast<unsigned>(text.size()), 0, m_scratch, on_hit, &m_hits),
          "failed");
  return m_hits;
}

}  // namespace assay
