#include "plan/criterion_commands.h"

#include <algorithm>

#include "base/text.h"
#include "plan/vocabulary.h"
#include "plan/words.h"

namespace assay::plan {

namespace {

constexpr size_t k_longest_command = 300;

template <size_t N>
bool has_word(std::string_view text, const std::string_view (&wanted)[N]) {
  Words words(text);
  while (words.next()) {
    if (std::find(std::begin(wanted), std::end(wanted), lower(words.word())) != std::end(wanted)) return true;
  }
  return false;
}

// Whether what stands outside of the backquotes says that it goes well, and nothing of a failure.
bool says_success(std::string_view text) {
  constexpr std::string_view k_good[] = {"pass", "passes", "succeed", "succeeds", "green", "exits"};
  constexpr std::string_view k_bad[] = {"fail", "fails",   "failed", "failing", "not",
                                        "non",  "nonzero", "never",  "rejects", "refuses"};
  if (!has_word(text, k_good) || has_word(text, k_bad)) return false;
  // "exits with 2" is said of a failure too.
  constexpr std::string_view k_exits[] = {"exits"};
  constexpr std::string_view k_zero[] = {"0", "zero", "cleanly", "successfully"};
  return !has_word(text, k_exits) || has_word(text, k_zero);
}

// Programs that need more than the work: a network, a service, the machine itself.
bool is_of_elsewhere(std::string_view program) {
  constexpr std::string_view k_elsewhere[] = {"ansible-playbook", "assay",     "curl", "docker",     "docker-compose",
                                              "gcloud",           "git",       "helm", "journalctl", "kubectl",
                                              "newman",           "nmap",      "ping", "podman",     "psql",
                                              "systemctl",        "terraform", "wget"};
  return std::find(std::begin(k_elsewhere), std::end(k_elsewhere), program) != std::end(k_elsewhere);
}

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

}  // namespace

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
  if (!says_success(around)) out.clear();
  return out;
}

std::vector<model::AcceptanceCheck> checks_of_criteria(const std::vector<std::string>& criteria,
                                                       const std::vector<model::AcceptanceCheck>& checks) {
  std::vector<model::AcceptanceCheck> out;
  for (const auto& criterion : criteria) {
    for (auto& command : commands_named(criterion)) {
      const auto runs_it = [&](const model::AcceptanceCheck& check) { return check.command == command; };
      if (std::any_of(checks.begin(), checks.end(), runs_it) || std::any_of(out.begin(), out.end(), runs_it)) continue;
      model::AcceptanceCheck check;
      check.title = cat("A criterion names it (", excerpt(command, 80), ")");
      check.detail = cat("Criterion: ", excerpt(criterion, 300));
      check.command = std::move(command);
      out.push_back(std::move(check));
    }
  }
  return out;
}

}  // namespace assay::plan
