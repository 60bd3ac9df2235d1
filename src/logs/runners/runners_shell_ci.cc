// Shells that could not start a command, and CI systems that say how a step or job ended.
#include <algorithm>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// "bash: pnpm: command not found": the verification never ran. A program that complains about a
// missing file of its own is something else, so the speaker must be a shell or a launcher.
class ShellReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::not_found); }

  Claim read(const Line& line, Sink& sink) override {
    if (!could_not_start(trim(line.text))) return Claim::no;
    sink.signal(SignalKind::not_run, Runner::shell, "not-run", line);
    return Claim::yes;
  }

 private:
  static bool could_not_start(std::string_view text) {
    if (text.ends_with(": command not found") || text.starts_with("zsh: command not found: ") ||
        text.starts_with("command not found: ") || text.starts_with("fish: Unknown command"))
      return is_short(text);
    for (const std::string_view end : {"Kommando nicht gefunden.", "orden no encontrada", "commande introuvable",
                                       "コマンドが見つかりません", "comando não encontrado", "未找到命令"}) {
      if (text.ends_with(end)) return true;
    }
    if (contains(text, "Cannot connect to the Docker daemon")) return true;
    if (contains(text, "is not recognized as an internal or external command") ||
        contains(text, "is not recognized as the name of a cmdlet") ||
        contains(text, "executable file not found in $PATH"))
      return true;
    if (text.ends_with(": not found")) return is_speaker(text) || is_tool(text.substr(0, text.find(':')));
    if (text.ends_with(": No such file or directory") || text.ends_with(": Permission denied") ||
        text.ends_with(": cannot execute: required file not found") ||
        text.ends_with(": cannot execute binary file: Exec format error"))
      return is_speaker(text);
    return no_module(text) || cannot_open(text);
  }

  static bool is_short(std::string_view text) { return text.size() < 300; }

  // "bash: ...", "/bin/sh: 1: ...", "./run.sh: line 3: ...", "env: ...", "timeout: failed to run command"
  static bool is_speaker(std::string_view text) {
    const size_t colon = text.find(": ");
    if (colon == std::string_view::npos) return false;
    std::string_view name = text.substr(0, colon);
    const std::string_view rest = text.substr(colon + 2);
    if (rest.starts_with("line ") || starts_with_number(rest)) return true;
    if (name.starts_with('-')) name.remove_prefix(1);
    if (const size_t slash = name.rfind('/'); slash != std::string_view::npos) name = name.substr(slash + 1);
    if (name == "env" || name == "bash" || name == "sh" || name == "dash" || name == "zsh" || name == "ksh" ||
        name == "exec" || name == "sudo" || name == "xargs" || name == "time" || name == "nice")
      return true;
    return rest.starts_with("failed to run command");
  }
  // "jest: not found": what stands before the colon is a program that checks are run with.
  static bool is_tool(std::string_view name) {
    constexpr std::string_view k_tools[] = {
        "npm",     "pnpm",    "yarn",     "npx",        "node",         "jest",     "vitest",  "mocha",  "tsc",
        "eslint",  "ava",     "prettier", "python",     "python3",      "pip",      "pytest",  "tox",    "nox",
        "poetry",  "uv",      "ruff",     "mypy",       "black",        "flake8",   "go",      "cargo",  "rustc",
        "make",    "cmake",   "ctest",    "ninja",      "gradle",       "gradlew",  "mvn",     "java",   "javac",
        "bundle",  "rspec",   "rake",     "ruby",       "php",          "composer", "phpunit", "dotnet", "mix",
        "swift",   "bazel",   "docker",   "bun",        "deno",         "turbo",    "nx",      "biome",  "cypress",
        "rubocop", "gcc",     "g++",      "clang",      "clang++",      "just",     "sbt",     "ant",    "xcodebuild",
        "meson",   "pyright", "pylint",   "playwright", "golangci-lint"};
    if (name.starts_with("./")) return name.find(' ') == std::string_view::npos;
    return std::find(std::begin(k_tools), std::end(k_tools), name) != std::end(k_tools);
  }
  static bool starts_with_number(std::string_view text) {
    Cursor at(text);
    return at.number() && at.skip(": ");
  }

  // "/usr/bin/python3: No module named pytest"
  static bool no_module(std::string_view text) {
    const size_t at = text.find(": No module named ");
    if (at == std::string_view::npos) return false;
    std::string_view name = text.substr(0, at);
    if (const size_t slash = name.rfind('/'); slash != std::string_view::npos) name = name.substr(slash + 1);
    return name.starts_with("python");
  }

  // "python: can't open file '/x/run.py': [Errno 2] No such file or directory"
  static bool cannot_open(std::string_view text) {
    return contains(text, "can't open file ") && contains(text, "[Errno 2]");
  }
};

