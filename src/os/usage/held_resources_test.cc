#include "os/usage/held_resources.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os/files.h"
#include "os/sandbox/control_group.h"
#include "os/usage/machine_memory.h"
#include "os/usage/process_tree.h"
#include "os/usage/socket_buffers.h"

namespace assay::os {

namespace {

constexpr std::uint64_t k_mega = 1 << 20;
const std::string k_megabyte(k_mega, 'x');

std::vector<long> us() { return {::getpid()}; }

Fd file_in_memory() {
  Fd file(::memfd_create("x", MFD_CLOEXEC));
  EXPECT_TRUE(write_all(file.get(), k_megabyte, "x"));
  return file;
}

Fd nameless_file(const std::string& folder) {
  Fd file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  EXPECT_TRUE(write_all(file.get(), k_megabyte, "x"));
  return file;
}

struct Pair {
  Pair() {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    a = Fd(ends[0]);
    b = Fd(ends[1]);
  }
  void pass(const Fd& file) const {
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
    *reinterpret_cast<int*>(CMSG_DATA(passed)) = file.get();
    EXPECT_EQ(::sendmsg(a.get(), &message, 0), 1);
  }
  Fd a, b;
};

}  // namespace

TEST(HeldResources, CountsFilesInMemoryOnceHoweverOftenTheyAreOpen) {
  const auto before = held_by(us()).memory_files;
  const auto file = file_in_memory();
  const Fd again(::dup(file.get()));
  EXPECT_EQ(held_by(us()).memory_files, before + k_mega);
}

TEST(HeldResources, CountsDeletedFilesThatAreOpen) {
  const auto folder = ScratchFolder::make("assay-held");
  ASSERT_TRUE(folder);
  const auto sum = [] {
    const auto held = held_by(us());
    return held.disk_files + held.memory_files;
  };
  const auto before = sum();
  const auto file = nameless_file(folder->path());
  EXPECT_GE(sum(), before + k_mega);
}

TEST(HeldResources, SeesDescriptorsThatWaitInASocket) {
  const Pair pair;
  ASSERT_FALSE(hidden_files(us(), held_by(us()), FileStore::disk).more);
  pair.pass(file_in_memory());
  EXPECT_TRUE(hidden_files(us(), held_by(us()), FileStore::memory).more);
  EXPECT_TRUE(hidden_files(us(), held_by(us()), FileStore::disk).more);
}

TEST(HeldResources, SeesFilesThatAreOnlyMapped) {
  auto file = file_in_memory();
  void* page = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file.get(), 0);
  ASSERT_NE(page, MAP_FAILED);
  EXPECT_EQ(hidden_files(us(), held_by(us()), FileStore::memory).mapped, 0U) << "it is counted as an open file";
  file.reset();
  const auto hidden = hidden_files(us(), held_by(us()), FileStore::memory);
  // Who may be told of every file of the machine is told how large it is.
  EXPECT_TRUE(hidden.more || hidden.mapped == k_mega) << hidden.mapped;
  EXPECT_EQ(hidden_files(us(), held_by(us()), FileStore::disk).mapped, 0U);
  EXPECT_FALSE(hidden_files(us(), held_by(us()), FileStore::disk).more);
  ::munmap(page, 4096);
}

TEST(HeldResources, MappedFilesOfOneNameAreDifferentFiles) {
  constexpr size_t k_files = 4;
  const auto mapped = [] { return hidden_files(us(), held_by(us()), FileStore::memory); };
  const auto before = mapped();
  std::vector<void*> pages;
  for (size_t i = 0; i < k_files; ++i) {
    pages.push_back(::mmap(nullptr, k_mega, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(pages.back(), MAP_FAILED);
    std::fill_n(static_cast<char*>(pages.back()), k_mega, 'x');
  }
  const auto now = mapped();
  EXPECT_TRUE(now.more || now.mapped == before.mapped + k_files * k_mega) << now.mapped;
  for (void* page : pages) ::munmap(page, k_mega);
}

TEST(HeldResources, AProcessThatEndedHidesNothing) {
  constexpr long nobody = 1L << 30;
  const auto held = held_by({nobody});
  EXPECT_TRUE(held.complete);
  EXPECT_EQ(held.descriptors, 0U);
  EXPECT_FALSE(hidden_files({nobody}, held, FileStore::memory).more);
}

TEST(SocketBuffers, CountWhatNobodyHasRead) {
  const Pair pair;
  const auto sockets = held_by(us()).sockets;
  const auto before = socket_buffers_of(sockets);
  ASSERT_EQ(::send(pair.a.get(), k_megabyte.data(), 100'000, MSG_DONTWAIT), 100'000);
  EXPECT_GE(socket_buffers_of(sockets), before + 100'000);
  EXPECT_GE(all_socket_buffers(), socket_buffers_of(sockets));
}

TEST(MachineMemory, FilesInMemoryShow) {
  const auto before = machine_memory();
  ASSERT_GT(before.total, before.available);
  std::vector<Fd> files;
  for (int i = 0; i < 64; ++i) files.push_back(file_in_memory());
  EXPECT_GE(machine_memory().shared, before.shared + 32 * k_mega);
}

TEST(ProcessTree, PageTablesAreCounted) { EXPECT_GT(status_of(us()).page_tables, 0U); }

TEST(ControlGroup, AreMadeBesideOurOwn) {
  const auto mount = ScratchFolder::make("assay-groups");
  ASSERT_TRUE(mount);
  const auto& root = mount->path();
  ASSERT_TRUE(make_folders(root + "/user.slice/work.scope"));
  EXPECT_EQ(folder_for_groups("0::/user.slice/work.scope\n", root), "");  // not shown there
  ASSERT_TRUE(write_file(root + "/user.slice/work.scope/cgroup.procs", ""));
  EXPECT_EQ(folder_for_groups("0::/user.slice/work.scope\n", root), root + "/user.slice");
  EXPECT_EQ(folder_for_groups("4:memory:/x\n0::/user.slice/work.scope\n", root), root + "/user.slice");
  EXPECT_EQ(folder_for_groups("4:memory:/x\n", root), "");
}

TEST(ControlGroup, InTheRootOfAllButNotInThatOfAContainer) {
  const auto mount = ScratchFolder::make("assay-groups");
  ASSERT_TRUE(mount);
  ASSERT_TRUE(write_file(mount->path() + "/cgroup.procs", ""));
  EXPECT_EQ(folder_for_groups("0::/\n", mount->path()), mount->path());
  ASSERT_TRUE(write_file(mount->path() + "/cgroup.type", "domain\n"));
  EXPECT_EQ(folder_for_groups("0::/\n", mount->path()), "");
}

}  // namespace assay::os
