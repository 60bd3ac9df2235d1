// A command that holds memory where nobody sees it, and a neighbour that fills memory beside it: we are the neighbour.
#include "os/usage/memory_watch.h"

#include <csignal>
#include <functional>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/files.h"
#include "os/pipe.h"

namespace assay::os {

namespace {

using Finding = MemoryWatch::Finding;

constexpr std::uint64_t k_mebi = 1 << 20;
constexpr std::uint64_t k_limit = 150 * k_mebi;
constexpr std::uint64_t k_much = 400 * k_mebi;
constexpr std::chrono::milliseconds k_patience{2000};

int filled_file(std::uint64_t bytes) {
  const int file = ::memfd_create("x", MFD_CLOEXEC);
  return ::fallocate(file, 0, 0, static_cast<off_t>(bytes)) == 0 ? file : -1;
}

void send_file(int over, int file) {
  char byte = 'x';
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  auto* passed = CMSG_FIRSTHDR(&message);
  passed->cmsg_level = SOL_SOCKET;
  passed->cmsg_type = SCM_RIGHTS;
  passed->cmsg_len = CMSG_LEN(sizeof(int));
  *reinterpret_cast<int*>(CMSG_DATA(passed)) = file;
  if (::sendmsg(over, &message, 0) != 1) ::_exit(1);
}

// The file waits in a socket, and no process has it open.
void hold_in_flight(std::uint64_t bytes) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) ::_exit(1);
  const int file = filled_file(bytes);
  if (file < 0) ::_exit(1);
  send_file(ends[0], file);
  ::close(file);
}

void hold_mapped(std::uint64_t bytes) {
  const int file = filled_file(bytes);
  if (file < 0 || ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED) ::_exit(1);
  ::close(file);
}

// A process that does it once it is told to, and then waits.
class Process {
 public:
  explicit Process(const std::function<void()>& act) {
    auto orders = make_pipe();
    auto answers = make_pipe();
    m_pid = ::fork();
    if (m_pid == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      char byte = 0;
      if (::read(orders->read_end.get(), &byte, 1) != 1) ::_exit(1);
      act();
      (void)!::write(answers->write_end.get(), "x", 1);
      ::pause();
      ::_exit(0);
    }
    m_orders = std::move(orders->write_end);
    m_answers = std::move(answers->read_end);
  }
  ~Process() { end(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool go() {
    char byte = 0;
    return ::write(m_orders.get(), "x", 1) == 1 && ::read(m_answers.get(), &byte, 1) == 1;
  }
  void end() {
    if (m_pid <= 0) return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
    m_pid = -1;
  }
  TreeUse use() const {
    TreeUse out;
    out.tasks = 1;
    out.processes = {m_pid};
    return out;
  }

 private:
  pid_t m_pid = -1;
  Fd m_orders, m_answers;
};

// Others on this machine fill and free memory as well: what they do in that very moment may be seen once, not always.
testing::AssertionResult sooner_or_later(const std::function<bool()>& holds) {
  constexpr int k_tries = 5;
  for (int i = 0; i < k_tries; ++i) {
    if (holds()) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "never in " << k_tries << " tries";
}

std::vector<std::uint64_t> no_device() { return {}; }

}  // namespace

TEST(MemoryWatch, WhatComesBackWithTheEndOfTheCommandWasItsOwn) {
  EXPECT_TRUE(sooner_or_later([] {
    Process command([] { hold_in_flight(k_much); });
    MemoryWatch watch(k_limit, no_device());
    if (watch.look(command.use()) != Finding::within || !command.go()) return false;
    if (watch.look(command.use()) != Finding::unclear) return false;
    command.end();
    return watch.returned_to_machine(k_patience);
  }));
}

TEST(MemoryWatch, WhatStaysWasSomebodyElses) {
  EXPECT_TRUE(sooner_or_later([] {
    Process command([] { hold_in_flight(k_mebi); });
    MemoryWatch watch(k_limit, no_device());
    if (watch.look(command.use()) != Finding::within || !command.go()) return false;
    const Fd ours(filled_file(k_much));
    if (watch.look(command.use()) != Finding::unclear) return false;
    command.end();
    return !watch.returned_to_machine(k_patience);
  }));
}

TEST(MemoryWatch, WhoHidesNothingIsNotEndedForANeighbour) {
  EXPECT_TRUE(sooner_or_later([] {
    const Process command([] {});
    MemoryWatch watch(k_limit, no_device());
    if (watch.look(command.use()) != Finding::within) return false;
    const Fd ours(filled_file(k_much));
    return watch.look(command.use()) == Finding::within;
  }));
}

TEST(MemoryWatch, MappedFilesOfTheCommandAreFound) {
  EXPECT_TRUE(sooner_or_later([] {
    Process command([] { hold_mapped(k_much); });
    MemoryWatch watch(k_limit, no_device());
    if (watch.look(command.use()) != Finding::within || !command.go()) return false;
    const auto found = watch.look(command.use());
    if (found == Finding::beyond) return true;  // the kernel tells root how large they are
    command.end();
    return found == Finding::unclear && watch.returned_to_machine(k_patience);
  }));
}

class SharedMemoryFolder : public testing::Test {
 protected:
  void SetUp() override {
    struct statfs fs {};
    if (::statfs("/dev/shm", &fs) != 0 || static_cast<std::uint64_t>(fs.f_type) != TMPFS_MAGIC)
      GTEST_SKIP() << "/dev/shm is no file system in memory here";
  }
  static std::uint64_t device() {
    struct stat st {};
    return ::stat("/dev/shm", &st) == 0 ? st.st_dev : 0;
  }
  static Finding beside_a_neighbour(const std::vector<std::uint64_t>& writable) {
    Process command([] { hold_in_flight(k_mebi); });
    const Fd ours(::open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));  // the command has not inherited it
    MemoryWatch watch(k_limit, writable);
    if (watch.look(command.use()) != Finding::within || !command.go()) return Finding::beyond;
    EXPECT_EQ(::fallocate(ours.get(), 0, 0, static_cast<off_t>(k_much)), 0);
    return watch.look(command.use());
  }
};

TEST_F(SharedMemoryFolder, IsSomebodyElsesWhereTheCommandCannotWrite) {
  EXPECT_TRUE(sooner_or_later([&] { return beside_a_neighbour({}) == Finding::within; }));
}

TEST_F(SharedMemoryFolder, MayBeTheCommandsWhereItCanWrite) {
  EXPECT_TRUE(sooner_or_later([&] { return beside_a_neighbour({device()}) == Finding::unclear; }));
}

}  // namespace assay::os
