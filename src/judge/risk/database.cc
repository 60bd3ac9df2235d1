// Schemas and data at rest: what cannot be undone or breaks running code (drop, alter, rename, NOT
// NULL without a default, UPDATE of every row). A new column of a table that is there breaks nothing
// but is for a reviewer to see; new tables and new indexes are how databases grow and pass. The way
// back of a migration is not a risk of its own.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/risk/rules.h"

namespace assay::judge {
namespace {

using diff::Role;
using diff::Sign;

bool is_migration_place(const diff::File& file) {
  return file.role == Role::migration || icontains(file.path(), "migrat") || icontains(file.path(), "alembic");
}

// The reverse half of a migration.
bool is_way_back(const ChangedBlock& block, size_t index) {
  const std::string path = lower(block.hunk.file.path());
  if (contains(path, ".down.") || contains(path, "_down.") || contains(path, "/down.") || contains(path, "rollback") ||
      contains(path, "undo"))
    return true;
  constexpr size_t k_reach = 300;
  for (size_t i = index + 1, low = index > k_reach ? index - k_reach : 0; i-- > low;) {
    const auto text = lower(block.line(i).raw->text);
    if (contains(text, "+goose down") || contains(text, "migrate:down") || contains(text, "-- down")) return true;
    if (contains(text, "+goose up") || contains(text, "migrate:up") || contains(text, "-- up")) return false;
    const auto name = defined_name(block.code(i));
    if (is_one_of(name, {"downgrade", "down", "Down", "revert", "rollback", "unapply"}) ||
        contains(text, "exports.down") || contains(text, "async down("))
      return true;
    if (is_one_of(name, {"upgrade", "up", "Up", "change", "apply"}) || contains(text, "exports.up") ||
        contains(text, "async up("))
      return false;
  }
  return is_one_of(enclosing_function(block.hunk, index), {"downgrade", "down", "Down", "revert", "rollback"});
}

// Calls of migration libraries. `only_migration`: the name is common elsewhere.
struct Call {
  std::string_view code;
  std::string_view what;
  bool only_migration;
};
constexpr Call k_calls[] = {
    {"op.drop_column(", "a column is dropped", false},
    {"op.drop_table(", "a table is dropped", false},
    {"op.alter_column(", "a column is altered", false},
    {"op.rename_table(", "a table is renamed", false},
    {"batch_op.drop_column(", "a column is dropped", false},
    {"batch_op.alter_column(", "a column is altered", false},
    {"migrations.RemoveField(", "a column is dropped", false},
    {"migrations.DeleteModel(", "a table is dropped", false},
    {"migrations.AlterField(", "a column is altered", false},
    {"migrations.RenameField(", "a column is renamed", false},
    {"migrations.RenameModel(", "a table is renamed", false},
    {"remove_column", "a column is dropped", true},
    {"remove_columns", "a column is dropped", true},
    {"drop_table", "a table is dropped", true},
    {"rename_column", "a column is renamed", true},
    {"rename_table", "a table is renamed", true},
    {"change_column", "a column is altered", true},
    {"remove_reference", "a column is dropped", true},
    {".dropColumn(", "a column is dropped", true},
    {".dropColumns(", "a column is dropped", true},
    {".dropTable(", "a table is dropped", true},
    {".dropTableIfExists(", "a table is dropped", true},
    {".renameColumn(", "a column is renamed", true},
    {".renameTable(", "a table is renamed", true},
    {".removeColumn(", "a column is dropped", true},
    {".changeColumn(", "a column is altered", true},
    {"->dropColumn(", "a column is dropped", false},
    {"->renameColumn(", "a column is renamed", false},
    {"->change()", "a column is altered", true},
    {"Schema::drop(", "a table is dropped", false},
    {"Schema::dropIfExists(", "a table is dropped", false},
    {"Schema::rename(", "a table is renamed", false},
    {"migrationBuilder.DropColumn(", "a column is dropped", false},
    {"migrationBuilder.DropTable(", "a table is dropped", false},
    {"migrationBuilder.AlterColumn", "a column is altered", false},
    {"migrationBuilder.RenameColumn(", "a column is renamed", false},
    {"queryInterface.removeColumn(", "a column is dropped", false},
    {"queryInterface.dropTable(", "a table is dropped", false},
    {"<dropColumn", "a column is dropped", false},
    {"<dropTable", "a table is dropped", false},
    {"<modifyDataType", "a column is altered", false},
    {"<renameColumn", "a column is renamed", false},
    {"<renameTable", "a table is renamed", false},
    {"dropColumn:", "a column is dropped", true},
    {"dropTable:", "a table is dropped", true},
    {"drop table(", "a table is dropped", true},
};

std::string_view migration_call(const ChangedBlock& block, size_t index, bool migration) {
  const std::string& code = block.code(index);
  for (const Call& call : k_calls) {
    if (call.only_migration && !migration) continue;
    const size_t at = code.find(call.code);
    if (at == std::string::npos || (is_word(call.code[0]) && at > 0 && is_word(code[at - 1]))) continue;
    const size_t end = at + call.code.size();
    if (is_word(call.code.back()) && end < code.size() && is_word(code[end])) continue;
    return call.what;
  }
  if (!migration) return {};
  if (contains(code, "change_column_null") && contains(code, "false")) return "a column is altered";
  const bool adds = contains(code, "add_column") || contains(code, "addColumn(") || contains(code, "AddColumn");
  const bool not_null = contains(code, "null: false") || contains(code, "nullable=False") ||
                        contains(code, "allowNull: false") || contains(code, "nullable: false");
  if (adds && not_null && !icontains(code, "default")) return "a NOT NULL column without a default is added";
  return {};
}

// Lines that open a change of a table that is there, and lines that open a new one.
bool opens_known_table(std::string_view code) {
  return contains(code, ".alterTable(") || contains(code, "schema.table(") || contains(code, "Schema::table(") ||
         contains(code, "alter table(") || find_word(code, "change_table") != std::string_view::npos;
}
bool opens_new_table(std::string_view code) {
  return icontains(code, "createTable") || contains(code, "Schema::create(") || contains(code, "create table(") ||
         find_word(code, "create_table") != std::string_view::npos;
}

// table.string('nick'), $table->string('nick'), t.string :nick, add :nick, :string
bool declares_column(std::string_view code) {
  const auto line = trim(code);
  if (line.starts_with("add :")) return true;
  for (std::string_view start : {"table.", "t.", "$table->"}) {
    if (!line.starts_with(start)) continue;
    const auto names = names_in(line.substr(start.size()));
    return !names.empty() && !names[0].words.empty() && names[0].text != "change" &&
           !has_any_word(names[0].words, {"drop", "index", "unique", "primary", "foreign", "rename", "remove", "engine",
                                          "charset", "collation", "comment", "check", "alter", "timestamps"}) &&
           !contains(line, ".alter(") && !contains(line, "->change(");
  }
  return false;
}

// A field of a model of schema.prisma; a relation is no column.
bool is_prisma_field(const diff::File& file, std::string_view code) {
  if (!file.path().ends_with(".prisma")) return false;
  const auto names = names_in(trim(code));
  return names.size() > 1 && names[0].at == 0 &&
         is_one_of(names[1].text,
                   {"String", "Boolean", "Int", "BigInt", "Float", "Decimal", "DateTime", "Json", "Bytes"});
}

// A new column of a table that is there, told by one call or by the block it stands in.
bool adds_known_column(const ChangedBlock& block, size_t index, bool migration) {
  const std::string& code = block.code(index);
  const bool prisma = is_prisma_field(block.hunk.file, code);
  if (!migration && !prisma) return false;
  for (std::string_view call : {"migrations.AddField(", "op.add_column(", "batch_op.add_column(", ".addColumn(",
                                ".addColumns(", "migrationBuilder.AddColumn", "<addColumn", "addColumn:"})
    if (contains(code, call)) return true;
  for (std::string_view call : {"add_column", "add_reference", "add_belongs_to"})
    if (trim(code).starts_with(call)) return true;
  if (!prisma && !declares_column(code)) return false;
  constexpr size_t k_reach = 60;
  for (size_t i = index, low = index > k_reach ? index - k_reach : 0; i-- > low;) {
    if (block.line(i).raw->sign == Sign::removed) continue;
    const std::string& above = block.code(i);
    if (prisma && trim(above).starts_with("model ")) return block.line(i).raw->sign == Sign::context;
    if (opens_known_table(above)) return true;
    if (opens_new_table(above)) return false;
  }
  return prisma ? block.hunk.file.status == diff::Status::modified : opens_known_table(block.hunk.hunk.section);
}

// A column of an object-relational model: models.CharField(…), Column(…), mapped_column(…), @Column.
std::string_view model_column(std::string_view code) {
  const auto line = trim(code);
  if (contains(line, ":=")) return {};  // Go calls its package: key, err := models.GetKey(id)
  const size_t equals = line.find('=');
  const auto name = equals == line.npos ? line : trim(line.substr(0, std::min(equals, line.find(':'))));
  for (std::string_view call : {"= models.", "= Column(", "= db.Column(", "= mapped_column(", "= sa.Column("})
    if (contains(line, call) && contains(line, "(") && !contains(line, "models.Q(") &&
        !contains(line, "models.Index(") && !contains(line, ".objects"))
      return name;
  return {};
}

// A column that is gone or has another type; a new one passes.
void compare_columns(const ChangedBlock& block, RiskHits& out) {
  const auto squeeze = [](std::string_view text) {
    std::string squeezed;
    for (char c : text)
      if (!is_space(c) && c != ',') squeezed += c;
    return squeezed;
  };
  std::unordered_map<std::string_view, size_t> added;
  for (size_t a : block.added)
    if (const auto name = model_column(block.code(a)); !name.empty()) added.emplace(name, a);
  for (size_t r : block.removed) {
    const auto name = model_column(block.code(r));
    if (name.empty()) continue;
    const auto same = added.find(name);
    if (same == added.end()) {
      out.push_back({Area::database, r, "a column of a model is removed or renamed"});
      continue;
    }
    const size_t a = same->second;
    const bool described = contains(block.code(a), "help_text") || contains(block.code(a), "verbose_name");
    if (!described && squeeze(block.line(r).raw->text) != squeeze(block.line(a).raw->text))
      out.push_back({Area::database, a, "a column of a model is changed"});
  }
}

// In schema.rb, schema.prisma, structure.sql and edited migrations: a column that is gone.
void compare_schema(const ChangedBlock& block, RiskHits& out) {
  const auto path = lower(block.hunk.file.path());
  const bool schema = path.ends_with("schema.prisma") || path.ends_with("schema.rb") ||
                      path.ends_with("structure.sql") || path.ends_with("schema.sql");
  if (!schema) return;
  const auto key = [&](size_t i) -> std::string {
    const auto line = trim(block.line(i).raw->text);
    if (path.ends_with(".rb")) {
      if (!line.starts_with("t.") || line.starts_with("t.index")) return {};
      const size_t open = line.find('"'), close = line.find('"', open + 1);
      return open == line.npos || close == line.npos ? std::string() : std::string(line.substr(open, close - open));
    }
    if (line.empty() || !(is_alpha(line[0]) || line[0] == '"' || line[0] == '`') || line.starts_with("model ") ||
        line.starts_with("CREATE") || line.starts_with("INSERT"))
      return {};
    const auto first = line.substr(0, line.find(' '));
    return first.size() == line.size() ? std::string() : std::string(first);
  };
  std::unordered_set<std::string> added;
  for (size_t a : block.added) added.insert(key(a));
  for (size_t r : block.removed) {
    const std::string name = key(r);
    if (name.empty()) continue;
    const bool stays = added.contains(name);
    out.push_back({Area::database, r, stays ? "a column is altered" : "a column is dropped"});
  }
}

// A new file that makes every table anew: a dump of the schema, not a change of one.
bool is_dump(const ChangedBlock& block) {
  const diff::File& file = block.hunk.file;
  if (file.status != diff::Status::added || file.language != diff::Language::sql) return false;
  const auto words = words_of(file.path());
  if (!has_any_word(words, {"schema", "structure", "dump", "init", "seed", "seeds", "setup"})) return false;
  return std::any_of(block.hunk.lines.begin(), block.hunk.lines.end(),
                     [](const CodeLine& line) { return icontains(line.masked.code, "create table"); });
}

bool adds_column_in_sql(const ChangedBlock& block, size_t index, bool migration) {
  const bool sql_file = block.hunk.file.language == diff::Language::sql;
  const std::string& own = sql_file ? block.code(index) : block.strings(index);
  if (!(sql_file || migration) || ifind_word(own, "ADD") == std::string::npos) return false;
  if (icontains(trim_left(own), "alter table") || istarts_with(trim_left(own), "add column"))
    return adds_column_by_sql(sql_at(block, index));
  // ALTER TABLE users, and what is added in the next line.
  constexpr size_t k_reach = 8;
  if (!istarts_with(trim_left(own), "add ")) return false;
  for (size_t i = index, low = index > k_reach ? index - k_reach : 0; i-- > low;) {
    const std::string& above = sql_file ? block.code(i) : block.strings(i);
    if (contains(above, ";")) return false;
    if (icontains(above, "alter table")) return adds_column_by_sql(sql_at(block, i));
  }
  return false;
}

}  // namespace

void find_database_risks(const ChangedBlock& block, RiskHits& out) {
  const diff::File& file = block.hunk.file;
  const bool changelog = file.language == diff::Language::xml && (file.role == Role::config || file.role == Role::data);
  if (file.role != Role::source && file.role != Role::migration && !changelog) return;
  if (file.status == diff::Status::deleted && file.role == Role::source) return;
  const bool migration = is_migration_place(file);
  const bool sql_file = file.language == diff::Language::sql;
  for (size_t i : block.added) {
    std::string_view what = migration_call(block, i, migration);
    const std::string& own = sql_file ? block.code(i) : block.strings(i);
    if (what.empty() && !trim(own).empty()) {
      const std::string sql = sql_at(block, i);
      const std::string first = sql.substr(0, sql.find(' '));
      if (icontains(own, first)) what = schema_change_by_sql(sql);
      // Outside migrations, what deletes data is reported as destructive.
      if (!migration && !sql_file && is_destructive_sql(sql)) what = {};
      if (what.empty() && (migration || sql_file) && icontains(own, first) && is_destructive_sql(sql))
        what = "rows are deleted without a condition";
    }
    bool minor = false;
    if (what.empty() && (adds_known_column(block, i, migration) || adds_column_in_sql(block, i, migration))) {
      what = "a column is added to a table";
      minor = true;
    }
    if (!what.empty() && !is_way_back(block, i) && !is_dump(block))
      out.push_back({Area::database, i, std::string(what), false, minor});
  }
  compare_columns(block, out);
  compare_schema(block, out);
}

}  // namespace assay::judge
