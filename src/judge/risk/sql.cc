// SQL as far as its first words tell. It stands in files of its own and in strings of other languages, where
// ordinary sentences begin with the same words: what follows decides.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/rules.h"

namespace assay::judge {
namespace {

using diff::Sign;

bool starts_any(std::string_view s, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](auto p) { return s.starts_with(p); });
}

bool is_temporary(std::string_view sql) {
  return contains(sql, " TMP") || contains(sql, " TEMP") || contains(sql, "_TMP") || contains(sql, "_TEMP") ||
         contains(sql, " #");
}

// "DROP TABLE users CASCADE", not "drop table of contents": one name, then nothing that SQL lacks.
bool ends_like_sql(std::string_view rest) {
  rest = trim(rest);
  for (std::string_view skip : {"IF EXISTS ", "ONLY ", "TABLE "})
    if (rest.starts_with(skip)) rest.remove_prefix(skip.size());
  const size_t space = rest.find(' ');
  if (rest.empty() || space == std::string_view::npos) return !rest.empty();
  const auto next = trim(rest.substr(space));
  return rest[space - 1] == ',' ||
         starts_any(next, {"CASCADE", "RESTRICT", "RETURNING", "LIMIT", "USING", "RESTART", ",", ")", "AS ", "\\"});
}

}  // namespace

std::string_view schema_change_by_sql(std::string_view sql) {
  if (is_temporary(sql)) return {};
  for (std::string_view verb : {"DROP TABLE ", "DROP SCHEMA ", "DROP DATABASE ", "DROP TYPE ", "DROP COLUMN "})
    if (sql.starts_with(verb) && ends_like_sql(sql.substr(verb.size()))) return "a table or column is dropped";
  if (sql.starts_with("ALTER TABLE") ||
      starts_any(sql, {"ALTER COLUMN", "MODIFY COLUMN", "CHANGE COLUMN", "RENAME COLUMN"})) {
    if (contains(sql, " DROP COLUMN") ||
        (contains(sql, " DROP ") && !contains(sql, " DROP CONSTRAINT") && !contains(sql, " DROP INDEX") &&
         !contains(sql, " DROP PRIMARY KEY") && !contains(sql, " DROP FOREIGN KEY") && !contains(sql, " DROP KEY") &&
         !contains(sql, " DROP DEFAULT") && !contains(sql, " DROP NOT NULL")))
      return "a column is dropped";
    if (contains(sql, "RENAME ")) return "a table or column is renamed";
    if (contains(sql, " ALTER COLUMN") || contains(sql, " MODIFY ") || contains(sql, " CHANGE ") ||
        contains(sql, " ALTER ") || starts_any(sql, {"ALTER COLUMN", "MODIFY", "CHANGE"}))
      return contains(sql, " DROP NOT NULL") || contains(sql, "SET DEFAULT") || contains(sql, "DROP DEFAULT")
                 ? std::string_view()
                 : "a column is altered";
    if (contains(sql, " ADD ") && contains(sql, "NOT NULL") && !contains(sql, "DEFAULT") && !contains(sql, "GENERATED"))
      return "a NOT NULL column without a default is added";
  }
  if (sql.starts_with("RENAME TABLE")) return "a table or column is renamed";
  if (sql.starts_with("UPDATE ") && contains(sql, " SET ") && contains(sql, "=") && !contains(sql, "WHERE") &&
      !contains(sql, " JOIN "))
    return "every row of a table is updated";
  return {};
}

bool adds_column_by_sql(std::string_view sql) {
  if (!sql.starts_with("ALTER TABLE") && !sql.starts_with("ADD COLUMN")) return false;
  const size_t at = find_word(sql, "ADD");
  if (at == std::string_view::npos) return false;
  const auto rest = trim(sql.substr(at + 3));
  return !rest.empty() &&
         !starts_any(rest, {"CONSTRAINT", "INDEX", "UNIQUE", "PRIMARY", "FOREIGN", "KEY", "CHECK", "PARTITION",
                            "FULLTEXT", "SPATIAL", "VALUE", "EXCLUDE", "GENERATED", "PERIOD"});
}

std::string sql_at(const ChangedBlock& block, size_t index) {
  constexpr size_t k_lines = 8;
  const bool sql_file = block.hunk.file.language == diff::Language::sql;
  // class="truncate" and "Update the list" are words; SQL in strings is written in capitals, or plainly.
  const std::string& own = block.strings(index);
  if (!sql_file && trim_left(block.line(index).raw->text).starts_with("<")) return {};
  if (!sql_file && !contains(own, "TRUNCATE") && !icontains(own, "truncate table") && icontains(own, "truncate"))
    return {};
  const Sign side = block.line(index).raw->sign;
  std::string out;
  for (size_t i = index, taken = 0; i < block.hunk.lines.size() && taken < k_lines; ++i) {
    const CodeLine& line = block.hunk.lines[i];
    if (line.raw->sign != side && line.raw->sign != Sign::context) continue;
    const std::string_view text = sql_file ? std::string_view(line.masked.code) : std::string_view(line.masked.strings);
    if (!sql_file && i != index && trim(text).empty()) break;
    ++taken;
    out += out.empty() ? "" : " ";
    for (char c : text) {
      const char up = is_lower(c) ? static_cast<char>(c - 32) : c;
      if (is_space(up) && (out.empty() || out.back() == ' ')) continue;
      out += is_space(up) ? ' ' : up;
    }
    if (out.find(';') != std::string::npos) break;
  }
  out = out.substr(0, out.find(';'));
  // In a string the statement may stand behind other strings of the line.
  if (!sql_file)
    for (std::string_view verb : {"DROP TABLE", "DROP DATABASE", "DROP SCHEMA", "DROP COLUMN", "ALTER TABLE",
                                  "TRUNCATE ", "DELETE FROM ", "UPDATE "})
      if (const size_t at = find_word(out, trim(verb)); at < 40) return out.substr(at);
  return std::string(trim(out));
}

bool is_destructive_sql(std::string_view sql) {
  if (is_temporary(sql)) return false;
  for (std::string_view verb : {"DROP TABLE ", "DROP DATABASE ", "DROP SCHEMA ", "TRUNCATE "})
    if (sql.starts_with(verb)) return ends_like_sql(sql.substr(verb.size()));
  return sql.starts_with("DELETE FROM ") && !contains(sql, "WHERE") && ends_like_sql(sql.substr(12));
}

}  // namespace assay::judge
