// Redaction of any bytes: idempotent, independent of how the input is cut, and it keeps the lines.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/redact.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), std::min<size_t>(size, 32 * 1024));
  const std::string once = assay::redact(text);
  if (assay::redact(once) != once) std::abort();
  if (std::count(text.begin(), text.end(), '\n') != std::count(once.begin(), once.end(), '\n')) std::abort();

  const size_t step = text.empty() ? 1 : 1 + static_cast<unsigned char>(text[0]) % 61;
  assay::RedactStream stream;
  std::string pieces;
  for (size_t at = 0; at < text.size(); at += step) stream.feed(text.substr(at, step), pieces);
  stream.finish(pieces);
  if (pieces != once) std::abort();

  size_t end = 0;
  for (const assay::Secret& secret : assay::find_secrets(text.substr(0, text.find('\n')))) {
    if (secret.begin < end || secret.begin >= secret.end || secret.end > text.size()) std::abort();
    end = secret.end;
  }
  return 0;
}
