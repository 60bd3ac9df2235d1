#include "engine/hook/push.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/check/commit_check.h"
#include "engine/hook/send_back.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr size_t k_message_bytes = 32 << 10;
constexpr std::string_view k_block_begin = "# >>> assay hook >>>\n";
constexpr std::string_view k_block_end = "# <<< assay hook <<<\n";
constexpr std::string_view k_bare_script = "#!/bin/sh\n";

struct PushedRef {
  std::string local_ref, local, remote;
};

bool is_zero(std::string_view id) { return id.find_first_not_of('0') == std::string_view::npos; }

std::vector<PushedRef> refs_of(std::string_view lines) {
  std::vector<PushedRef> out;
  for (const auto line : split_lines(lines)) {
    const auto words = split(trim(line), ' ');
    if (words.size() != 4 || is_zero(words[1]) || !words[2].starts_with("refs/heads/")) continue;
    out.push_back({std::string(words[0]), std::string(words[1]), std::string(words[3])});
  }
  return out;
}

// Where what is pushed parts from what is there: from the remote's branch, where its commit is known here, else from
// the branch that work is meant for. Empty: nothing to measure against, or nothing new.
Result<std::string> parting_of(const git::Repository& repository, const PushedRef& ref) {
  std::string from;
  if (!is_zero(ref.remote)) {
    TRY_ASSIGN(const auto known, repository.find_commit(ref.remote));
    from = known.value_or("");
  }
  if (from.empty()) {
    const auto target = repository.default_target();
    if (target) from = target->commit;
  }
  if (from.empty()) return from;
  TRY_ASSIGN(const auto base, repository.ask({"merge-base", from, ref.local}));
  const auto parting = base.ok() ? std::string(trim(base.output)) : std::string();
  return parting == ref.local ? std::string() : parting;
}

Result<std::string> messages_of(const git::Repository& repository, const std::string& base, const std::string& commit) {
  TRY_ASSIGN(const auto log, repository.run({"log", "--reverse", "--format=%B", "-n", "100", cat(base, "..", commit)}));
  return excerpt(trim(log), k_message_bytes);
}

// Where git of the person looks for it. Our own calls of git set core.hooksPath, in the scope "command".
Result<std::string> push_hook_file(const git::Repository& repository) {
  TRY_ASSIGN(const auto set, repository.ask({"config", "--show-scope", "--type=path", "--get-all", "core.hooksPath"}));
  std::string folder = os::join_path(repository.common_folder(), "hooks");
  for (const auto line : split_lines(set.output)) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos || line.substr(0, tab) == "command") continue;
    const auto path = std::string(line.substr(tab + 1));
    folder = path.starts_with('/') ? path : os::join_path(repository.root(), path);
  }
  return os::join_path(folder, "pre-push");
}

// Git's lines are read once and given on to what stands behind.
std::string block_with(std::string_view command) {
  return cat(k_block_begin, "assay_refs=$(cat)\nprintf '%s\\n' \"$assay_refs\" | ", command,
             " || exit 1\nexec <<ASSAY_REFS\n$assay_refs\nASSAY_REFS\n", k_block_end);
}

std::string without_block(const std::string& text) {
  const size_t begin = text.find(k_block_begin);
  const size_t end = text.find(k_block_end, begin == std::string::npos ? 0 : begin);
  if (begin == std::string::npos || end == std::string::npos) return text;
  return text.substr(0, begin) + text.substr(end + k_block_end.size());
}

Result<std::string> script_at(const std::string& file) {
  return os::exists(file) ? os::read_file(file, 1 << 20) : Result<std::string>(std::string());
}

Result<void> write_script(const std::string& file, const std::string& text) {
  TRY(os::make_folders(os::parent_path(file)));
  TRY(os::write_file(file, text));
  if (::chmod(file.c_str(), 0755) != 0) return unavailable(cat(file, " could not be made executable"));
  return {};
}

}  // namespace

Result<std::vector<PushedBranch>> judge_push(const git::Repository& repository, std::string_view lines,
                                             const WorkspaceRequest& check, const OnProgress& notice) {
  std::vector<PushedBranch> out;
  for (const auto& ref : refs_of(lines)) {
    TRY_ASSIGN(const auto base, parting_of(repository, ref));
    if (base.empty()) continue;
    auto request = check;
    if (!request.intent) {
      TRY_ASSIGN(request.intent, messages_of(repository, base, ref.local));
    }
    TRY_ASSIGN(const auto result, check_commit(repository, base, ref.local, request, notice));
    PushedBranch branch;
    branch.branch = ref.local_ref;
    branch.final_verdict = model::name(*result.check.final_verdict);
    branch.findings = findings_in_words(result.check);
    branch.run = result.check.run ? result.check.run->id : "";
    branch.refused = fails(*result.check.final_verdict, check.fail_on.value_or(FailOn::not_mergeable));
    out.push_back(std::move(branch));
  }
  return out;
}

Result<std::string> install_push_hook(const git::Repository& repository, std::string_view command) {
  TRY_ASSIGN(const auto file, push_hook_file(repository));
  TRY_ASSIGN(const auto there, script_at(file));
  auto text = there.empty() ? std::string(k_bare_script) : without_block(there);
  const auto first = text.substr(0, text.find('\n') + 1);
  if (!first.starts_with("#!") || !contains(first, "sh\n"))
    return invalid_input(
        cat(file, " is not a script of sh; call this in it, with the lines that git hands over: ", command, " \"$@\""));
  text.insert(first.size(), block_with(cat(command, " \"$@\"")));
  if (text != there) TRY(write_script(file, text));
  return file;
}

Result<std::string> uninstall_push_hook(const git::Repository& repository) {
  TRY_ASSIGN(const auto file, push_hook_file(repository));
  TRY_ASSIGN(const auto there, script_at(file));
  const auto left = without_block(there);
  if (left == there) return file;
  if (left != k_bare_script) {
    TRY(write_script(file, left));
  } else if (::unlink(file.c_str()) != 0) {
    return unavailable(cat(file, " could not be removed"));
  }
  return file;
}

}  // namespace assay::engine
