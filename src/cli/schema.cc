#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "ops/operation.h"
#include "ops/table/table.h"
#include "os/files.h"
#include "report/schemas.h"
#include "serve/routes/openapi.h"

namespace assay::cli {

namespace {

constexpr Flag k_schema_table[] = {
    {"--validate", "", Takes::value, "FILE", "say whether a document fits the schema (- for standard input)"},
};

Result<int> validate(const json::value& schema, const std::string& file) {
  TRY_ASSIGN(const auto text, os::read_file(file));
  TRY_ASSIGN(const auto document, parse_json(text, file));
  const auto problems = report::violations(schema, document);
  if (problems.empty()) return k_exit_ok;
  TRY(print(join(problems, "\n") + "\n"));
  return k_exit_gate;
}

json::value schema_of_document(const ops::NamedSchema& document) {
  json::object out{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", document.title}};
  const json::value body = ops::schema_of(document);
  for (const auto& member : body.get_object()) out[member.key()] = member.value();
  return out;
}

Result<json::value> schema_named(std::string_view name) {
  for (const auto* document : ops::document_schemas()) {
    if (document->name == name) return schema_of_document(*document);
  }
  return report::schema_named(name);
}

}  // namespace

std::vector<std::string_view> schema_names() {
  auto names = report::schema_names();
  for (const auto* document : ops::document_schemas()) {
    // The room report has some of them already.
    if (std::find(names.begin(), names.end(), document->name) == names.end()) names.push_back(document->name);
  }
  return names;
}

const std::span<const Flag> k_schema_flags = k_schema_table;

Result<int> run_schema(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_schema_flags, invocation.arguments));
  if (options.words().empty()) {
    std::string names;
    for (const auto name : schema_names()) names += cat(name, "\n");
    TRY(print(names));
    return k_exit_ok;
  }
  if (options.words().front() == "openapi") {
    TRY(print(write_json(serve::openapi(""), Indent::two_spaces) + "\n"));
    return k_exit_ok;
  }
  TRY_ASSIGN(const auto schema, schema_named(options.words().front()));
  if (const auto file = options.value("--validate")) return validate(schema, *file);
  TRY(print(write_json(schema, Indent::two_spaces) + "\n"));
  return k_exit_ok;
}

}  // namespace assay::cli
