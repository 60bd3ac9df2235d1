// Which rows are sealed, and how statements come to write and compare seals.
//
// A seal is the sum of a hash of each column, which includes the column's place in the list. So a statement that writes
// a few columns takes out what they held and puts in what they hold now, in the same UPDATE, and reads nothing else. A
// row that was damaged before stays unlike its seal whatever is written to it later.
//
// No statement says so itself: `with_seals` completes each as it is prepared, and none can forget it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay::store {

struct SealedTable {
  std::string_view name;
  std::string_view title;    // what people call a row; what stands in its column `named_by` follows
  int named_by;              // a place in `columns`
  std::string_view columns;  // "key state='queued' …": with what a row begins that does not say otherwise
};
constexpr size_t k_sealed_tables = 26;
std::span<const SealedTable> sealed_tables();
const SealedTable* sealed_table(std::string_view name);  // nullptr: its rows have no seals
int place_of(const SealedTable& table);                  // in sealed_tables()

// In any statement, for a row `j` of `jobs`:
//   row_seal(jobs j)  becomes the seal that its columns should have
//   intact(jobs j)    is 1, or ends the statement with an error that names the row
// INSERT and UPDATE of a sealed table write the seal with the rest, and a key that grows by one where none is given.
// Both, and DELETE, tell the driver by how much the sum of the table's seals changes; so what an INSERT makes must come
// to be: no ON CONFLICT in one.
std::string with_seals(std::string_view sql);

}  // namespace assay::store
