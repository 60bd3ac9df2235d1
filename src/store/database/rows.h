// Reading rows: columns from left to right into the types of the model.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "store/database/database.h"

namespace assay::store {

class Columns {
 public:
  explicit Columns(const Row& row) : m_row(row) {}

  std::int64_t integer() { return m_row.integer(m_at++); }
  std::uint32_t count() { return static_cast<std::uint32_t>(integer()); }
  bool flag() { return integer() != 0; }
  double real() { return m_row.real(m_at++); }
  Time time() { return Time{integer()}; }
  std::string_view view() { return m_row.text(m_at++); }
  std::string text() { return std::string(view()); }

  std::optional<Time> maybe_time() { return m_row.is_null(m_at) ? skip<Time>() : std::optional(time()); }
  std::optional<std::string> maybe_text() { return m_row.is_null(m_at) ? skip<std::string>() : std::optional(text()); }
  std::optional<double> maybe_real() { return m_row.is_null(m_at) ? skip<double>() : std::optional(real()); }
  std::optional<std::int64_t> maybe_integer() {
    return m_row.is_null(m_at) ? skip<std::int64_t>() : std::optional(integer());
  }

  // A word of an enumeration. One that is not known is remembered for done().
  template <class Enum>
  Enum named(std::optional<Enum> (*find)(std::string_view)) {
    const auto word = view();
    const auto value = find(word);
    if (!value && m_unknown.empty()) m_unknown = cat("\"", word, "\"");
    return value.value_or(Enum{});
  }

  Result<void> done(std::string_view what) const {
    if (m_unknown.empty()) return {};
    return corrupt(cat("the store holds ", what, " with the unknown word ", m_unknown, "; run assay doctor"));
  }

 private:
  template <class T>
  std::optional<T> skip() {
    ++m_at;
    return std::nullopt;
  }

  const Row& m_row;
  int m_at = 0;
  std::string m_unknown;
};

// The first row through `read`, which takes Columns& and returns T; nothing when there is no row.
template <class T, class Read>
Result<std::optional<T>> first(Database& database, const Query& query, Params params, Read&& read) {
  std::optional<T> found;
  TRY(database.each(query, params, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    found = read(columns);
    return Flow::stop;
  }));
  return found;
}

// For INSERT … RETURNING key.
inline Result<std::int64_t> insert(Database& database, const Query& query, Params params) {
  TRY_ASSIGN(const auto key,
             (first<std::int64_t>(database, query, params, [](Columns& columns) { return columns.integer(); })));
  if (!key) return internal("a row was written and has no key");
  return *key;
}

}  // namespace assay::store
