// A mutex that clang knows: it refuses code that touches a member marked GUARDED_BY without holding the lock it
// names, and a call of a function marked REQUIRES by who does not hold it. The standard library's own carries no such
// marks here. tools/check_locks asks clang in every ./dev test and lets no plain std::mutex in; other compilers see
// the standard mutex and nothing else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define ASSAY_LOCK_ATTRIBUTE(x) __attribute__((x))
#else
#define ASSAY_LOCK_ATTRIBUTE(x)
#endif
#define GUARDED_BY(mutex) ASSAY_LOCK_ATTRIBUTE(guarded_by(mutex))        // the member itself
#define PT_GUARDED_BY(mutex) ASSAY_LOCK_ATTRIBUTE(pt_guarded_by(mutex))  // what the pointer leads to
#define REQUIRES(...) ASSAY_LOCK_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) ASSAY_LOCK_ATTRIBUTE(locks_excluded(__VA_ARGS__))

namespace assay {

class ASSAY_LOCK_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

 private:
  friend class MutexLock;
  friend class MutexUnlock;
  friend class ConditionVariable;
  std::mutex m_mutex;
};

// Holds a mutex as long as it lives.
class ASSAY_LOCK_ATTRIBUTE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ASSAY_LOCK_ATTRIBUTE(acquire_capability(mutex)) : m_mutex(mutex.m_mutex) {
    m_mutex.lock();
  }
  ~MutexLock() ASSAY_LOCK_ATTRIBUTE(release_capability()) { m_mutex.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  std::mutex& m_mutex;
};

// Lets go of a held mutex as long as it lives: for slow work in the middle of what needs the lock.
class ASSAY_LOCK_ATTRIBUTE(scoped_lockable) MutexUnlock {
 public:
  explicit MutexUnlock(Mutex& mutex) ASSAY_LOCK_ATTRIBUTE(release_capability(mutex)) : m_mutex(mutex.m_mutex) {
    m_mutex.unlock();
  }
  ~MutexUnlock() ASSAY_LOCK_ATTRIBUTE(release_capability()) { m_mutex.lock(); }
  MutexUnlock(const MutexUnlock&) = delete;
  MutexUnlock& operator=(const MutexUnlock&) = delete;

 private:
  std::mutex& m_mutex;
};

// Wakes for no reason at times: wait in a loop that looks at what is waited for. There is no form that takes a
// predicate, because clang does not see into it which lock is held.
class ConditionVariable {
 public:
  void wait(Mutex& mutex) REQUIRES(mutex) {
    std::unique_lock lock(mutex.m_mutex, std::adopt_lock);
    m_condition.wait(lock);
    lock.release();
  }
  // False: the time has come, and nobody woke it.
  bool wait_until(Mutex& mutex, std::chrono::steady_clock::time_point time) REQUIRES(mutex) {
    std::unique_lock lock(mutex.m_mutex, std::adopt_lock);
    const bool woken = m_condition.wait_until(lock, time) == std::cv_status::no_timeout;
    lock.release();
    return woken;
  }
  void notify_one() { m_condition.notify_one(); }
  void notify_all() { m_condition.notify_all(); }

 private:
  std::condition_variable m_condition;
};

}  // namespace assay
