// A file that grows, sent as it grows. It is read by its own descriptor, so that it may be removed when its
// writer is done; what was written before that is still sent.
#include <unistd.h>

#include "os/private_file.h"
#include "serve/core.h"

namespace assay::serve {

namespace {

constexpr size_t k_piece = 64 << 10;
constexpr auto k_pause = std::chrono::milliseconds(150);

// What a look at the file found.
struct Chunk {
  std::string bytes;  // to send
  bool moved = false;
  bool over = false;
};

struct Reading {
  std::shared_ptr<Followed> followed;
  os::Fd fd;
  std::uint64_t at = 0;
};

Chunk read_chunk(ops::Context& context, Reading& reading) {
  Chunk out;
  const auto& followed = *reading.followed;
  const bool goes_on = followed.goes_on(context);  // asked first: what is read after it is all there is
  if (!reading.fd.is_open()) {
    if (auto fd = os::open_to_read(reading.followed->path)) reading.fd = std::move(*fd);
  }
  if (reading.fd.is_open()) {
    out.bytes.resize(k_piece);
    const ssize_t n = ::pread(reading.fd.get(), out.bytes.data(), k_piece, static_cast<off_t>(reading.at));
    out.bytes.resize(n > 0 ? static_cast<size_t>(n) : 0);
    reading.at += out.bytes.size();
  }
  out.moved = !out.bytes.empty();
  out.over = !out.moved && !goes_on;
  if (followed.through && (out.moved || out.over)) out.bytes = followed.through(out.bytes);
  return out;
}

}  // namespace

Task<void> send_followed(Core& core, Connection& connection, std::shared_ptr<Followed> followed) {
  connection.phase = Phase::streaming;
  const auto reading = std::make_shared<Reading>();
  reading->followed = std::move(followed);
  Timer timer(core.io);
  while (!core.stopping && !connection.expired) {
    const auto found = std::make_shared<Chunk>();
    // By a name of its own: g++ 12 destroys a closure twice that is made inside a co_await.
    std::function<Response(ops::Context&)> work = [reading, found](ops::Context& context) {
      *found = read_chunk(context, *reading);
      return Response{};
    };
    const auto answer = co_await on_pool(core, std::move(work));
    if (answer.status != 200) co_return;
    if (!found->bytes.empty()) {
      const bool taken = co_await write_text(core, connection, found->bytes);
      if (!taken) co_return;
    }
    if (found->over) co_return;
    if (found->moved) continue;
    connection.deadline = Steady::time_point::max();
    timer.expires_after(k_pause);
    (void)co_await timer.async_wait(k_tuple);
  }
}

}  // namespace assay::serve
