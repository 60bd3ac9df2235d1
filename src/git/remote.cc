#include "git/remote.h"

#include <set>
#include <vector>

#include "base/text.h"
#include "git/commit.h"
#include "git/network_call.h"
#include "git/settings.h"

namespace assay::git {

namespace {

bool names_a_program(std::string_view key) {
  return key == "core.sshcommand" || (key.starts_with("credential.") && key.ends_with(".helper")) ||
         (key.starts_with("http.") && contains_any(key, {"proxy", "ssl", "cookie", "extraheader"}));
}

// -c options that put the user's own settings in place of the repository's. A list (credential
// helpers) starts anew after an empty value.
std::vector<std::string> without_own_programs(const std::vector<Setting>& settings) {
  std::set<std::string> keys = {"credential.helper", "core.sshcommand"};
  for (const auto& setting : settings) {
    if (setting.own && names_a_program(setting.key)) keys.insert(setting.key);
  }
  std::vector<std::string> out;
  const auto add = [&](const std::string& key, std::string_view value) {
    out.insert(out.end(), {"-c", cat(key, "=", value)});
  };
  for (const auto& key : keys) {
    const bool is_list = key.ends_with("helper");
    bool replaced = false;
    if (is_list) add(key, "");
    for (const auto& setting : settings) {
      if (setting.own || setting.key != key) continue;
      add(key, setting.value);
      replaced = true;
    }
    if (replaced || is_list) continue;
    if (key == "core.sshcommand")
      add(key, "ssh");
    else if (key.ends_with("sslverify"))
      add(key, "true");
    else
      add(key, "");
  }
  return out;
}

Result<std::string> checked_remote(const std::vector<Setting>& settings, std::string_view remote) {
  bool known = false;
  for (const auto& setting : settings) {
    known |= setting.key == cat("remote.", remote, ".url");
    if (setting.key == cat("remote.", remote, ".vcs")) {
      return invalid_input(cat("the remote ", remote, " is configured to run a helper program (", setting.key,
                               "); remove that setting"));
    }
  }
  if (!known || remote.starts_with('-')) return not_found(cat("there is no remote '", remote, "'; see git remote -v"));
  return std::string(remote);
}

Result<Answer> ask_remote(const Repository& repository, std::string_view remote, std::chrono::milliseconds silence,
                          std::vector<std::string> arguments, const std::vector<std::string>& environment = {}) {
  TRY_ASSIGN(const auto settings, settings_of(repository));
  TRY(checked_remote(settings, remote));
  auto all = without_own_programs(settings);
  all.insert(all.end(), {"-c", cat("remote.", remote, ".mirror=false"), "-c", cat("remote.", remote, ".prune=false")});
  all.insert(all.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  auto answer =
      call_network({.arguments = std::move(all), .folder = repository.root(), .environment = environment}, silence);
  if (!answer && answer.error().code == Code::unavailable) {
    return unavailable(cat("the remote ", remote, " could not be asked: ", answer.error().message));
  }
  return answer;
}

Error unreachable(std::string_view remote, const Answer& answer) {
  return unavailable(cat("the remote ", remote, " could not be asked: ", answer.why(),
                         " (ssh commands and credential helpers are taken from your own configuration only, see git "
                         "config --global)"));
}

// What hooks and servers print while they refuse.
std::string remote_words(std::string_view errors) {
  std::string out;
  for (const auto line : split_lines(errors)) {
    if (!line.starts_with("remote: ")) continue;
    const auto words = trim(line.substr(8));
    const bool is_progress = contains(words, "% (");
    if (!words.empty() && !is_progress) out += cat(out.empty() ? "" : "; ", words);
  }
  return excerpt(out, 600);
}

// What the remote has now, when it did not take the push or did not say whether it did. Of many who push at once all
// but one lose, and how the remote words that differs (a failed transaction, a lock, a hook's sentence): its ref
// tells. Nothing when the ref is as it was.
Result<std::optional<PushResult>> what_became_of(const Repository& repository, const Push& push,
                                                 const std::string& reason) {
  TRY_ASSIGN(const auto there, remote_ref(repository, push.remote, push.ref, push.silence));
  if (there == push.commit) return std::optional(PushResult{PushEnd::done, ""});
  if (there.value_or("") != push.expected) return std::optional(PushResult{PushEnd::moved, reason});
  return std::optional<PushResult>();
}

}  // namespace

Result<PushResult> push(const Repository& repository, const Push& push) {
  if (!push.expected.empty()) {
    TRY_ASSIGN(const bool forward, is_ancestor(repository, push.expected, push.commit));
    if (!forward) {
      return conflict(cat(push.commit.substr(0, 12), " does not contain ", push.expected.substr(0, 12), ", which ",
                          push.remote, " has as ", push.ref, "; integrate again on top of it"));
    }
  }
  // Progress is what tells a slow remote from one that does not answer.
  TRY_ASSIGN(const auto answer,
             ask_remote(repository, push.remote, push.silence,
                        {"push", "--porcelain", "--progress", "--no-verify", "--no-follow-tags", "--no-signed",
                         "--atomic", "--recurse-submodules=no", "--receive-pack=git-receive-pack",
                         cat("--force-with-lease=", push.ref, ":", push.expected), "--", push.remote,
                         cat(push.commit, ":", push.ref)}));
  // "<flag> TAB <from>:<to> TAB <summary>"
  for (const auto line : split_lines(answer.output)) {
    if (line.size() < 2 || line[1] != '\t' || !contains(line, cat(":", push.ref, "\t"))) continue;
    const auto summary = line.substr(line.rfind('\t') + 1);
    if (line[0] == '=') return PushResult{PushEnd::already_there, ""};
    if (line[0] != '!') return PushResult{PushEnd::done, ""};
    const auto words = remote_words(answer.errors);
    const std::string reason = words.empty() ? std::string(summary) : cat(summary, ": ", words);
    if (contains(summary, "stale info")) return PushResult{PushEnd::moved, reason};
    auto found = what_became_of(repository, push, reason);
    if (found && *found) return std::move(**found);
    return PushResult{PushEnd::refused, reason};
  }
  TRY_ASSIGN(auto found, what_became_of(repository, push, answer.why()));
  if (found) return std::move(*found);
  return unreachable(push.remote, answer);
}

Result<std::optional<std::string>> remote_ref(const Repository& repository, std::string_view remote,
                                              std::string_view ref, std::chrono::milliseconds silence) {
  TRY_ASSIGN(const auto answer,
             ask_remote(repository, remote, silence,
                        {"ls-remote", "--upload-pack=git-upload-pack", "--", std::string(remote), std::string(ref)}));
  if (!answer.ok()) return unreachable(remote, answer);
  // Patterns match the ends of names: refs/heads/x/refs/heads/main is not refs/heads/main.
  for (const auto line : split_lines(answer.output)) {
    const size_t tab = line.find('\t');
    if (tab != std::string_view::npos && line.substr(tab + 1) == ref)
      return std::optional(std::string(line.substr(0, tab)));
  }
  return std::optional<std::string>();
}

Result<std::string> fetch_ref(const Repository& repository, std::string_view remote, std::string_view ref,
                              std::string_view into, std::chrono::milliseconds silence) {
  return fetch_ref(repository, {std::string(remote), std::string(ref), std::string(into), {}, silence});
}

Result<std::string> fetch_ref(const Repository& repository, const Fetch& fetch) {
  TRY_ASSIGN(const auto answer,
             ask_remote(repository, fetch.remote, fetch.silence,
                        {"fetch", "--progress", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no",
                         "--no-auto-maintenance", "--upload-pack=git-upload-pack", "--", fetch.remote,
                         cat("+", fetch.ref, ":", fetch.into)},
                        fetch.environment));
  if (!answer.ok()) return unreachable(fetch.remote, answer);
  return repository.commit_of(fetch.into);
}

Result<std::string> url_of_remote(const Repository& repository, std::string_view remote) {
  TRY_ASSIGN(const auto settings, settings_of(repository));
  TRY(checked_remote(settings, remote));
  return repository.run({"remote", "get-url", "--", std::string(remote)});
}

}  // namespace assay::git
