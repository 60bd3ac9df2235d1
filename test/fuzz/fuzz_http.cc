// Requests come from anybody who can reach the port: any bytes, cut anywhere, give one request or a
// refusal, and the cut does not matter. What is admitted is then taken apart as an address.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/request_reader.h"
#include "serve/http/target.h"
#include "serve/routes/routes.h"

namespace {

using namespace assay::serve;
using State = RequestReader::State;

struct Read {
  State state = State::head;
  int status = 0;
  std::string method, target, body;
  size_t headers = 0;
  bool operator==(const Read&) const = default;
};

Read read(std::string_view bytes, size_t piece) {
  RequestReader reader;
  std::string in;
  while (reader.state() != State::failed && reader.state() != State::done) {
    const size_t used = reader.put(in);
    in.erase(0, used);
    if (reader.state() == State::head_done) {
      reader.take_body(1 << 16);
      continue;
    }
    if (used > 0 && !in.empty()) continue;
    if (bytes.empty()) break;
    in += bytes.substr(0, piece);
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  Read out;
  out.state = reader.state();
  if (out.state == State::failed) out.status = reader.status();
  if (out.state == State::done) {
    auto request = reader.take();
    out.method = request.method;
    out.target = request.target;
    out.headers = request.headers.size();
    out.body = std::move(request.body);
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  static const Router router;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto whole = read(bytes, size + 1);
  const auto cut = read(bytes, 1 + size % 7);
  if ((whole.state == State::done) != (cut.state == State::done)) std::abort();
  if (whole.state == State::done && !(whole == cut)) std::abort();
  const auto target = read_target(whole.state == State::done ? std::string_view(whole.target) : bytes);
  if (!target) return 0;
  for (const auto& part : target->path) {
    if (part == ".." || part == "." || part.find('\0') != std::string::npos) std::abort();
  }
  const auto found = router.find(whole.method.empty() ? "GET" : whole.method, target->path);
  if (found.route.operation != nullptr) {
    (void)request_for(*found.route.operation, found.route, *target, whole.body);
  }
  return 0;
}
