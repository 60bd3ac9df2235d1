#include "os/usage/namespace_use.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/pipe.h"
#include "os/usage/socket_buffers.h"

namespace assay::os {

namespace {

constexpr std::uint64_t k_semaphore = 64;  // bytes that the kernel keeps for each
constexpr std::uint64_t k_message = 64;    // and besides the text of a message

bool is_same(const Fd& file, const std::string& other) {
  struct stat theirs {};
  struct stat ours {};
  return ::fstat(file.get(), &theirs) == 0 && ::stat(other.c_str(), &ours) == 0 && theirs.st_ino == ours.st_ino;
}

// One that we do not live in.
Fd foreign(long pid, const char* name) {
  Fd file(::open(cat("/proc/", pid, "/ns/", name).c_str(), O_RDONLY | O_CLOEXEC));
  return file.is_open() && !is_same(file, cat("/proc/self/ns/", name)) ? std::move(file) : Fd();
}

bool ask_ipc(NamespaceUse& use) {
  struct shm_info memory {};
  struct seminfo semaphores {};
  struct msginfo messages {};
  if (::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&memory)) < 0) return false;
  if (::semctl(0, 0, SEM_INFO, &semaphores) < 0) return false;
  if (::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&messages)) < 0) return false;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const auto number = [](int n) { return static_cast<std::uint64_t>(static_cast<unsigned>(n)); };
  use.shared = (memory.shm_rss + memory.shm_swp) * page;
  use.kernel = number(messages.msgtql) + number(messages.msgmap) * k_message + number(semaphores.semaem) * k_semaphore;
  return true;
}

// Only system calls: other threads of ours may have held any lock. Whoever owns a namespace may enter it by way of
// the user namespace it belongs to; for root that is not needed.
[[noreturn]] void answer(int owner, int ipc, int network, int to) {
  NamespaceUse use;
  if (owner >= 0) (void)::setns(owner, CLONE_NEWUSER);
  if (network >= 0 && ::setns(network, CLONE_NEWNET) == 0) use.has_sockets = true;
  if (::setns(ipc, CLONE_NEWIPC) == 0 && ask_ipc(use)) {
    if (use.has_sockets) use.kernel += all_socket_buffers();
    const ssize_t ignored = ::write(to, &use, sizeof use);
    (void)ignored;
  }
  ::_exit(0);
}

}  // namespace

std::optional<NamespaceUse> namespace_use(long pid) {
  const Fd ipc = foreign(pid, "ipc");
  if (!ipc.is_open()) return std::nullopt;
  const Fd network = foreign(pid, "net");
  const Fd owner(::ioctl(ipc.get(), NS_GET_USERNS));
  (void)socket_capacity();  // read before the fork
  auto line = make_pipe();
  if (!line) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) answer(owner.get(), ipc.get(), network.get(), line->write_end.get());
  line->write_end.reset();
  if (child < 0) return std::nullopt;
  NamespaceUse use;
  ssize_t got = 0;
  while ((got = ::read(line->read_end.get(), &use, sizeof use)) < 0 && errno == EINTR) {
  }
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return got == static_cast<ssize_t>(sizeof use) ? std::optional(use) : std::nullopt;
}

}  // namespace assay::os
