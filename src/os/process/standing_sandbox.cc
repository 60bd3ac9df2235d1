#include "os/process/standing_sandbox.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "os/pipe.h"
#include "os/process/launch.h"
#include "os/process/standing_sandbox_run.h"
#include "os/process/supervisors.h"

namespace assay::os {

namespace {

constexpr std::uint64_t k_for_ever_ms = std::uint64_t{1} << 40;

struct SocketPair {
  Fd ours, theirs;
};

Result<SocketPair> make_socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return unavailable(cat("cannot make a pair of sockets: ", std::strerror(errno)));
  return SocketPair{Fd(ends[0]), Fd(ends[1])};
}

}  // namespace

StandingSandbox::StandingSandbox(const Command& like) : m_like(like) {
  m_like.argv.clear();
  m_like.output = {};
  m_like.on_errors = {};
  m_like.cancel = nullptr;
  m_like.standing = nullptr;
}

Result<std::unique_ptr<StandingSandbox>> StandingSandbox::raise(const Command& like) {
  std::unique_ptr<StandingSandbox> out(new StandingSandbox(like));
  TRY_ASSIGN(auto sockets, make_socket_pair());
  TRY_ASSIGN(out->m_prepared, PreparedRun::make_standing(out->m_like, sockets.theirs.get()));
  TRY_ASSIGN(auto output, make_pipe());
  TRY_ASSIGN(auto status, make_pipe());
  TRY_ASSIGN(auto control, make_pipe());
  out->m_null = Fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  SupervisorOptions options;
  options.output_fd = output.write_end.get();
  options.status_fd = status.write_end.get();
  options.control_fd = control.read_end.get();
  options.timeout_ms = k_for_ever_ms;
  out->m_prepared->fill(options);
  out->m_group = out->m_prepared->take_group();
  TRY_ASSIGN(out->m_supervisor, start_supervisor(options));
  out->m_socket = std::move(sockets.ours);
  out->m_output = std::move(output.read_end);
  out->m_status = std::move(status.read_end);
  out->m_control = std::move(control.write_end);
  sockets.theirs.reset();
  for (auto* fd : {&output.write_end, &status.write_end, &control.read_end}) fd->reset();
  TRY(out->m_prepared->furnish());
  return out;
}

StandingSandbox::~StandingSandbox() {
  if (m_supervisor < 0) return;
  m_socket.reset();   // the launcher ends, and with it everything inside
  m_control.reset();  // and should it not, the supervisor sees to it
  SupervisorReport report;
  ssize_t got = 0;
  while ((got = ::read(m_status.get(), &report, sizeof report)) < 0 && errno == EINTR) {
  }
  await_supervisor(m_supervisor, got == static_cast<ssize_t>(sizeof report) ? Reported::all : Reported::nothing);
}

bool StandingSandbox::serves(const Command& command) const {
  return m_like.folder == command.folder && m_like.environment == command.environment &&
         m_like.environment_grants == command.environment_grants &&
         m_like.environment_changes == command.environment_changes && m_like.sandbox == command.sandbox;
}

Result<void> StandingSandbox::start(const Command& command, const Fd& output, const Fd& status, const Fd& control) {
  TRY_ASSIGN(const auto options, m_prepared->launch_options_for(command));
  const std::array<int, k_launch_descriptors> fds = {options.get(), m_null.get(), output.get(), status.get(),
                                                     control.get()};
  char byte = 'r';
  iovec data{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof fds)> space{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space.data();
  message.msg_controllen = space.size();
  auto* passed = CMSG_FIRSTHDR(&message);
  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN(sizeof fds);
  std::memcpy(CMSG_DATA(passed), fds.data(), sizeof fds);
  if (::sendmsg(m_socket.get(), &message, MSG_NOSIGNAL) != 1)
    return unavailable(cat("the sandbox does not answer: ", std::strerror(errno)));
  return {};
}

std::string StandingSandbox::last_words() {
  ::fcntl(m_output.get(), F_SETFL, O_NONBLOCK);
  std::array<char, 1024> buffer{};
  const ssize_t n = ::read(m_output.get(), buffer.data(), buffer.size());
  return n > 0 ? std::string(buffer.data(), static_cast<size_t>(n)) : std::string();
}

StandingSandboxes::StandingSandboxes() = default;
StandingSandboxes::~StandingSandboxes() = default;

bool StandingSandboxes::can_serve(const Command& command) {
  return command.sandbox && command.sandbox->level == Sandbox::Level::bubblewrap && command.scratch.empty() &&
         command.stdin_file.empty() && command.stdout_file.empty() && command.stderr_file.empty() &&
         !command.on_errors && command.dialogue == nullptr && command.output.when != OutputOptions::File::outlives_us;
}

Result<std::unique_ptr<StandingSandbox>> StandingSandboxes::take(const Command& command) {
  {
    const MutexLock lock(m_mutex);
    const auto found =
        std::find_if(m_idle.begin(), m_idle.end(), [&](const auto& sandbox) { return sandbox->serves(command); });
    if (found != m_idle.end()) {
      auto out = std::move(*found);
      m_idle.erase(found);
      return out;
    }
  }
  return StandingSandbox::raise(command);
}

void StandingSandboxes::give_back(std::unique_ptr<StandingSandbox> sandbox) {
  if (!sandbox->renew()) return;
  const MutexLock lock(m_mutex);
  m_idle.push_back(std::move(sandbox));
}

}  // namespace assay::os
