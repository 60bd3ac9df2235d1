// Newlines and terminal controls of a block in one pass, 32 bytes at a time in the compilers' portable
// vectors. Every byte of every log comes by here; with AVX2 this costs a tenth of what the scan does.
#include <algorithm>
#include <cstring>

#include "base/source.h"
#include "logs/clean.h"

namespace assay::logs {

namespace {

using Bytes = unsigned char __attribute__((vector_size(32)));
constexpr size_t k_width = sizeof(Bytes);
constexpr size_t k_stride = 4 * k_width;

bool is_odd(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(text[at]);
  if (c == '\r') return at + 1 < text.size() && text[at + 1] != '\n';
  return (c < ' ' && c != '\t' && c != '\n') || c == 0x7F;
}

bool any_odd(std::string_view text, size_t from, size_t to) {
  for (size_t at = from; at < to; ++at) {
    if (is_odd(text, at)) return true;
  }
  return false;
}

// Bytes that may be controls, in any lane; newlines are subtracted from `count` as -1 each.
__attribute__((always_inline)) inline bool scan_stride(const char* at, Bytes& count) {
  Bytes odd{};
  for (size_t k = 0; k < k_stride; k += k_width) {
    Bytes b;
    std::memcpy(&b, at + k, k_width);
    const Bytes newline = reinterpret_cast<Bytes>(b == '\n');
    count -= newline;
    odd |= reinterpret_cast<Bytes>((b < ' ') & (b != '\t')) & ~newline;
    odd |= reinterpret_cast<Bytes>(b == 0x7F);
  }
  std::uint64_t parts[k_width / 8];
  std::memcpy(parts, &odd, k_width);
  return (parts[0] | parts[1] | parts[2] | parts[3]) != 0;
}

__attribute__((always_inline)) inline BlockScan scan(std::string_view text) {
  constexpr size_t k_rounds = 255 / (k_stride / k_width);  // before a lane of the count could overflow
  BlockScan out;
  size_t at = 0;
  while (text.size() - at >= k_stride && !out.controls) {
    Bytes count{};
    for (size_t round = 0; round < k_rounds && text.size() - at >= k_stride; ++round, at += k_stride) {
      if (scan_stride(text.data() + at, count) && any_odd(text, at, at + k_stride)) out.controls = true;
    }
    for (size_t lane = 0; lane < k_width; ++lane) out.newlines += count[lane];
  }
  out.controls = out.controls || any_odd(text, at, text.size());
  out.newlines += count_newlines(text.substr(at));
  return out;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) BlockScan scan_avx2(std::string_view text) { return scan(text); }
#endif

}  // namespace

BlockScan scan_block(std::string_view text) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return scan_avx2(text);
#endif
  return scan(text);
}

}  // namespace assay::logs
