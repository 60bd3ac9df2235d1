#include "reports/by_path.h"

#include <algorithm>

#include "base/text.h"
#include "reports/programs.h"

namespace assay::reports {

namespace {

using logs::Runner;

struct OnPath {
  Runner runner;
  std::string_view program;  // as in hooks/path/asked.sh
  Format format;
  std::string_view files;
};

constexpr OnPath k_programs[] = {
    {Runner::go_test, "go", Format::go_json, "path-go-*.json"},
    {Runner::ctest, "ctest", Format::junit_xml, "path-ctest-*.xml"},
    {Runner::phpunit, "phpunit", Format::junit_xml, "path-phpunit-*.xml"},
    {Runner::pest, "pest", Format::junit_xml, "path-pest-*.xml"},
    {Runner::deno, "deno", Format::junit_xml, "path-deno-*.xml"},
    {Runner::bun, "bun", Format::junit_xml, "path-bun-*.xml"},
    {Runner::swift_test, "swift", Format::junit_xml, "path-swift-*.xml"},
    {Runner::dotnet, "dotnet", Format::trx, "path-dotnet-*.trx"},
    {Runner::nextest, "cargo", Format::junit_xml, "path-cargo-*.xml"},
};

const OnPath* program_for(Runner runner) {
  const auto* found = std::find_if(std::begin(k_programs), std::end(k_programs),
                                   [&](const OnPath& each) { return each.runner == runner; });
  return found == std::end(k_programs) ? nullptr : found;
}

std::string path_of(const AskInput& input) {
  return input.existing ? input.existing("PATH").value_or("") : std::string();
}

}  // namespace

bool is_asked_by_path(const Found& found, const AskInput& input) {
  const auto* program = program_for(found.runner);
  if (program == nullptr || found.behind.empty() || path_of(input).empty()) return false;
  if (std::find(found.sets.begin(), found.sets.end(), "PATH") != found.sets.end()) return false;
  // With the newer platform for tests the logger of dotnet is an error.
  const auto settings = found.runner == Runner::dotnet && input.files != nullptr
                            ? input.files->read(found.folder + "global.json")
                            : std::nullopt;
  if (settings && contains(*settings, "Microsoft.Testing.Platform")) return false;
  return found.words[found.program.first].text == program->program;
}

void ask_by_path(const std::vector<Found>& found, const AskInput& input, Asked& asked) {
  if (found.empty()) return;
  const auto folder = cat(input.hooks_folder, "/bin");
  std::vector<Runner> done;
  for (const auto& each : found) {
    if (std::find(done.begin(), done.end(), each.runner) != done.end()) continue;
    done.push_back(each.runner);
    const auto& program = *program_for(each.runner);
    Expected expected{program.runner, program.format, input.report_folder, std::string(program.files), false};
    expected.sure = false;
    asked.expected.push_back(std::move(expected));
    asked.hooks.push_back({cat("bin/", program.program),
                           cat("#!/bin/sh\nexec sh ", quoted(cat(input.hooks_folder, "/path/asked.sh")), " ",
                               quoted(folder), " ", program.program, " \"$@\"\n"),
                           true});
  }
  asked.environment.push_back(cat("PATH=", folder, ":", path_of(input)));
}

}  // namespace assay::reports
