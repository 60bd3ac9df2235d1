#include "engine/check/baseline.h"

#include <map>
#include <tuple>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "os/files.h"
#include "report/schemas.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_largest_baseline = std::uint64_t{64} << 20;

}  // namespace

std::string write_baseline(const model::Check& check) {
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> places;
  for (const auto* list : {&check.verdict.must_fix, &check.verdict.should_fix, &check.verdict.notes, &check.known}) {
    for (const auto& finding : *list) {
      for (const auto& span : finding.spans) {
        if (!span.path.empty()) ++places[{finding.rule, span.path, judge::digest_of_place(span.text)}];
      }
    }
  }
  json::array findings;
  for (const auto& [place, count] : places) {
    const auto& [rule, path, text] = place;
    findings.push_back(json::object{{"rule", rule}, {"path", to_utf8(path)}, {"text", text}, {"count", count}});
  }
  return write_json(json::object{{"schemaVersion", 1}, {"findings", std::move(findings)}}, Indent::two_spaces) + "\n";
}

Result<std::vector<judge::KnownPlace>> parse_baseline(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_json(text, name));
  TRY_ASSIGN(const auto schema, report::schema_named("baseline"));
  if (const auto problems = report::violations(schema, document); !problems.empty())
    return invalid_input(cat(name, " is not a baseline written by assay check --write-baseline: ", problems.front()));
  std::vector<judge::KnownPlace> out;
  for (const auto& item : document.as_object().at("findings").as_array()) {
    const auto& from = item.as_object();
    const auto text_of = [&](std::string_view key) { return std::string(from.at(key).as_string()); };
    out.push_back({text_of("rule"), text_of("path"), text_of("text"), from.at("count").to_number<std::uint64_t>()});
  }
  return out;
}

Result<std::vector<judge::KnownPlace>> read_baseline(const git::Repository& repository, const std::string& base_commit,
                                                     const std::string& path) {
  TRY_ASSIGN(const auto real, os::real_path(path));
  if (!real.starts_with(repository.root() + "/")) {
    TRY_ASSIGN(const auto text, os::read_file(real, k_largest_baseline));
    return parse_baseline(text, path);
  }
  const auto relative = real.substr(repository.root().size() + 1);
  TRY_ASSIGN(auto answer, repository.ask({"show", "--no-textconv", cat(base_commit, ":", relative)}));
  if (answer.exit_code != 0) {
    return invalid_input(cat(path,
                             " is not part of the base, so the change may have written it; commit it to the base "
                             "first, or keep it outside of the work tree"));
  }
  return parse_baseline(answer.output, path);
}

}  // namespace assay::engine
