// What a change is made of: files and hunks, with what kind of file each is.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/capped.h"
#include "base/needles.h"

namespace assay::diff {

enum class Status : std::uint8_t { modified, added, deleted, renamed, copied, mode_only };

enum class Language : std::uint8_t {
  unknown,
  c,
  cpp,
  csharp,
  go,
  java,
  javascript,
  typescript,
  kotlin,
  scala,
  swift,
  rust,
  php,
  python,
  ruby,
  elixir,
  erlang,
  haskell,
  lua,
  perl,
  r,
  dart,
  shell,
  powershell,
  sql,
  html,
  css,
  xml,
  json,
  yaml,
  toml,
  ini,
  markdown,
  text,
  dockerfile,
  make,
  cmake,
  gradle,
  terraform,
  proto,
  graphql,
  vue,
  svelte,
};

// What the file is for; decides which rules look at it.
enum class Role : std::uint8_t {
  source,
  test,
  snapshot /* recorded expectations, fixtures' golden files */,
  docs,
  lockfile,
  generated,
  vendored,
  config,
  ci,
  build,
  migration,
  data,
  binary,
};

std::string_view name(Status);
std::string_view name(Role);
std::string_view name(Language);
std::span<const std::string_view> role_names();  // in the order of the values
std::span<const std::string_view> language_names();

struct File {
  std::string old_path;  // empty for an added file
  std::string new_path;  // empty for a deleted file
  Status status = Status::modified;
  std::uint32_t old_mode = 0, new_mode = 0;  // octal git modes, 0 when unknown
  bool binary = false;
  bool submodule = false;
  bool combined = false;  // a merge's combined diff
  // A new file that says of itself that it is generated. The change says so, nothing proves it: the
  // role is that of its name, only manners that generators have are not held against it.
  bool claims_generated = false;
  Language language = Language::unknown;
  Role role = Role::source;
  std::uint64_t added = 0, removed = 0;  // complete only in file_end
  std::uint64_t diff_line = 0;           // where it starts in the diff

  const std::string& path() const { return new_path.empty() ? old_path : new_path; }
};

enum class Sign : char { context = ' ', added = '+', removed = '-' };

struct Line {
  Sign sign = Sign::context;
  std::string_view text;        // without sign and line end; valid during the callback
  std::uint64_t diff_line = 0;  // 1-based in the diff
  std::uint64_t old_line = 0;   // 0 where it does not exist on that side or is unknown
  std::uint64_t new_line = 0;
  NeedleMask needles = 0;
};

struct Hunk {
  std::string_view section;  // what git prints behind "@@ … @@": the enclosing function, often
  std::uint64_t diff_line = 0;
  // All lines of a hunk of ordinary size. One too large to hold (HunkFeed::k_lines, k_bytes) comes in
  // several parts, in order and partial in each; parts in which no changed line holds a needle are
  // left out. Of a line longer than a block (1 MiB) only the beginning is given.
  bool partial = false;
  // A changed line holds a wanted needle, or the file is read whole; false only at first (Whole::at_first).
  bool announced = true;
  std::vector<Line> lines;
};

// Which hunks of a file are delivered whether they hold a needle or not.
enum class Whole : std::uint8_t { no, at_first /* while the visitor says so */, always };

// What matters in a file: the classes of needles on lines that are nothing but a comment, as far as
// their first characters tell, and on all others.
struct Wanted {
  NeedleMask code = ~NeedleMask{0};
  NeedleMask comments = ~NeedleMask{0};
  NeedleMask around = 0;  // those that count on lines of context too
  Whole whole = Whole::no;
};

// Told about each file in order. Hunks in which no changed line holds a needle are not delivered,
// unless the visitor wants all of that file; their lines are counted either way.
// file_begin, hunk and file_end come from one thread at a time, in the order of the diff. The two
// const functions may be called from any thread at any time, also ahead of file_begin.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual Wanted wanted(const File&) const { return {}; }
  // Does Whole::at_first still hold? Once false, it stays false.
  virtual bool at_first() const { return false; }
  virtual void file_begin(const File&) {}
  virtual void hunk(const File&, const Hunk&) {}
  virtual void file_end(const File&) {}
};

struct Summary {
  bool blank = true;     // no text at all
  bool is_diff = false;  // at least one file change was recognised
  std::string problem;   // why it is not a diff, or what is malformed in it; empty when fine
  std::uint64_t problem_line = 0;
  std::uint64_t files = 0, added = 0, removed = 0, binaries = 0;
  std::uint64_t bytes = 0, lines = 0;
  Capped<std::string> paths{10000};  // new path, or the old one of a deleted file
};

}  // namespace assay::diff
