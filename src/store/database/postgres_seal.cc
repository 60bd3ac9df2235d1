// Seals on PostgreSQL: functions of the schema compute them (postgres_schema.cc), by hashes that the server brings. So
// a seal is another number there than in SQLite, and says the same.
#include "base/text.h"
#include "store/database/postgres.h"

namespace assay::store {

namespace {

std::string_view type_name(ColumnType type) {
  switch (type) {
    case ColumnType::integer: return "bigint";
    case ColumnType::real: return "double precision";
    case ColumnType::text: break;
  }
  return "text";
}

std::string cell_of(size_t place, std::string_view value) { return cat("seal_cell(", place, ", ", value, ")"); }

class PostgresSealWriter final : public SealWriter {
 public:
  std::string seal(const std::vector<std::string>& values) const override {
    std::string out;
    for (size_t i = 0; i < values.size(); ++i) out += cat(i == 0 ? "" : " # ", cell_of(i, values[i]));
    return cat("(", out, ")");
  }
  std::string intact(const SealedTable& table, std::string_view alias) const override {
    const auto values = sealed_values(table, alias);
    return cat("CASE WHEN ", alias, ".seal IS NOT DISTINCT FROM ", seal(values), " THEN 1 ELSE seal_broken(",
               place_of(table), ", ", values[static_cast<size_t>(table.named_by)], "::text) END");
  }
  std::string changed(const SealedTable& table, const std::vector<SealedChange>& changes) const override {
    std::string out;
    for (const auto& each : changes) {
      const auto place = static_cast<size_t>(each.place);
      out += cat(out.empty() ? "" : " # ", cell_of(place, each.column), " # ",
                 cell_of(place, cat("(", each.after, ")::", type_name(each.type))));
    }
    return cat("reseal('", table.name, "', seal, ", out, ")");
  }
  // Each value is computed once, in a list of its own: a key comes from a sequence.
  std::string insert(const SealedInsert& insert) const override {
    std::vector<std::string> names, values, sealed;
    for (const auto& column : columns_of(*insert.table)) {
      const auto value = value_of(insert, column);
      names.emplace_back(column.name);
      values.push_back(value.empty() ? cat("nextval('", insert.table->name, "_", column.name, "_seq')")
                                     : cat("(", value, ")::", type_name(column.type)));
      values.back() += cat(" AS ", column.name);
      sealed.push_back(cat("v.", column.name));
    }
    return cat("INSERT INTO ", insert.table->name, " (", join(names, ", "), ", seal) SELECT ", join(sealed, ", "),
               ", new_seal('", insert.table->name, "', ", seal(sealed), ") FROM (SELECT ", join(values, ", "),
               insert.source, ") v", insert.ending);
  }
  std::string gone(const SealedTable& table) const override { return cat("no_seal('", table.name, "', seal)"); }
};

}  // namespace

const SealWriter& postgres_seal_writer() {
  static const PostgresSealWriter writer;
  return writer;
}

}  // namespace assay::store
