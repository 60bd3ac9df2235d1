// Reads a table by the names of its keys and says what is wrong with it: a value of another type, out
// of its range, or a key that nobody asked for (with the one it was probably meant to be).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace assay {

class Settings {
 public:
  // `where` stands in errors: "assay.toml: [verify]"; it may be empty. The value must outlive this.
  Settings(const json::value& table, std::string where);

  // Each takes the key when it is there; nothing when it is not, or is null, or is wrong.
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::uint64_t> number(std::string_view key, std::uint64_t least, std::uint64_t most);
  std::optional<std::vector<std::string>> texts(std::string_view key);
  // One of `names`; its index.
  std::optional<size_t> choice(std::string_view key, const std::vector<std::string_view>& names);
  // Milliseconds from a number of seconds or "90s", "10m", "1h30m", "500ms".
  std::optional<std::uint64_t> duration_ms(std::string_view key);
  std::optional<double> real(std::string_view key, double least, double most);
  // A list of tables, whose members are the caller's to read.
  std::vector<const json::value*> tables(std::string_view key);
  // The value as it is; nothing when it is not there or null.
  const json::value* value(std::string_view key);
  // "\"key\" must be a prime number"
  void wrong(std::string_view key, std::string_view want);

  // Everything that was wrong, and every key that was not asked for.
  std::vector<std::string> problems() const;
  // The first of them as an error.
  Result<void> finish() const;

 private:
  const json::object* m_table = nullptr;
  std::string m_where;
  std::vector<std::string_view> m_known;
  std::vector<std::string> m_problems;
};

// Leaves what is there when nothing was given.
template <class T, class U>
void set_if_given(T& to, std::optional<U> from) {
  if (from) to = static_cast<T>(std::move(*from));
}

}  // namespace assay
