#include "git/settings.h"

#include "base/text.h"

namespace assay::git {

// What `config --list --show-scope -z` writes: scope NUL key newline value NUL.
Result<std::vector<Setting>> settings_of(const Repository& repository) {
  TRY_ASSIGN(const auto answer, repository.ask({"config", "--list", "--show-scope", "-z", "--includes"}));
  if (!answer.ok()) return repository.refusal("config", answer);
  std::vector<Setting> out;
  const auto fields = split(answer.output, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    const auto scope = fields[i];
    if (scope == "command") continue;
    const size_t newline = fields[i + 1].find('\n');
    Setting setting;
    setting.own = scope != "global" && scope != "system";
    setting.key = fields[i + 1].substr(0, newline);
    // A key without a value stands for true.
    setting.value = newline == std::string_view::npos ? "true" : fields[i + 1].substr(newline + 1);
    out.push_back(std::move(setting));
  }
  return out;
}

std::optional<std::string> last_of(const std::vector<Setting>& settings, std::string_view key, From from) {
  std::optional<std::string> out;
  for (const auto& setting : settings) {
    if (setting.key == key && !(setting.own && from == From::user)) out = setting.value;
  }
  return out;
}

}  // namespace assay::git
