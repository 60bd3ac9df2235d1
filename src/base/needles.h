// Many fixed patterns found in one pass at gigabytes a second.
//
// A reader must look at every byte of a log or diff, but nearly every line is dull. Each room that
// reads text keeps a table of needles (needles.txt: literals and small expressions, grouped into at
// most 64 classes); the build compiles it for vectorscan and embeds it. The scan tells which lines
// hold which classes, and only those lines are read closely, by hand-written code. A needle is
// therefore a hint and never a finding by itself.
//
// Needles may be shared by threads; a NeedleScan belongs to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/mutex.h"

struct hs_database;
struct hs_scratch;

namespace assay {

using NeedleMask = std::uint64_t;  // bit n: class n was found

class Needles {
 public:
  // REQUIRES: the bytes stay alive, are aligned to 64 and are what tools/compile_needles wrote.
  explicit Needles(const char* image) : m_database(reinterpret_cast<const hs_database*>(image)) {}
  ~Needles();
  Needles(const Needles&) = delete;
  Needles& operator=(const Needles&) = delete;

 private:
  friend class NeedleScan;
  // Making a scratch area costs more than reading a small log (the database is summed up anew), so
  // those no longer used are kept.
  hs_scratch* borrow() const;
  void give_back(hs_scratch* scratch) const;

  const hs_database* m_database;
  mutable Mutex m_mutex;
  mutable std::vector<hs_scratch*> m_idle GUARDED_BY(m_mutex);
};

class NeedleScan {
 public:
  struct Hit {
    std::uint32_t end;  // offset just past the match
    std::uint32_t needle_class;
  };

  enum class Threads { one, all };
  explicit NeedleScan(const Needles& needles, Threads threads = Threads::all);
  ~NeedleScan();
  NeedleScan(const NeedleScan&) = delete;
  NeedleScan& operator=(const NeedleScan&) = delete;

  // All hits in text, by ascending end. Valid until the next call. After a few large texts, the
  // scan shares them with threads of its own, one per further processor, unless told to stay on one;
  // needles never span lines.
  const std::vector<Hit>& scan(std::string_view text);
  // The classes found in a text; hits of an earlier scan() stay valid.
  NeedleMask mask(std::string_view text);

  // Calls on_line(line without '\n', its offset, mask) for each line of text that holds a needle.
  template <class OnLine>
  void lines_with_needles(std::string_view text, OnLine&& on_line) {
    const auto& hits = scan(text);
    for (size_t i = 0; i < hits.size();) {
      const size_t last = hits[i].end > 0 ? hits[i].end - 1 : 0;
      const size_t before = last == 0 ? std::string_view::npos : text.rfind('\n', last - 1);
      const size_t begin = before == std::string_view::npos ? 0 : before + 1;
      size_t end = text.find('\n', last);
      if (end == std::string_view::npos) end = text.size();
      NeedleMask mask = 0;
      for (; i < hits.size() && hits[i].end <= end; ++i) mask |= NeedleMask{1} << hits[i].needle_class;
      if (mask == 0) mask |= NeedleMask{1} << hits[i++].needle_class;  // a needle that ends in '\n'
      on_line(text.substr(begin, end - begin), begin, mask);
    }
  }

 private:
  struct Worker;
  void scan_part(std::string_view text, hs_scratch* scratch, std::vector<Hit>& hits) const;
  void scan_shared(std::string_view text);
  void hire();

  const Needles& m_needles;
  hs_scratch* m_scratch = nullptr;
  std::vector<Hit> m_hits;
  std::vector<std::unique_ptr<Worker>> m_workers;
  unsigned m_large_texts = 0;  // seen so far, up to when help is hired
};

}  // namespace assay
