#include "store/database/seal_statements.h"

#include <optional>

#include "base/text.h"

namespace assay::store {

namespace {

// Where `word` stands outside of brackets and quotes, or the end.
size_t find_outside(std::string_view sql, std::string_view word, size_t at = 0) {
  int depth = 0;
  bool quoted = false;
  for (; at < sql.size(); ++at) {
    if (sql[at] == '\'') quoted = !quoted;
    if (quoted) continue;
    if (depth == 0 && sql.substr(at).starts_with(word)) return at;
    if (sql[at] == '(') ++depth;
    if (sql[at] == ')') --depth;
  }
  return sql.size();
}

std::vector<std::string_view> split_outside(std::string_view sql) {
  std::vector<std::string_view> out;
  while (true) {
    const auto comma = find_outside(sql, ",");
    out.push_back(trim(sql.substr(0, comma)));
    if (comma == sql.size()) return out;
    sql.remove_prefix(comma + 1);
  }
}

// "jobs j" in brackets: the table, and what its row is called there.
struct Named {
  const SealedTable* table = nullptr;
  std::string_view alias;
};
Named named(std::string_view text) {
  const auto space = text.find(' ');
  if (space == std::string_view::npos) return {};
  return {sealed_table(text.substr(0, space)), text.substr(space + 1)};
}

std::string seal_in(std::string_view text, const SealWriter& writer) {
  const auto row = named(text);
  if (row.table != nullptr) return writer.seal(sealed_values(*row.table, row.alias));
  const auto parts = split_outside(text);
  return writer.seal({parts.begin(), parts.end()});
}

std::string with_lists(std::string_view sql, const SealWriter& writer) {
  constexpr std::string_view k_row_seal = "row_seal(", k_intact = "intact(";
  std::string out;
  while (true) {
    const auto seal = sql.find(k_row_seal), intact = sql.find(k_intact);
    const auto at = std::min(seal, intact);
    if (at == std::string_view::npos) return out += sql;
    const auto begin = at + (seal < intact ? k_row_seal : k_intact).size();
    const auto end = sql.find(')', begin);
    const auto inside = sql.substr(begin, end - begin);
    out += sql.substr(0, at);
    if (seal < intact) {
      out += seal_in(inside, writer);
    } else if (const auto row = named(inside); row.table != nullptr) {
      out += writer.intact(*row.table, row.alias);
    }
    sql.remove_prefix(end + 1);
  }
}

// What `list`, the assignments of an UPDATE, does to the seal. Empty: nothing, or it writes the seal itself.
std::string resealed(const SealedTable& table, std::string_view list, const SealWriter& writer) {
  const auto columns = columns_of(table);
  std::vector<SealedChange> changes;
  for (const auto assignment : split_outside(list)) {
    const auto equals = assignment.find('=');
    const auto name = trim(assignment.substr(0, equals));
    if (name == "seal") return {};
    for (size_t i = 0; i < columns.size(); ++i) {
      if (columns[i].name != name) continue;
      changes.push_back({static_cast<int>(i), columns[i].type, name, trim(assignment.substr(equals + 1))});
    }
  }
  return changes.empty() ? std::string() : cat(", seal = ", writer.changed(table, changes));
}

std::string with_update(std::string_view sql, const SealWriter& writer) {
  constexpr std::string_view k_set = " SET ";
  const auto words = sql.substr(std::string_view("UPDATE ").size());
  const auto* table = sealed_table(words.substr(0, words.find(' ')));
  if (table == nullptr) return std::string(sql);
  const auto set = find_outside(sql, k_set) + k_set.size();
  const auto end = find_outside(sql, " WHERE ", set);
  return cat(sql.substr(0, end), resealed(*table, sql.substr(set, end - set), writer), sql.substr(end));
}

// The values of an INSERT, and what follows them.
bool read_values(std::string_view sql, SealedInsert& out, std::vector<std::string_view>& values) {
  constexpr std::string_view k_values = ") VALUES (", k_select = ") SELECT ";
  if (sql.starts_with(k_values)) {
    sql.remove_prefix(k_values.size());
    const auto end = find_outside(sql, ")");
    values = split_outside(sql.substr(0, end));
    out.ending = sql.substr(end + 1);
    return true;
  }
  if (!sql.starts_with(k_select)) return false;
  sql.remove_prefix(k_select.size());
  const auto end = std::min(find_outside(sql, " FROM "), find_outside(sql, " WHERE "));
  const auto ending = find_outside(sql, " RETURNING ");
  values = split_outside(sql.substr(0, end));
  out.source = sql.substr(end, ending - end);
  out.ending = sql.substr(ending);
  out.is_select = true;
  return true;
}

std::string with_insert(std::string_view sql, const SealWriter& writer) {
  const auto words = sql.substr(std::string_view("INSERT INTO ").size());
  const auto open = sql.find('('), close = sql.find(')');
  SealedInsert insert;
  insert.table = sealed_table(words.substr(0, words.find(' ')));
  if (insert.table == nullptr || open == std::string_view::npos) return std::string(sql);
  std::vector<std::string_view> values;
  if (!read_values(sql.substr(close), insert, values)) return std::string(sql);
  const auto names = split_outside(sql.substr(open + 1, close - open - 1));
  if (names.size() != values.size()) return std::string(sql);
  for (size_t i = 0; i < names.size(); ++i) insert.given.push_back({names[i], values[i]});
  return writer.insert(insert);
}

std::string with_delete(std::string_view sql, const SealWriter& writer) {
  const auto words = sql.substr(std::string_view("DELETE FROM ").size());
  const auto* table = sealed_table(words.substr(0, words.find(' ')));
  return table == nullptr ? std::string(sql) : cat(sql, " RETURNING ", writer.gone(*table));
}

}  // namespace

std::vector<std::string> sealed_values(const SealedTable& table, std::string_view alias) {
  std::vector<std::string> out;
  for (const auto& column : columns_of(table)) out.push_back(cat(alias, ".", column.name));
  return out;
}

std::string_view value_of(const SealedInsert& insert, const SealedColumn& column) {
  for (const auto& cell : insert.given) {
    if (cell.column == column.name) return cell.value;
  }
  return column.initial;
}

std::string with_seals(std::string_view sql, const SealWriter& writer) {
  auto out = with_lists(sql, writer);
  if (out.starts_with("DELETE FROM ")) return with_delete(out, writer);
  if (out.starts_with("UPDATE ")) return with_update(out, writer);
  if (out.starts_with("INSERT INTO ")) return with_insert(out, writer);
  return out;
}

}  // namespace assay::store
