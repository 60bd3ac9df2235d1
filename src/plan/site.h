// Where checks are looked for and where they are put: one folder of a snapshot, and the list of
// checks found so far. Inside this room only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/checks.h"

namespace assay::plan {

// A snapshot seen from one of its folders. Names are relative to it.
class Site {
 public:
  Site(const Snapshot& snapshot, std::string folder);

  const Snapshot& snapshot() const { return m_snapshot; }
  const std::string& folder() const { return m_folder; }  // "" for the root
  bool has(std::string_view name) const { return m_snapshot.has_file(full(name)); }
  bool has_folder(std::string_view name) const { return m_snapshot.has_folder(full(name)); }
  std::optional<std::string> read(std::string_view name) const { return m_snapshot.read(full(name)); }

  // The first of these names that is a file here; empty when none is.
  std::string_view first_of(std::span<const std::string_view> names) const;
  // Files below a folder of this site ("" for the site itself), as full paths.
  std::span<const std::string> below(std::string_view name) const;
  // A file's path relative to this site.
  std::string_view relative(std::string_view path) const;
  std::string full(std::string_view name) const;

 private:
  const Snapshot& m_snapshot;
  std::string m_folder;
};

// Each check once. Commands run in the root of the repository, so those of another folder change into it first.
class CheckList {
 public:
  // "Tests pass (npm test)"; `signal` is the sentence that says what asked for it.
  void tests(const Site& site, std::string_view command, std::string signal);
  void build(const Site& site, std::string_view command, std::string signal);
  void file(std::string title, std::string path, std::string signal);
  void manual(std::string title, std::string detail);

  bool runs(std::string_view command) const;  // as given to tests() or build()
  size_t commands() const { return m_commands.size(); }
  std::vector<model::AcceptanceCheck> take() { return std::move(m_checks); }

 private:
  void command(std::string_view claim, const Site& site, std::string_view command, std::string signal);
  void add(model::AcceptanceCheck check);

  std::vector<model::AcceptanceCheck> m_checks;
  std::vector<std::string> m_commands;
};

// A word of a POSIX shell that is exactly `text`, quoted only where needed.
std::string shell_word(std::string_view text);
// The same for a path: one that begins with a dash is not taken for an option.
std::string shell_path(std::string_view path);

// Whether these commands only say something, so that they can prove nothing: npm's placeholder, "true", "echo ok".
bool proves_nothing(std::string_view script);

// For a sentence: one line, no controls, not long.
std::string shown(std::string_view text);

}  // namespace assay::plan
