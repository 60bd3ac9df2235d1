// Completion for three shells. The scripts are small and ask the program itself (`assay complete`),
// so that they know every command, flag, choice and id of the version they run with.
#include <algorithm>

#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/operation_command.h"
#include "cli/operations.h"
#include "cli/overview.h"
#include "cli/topics.h"
#include "ops/table/table.h"
#include "store/missions.h"
#include "store/tasks.h"

namespace assay::cli {

namespace {

constexpr std::string_view k_bash = R"sh(# assay completion for bash: eval "$(assay completion bash)"
_assay() {
  local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]} line
  local -a found=()
  while read -r line; do found+=("$line"); done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  if [ "${found[0]-}" = ":files" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  for line in "${found[@]}"; do COMPREPLY+=("${line%%$'\t'*}"); done
}
complete -F _assay assay
)sh";

constexpr std::string_view k_zsh = R"sh(#compdef assay
# assay completion for zsh: eval "$(assay completion zsh)", or save it as _assay in your fpath
_assay() {
  local -a lines values
  local line
  lines=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ ${lines[1]-} == ":files" ]]; then
    _files
    return
  fi
  for line in $lines; do
    [[ -n $line ]] && values+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  (( ${#values} )) && _describe 'assay' values
}
if [[ ${funcstack[1]-} == _assay ]]; then _assay "$@"; else compdef _assay assay; fi
)sh";

constexpr std::string_view k_fish = R"sh(# assay completion for fish: assay completion fish | source
function __assay_complete
  set -l words (commandline -opc)
  set -l found ($words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
  if test "$found[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\n' $found
  end
end
complete -c assay -f -a '(__assay_complete)'
)sh";

struct Candidate {
  std::string value;
  std::string about;
};
using Candidates = std::vector<Candidate>;

std::string first_sentence(std::string_view help) { return std::string(help.substr(0, help.find(':'))); }

void add_commands(Candidates& out) {
  for (const auto& line : all_commands()) out.push_back({std::string(line.name), std::string(line.summary)});
}

void add_flags(Candidates& out, std::span<const Flag> flags) {
  for (const auto& flag : flags) {
    if (!flag.help.empty()) out.push_back({std::string(flag.name), first_sentence(flag.help)});
  }
  out.push_back({"--help", "how it is used"});
}

constexpr std::uint32_t k_most_offered = 100;

// Ids come from the store; no store, none.
void add_missions(Candidates& out, ops::Context& context) {
  const auto store = context.store();
  if (!store) return;
  store::MissionFilter filter;
  filter.limit = k_most_offered;
  const auto page = (*store)->missions().list(filter);
  if (!page) return;
  for (const auto& mission : page->missions)
    out.push_back({short_id(mission.id.text), fit(printable(mission.title), 60)});
}

void add_tasks(Candidates& out, ops::Context& context) {
  const auto store = context.store();
  if (!store) return;
  const auto latest = (*store)->missions().resolve("");
  if (!latest) return;
  const auto tasks = (*store)->tasks().of(*latest, {});
  if (!tasks) return;
  for (const auto& task : *tasks) {
    out.push_back({short_id(task.id.text), cat(name(task.state), ": ", fit(printable(task.name), 60))});
    if (out.size() == k_most_offered) return;
  }
}

void add_checks(Candidates& out, ops::Context& context) {
  const auto store = context.store();
  if (!store) return;
  const auto latest = (*store)->missions().resolve("");
  if (!latest) return;
  const auto mission = (*store)->missions().find(*latest);
  if (!mission) return;
  size_t number = 0;
  for (const auto& check : mission->pack.checks) out.push_back({cat(++number), fit(printable(check.title), 60)});
}

void add_branches(Candidates& out, ops::Context& context) {
  const auto repository = context.repository();
  if (!repository) return;
  const auto names = (*repository)->run({"for-each-ref", "--format=%(refname:lstrip=2)", "--count=100", "refs/heads"});
  if (!names) return;
  for (const auto line : split_lines(*names)) out.push_back({std::string(line), "branch"});
}

constexpr std::string_view k_files = ":files";

void add_values(Candidates& out, const ops::FieldInfo& info) {
  if (info.type == ops::Type::choice) {
    for (const auto choice : info.choices) out.push_back({std::string(choice), ""});
    return;
  }
  if (info.type == ops::Type::flag) {
    out.push_back({"on", ""});
    out.push_back({"off", ""});
    return;
  }
  SystemClock clock;
  ops::Context context({}, clock);
  switch (info.about.completes) {
    case ops::Completes::nothing: return;
    case ops::Completes::mission: return add_missions(out, context);
    case ops::Completes::task: return add_tasks(out, context);
    case ops::Completes::check: return add_checks(out, context);
    case ops::Completes::branch: return add_branches(out, context);
    case ops::Completes::file: out.push_back({std::string(k_files), ""}); return;
  }
}

const Flag* flag_named(std::span<const Flag> flags, std::string_view name) {
  for (const auto& flag : flags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// The field that the next word without a dash stands for.
const ops::FieldInfo* next_word(const OperationCommand& command, std::span<const std::string> before) {
  size_t words = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    if (!before[i].starts_with('-')) {
      ++words;
    } else if (const auto* flag = flag_named(command.flags(), before[i]);
               flag != nullptr && flag->takes != Takes::nothing) {
      ++i;
    }
  }
  for (const auto& info : command.fields()) {
    if (info.about.place == ops::Place::flag) continue;
    if (info.about.place == ops::Place::words || words == 0) return &info;
    --words;
  }
  return nullptr;
}

void add_for_operation(Candidates& out, const ops::Operation& operation, std::span<const std::string> before,
                       std::string_view partial) {
  const OperationCommand command(operation);
  if (!before.empty()) {
    const auto* flag = flag_named(command.flags(), before.back());
    if (flag != nullptr && flag->takes != Takes::nothing) {
      const auto* info = command.field_of(flag->name);
      if (info != nullptr && !flag->name.ends_with("-file"))
        add_values(out, *info);
      else if (flag->value == "FILE" || flag->value == "DIR")
        out.push_back({std::string(k_files), ""});
      return;
    }
  }
  if (partial.starts_with('-')) return add_flags(out, command.flags());
  if (const auto* info = next_word(command, before)) add_values(out, *info);
}

void add_for_command(Candidates& out, const CommandInfo& command, std::span<const std::string> before,
                     std::string_view partial) {
  if (!before.empty()) {
    const auto* flag = flag_named(command.flags, before.back());
    if (flag != nullptr && flag->takes != Takes::nothing) {
      if (flag->value == "FILE" || flag->value == "DIR") out.push_back({std::string(k_files), ""});
      return;
    }
  }
  if (partial.starts_with('-')) return add_flags(out, command.flags);
  if (command.name == "schema") {
    for (const auto name : schema_names()) out.push_back({std::string(name), ""});
  } else if (command.name == "help") {
    add_commands(out);
    for (const auto& topic : topics()) out.push_back({std::string(topic.name), std::string(topic.summary)});
  } else if (command.name == "completion") {
    for (const std::string_view shell : {"bash", "zsh", "fish"}) out.push_back({std::string(shell), ""});
  } else {
    out.push_back({std::string(k_files), ""});
  }
}

Candidates candidates(std::span<const std::string> words) {
  Candidates out;
  const auto before = words.first(words.size() - 1);
  const std::string& partial = words.back();
  if (before.empty()) {
    add_commands(out);
    return out;
  }
  if (const auto called = called_operation(before); called.operation != nullptr) {
    add_for_operation(out, *called.operation, before.subspan(called.words), partial);
    return out;
  }
  if (is_group(before[0]) && before.size() == 1) {
    for (const auto verb : verbs_of_group(before[0])) {
      out.push_back({std::string(verb), std::string(ops::find_operation(cat(before[0], ".", verb))->summary)});
    }
    return out;
  }
  for (const auto& command : commands()) {
    if (command.name == before[0]) add_for_command(out, command, before.subspan(1), partial);
  }
  return out;
}

}  // namespace

std::string complete(std::span<const std::string> words) {
  if (words.empty()) return {};
  std::string out;
  for (const auto& candidate : candidates(words)) {
    if (candidate.value == k_files) return cat(k_files, "\n");
    if (candidate.value.starts_with(words.back())) out += cat(candidate.value, "\t", candidate.about, "\n");
  }
  return out;
}

Result<int> run_complete(const Invocation& invocation) {
  std::vector<std::string> words = invocation.arguments;
  if (!words.empty() && words.front() == "--") words.erase(words.begin());
  TRY(print(complete(words)));
  return k_exit_ok;
}

Result<int> run_completion(const Invocation& invocation) {
  const auto& words = invocation.arguments;
  const std::string shell = words.empty() ? "" : words.front();
  if (shell == "bash") {
    TRY(print(k_bash));
  } else if (shell == "zsh") {
    TRY(print(k_zsh));
  } else if (shell == "fish") {
    TRY(print(k_fish));
  } else {
    return invalid_input("name a shell: assay completion bash, zsh or fish");
  }
  return k_exit_ok;
}

}  // namespace assay::cli
