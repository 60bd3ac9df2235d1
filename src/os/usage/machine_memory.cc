#include "os/usage/machine_memory.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {

namespace {

struct Row {
  std::string_view name;
  std::uint64_t bytes = 0;
};

// "MemFree:        21640968 kB"
void read_row(std::string_view line, Row* rows, size_t count) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return;
  for (size_t i = 0; i < count; ++i) {
    if (line.substr(0, colon) != rows[i].name) continue;
    const auto number = trim_left(line.substr(colon + 1));
    rows[i].bytes = parse_uint(number.substr(0, number.find(' '))).value_or(0) * 1024;
    return;
  }
}

}  // namespace

MachineMemory machine_memory_in(std::string_view meminfo) {
  enum { total, free, available, buffers, cached, swap_cached, swap_total, swap_free, anonymous, shared, slab, count };
  Row rows[count] = {{"MemTotal"},  {"MemFree"},  {"MemAvailable"}, {"Buffers"}, {"Cached"},      {"SwapCached"},
                     {"SwapTotal"}, {"SwapFree"}, {"AnonPages"},    {"Shmem"},   {"SReclaimable"}};
  for (const auto line : split_lines(meminfo)) read_row(line, rows, count);
  MachineMemory out;
  out.total = rows[total].bytes;
  out.available = rows[available].bytes;
  out.shared = rows[shared].bytes;
  out.swapped = rows[swap_total].bytes - std::min(rows[swap_total].bytes, rows[swap_free].bytes);
  std::uint64_t others = 0;
  for (const auto each : {free, buffers, cached, swap_cached, anonymous, slab}) others += rows[each].bytes;
  out.kernel = out.total - std::min(out.total, others);
  return out;
}

MachineMemory machine_memory() { return machine_memory_in(read_file("/proc/meminfo", 1 << 16).value_or("")); }

}  // namespace assay::os
