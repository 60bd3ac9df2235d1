// The threads on which operations run, so that a slow disk never holds up the loop that talks to clients.
// Each has a context of its own: store and repository are opened once a thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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

  std::string m_folder;
  size_t m_longest;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::deque<Work> m_queue;
  bool m_ending = false;
  std::vector<std::thread> m_threads;
};

}  // namespace assay::serve
