// Wrong tokens, slowed by the address they come from. Each address has so many tries, which come back one by one;
// who has none left is told when to come again. A right token is taken at any time: who shares an address with
// somebody who guesses is not locked out. Bounded memory; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/clock.h"
#include "base/mutex.h"

namespace assay::serve {

class Throttle {
 public:
  static constexpr std::int64_t k_tries = 20;
  static constexpr std::int64_t k_back_ms = 3000;  // until one try is back
  static constexpr size_t k_most_addresses = 4096;

  // A wrong token came from there. Nothing: tell it so; else the seconds after which it may try again.
  std::optional<std::int64_t> wrong(std::string_view address, Time now);

  size_t size() const;

 private:
  void make_room(Time now) REQUIRES(m_mutex);

  mutable Mutex m_mutex;
  // When all tries of an address are back: an address that is not there has all of them.
  std::unordered_map<std::string, std::int64_t> m_full_at GUARDED_BY(m_mutex);
};

}  // namespace assay::serve
