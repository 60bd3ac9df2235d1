#include "base/mutex.h"

#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace assay {
namespace {

struct Handover {
  Mutex mutex;
  ConditionVariable changed;
  int asked GUARDED_BY(mutex) = 0;
  int answered GUARDED_BY(mutex) = 0;
};

TEST(Mutex, IsWaitedForByACondition) {
  Handover shared;
  std::thread other([&] {
    const MutexLock lock(shared.mutex);
    while (shared.asked == 0) shared.changed.wait(shared.mutex);
    shared.answered = shared.asked + 1;
    shared.changed.notify_all();
  });
  {
    const MutexLock lock(shared.mutex);
    shared.asked = 41;
    shared.changed.notify_all();
    while (shared.answered == 0) shared.changed.wait(shared.mutex);
    EXPECT_EQ(shared.answered, 42);
  }
  other.join();
}

TEST(Mutex, WaitsNoLongerThanToTheTime) {
  Handover shared;
  const MutexLock lock(shared.mutex);
  const auto time = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
  while (shared.changed.wait_until(shared.mutex, time)) {
  }
  EXPECT_GE(std::chrono::steady_clock::now(), time);
}

TEST(Mutex, IsFreeForOthersWhileItIsLetGo) {
  Handover shared;
  const MutexLock lock(shared.mutex);
  shared.asked = 1;
  try {
    const MutexUnlock unlocked(shared.mutex);
    std::thread([&] {
      const MutexLock other(shared.mutex);
      shared.answered = shared.asked;
    }).join();
    throw std::runtime_error("work that failed");
  } catch (const std::runtime_error&) {
    EXPECT_EQ(shared.answered, 1);  // held again, whatever ended the work
  }
  EXPECT_EQ(shared.asked, 1);
}

}  // namespace
}  // namespace assay
