// Any bytes may come from a server. Beyond not crashing: whole or in drips the answer is the same, and
// the body is never longer than asked for.
#include <cstdint>
#include <string_view>

#include "base/http_answer.h"
#include "drip.h"

namespace {

using namespace assay;

struct Read {
  bool good = false;
  HttpAnswer answer;
};

Read read(std::string_view text, size_t piece) {
  HttpAnswerReader reader(100);
  Read out;
  for (size_t at = 0; at < text.size(); at += piece) {
    const auto step = reader.take(text.substr(at, piece));
    if (!step) return out;
    if (*step == HttpAnswerReader::Step::done) {
      out.good = true;
      out.answer = reader.answer();
      return out;
    }
  }
  out.good = reader.end().has_value();
  out.answer = reader.answer();
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto whole = read(text, size + 1);
  const auto dripped = read(text, 1);
  assay::fuzz::require(whole.good == dripped.good);
  if (!whole.good) return 0;
  assay::fuzz::require(whole.answer.body.size() <= 100);
  assay::fuzz::require(whole.answer.status == dripped.answer.status && whole.answer.body == dripped.answer.body);
  return 0;
}
