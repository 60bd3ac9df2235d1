#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "os/files.h"
#include "report/schemas.h"

namespace assay::cli {

namespace {

constexpr Flag k_flags[] = {
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

}  // namespace

const std::span<const Flag> k_schema_flags = k_flags;

Result<int> run_schema(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_schema_flags, invocation.arguments));
  if (options.words().empty()) {
    std::string names;
    for (const auto name : report::schema_names()) names += cat(name, "\n");
    TRY(print(names));
    return k_exit_ok;
  }
  TRY_ASSIGN(const auto schema, report::schema_named(options.words().front()));
  if (const auto file = options.value("--validate")) return validate(schema, *file);
  TRY(print(write_json(schema, Indent::two_spaces) + "\n"));
  return k_exit_ok;
}

}  // namespace assay::cli
