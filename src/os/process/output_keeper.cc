// The file is filled by splice: the pages of the pipe go to the file without passing through our
// memory, and the two ends are read back from the file when all is over. When somebody wants to see
// the output as it comes, or the file has reached its limit, we read instead and keep the last bytes
// in a ring. A file that outlives us is spliced to and then read: between a read and a write of ours a kill would
// lose what is in neither.
#include "os/process/output_keeper.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

namespace {

constexpr size_t k_splice_size = size_t{1} << 20;
constexpr size_t k_read_size = size_t{256} << 10;

Error write_error(const std::string& file) {
  return unavailable(cat("cannot write ", file, ": ", std::strerror(errno)));
}

Fd open_file(const std::string& file) {
  return Fd(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
}

std::string read_range(int fd, std::uint64_t from, size_t size) {
  std::string out(size, '\0');
  size_t got = 0;
  while (got < size) {
    const ssize_t n = ::pread(fd, out.data() + got, size - got, static_cast<off_t>(from + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += static_cast<size_t>(n);
  }
  out.resize(got);
  return out;
}

}  // namespace

Result<OutputKeeper> OutputKeeper::open(const OutputOptions& options, const OnOutput& on_output) {
  Fd file;
  if (!options.file.empty() && options.when != OutputOptions::File::past_head) {
    file = open_file(options.file);
    if (!file.is_open()) return write_error(options.file);
    if (options.when == OutputOptions::File::outlives_us) ::flock(file.get(), LOCK_EX | LOCK_NB);
  }
  return OutputKeeper(options, on_output, std::move(file));
}

OutputKeeper::OutputKeeper(const OutputOptions& options, const OnOutput& on_output, Fd file)
    : m_options(options), m_on_output(on_output), m_file(std::move(file)) {}

bool OutputKeeper::may_splice() const {
  const bool unseen = !m_on_output || m_options.when == OutputOptions::File::outlives_us;
  return m_file.is_open() && unseen && !m_cannot_splice && m_written && m_file_bytes < m_options.file_limit;
}

ReadState OutputKeeper::take_from(int pipe) {
  const long n = may_splice() ? splice_from(pipe) : read_from(pipe);
  if (n > 0) return ReadState::some;
  return n == 0 ? ReadState::end : ReadState::nothing_now;
}

long OutputKeeper::splice_from(int pipe) {
  const auto room = std::min<std::uint64_t>(m_options.file_limit - m_file_bytes, k_splice_size);
  const ssize_t n = ::splice(pipe, nullptr, m_file.get(), nullptr, room, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
  if (n > 0) {
    m_bytes += static_cast<std::uint64_t>(n);
    m_file_bytes += static_cast<std::uint64_t>(n);
    if (m_on_output)
      show_spliced(static_cast<std::uint64_t>(n));
    else
      m_spliced = true;
    return n;
  }
  if (n < 0 && errno == EINVAL) {  // a file system that cannot
    m_cannot_splice = true;
    return read_from(pipe);
  }
  if (n < 0 && errno != EAGAIN && errno != EINTR) {
    m_written = write_error(m_options.file);
    return read_from(pipe);
  }
  return n;
}

void OutputKeeper::show_spliced(std::uint64_t size) {
  for (std::uint64_t from = m_file_bytes - size; from < m_file_bytes;) {
    const auto chunk = read_range(m_file.get(), from, std::min<std::uint64_t>(m_file_bytes - from, k_read_size));
    if (chunk.empty()) return;
    from += chunk.size();
    keep(chunk);
    m_on_output(chunk);
  }
}

// Not filled with zeros first: most commands print less than the filling would cost.
char* OutputKeeper::buffer() {
  if (!m_buffer) m_buffer = std::make_unique_for_overwrite<char[]>(k_read_size);
  return m_buffer.get();
}

long OutputKeeper::read_from(int pipe) {
  if (m_spliced) load_ends();
  const ssize_t n = ::read(pipe, buffer(), k_read_size);
  if (n <= 0) return n;
  const std::string_view chunk(buffer(), static_cast<size_t>(n));
  // Up to here the head is all there was.
  if (!m_file.is_open() && !m_options.file.empty() && m_written && m_bytes + chunk.size() > m_options.head) {
    m_file = open_file(m_options.file);
    if (m_file.is_open())
      write_file(m_head);
    else
      m_written = write_error(m_options.file);
  }
  m_bytes += chunk.size();
  write_file(chunk);
  keep(chunk);
  if (m_on_output) m_on_output(chunk);
  return n;
}

void OutputKeeper::write_file(std::string_view chunk) {
  if (!m_file.is_open() || !m_written || m_file_bytes >= m_options.file_limit) return;
  const auto part = chunk.substr(0, m_options.file_limit - m_file_bytes);
  m_written = write_all(m_file.get(), part, m_options.file);
  if (m_written) m_file_bytes += part.size();
}

void OutputKeeper::discard_from(int pipe) {
  const ssize_t n = ::read(pipe, buffer(), k_read_size);
  if (n > 0) m_bytes += static_cast<std::uint64_t>(n);
}

void OutputKeeper::keep(std::string_view chunk) {
  if (m_head.size() < m_options.head) {
    const size_t take = std::min<size_t>(m_options.head - m_head.size(), chunk.size());
    m_head.append(chunk.substr(0, take));
    chunk.remove_prefix(take);
  }
  keep_tail(chunk);
}

void OutputKeeper::keep_tail(std::string_view chunk) {
  const size_t size = m_options.tail;
  if (size == 0 || chunk.empty()) return;
  if (chunk.size() >= size) {
    m_ring.assign(chunk.substr(chunk.size() - size));
    m_ring_at = 0;
    return;
  }
  const size_t grow = std::min(size - m_ring.size(), chunk.size());
  m_ring.append(chunk.substr(0, grow));
  chunk.remove_prefix(grow);
  while (!chunk.empty()) {
    const size_t n = std::min(size - m_ring_at, chunk.size());
    std::memcpy(m_ring.data() + m_ring_at, chunk.data(), n);
    m_ring_at = (m_ring_at + n) % size;
    chunk.remove_prefix(n);
  }
}

// Both ends of what was spliced, as if it had been read.
void OutputKeeper::load_ends() {
  m_spliced = false;
  m_head = read_range(m_file.get(), 0, std::min<std::uint64_t>(m_options.head, m_file_bytes));
  const auto behind = m_file_bytes - m_head.size();
  const auto tail = std::min<std::uint64_t>(m_options.tail, behind);
  m_ring = read_range(m_file.get(), m_file_bytes - tail, tail);
  m_ring_at = 0;
}

void OutputKeeper::finish(Outcome& outcome) {
  if (m_spliced) load_ends();
  std::rotate(m_ring.begin(), m_ring.begin() + static_cast<std::ptrdiff_t>(m_ring_at), m_ring.end());
  outcome.output_bytes = m_bytes;
  outcome.file_bytes = m_file_bytes;
  outcome.truncated = m_file.is_open() && m_file_bytes < m_bytes;
  outcome.head = std::move(m_head);
  outcome.tail = std::move(m_ring);
}

}  // namespace assay::os
