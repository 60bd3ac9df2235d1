// Which rows are sealed, and by which columns. What statements make of that: store/database/seal_statements.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::store {

struct SealedTable {
  std::string_view name;
  std::string_view title;  // what people call a row; what stands in its column `named_by` follows
  int named_by;            // a place in `columns`
  std::string_view
      columns;  // "#key state='queued' …": its type, and with what a row begins that does not say otherwise
};
constexpr size_t k_sealed_tables = 26;
std::span<const SealedTable> sealed_tables();
const SealedTable* sealed_table(std::string_view name);  // nullptr: its rows have no seals
int place_of(const SealedTable& table);                  // in sealed_tables()

enum class ColumnType { text, integer, real };
struct SealedColumn {
  std::string_view name;
  std::string_view initial = {};  // as SQL; empty: an INSERT gives it
  ColumnType type = ColumnType::text;
};
std::vector<SealedColumn> columns_of(const SealedTable& table);

}  // namespace assay::store
