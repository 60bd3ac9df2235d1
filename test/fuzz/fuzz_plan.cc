// Prompts, criteria, plan files and repositories take any bytes. What a plan file is read into reads
// back the same from its canonical form, and synthesis finds nothing new the second time.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "model/evidence_form.h"
#include "plan/checks.h"
#include "plan/criteria.h"
#include "plan/criterion_evidence.h"
#include "plan/evidence_lint.h"
#include "plan/fake_snapshot.h"
#include "plan/lint.h"
#include "plan/plan_file.h"
#include "plan/prepare.h"
#include "plan/prompt_criteria.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_plans(std::string_view text) {
  for (const auto format : {plan::PlanFormat::json, plan::PlanFormat::toml}) {
    const auto first = plan::parse_plan(text, "fuzz", format);
    if (!first) continue;
    require(plan::validate(*first, "fuzz").has_value());
    const auto canonical = plan::write_plan(*first);
    const auto second = plan::parse_plan(canonical, "canonical", plan::PlanFormat::json);
    require(second.has_value());
    require(plan::write_plan(*second) == canonical);
  }
}

// Criteria come out in bounds, say the same when they are read again, and their evidence has the form that plans have.
void read_prompts(std::string_view text) {
  const auto reading = plan::read_prompt(text);
  require(reading.criteria.size() <= plan::k_most_criteria);
  for (const auto& criterion : reading.criteria) {
    require(!criterion.empty() && criterion.size() <= plan::k_longest_criterion + 4);
    for (const auto& evidence : plan::evidence_of(criterion)) {
      require(evidence.claim == criterion && model::is_machine_checked(evidence.evidence));
      require(!evidence.arguments.empty() && !plan::describe_evidence(evidence).empty());
      for (const auto key : model::form_of(evidence.evidence).required)
        require(std::any_of(evidence.arguments.begin(), evidence.arguments.end(),
                            [&](const auto& argument) { return argument.first == key && !argument.second.empty(); }));
    }
    (void)plan::why_cannot_fail(criterion);
  }
  (void)plan::why_prompt_vague(text);
  (void)plan::always_succeeds(text);
}

// The text as the content of every file that is read, and its lines as paths.
void read_repository(std::string_view text) {
  std::map<std::string, std::string> content;
  std::vector<std::string> touched;
  for (size_t at = 0; at < text.size() && content.size() < 50;) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string path(text.substr(at, end - at));
    if (!path.empty()) {
      content[path] = "";
      content[path + "/package.json"] = R"({"scripts":{"test":"jest"}})";
      touched.push_back(path);
    }
    at = end + 1;
  }
  for (const auto* file :
       {"package.json", "pnpm-workspace.yaml", "Makefile", "justfile", "CMakeLists.txt", "go.work", "Cargo.toml",
        "composer.json", "deno.jsonc", "Rakefile", "build.zig", "tox.ini", "meson.build"})
    content[file] = std::string(text);
  const plan::FakeSnapshot snapshot(content);
  const plan::SynthesisInput input{text, touched};
  const auto checks = plan::synthesize(snapshot, input);
  require(plan::new_checks(checks, plan::synthesize(snapshot, input)).empty());
  require(checks.back().kind == model::AcceptanceKind::manual);
  (void)plan::prepare_steps(snapshot);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_plans(text);
  require(!plan::criteria_for(text).empty());
  require(!plan::title_for(text).empty());
  (void)plan::why_vague(text);
  read_prompts(text);
  read_repository(text);
  return 0;
}
