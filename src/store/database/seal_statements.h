// How statements come to write and compare seals.
//
// A seal is made of a hash of each column, which includes the column's place in the list. So a statement that writes
// a few columns takes out what they held and puts in what they hold now, in the same UPDATE, and reads nothing else. A
// row that was damaged before stays unlike its seal whatever is written to it later.
//
// No statement says so itself: `with_seals` completes each as it is prepared, and none can forget it. What it finds in
// a statement is the same for all drivers; the words for it are the driver's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/database/sealed_tables.h"

namespace assay::store {

// A column that an UPDATE sets.
struct SealedChange {
  int place = 0;
  ColumnType type = ColumnType::text;
  std::string_view column, after;  // as SQL
};

// An INSERT of one row, or of those of a SELECT.
struct SealedInsert {
  const SealedTable* table = nullptr;
  struct Cell {
    std::string_view column, value;  // as SQL
  };
  std::vector<Cell> given;
  std::string_view source;  // " FROM … WHERE …" of a SELECT
  std::string_view ending;  // " RETURNING …"
  bool is_select = false;
};

class SealWriter {
 public:
  virtual ~SealWriter() = default;
  virtual std::string seal(const std::vector<std::string>& values) const = 0;
  virtual std::string intact(const SealedTable& table, std::string_view alias) const = 0;  // 1, or an error
  virtual std::string changed(const SealedTable& table, const std::vector<SealedChange>& changes) const = 0;
  virtual std::string insert(const SealedInsert& insert) const = 0;  // the whole statement
  virtual std::string gone(const SealedTable& table) const = 0;      // what a DELETE returns
};

// In any statement, for a row `j` of `jobs`:
//   row_seal(jobs j)  becomes the seal that its columns should have
//   intact(jobs j)    is 1, or ends the statement with an error that names the row
// INSERT and UPDATE of a sealed table write the seal with the rest, and a key that grows where none is given. Both, and
// DELETE, tell the driver by how much the sum of the table's seals changes; so what an INSERT makes must come to be: no
// ON CONFLICT in one.
std::string with_seals(std::string_view sql, const SealWriter& writer);

// "j.key", "j.kind", … of a row, in the order of its list.
std::vector<std::string> sealed_values(const SealedTable& table, std::string_view alias);
// The value that an INSERT gives a column, or what it begins with; empty: a key that grows.
std::string_view value_of(const SealedInsert& insert, const SealedColumn& column);

}  // namespace assay::store
