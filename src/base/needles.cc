// The scanner costs about a nanosecond a byte with a few hundred needles, many times what reading
// the bytes costs. Large inputs are therefore scanned by all processors, each taking some of the
// lines of a block; small ones never start a thread.
#include "base/needles.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <semaphore>
#include <thread>

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

constexpr size_t k_large_text = size_t{512} << 10;
constexpr unsigned k_large_texts_alone = 3;  // before help is hired
constexpr unsigned k_most_workers = 3;

int on_mask(unsigned id, unsigned long long, unsigned long long, unsigned, void* context) {
  *static_cast<NeedleMask*>(context) |= NeedleMask{1} << id;
  return 0;
}

}  // namespace

Needles::~Needles() {
  for (hs_scratch* scratch : m_idle) hs_free_scratch(scratch);
}

hs_scratch* Needles::borrow() const {
  {
    const MutexLock lock(m_mutex);
    if (!m_idle.empty()) {
      hs_scratch* scratch = m_idle.back();
      m_idle.pop_back();
      return scratch;
    }
  }
  hs_scratch* scratch = nullptr;
  require(hs_alloc_scratch(m_database, &scratch), "could not be prepared");
  return scratch;
}

void Needles::give_back(hs_scratch* scratch) const {
  const MutexLock lock(m_mutex);
  m_idle.push_back(scratch);
}

struct NeedleScan::Worker {
  explicit Worker(const NeedleScan& scan)
      : m_scan(scan), m_scratch(scan.m_needles.borrow()), m_thread([this] { work(); }) {}
  ~Worker() {
    m_leaving = true;
    m_go.release();
    m_thread.join();
    m_scan.m_needles.give_back(m_scratch);
  }
  void start(std::string_view part) {
    text = part;
    m_go.release();
  }
  void wait() { m_done.acquire(); }

  std::string_view text;
  std::vector<Hit> hits;

 private:
  void work() {
    for (m_go.acquire(); !m_leaving; m_go.acquire()) {
      hits.clear();
      m_scan.scan_part(text, m_scratch, hits);
      m_done.release();
    }
  }

  const NeedleScan& m_scan;
  hs_scratch* m_scratch;
  bool m_leaving = false;
  std::binary_semaphore m_go{0}, m_done{0};
  std::thread m_thread;  // last: it uses the rest
};

NeedleScan::NeedleScan(const Needles& needles, Threads threads)
    : m_needles(needles),
      m_scratch(needles.borrow()),
      m_large_texts(threads == Threads::one ? k_large_texts_alone + 1 : 0) {}

NeedleScan::~NeedleScan() {
  m_workers.clear();
  m_needles.give_back(m_scratch);
}

NeedleMask NeedleScan::mask(std::string_view text) {
  NeedleMask found = 0;
  require(hs_scan(m_needles.m_database, text.data(), static_cast<unsigned>(text.size()), 0, m_scratch, on_mask, &found),
          "failed");
  return found;
}

void NeedleScan::scan_part(std::string_view text, hs_scratch* scratch, std::vector<Hit>& hits) const {
  require(hs_scan(m_needles.m_database, text.data(), static_cast<unsigned>(text.size()), 0, scratch, on_hit, &hits),
          "failed");
}

void NeedleScan::hire() {
  const unsigned processors = std::thread::hardware_concurrency();
  for (unsigned i = 1; i < processors && i <= k_most_workers; ++i) m_workers.push_back(std::make_unique<Worker>(*this));
}

void NeedleScan::scan_shared(std::string_view text) {
  const size_t share = text.size() / (m_workers.size() + 1);
  std::string_view rest = text;
  const auto take_share = [&] {
    const size_t newline = share < rest.size() ? rest.find('\n', share) : std::string_view::npos;
    const std::string_view part = rest.substr(0, newline == std::string_view::npos ? rest.size() : newline + 1);
    rest.remove_prefix(part.size());
    return part;
  };
  const std::string_view own = take_share();
  for (const auto& worker : m_workers) worker->start(take_share());
  scan_part(own, m_scratch, m_hits);
  for (const auto& worker : m_workers) {
    worker->wait();
    const auto offset = static_cast<std::uint32_t>(worker->text.data() - text.data());
    for (const Hit& hit : worker->hits) m_hits.push_back({hit.end + offset, hit.needle_class});
  }
}

const std::vector<NeedleScan::Hit>& NeedleScan::scan(std::string_view text) {
  m_hits.clear();
  if (text.size() >= k_large_text && m_large_texts <= k_large_texts_alone && ++m_large_texts > k_large_texts_alone)
    hire();
  if (text.size() >= k_large_text && !m_workers.empty()) {
    scan_shared(text);
  } else {
    scan_part(text, m_scratch, m_hits);
  }
  return m_hits;
}

}  // namespace assay
