// Workers in the same process as the server: what is due is done without another program running.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"

namespace assay::serve {

class Workers {
 public:
  // `count` as ServerSetup::workers has it; `say` is called with what went wrong, from the worker's thread.
  Workers(std::string folder, std::optional<std::uint32_t> count, std::function<void(std::string_view)> say);
  // Ends what runs and gives it back, so that another worker takes it on. stop() only begins with it.
  void stop() { m_stop = true; }
  ~Workers();

 private:
  Result<void> work();
  std::string m_folder;
  std::optional<std::uint32_t> m_count;
  std::function<void(std::string_view)> m_say;
  std::atomic<bool> m_stop{false};
  std::thread m_thread;
};

}  // namespace assay::serve
