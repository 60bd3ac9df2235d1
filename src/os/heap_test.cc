#include "os/heap.h"

#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

namespace assay::os {
namespace {

// The heaps that there are, as the C library tells it.
size_t heaps() {
  char* text = nullptr;
  size_t size = 0;
  FILE* file = ::open_memstream(&text, &size);
  ::malloc_info(0, file);
  std::fclose(file);
  const std::string all(text, size);
  std::free(text);
  size_t count = 0;
  for (size_t at = all.find("<heap "); at != std::string::npos; at = all.find("<heap ", at + 1)) ++count;
  return count;
}

// In a process of its own: the settings stay for as long as it lives.
[[noreturn]] void share_heaps() {
  keep_heap_small();
  constexpr int k_threads = 16;
  std::barrier all_at_once(k_threads);
  std::vector<std::thread> threads;
  for (int i = 0; i < k_threads; ++i) {
    threads.emplace_back([&] {
      const std::vector<char> block(2000);
      all_at_once.arrive_and_wait();  // nobody inherits the heap of one that is gone
    });
  }
  for (auto& thread : threads) thread.join();
  give_back_memory();
  std::_Exit(heaps() <= 4 ? 0 : 1);
}

TEST(Heap, ManyThreadsShareAFew) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(share_heaps(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace assay::os
