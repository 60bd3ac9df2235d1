#include "os/usage/mapped_areas.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace assay::os {
namespace {

constexpr std::uint64_t k_plenty = std::uint64_t{1} << 40;

std::uint64_t own_areas(std::uint64_t enough) { return mapped_areas({static_cast<long>(::getpid())}, enough); }

TEST(MappedAreas, PiecesWithoutAPageCount) {
  constexpr size_t pieces = 20000;
  const auto before = own_areas(k_plenty);
  EXPECT_GT(before, 0U);
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  auto* at = static_cast<char*>(::mmap(nullptr, pieces * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(at, MAP_FAILED);
  for (size_t i = 1; i < pieces; i += 2) ASSERT_EQ(::mprotect(at + i * page, page, PROT_READ), 0);
  // What the kernel keeps for a piece is at least its vm_area_struct.
  EXPECT_GE(own_areas(k_plenty), before + (pieces - 2) * 192);
  EXPECT_LT(own_areas(1 << 20), std::uint64_t{2} << 20) << "it stops when it is enough";
  ::munmap(at, pieces * page);
}

TEST(MappedAreas, AProcessThatIsNotThereHasNone) { EXPECT_EQ(mapped_areas({0x7ffffff0}, k_plenty), 0U); }

}  // namespace
}  // namespace assay::os
