#include "base/clock.h"

#include <array>
#include <chrono>
#include <cstdio>

#include "base/text.h"

namespace assay {

namespace {

std::optional<int> digits(std::string_view text, size_t at, size_t count) {
  const auto n = parse_uint(text.substr(at, count));
  if (!n) return std::nullopt;
  return static_cast<int>(*n);
}

}  // namespace

std::string to_iso(Time time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds(time.ms)};
  const auto day = floor<days>(point);
  const year_month_day date(day);
  const hh_mm_ss clock(point - day);
  std::array<char, 40> out{};
  const int size =
      std::snprintf(out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                    static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return std::string(out.data(), static_cast<size_t>(size));
}

std::optional<Time> time_from_iso(std::string_view text) {
  using namespace std::chrono;
  if (text.size() != 24 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' ||
      text[19] != '.' || text[23] != 'Z') {
    return std::nullopt;
  }
  const auto y = digits(text, 0, 4), m = digits(text, 5, 2), d = digits(text, 8, 2);
  const auto h = digits(text, 11, 2), min = digits(text, 14, 2), s = digits(text, 17, 2), ms = digits(text, 20, 3);
  if (!y || !m || !d || !h || !min || !s || !ms) return std::nullopt;
  const year_month_day date{year(*y), month(static_cast<unsigned>(*m)), day(static_cast<unsigned>(*d))};
  if (!date.ok() || *h > 23 || *min > 59 || *s > 59) return std::nullopt;
  const auto point = sys_days(date) + hours(*h) + minutes(*min) + seconds(*s) + milliseconds(*ms);
  return Time{duration_cast<milliseconds>(point.time_since_epoch()).count()};
}

Time SystemClock::now() {
  using namespace std::chrono;
  return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

bool is_day(std::string_view text) { return time_from_iso(cat(text, "T00:00:00.000Z")).has_value(); }

}  // namespace assay
