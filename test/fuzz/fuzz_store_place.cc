// Addresses of stores and texts that PostgreSQL cannot keep as they are: no password is shown, and what is written is
// read back.
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "store/database/postgres_place.h"
#include "store/database/postgres_text.h"

using namespace assay;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto written = store::to_postgres(text);
  if (written.find('\0') != std::string::npos || !is_utf8(written)) std::abort();
  if (is_utf8(text) && store::from_postgres(written) != text) std::abort();
  (void)store::from_postgres(text);

  std::string secret;
  for (const char c : text) {
    if (is_alnum(c) || c == '@' || c == '/' || c == ':' || c == '?') secret += c;
  }
  const auto place = store::read_postgres_place(cat("postgresql://anna:", "S3CRET-", secret, "-S3CRET@host/db"));
  if (place && contains(place->shown, "S3CRET")) std::abort();
  (void)store::read_postgres_place(cat("postgresql://", text));
  return 0;
}
