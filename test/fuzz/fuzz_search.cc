// Words that people search for, what a client says it takes, and files that git could not merge: any text, read or
// refused, in bounds.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "drip.h"
#include "git/conflict_hunks.h"
#include "serve/http/compress.h"
#include "store/search.h"

namespace {

using namespace assay;
using fuzz::require;

void search(std::string_view text) {
  const auto words = store::Search::of(text);
  if (!words) return;
  require(words->is_all(words->in(to_utf8(text))));  // a text holds its own words
  if (!words->is_empty()) require(!words->is_all(words->in("")));
}

void read_hunks(std::string_view text) {
  const auto hunks = git::conflict_hunks(text);
  require(hunks.size() <= size_t{16} << 10);
  require(hunks.empty() || contains(hunks, "<<<<<<< "));
}

void accept(const std::string& text) {
  (void)serve::accepts_gzip(text);
  require(serve::accepts_gzip(cat("gzip, ", text)));
  require(!serve::accepts_gzip(cat("gzip;q=0, ", text)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  search(text);
  read_hunks(text);
  accept(text);
  return 0;
}
