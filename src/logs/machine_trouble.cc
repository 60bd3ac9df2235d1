#include "logs/machine_trouble.h"

#include <algorithm>

#include "base/text.h"

namespace assay::logs {

namespace {

using Kind = MachineTrouble::Kind;

// What stands between `before` and `after` is the subject; `after` empty: a word, without quotes and punctuation.
struct Saying {
  Kind kind;
  std::string_view before;
  std::string_view after;
  std::string_view remedy;
};

constexpr std::string_view k_install = "install it, or show where it is (--readable PATH, --env NAME)";
constexpr std::string_view k_dependencies = "install the project's dependencies, as its own instructions say";
constexpr std::string_view k_version = "use the version that the project asks for";
constexpr std::string_view k_shim =
    "install the version that its version manager asks for, or show where it is (--readable PATH, --env NAME)";
constexpr std::string_view k_network = "let the command use the network (--network), or fetch what it needs before";

constexpr Saying k_sayings[] = {
    {Kind::module, "ModuleNotFoundError: No module named '", "'", k_dependencies},
    {Kind::module, "ImportError: No module named ", "", k_dependencies},
    {Kind::module, ": No module named ", "", k_dependencies},
    {Kind::module, "Error: Cannot find module '", "'", k_dependencies},
    {Kind::module, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '", "'", k_dependencies},
    {Kind::module, "Failed to resolve import \"", "\"", k_dependencies},
    {Kind::module, "no required module provides package ", ";", k_dependencies},
    {Kind::module, "Could not find gem '", "'", k_dependencies},
    {Kind::module, "Could not find ", " in locally installed gems", k_dependencies},
    {Kind::module, "Could not find ", " in any of the sources", k_dependencies},
    {Kind::module, "Bundler::GemNotFound", "", k_dependencies},
    {Kind::module, "cannot load such file -- ", "", k_dependencies},
    {Kind::module, "error: no matching package named `", "`", k_dependencies},
    {Kind::module, "(you may need to install the ", " module)", k_dependencies},
    {Kind::module, "vendor/", "): Failed to open stream", k_dependencies},
    {Kind::module, "Could not find an SCM for dependency :", " ", k_dependencies},
    {Kind::module, "Can't continue due to errors on dependencies", "", k_dependencies},
    {Kind::module, "Missing required plugins: ", "", "install the plugin"},
    {Kind::module, "missing go.sum entry for module providing package ", "", k_dependencies},
    {Kind::module, "cannot find module providing package ", ":", k_dependencies},
    {Kind::module, "By not providing \"Find", ".cmake\"", "install the library that the build looks for"},
    {Kind::module, "Could NOT find ", "", "install the library that the build looks for"},
    {Kind::program, "make: ", ": No such file or directory", k_install},
    {Kind::program, "env: '", "': No such file or directory", k_install},
    {Kind::program, "env: ‘", "’: No such file or directory", k_install},
    {Kind::program, "bad interpreter: ", ":", k_install},
    {Kind::program, "Could not find ", ", which is needed to build dependency", k_install},
    {Kind::program, "JAVA_HOME is not ", "", "install a JDK and set JAVA_HOME (--env JAVA_HOME)"},
    {Kind::program, "spawn ", " ENOENT", k_install},
    {Kind::program, "error: rustup could not choose a version of ", " to run", k_shim},
    {Kind::program, "error: no default toolchain configured", "", k_shim},
    {Kind::program, "error: no override and no default toolchain set", "", k_shim},
    {Kind::version, "toolchain '", "' is not installed", k_shim},
    {Kind::version, "pyenv: version `", "' is not installed", k_shim},
    {Kind::version, "rbenv: version `", "' is not installed", k_shim},
    {Kind::program, "No version is set for command ", "", k_shim},
    {Kind::version, "requires pytest-", "", k_version},
    {Kind::version, "pytest: error: unrecognized arguments: ", "", "install the plugin that has this option"},
    {Kind::version, "error: unrecognized arguments: --cov", "", "install the plugin that has this option"},
    {Kind::version, "The engine \"node\" is incompatible", "", k_version},
    {Kind::version, "npm ERR! notsup ", "", k_version},
    {Kind::version, "npm error notsup ", "", k_version},
    {Kind::version, "ERR_PNPM_UNSUPPORTED_ENGINE", "", k_version},
    {Kind::version, "cannot be built because it requires rustc ", "", k_version},
    {Kind::version, "requires rustc ", "", k_version},
    {Kind::version, "toolchain not available", "", k_version},
    {Kind::version, "(running go ", "", k_version},
    {Kind::version, "note: module requires Go ", "", k_version},
    {Kind::version, "in its mix.exs file it supports only Elixir ", "", k_version},
    {Kind::version, "Unsupported class file major version ", "", k_version},
    {Kind::version, "invalid target release: ", "", k_version},
    {Kind::version, "your Gemfile specified ", "", k_version},
    {Kind::version, "but your php version (", "", k_version},
    {Kind::version, "You must install or update .NET", "", k_version},
    {Kind::version, "requires a different Python: ", "", k_version},
    {Kind::network, "Could not resolve host", "", k_network},
    {Kind::network, "Temporary failure in name resolution", "", k_network},
    {Kind::network, "getaddrinfo ENOTFOUND ", "", k_network},
    {Kind::network, "getaddrinfo EAI_AGAIN ", "", k_network},
    {Kind::network, "dial tcp: lookup ", "", k_network},
    {Kind::network, "spurious network error", "", k_network},
    {Kind::network, "ProxyError(", "", k_network},
    {Kind::network, "Tunnel connection failed: ", "", k_network},
    {Kind::disk, "No space left on device", "", "make room on the disk, or allow the command more (--disk-mb)"},
    {Kind::disk, "ENOSPC", "", "make room on the disk, or allow the command more (--disk-mb)"},
    {Kind::disk, "Disk quota exceeded", "", "make room on the disk"},
    {Kind::memory, "Cannot allocate memory", "", "give the command more memory"},
    {Kind::memory, "JavaScript heap out of memory", "", "give the command more memory"},
};

std::string subject_of(std::string_view rest, std::string_view after) {
  if (!after.empty()) {
    const auto end = rest.find(after);
    return end == std::string_view::npos ? std::string() : std::string(rest.substr(0, end));
  }
  while (!rest.empty() && contains(" :'\"", std::string_view(&rest.front(), 1))) rest.remove_prefix(1);
  rest = rest.substr(0, rest.find_first_of(" \t,;)"));
  while (!rest.empty() && contains("'\".:", std::string_view(&rest.back(), 1))) rest.remove_suffix(1);
  return std::string(rest);
}

// A path into the project is a file that is missing there, no package.
bool is_of_project(const MachineTrouble& trouble) {
  return trouble.kind == Kind::module && (trouble.subject.starts_with('.') || trouble.subject.starts_with('/'));
}

// "sh: 1: cargo: not found", "bash: cargo: command not found", "zsh: command not found: cargo"
std::optional<std::string> missing_program(std::string_view line) {
  for (const std::string_view shell : {"sh: ", "bash: ", "dash: "}) {
    const auto at = line.find(shell);
    if (at == std::string_view::npos || (at > 0 && is_alnum(line[at - 1]) && !line.starts_with("/"))) continue;
    auto rest = line.substr(at + shell.size());
    for (const std::string_view end : {": command not found", ": not found"}) {
      if (!rest.ends_with(end)) continue;
      rest.remove_suffix(end.size());
      const auto colon = rest.rfind(": ");
      return std::string(trim(colon == std::string_view::npos ? rest : rest.substr(colon + 2)));
    }
  }
  constexpr std::string_view k_zsh = "command not found: ";
  if (const auto at = line.find(k_zsh); at != std::string_view::npos)
    return std::string(trim(line.substr(at + k_zsh.size())));
  return std::nullopt;
}

}  // namespace

std::optional<MachineTrouble> find_machine_trouble(std::string_view text) {
  for (const auto raw : split_lines(text)) {
    const auto line = trim(raw);
    if (line.size() > 2'000) continue;
    if (auto program = missing_program(line); program && !contains(*program, "/"))
      return MachineTrouble{Kind::program, std::move(*program), std::string(k_install), excerpt(line)};
    for (const auto& saying : k_sayings) {
      const auto at = line.find(saying.before);
      if (at == std::string_view::npos) continue;
      MachineTrouble out{saying.kind, subject_of(line.substr(at + saying.before.size()), saying.after),
                         std::string(saying.remedy), excerpt(line)};
      if (!saying.after.empty() && out.subject.empty()) continue;
      if (!is_of_project(out)) return out;
    }
  }
  return std::nullopt;
}

}  // namespace assay::logs
