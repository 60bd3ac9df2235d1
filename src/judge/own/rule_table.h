// A table of a rule file, read key by key. Remembers the first thing that is wrong, with its line and column; what is
// read after that is empty.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "base/toml.h"

namespace assay::judge {

// The file that is read.
class RuleText {
 public:
  static Result<RuleText> parse(std::string_view text, std::string_view name);

  const json::object& document() const { return m_document.get_object(); }
  // `at` is the path of a key: "pattern.1.code".
  void wrong(const std::string& at, std::string_view message);
  // At a byte of a text that is the value of a key.
  void wrong_in(const std::string& at, size_t offset, std::string_view message);
  bool is_fine() const { return !m_error; }
  Result<void> finish() const;
  size_t line_of(const std::string& at) const;

 private:
  struct Position {
    size_t line = 1, column = 1;
  };
  void fail(Position at, std::string_view message);
  Position inside(TomlPlace value, size_t offset) const;

  std::string m_text, m_name;
  json::value m_document;
  std::map<std::string, TomlEntry, std::less<>> m_entries;
  std::optional<Error> m_error;
};

enum class Given { maybe, always };

class RuleTable {
 public:
  RuleTable(RuleText& text, const json::object& table, std::string path)
      : m_text(text), m_table(table), m_path(std::move(path)) {}

  std::string text(std::string_view key, Given given = Given::maybe);
  // A text, or a list of texts.
  std::vector<std::string> texts(std::string_view key, Given given = Given::maybe);
  bool has(std::string_view key) const { return m_table.contains(key); }
  // The names of a list: their indexes in `known`.
  std::vector<size_t> choices(std::string_view key, const std::vector<std::string_view>& known);
  // One of `known`; 0 when it is wrong.
  size_t choice(std::string_view key, const std::vector<std::string_view>& known, Given given);
  std::optional<RuleTable> table(std::string_view key);
  std::vector<RuleTable> tables(std::string_view key, size_t most);

  // Errors about this table, a key of it, a byte in the text of a key.
  void wrong(std::string_view message) { m_text.wrong(m_path, message); }
  void wrong(std::string_view key, std::string_view message) { m_text.wrong(at(key), message); }
  void wrong_in(std::string_view key, size_t offset, std::string_view message) {
    m_text.wrong_in(at(key), offset, message);
  }
  // Refuses keys that nobody asked for.
  void finish();
  size_t line() const { return m_text.line_of(m_path); }

 private:
  std::string at(std::string_view key) const;
  const json::value* take(std::string_view key, Given given);

  RuleText& m_text;
  const json::object& m_table;
  std::string m_path;
  std::vector<std::string_view> m_known;
};

}  // namespace assay::judge
