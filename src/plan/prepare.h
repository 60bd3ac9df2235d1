// What a fresh work tree needs before its checks can run: dependencies, by the lockfile that names
// them. docs/verification.md says when they are prepared anew and who shares them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/checks.h"

namespace assay::plan {

// What of the tree a step can read or run: only the files it names, or anything, since it runs scripts of the
// repository (an npm postinstall, a setup.py, a Gradle build).
enum class Reads { inputs, tree };

struct PrepareStep {
  std::string title;    // "npm packages"
  std::string folder;   // where it runs, in the tree; empty: at the top
  std::string command;  // for /bin/sh
  // Files (and folders) whose content decides whether a kept preparation still fits, lockfiles first.
  std::vector<std::string> inputs;
  Reads reads = Reads::tree;
  // Folders it fills, in the tree: "node_modules", ".venv".
  std::vector<std::string> outputs;
  // Folders that checks may write inside those: tools keep caches there.
  std::vector<std::string> writable;
  // Variables that point a tool's own store into the kept folder: {"CARGO_HOME", "cargo"}.
  std::vector<std::pair<std::string, std::string>> homes;
  // Further variables, "{kept}" stands for the kept folder; `offline` ones are for the checks alone.
  std::vector<std::string> environment;
  std::vector<std::string> offline;
  // The tool writes into its store even when it only reads: each verification gets a copy.
  bool copied = false;
  // Folders of the tree that come first in PATH: ".venv/bin".
  std::vector<std::string> paths;

  friend bool operator==(const PrepareStep&, const PrepareStep&) = default;
};

// One step per lockfile or manifest that needs one, in the order of their folders. A project without
// dependencies needs none.
std::vector<PrepareStep> prepare_steps(const Snapshot& snapshot);

// Files of the tree that a shell command names, or that the programs it starts read first ("make": Makefile).
std::vector<std::string> files_named_in(std::string_view command, const Snapshot& snapshot);

// Variables for a step that has no network: tools that would try for minutes say at once what they miss.
const std::vector<std::string>& settings_without_network();

}  // namespace assay::plan
