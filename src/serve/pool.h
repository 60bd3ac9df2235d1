// The threads on which operations run, so that a slow disk never holds up the loop that talks to clients.
// Each has a context of its own: store and repository are opened once a thread.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "ops/context.h"

namespace assay::serve {

class Pool {
 public:
  using Work = std::function<void(ops::Context&)>;

  // `folder`: somewhere in the repository.
  Pool(std::string folder, size_t threads, size_t longest_queue);
  ~Pool();  // finishes what is queued

  // False when so much waits already that more would only wait longer.
  bool post(Work work);

 private:
  void serve_queue();
  // The next in the queue, when there is one; nothing at the end.
  Work take();

  std::string m_folder;
  size_t m_longest;
  Mutex m_mutex;
  ConditionVariable m_wake;
  std::deque<Work> m_queue GUARDED_BY(m_mutex);
  bool m_ending GUARDED_BY(m_mutex) = false;
  std::vector<std::thread> m_threads;
};

}  // namespace assay::serve