// GitHub, GitLab, Azure, Jenkins, CircleCI, Travis, Buildkite.
class CiReader final : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override {
    return bit(Needle::ci) | bit(Needle::error) | bit(Needle::warn) | bit(Needle::fail) | bit(Needle::pass) |
           bit(Needle::exit);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim(line.text);
    if (const Claim claim = command(text, line, sink); claim == Claim::yes) return claim;
    if (const auto kind = verdict(text)) {
      sink.signal(*kind, Runner::ci, *kind == SignalKind::pass ? "passed" : "failed", line);
      return Claim::yes;
    }
    if (text.starts_with("The command \"") || text.starts_with("Done. Your build exited with "))
      return travis(text, line, sink);
    return Claim::no;
  }

 private:
  // "::error file=a.c,line=3::message", "##[warning]message"; workflow commands that are no result are claimed.
  static Claim command(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (at.skip("##[") || at.skip("##vso[task.logissue type=")) {
      if (at.skip("error")) return failed(line, sink);
      if (at.skip("warning")) return warned(line, sink);
      return at.skip("group]") || at.skip("endgroup]") || at.skip("command]") || at.skip("section]") ||
                     at.skip("debug]")
                 ? Claim::yes
                 : Claim::no;
    }
    if (!at.skip("::")) return Claim::no;
    if (at.skip("error") && (at.peek() == ' ' || at.peek() == ':')) return failed(line, sink);
    if (at.skip("warning") && (at.peek() == ' ' || at.peek() == ':')) return warned(line, sink);
    return at.skip("notice") || at.skip("debug") || at.skip("group") || at.skip("endgroup") || at.skip("set-output")
               ? Claim::yes
               : Claim::no;
  }

  static Claim failed(const Line& line, Sink& sink) {
    sink.signal(SignalKind::failure, Runner::ci, "failed", line);
    return Claim::yes;
  }
  static Claim warned(const Line& line, Sink& sink) {
    sink.signal(SignalKind::warning, Runner::ci, "warnings", line);
    return Claim::yes;
  }

  static std::optional<SignalKind> verdict(std::string_view text) {
    struct Closing {
      std::string_view head;
      SignalKind kind;
    };
    constexpr Closing k_closings[] = {
        {"Finished: SUCCESS", SignalKind::pass},
        {"Finished: FAILURE", SignalKind::failure},
        {"Finished: UNSTABLE", SignalKind::failure},
        {"Finished: ABORTED", SignalKind::failure},
        {"Finished: NOT_BUILT", SignalKind::failure},
        {"Too long with no output", SignalKind::failure},
        {"No output has been received in the last ", SignalKind::failure},
        {"Job succeeded", SignalKind::pass},
        {"ERROR: Job failed", SignalKind::failure},
        {"Error: The operation was canceled.", SignalKind::failure},
        {"Build step '", SignalKind::failure},
    };
    for (const auto& c : k_closings) {
      if (!text.starts_with(c.head)) continue;
      if (c.head == "Build step '" && !contains(text, "marked build as failure")) continue;
      return c.kind;
    }
    return std::nullopt;
  }

  // "The command "npm test" exited with 1."
  static Claim travis(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.past("exited with ")) return Claim::no;
    const auto code = at.number();
    if (!code || at.rest() != ".") return Claim::no;
    const auto kind = *code == 0 ? SignalKind::pass : *code == 127 ? SignalKind::not_run : SignalKind::failure;
    sink.signal(kind, Runner::ci, kind == SignalKind::pass ? "passed" : "failed", line);
    return Claim::yes;
  }
};

}  // namespace

ReaderPtr make_shell() { return std::make_unique<ShellReader>(); }
ReaderPtr make_ci() { return std::make_unique<CiReader>(); }

}  // namespace assay::logs
