#include "os/usage/proc_text.h"

#include <gtest/gtest.h>
#include <sys/sysmacros.h>

#include "os/usage/machine_memory.h"
#include "os/usage/memory_file_systems.h"

namespace assay::os {
namespace {

constexpr std::string_view k_status =
    "Name:\tVmPTE: 9 kB\nVmSwap:\t       0 kB\nVmPTE:\t      52 kB\nNSpid:\t4711\t1\nThreads:\t1\n";

TEST(ProcText, SizesAreKilobytes) {
  EXPECT_EQ(bytes_behind(k_status, "\nVmPTE:"), 52u * 1024);
  EXPECT_EQ(bytes_behind(k_status, "\nVmSwap:"), 0u);
  EXPECT_EQ(bytes_behind(k_status, "\nRssShmem:"), 0u);
  EXPECT_EQ(bytes_behind("\nVmPTE:\nThreads: 7 x", "\nVmPTE:"), 0u) << "the next line is another one";
}
TEST(ProcText, TheFirstProcessOfANamespaceHasNumberOneThere) {
  EXPECT_TRUE(is_first_of_namespace(k_status));
  EXPECT_FALSE(is_first_of_namespace("Name:\tx\nNSpid:\t4711\nThreads:\t1\n"));
  EXPECT_FALSE(is_first_of_namespace("Name:\tx\nNSpid:\t4711\t11\n"));
  EXPECT_FALSE(is_first_of_namespace(""));
}
TEST(ProcText, DescriptorsThatWaitInASocket) {
  EXPECT_TRUE(has_waiting_descriptors("pos:\t0\nflags:\t02\nscm_fds: 3\n"));
  EXPECT_FALSE(has_waiting_descriptors("pos:\t0\nflags:\t02\nscm_fds: 0\n"));
  EXPECT_FALSE(has_waiting_descriptors("pos:\t0\nflags:\t02\n"));
}
TEST(ProcText, FilesThatAreOnlyMapped) {
  EXPECT_TRUE(maps_nameless_file("7f00-7f01 rw-s 00000000 00:01 1027   /memfd:x (deleted)"));
  EXPECT_FALSE(maps_nameless_disk_file("7f00-7f01 rw-s 00000000 00:01 1027   /memfd:x (deleted)"));
  EXPECT_TRUE(maps_nameless_disk_file("7f00-7f01 rw-s 00000000 08:01 99   /tmp/x (deleted)"));
  EXPECT_FALSE(maps_nameless_file("7f00-7f01 rw-s 00000000 08:01 99   /tmp/x"));
}
TEST(ProcText, WhatIsMappedAndWhere) {
  constexpr std::string_view line = "00400000-7f01000 rw-s 00000000 00:01 1027   /memfd:a b (deleted)";
  EXPECT_EQ(mapped_path(line), "/memfd:a b (deleted)");
  EXPECT_EQ(mapped_range(line), "400000-7f01000");
  EXPECT_EQ(mapped_file(line), "00:01 1027   /memfd:a b (deleted)");
  EXPECT_EQ(mapped_file("7f00-7f01 rw-s"), "");
  EXPECT_EQ(mapped_range("00000000-00001000 r--p 0 0 0"), "0-1000");
  EXPECT_EQ(mapped_path("00000000-00001000 r--p 00000000 00:00 0"), "");
  EXPECT_EQ(mapped_range(""), "");
}
TEST(ProcText, FileSystemsInMemory) {
  const auto mounts = memory_mounts_in(
      "22 27 0:20 / /proc rw,nosuid - proc proc rw\n"
      "36 35 0:24 / /dev/shm rw,nosuid shared:4 master:1 - tmpfs tmpfs rw,size=1k\n"
      "40 35 0:5 / /dev rw - devtmpfs devtmpfs rw\n"
      "41 35 0:31 / /run/a\\040b rw - tmpfs none rw\n"
      "42 35 0:x / /bad rw - tmpfs none rw\n"
      "43 35\n - tmpfs");
  ASSERT_EQ(mounts.size(), 3u);
  EXPECT_EQ(mounts[0].device, makedev(0, 24));
  EXPECT_EQ(mounts[0].place, "/dev/shm");
  EXPECT_EQ(mounts[1].place, "/dev");
  EXPECT_EQ(mounts[2].place, "/run/a b");
}
TEST(ProcText, TheMachinesMemoryIsWhatTheKernelSays) {
  const auto memory = machine_memory_in(
      "MemTotal:  1000 kB\nMemFree:  100 kB\nMemAvailable:  600 kB\nBuffers:  10 kB\nCached:  200 kB\n"
      "SwapCached:  0 kB\nAnonPages:  300 kB\nShmem:  50 kB\nSReclaimable:  40 kB\nSwapTotal:  80 kB\nSwapFree:  30 "
      "kB\n");
  EXPECT_EQ(memory.total, 1000u * 1024);
  EXPECT_EQ(memory.available, 600u * 1024);
  EXPECT_EQ(memory.shared, 50u * 1024);
  EXPECT_EQ(memory.swapped, 50u * 1024);
  EXPECT_EQ(memory.kernel, 350u * 1024);
}

}  // namespace
}  // namespace assay::os
