// Whatever a title holds, what reaches the terminal moves no cursor and is no wider than asked.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/printable.h"
#include "base/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace assay;
  if (size == 0) return 0;
  const size_t columns = data[0] % 100;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string line = printable(text);
  if (!is_utf8(line)) std::abort();
  for (const char c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) std::abort();
  }
  if (printable(line) != line) std::abort();
  if (columns_of(fit(line, columns)) > columns) std::abort();
  for (const auto& part : wrap(printable_lines(text), columns)) {
    if (columns_of(part) > (columns < 2 ? 2 : columns)) std::abort();
  }
  return 0;
}
