// Reads a table of settings by name and says what is wrong with it: a value of another type, out of
// its range, or a key that nobody asked for (with the one it was probably meant to be).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay {

class Settings {
 public:
  // `where` stands in errors: "assay.toml: [verify]". The value must outlive this.
  Settings(const json::value& table, std::string where);

  // Each takes the key when it is there; nothing when it is not. The first error is kept.
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key, std::uint64_t least, std::uint64_t most);
  std::optional<std::vector<std::string>> texts(std::string_view key);
  // One of `names`; its index.
  std::optional<size_t> choice(std::string_view key, const std::vector<std::string_view>& names);
  // Milliseconds from a number of seconds or "90s", "10m", "2h".
  std::optional<std::uint64_t> duration_ms(std::string_view key);

  // Error when anything was wrong, or when a key was not asked for.
  Result<void> finish();

 private:
  const json::value* take(std::string_view key);
  void wrong(std::string_view key, std::string_view want);

  const json::object* m_table = nullptr;
  std::string m_where;
  std::vector<std::string_view> m_known;
  Result<void> m_result;
};

}  // namespace assay
