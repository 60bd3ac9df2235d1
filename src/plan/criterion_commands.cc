#include "plan/criterion_commands.h"

#include <algorithm>

#include "base/text.h"
#include "plan/criterion_evidence.h"
#include "plan/prompt_words.h"
#include "plan/vocabulary.h"

namespace assay::plan {

namespace {

constexpr size_t k_longest_command = 300;

// Whether what stands outside of the backquotes says that it goes well, and nothing of a failure.
bool goes_well(std::string_view text) {
  const auto code = exit_code_in(text);
  if (says_failure(text) || (code && *code != 0)) return false;
  return code || says_success(text);
}

// Programs that need more than the work: a network, a service, the machine itself.
bool is_of_elsewhere(std::string_view program) {
  constexpr std::string_view k_elsewhere[] = {"ansible-playbook", "assay",     "curl", "docker",     "docker-compose",
                                              "gcloud",           "git",       "helm", "journalctl", "kubectl",
                                              "newman",           "nmap",      "ping", "podman",     "psql",
                                              "systemctl",        "terraform", "wget"};
  return std::find(std::begin(k_elsewhere), std::end(k_elsewhere), program) != std::end(k_elsewhere);
}

}  // namespace

bool is_command_line(std::string_view text) {
  constexpr std::string_view k_with_argument[] = {"bash", "make", "node", "python", "python3", "sh"};
  if (text.size() > k_longest_command || text.find_first_of("\n\r<>") != std::string_view::npos) return false;
  const auto words = split(text, ' ');
  const auto program = words.front();
  if (is_of_elsewhere(program)) return false;
  if (program.starts_with("./") || is_program(program)) return true;
  if (words.size() < 2) return false;
  return is_command(program, words[1]) ||
         std::find(std::begin(k_with_argument), std::end(k_with_argument), program) != std::end(k_with_argument);
}

std::vector<std::string> commands_named(std::string_view criterion) {
  std::vector<std::string> out;
  std::string around;
  for (size_t at = 0; at < criterion.size();) {
    const size_t open = criterion.find('`', at);
    const size_t close = open == std::string_view::npos ? open : criterion.find('`', open + 1);
    around += criterion.substr(at, open == std::string_view::npos ? open : open - at);
    if (close == std::string_view::npos) break;
    const auto text = trim(criterion.substr(open + 1, close - open - 1));
    if (!text.empty() && is_command_line(text)) out.emplace_back(text);
    around += ' ';
    at = close + 1;
  }
  if (!goes_well(around)) out.clear();
  return out;
}

std::vector<model::AcceptanceCheck> checks_of_criteria(const std::vector<std::string>& criteria,
                                                       const std::vector<model::AcceptanceCheck>& checks) {
  std::vector<model::AcceptanceCheck> out;
  const auto add = [&](model::AcceptanceCheck check, std::string_view criterion) {
    const auto same = [&](const model::AcceptanceCheck& each) {
      return each.kind == check.kind && each.command == check.command && each.path == check.path;
    };
    if (std::any_of(checks.begin(), checks.end(), same) || std::any_of(out.begin(), out.end(), same)) return;
    check.title = cat("A criterion names it (", excerpt(check.command.value_or(check.path.value_or("")), 80), ")");
    check.detail = cat("Criterion: ", excerpt(criterion, 300));
    out.push_back(std::move(check));
  };
  for (const auto& criterion : criteria) {
    for (auto& command : commands_named(criterion)) {
      model::AcceptanceCheck check;
      check.command = std::move(command);
      add(std::move(check), criterion);
    }
    if (says_condition(criterion)) continue;
    for (const auto& evidence : evidence_of(criterion)) {
      if (evidence.evidence != model::EvidenceKind::artefact) continue;
      model::AcceptanceCheck check;
      check.kind = model::AcceptanceKind::file;
      check.path = evidence.arguments.front().second;
      add(std::move(check), criterion);
    }
  }
  return out;
}

}  // namespace assay::plan
