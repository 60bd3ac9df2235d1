#include "diff/facts.h"

#include <array>

#include "diff/needles.gen.h"

extern "C" const char assay_diff_needles_begin[];

namespace assay::diff {

namespace {

constexpr std::array<std::string_view, 6> k_statuses = {"modified", "added", "deleted", "renamed", "copied", "mode"};
constexpr std::array<std::string_view, 13> k_roles = {"source",    "test",     "snapshot", "docs", "lockfile",
                                                      "generated", "vendored", "config",   "ci",   "build",
                                                      "migration", "data",     "binary"};

constexpr std::array<std::string_view, 43> k_languages = {
    "unknown", "c",      "cpp",       "csharp", "go",      "java",       "javascript", "typescript", "kotlin",
    "scala",   "swift",  "rust",      "php",    "python",  "ruby",       "elixir",     "erlang",     "haskell",
    "lua",     "perl",   "r",         "dart",   "shell",   "powershell", "sql",        "html",       "css",
    "xml",     "json",   "yaml",      "toml",   "ini",     "markdown",   "text",       "dockerfile", "make",
    "cmake",   "gradle", "terraform", "proto",  "graphql", "vue",        "svelte"};

}  // namespace

std::string_view name(Status v) { return k_statuses[static_cast<size_t>(v)]; }
std::string_view name(Role v) { return k_roles[static_cast<size_t>(v)]; }

std::string_view name(Language v) { return k_languages[static_cast<size_t>(v)]; }
std::span<const std::string_view> role_names() { return k_roles; }
std::span<const std::string_view> language_names() { return k_languages; }

const Needles& needles() {
  static const Needles instance(assay_diff_needles_begin);
  return instance;
}

}  // namespace assay::diff
