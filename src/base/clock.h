// Time as everything that is stored and shown has it: milliseconds since 1970, UTC. Whoever needs
// "now" is given a Clock, so that tests step time by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

struct Time {
  std::int64_t ms = 0;
  friend auto operator<=>(const Time&, const Time&) = default;  // NOLINT(modernize-use-nullptr)
};

// "2026-11-15T06:00:00.123Z"; always 24 characters for the years 0000 to 9999.
std::string to_iso(Time time);
std::optional<Time> time_from_iso(std::string_view text);
bool is_day(std::string_view text);  // "2026-12-31", and there is such a day

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time now() = 0;
};

class SystemClock final : public Clock {
 public:
  Time now() override;
};

class ManualClock final : public Clock {
 public:
  explicit ManualClock(Time start) : m_now(start) {}
  Time now() override { return m_now; }
  void advance(std::int64_t ms) { m_now.ms += ms; }

 private:
  Time m_now;
};

}  // namespace assay
