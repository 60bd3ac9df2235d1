// How a move goes: look at every file once (git/checkout/scan.h), ask git for the difference of the two trees,
// take away what must not be there, and let git write the files that are missing or differ, through a
// small index that holds only those. What `read-tree -m -u` would do is done here on the index in
// memory, because it costs git four passes over all entries to change ten of them.
//
// Files are told by their stamps. A stamp is proof only if nobody could write the file in the same
// tick of the file system's clock after the stamp was taken, so a move ends after that tick.
#include "git/checkout/working_copy.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <sys/stat.h>
#include <time.h>

#include "base/glob.h"
#include "base/hash.h"
#include "base/text.h"
#include "git/checkout/leftovers.h"
#include "git/checkout/scan.h"
#include "git/checkout/submodules.h"
#include "git/commit.h"
#include "git/git_paths.h"
#include "os/files.h"

namespace assay::git {

namespace {

constexpr std::string_view k_index_prefix = "tree-";

bool is_cache(std::string_view path, std::span<const std::string> caches) {
  const auto name = path.substr(path.rfind('/') + 1);
  return std::any_of(caches.begin(), caches.end(), [&](std::string_view pattern) {
    while (pattern.ends_with('/')) pattern.remove_suffix(1);
    if (pattern.starts_with('/')) return glob_match(pattern.substr(1), path);
    return glob_match(pattern, contains(pattern, "/") ? path : name);
  });
}

std::uint32_t parse_mode(std::string_view octal) {
  std::uint32_t out = 0;
  for (const char c : octal) out = out * 8 + static_cast<std::uint32_t>(c - '0');
  return out == 0100664 ? k_mode_file : out;
}

struct Change {
  std::string path;
  std::uint32_t mode = 0;  // 0: the path goes
  std::string id;
};

// ":<mode> <mode> <id> <id> <letter>" NUL path NUL, as `diff-tree --raw -z` writes it.
Result<std::vector<Change>> read_raw_diff(std::string_view output) {
  std::vector<Change> out;
  const auto fields = split(output, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    const auto words = split(fields[i], ' ');
    if (words.size() != 5) return corrupt("git diff-tree wrote a line in a form that is not known");
    out.push_back({std::string(fields[i + 1]), parse_mode(words[1]), std::string(words[3])});
  }
  std::sort(out.begin(), out.end(), [](const Change& a, const Change& b) { return a.path < b.path; });
  return out;
}

// "<mode> <type> <id>" TAB path NUL, as `ls-tree -r -z` writes it.
Result<std::vector<Change>> read_listing(std::string_view output) {
  std::vector<Change> out;
  for (const auto record : split(output, '\0')) {
    if (record.empty()) continue;
    const size_t tab = record.find('\t');
    const auto words = split(record.substr(0, tab), ' ');
    if (tab == std::string_view::npos || words.size() != 3) {
      return corrupt("git ls-tree wrote a line in a form that is not known");
    }
    out.push_back({std::string(record.substr(tab + 1)), parse_mode(words[0]), std::string(words[2])});
  }
  std::sort(out.begin(), out.end(), [](const Change& a, const Change& b) { return a.path < b.path; });
  return out;
}

// Waits until the file system's clock has left the tick in which the newest of the files was written.
void leave_tick(const Index& index, const std::vector<size_t>& written) {
  timespec newest{};
  bool coarse = true;  // some file systems keep whole seconds
  for (const size_t i : written) {
    const auto& stamp = index[i].stamp;
    coarse = coarse && stamp.changed_ns == 0;
    if (std::pair<time_t, long>(stamp.changed_s, stamp.changed_ns) > std::pair(newest.tv_sec, newest.tv_nsec)) {
      newest = {static_cast<time_t>(stamp.changed_s), static_cast<long>(stamp.changed_ns)};
    }
  }
  for (int i = 0; i < 2000; ++i) {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec > newest.tv_sec || (!coarse && now.tv_sec == newest.tv_sec && now.tv_nsec > newest.tv_nsec)) return;
    if (newest.tv_sec > now.tv_sec + 2) return;  // the clock was set back: nothing to wait for
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

bool is_forbidden_path(std::string_view path) {
  for (const auto part : split(path, '/')) {
    if (part.empty() || part == "." || part == "..") return true;
    // ".git " and ".git..." are .git on some file systems, and "git~1" is its short name.
    std::string_view name = part.substr(0, part.find(':'));
    while (name.ends_with(' ') || name.ends_with('.')) name.remove_suffix(1);
    if (iequals(name, ".git") || iequals(name, "git~1")) return true;
  }
  return false;
}

// One move_to, step by step.
class Movement {
 public:
  Movement(const WorkingCopy& copy, std::span<const std::string> caches)
      : m_copy(copy), m_repository(copy.m_repository), m_caches(caches) {}

  Result<WorkingCopy::Moved> run(const std::string& commit) {
    TRY_ASSIGN(m_tree, tree_of(m_repository, commit));
    load();
    TRY_ASSIGN(const auto changes, changes_to_make());
    TRY_ASSIGN(const auto found, scan(m_copy.m_folder, m_old));
    std::vector<std::string> tampered;
    for (const size_t i : found.changed) tampered.push_back(m_old[i].path);
    plan(changes, tampered);
    TRY(check_paths());
    TRY_ASSIGN(const auto modules, find_submodules(m_repository, m_tree, m_new));
    TRY(take_away(found.untracked));
    TRY(write_files());
    TRY(note_filters());
    TRY(save());
    for (const auto& module : modules) TRY(fill(module));
    leave_tick(m_new, m_to_write);
    return m_out;
  }

 private:
  // What is there now, as it was written. Without a trustworthy memory everything is foreign.
  void load() {
    m_old_tree = m_copy.tree();
    auto index = m_old_tree.empty() ? Result<Index>(not_found("")) : read_index(m_copy.index_file(), format());
    if (index) {
      m_old = std::move(*index);
    } else {
      m_old_tree.clear();
      m_out.whole = true;
    }
  }

  Result<std::vector<Change>> changes_to_make() const {
    if (m_old_tree == m_tree) return std::vector<Change>();
    std::vector<std::string> question = {"ls-tree", "-r", "-z", "--full-tree", m_tree};
    if (!m_old_tree.empty()) {
      question = {"diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", m_old_tree, m_tree};
    }
    TRY_ASSIGN(const auto answer, m_repository.ask_sealed({.arguments = question}));
    if (!answer.ok()) return m_repository.refusal(question.front(), answer);
    return m_old_tree.empty() ? read_listing(answer.output) : read_raw_diff(answer.output);
  }

  void plan(const std::vector<Change>& changes, const std::vector<std::string>& tampered) {
    merge(changes);
    if (std::any_of(changes.begin(), changes.end(), [](const Change& c) { return is_attributes_file(c.path); })) {
      // Attributes decide how other files are written (line ends), so all are.
      m_out.whole = true;
      m_to_write.clear();
      for (size_t i = 0; i < m_new.size(); ++i) m_to_write.push_back(i);
    }
    m_out.written = m_to_write.size();
    // Files that are not as they were written are written again, if the new commit has them.
    for (const auto& path : tampered) {
      const auto* entry = find(m_new, path);
      if (entry == nullptr) continue;
      m_to_write.push_back(static_cast<size_t>(entry - m_new.data()));
      ++m_out.restored;
    }
    std::sort(m_to_write.begin(), m_to_write.end());
    m_to_write.erase(std::unique(m_to_write.begin(), m_to_write.end()), m_to_write.end());
  }

  // m_new = m_old with the changes; both are in order. m_old is used up.
  void merge(const std::vector<Change>& changes) {
    m_new.reserve(m_old.size() + changes.size());
    auto old = m_old.begin();
    for (const auto& change : changes) {
      while (old != m_old.end() && old->path < change.path) m_new.push_back(std::move(*old++));
      if (old != m_old.end() && old->path == change.path) ++old;
      if (change.mode == 0) {
        m_to_remove.push_back(change.path);
        continue;
      }
      m_to_write.push_back(m_new.size());
      IndexEntry& entry = m_new.emplace_back();
      entry.path = change.path;
      entry.mode = change.mode;
      entry.set_id(change.id);
    }
    m_new.insert(m_new.end(), std::make_move_iterator(old), std::make_move_iterator(m_old.end()));
    m_old.clear();
  }

  // Trees are made by others: one that git's own checkout would refuse is refused before any write.
  Result<void> check_paths() const {
    const auto refuse = [&](const std::string& path, std::string_view why) {
      return invalid_input(cat("the tree ", m_tree.substr(0, 12), " holds '", excerpt(to_utf8(path)), "', ", why,
                               "; git would not check it out either"));
    };
    for (const size_t i : m_to_write) {
      const auto& path = m_new[i].path;
      if (is_forbidden_path(path)) return refuse(path, "a name that is not allowed");
      if (i > 0 && m_new[i - 1].path == path) return refuse(path, "twice");
      for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
        if (find(m_new, std::string_view(path).substr(0, slash)) != nullptr) return refuse(path, "below a file");
      }
      const auto mode = m_new[i].mode;
      if (mode != k_mode_file && mode != k_mode_executable && mode != k_mode_symlink && mode != k_mode_submodule) {
        return refuse(path, "an entry of an unknown kind");
      }
    }
    return {};
  }

  Result<void> take_away(const std::vector<std::string>& untracked) {
    const Stays stays = [&](std::string_view path) {
      return is_cache(path, m_caches) && find(m_new, path) == nullptr && !has_below(m_new, path);
    };
    for (const auto& path : untracked) {
      TRY_ASSIGN(const size_t count, remove_below(m_copy.m_folder, path, stays));
      m_out.removed += count;
    }
    for (const auto& path : m_to_remove) {
      TRY(remove_below(m_copy.m_folder, path));
      remove_empty_parents(m_copy.m_folder, path);
    }
    if (m_old_tree.empty()) return {};  // nothing is left that could stand in the way
    for (const size_t i : m_to_write) {
      const bool stands = m_new[i].mode == k_mode_submodule && is_real_folder(m_new[i].path);
      if (!stands) TRY(clear_place(m_copy.m_folder, m_new[i].path));
    }
    return {};
  }

  bool is_real_folder(const std::string& path) const {
    struct stat st {};
    return ::lstat(os::join_path(m_copy.m_folder, path).c_str(), &st) == 0 && S_ISDIR(st.st_mode);
  }

  Result<void> write_files() {
    if (m_to_write.empty()) return {};
    Index few;
    std::string input;
    size_t next = 0;
    for (size_t i = 0; i < m_new.size(); ++i) {
      const bool wanted = next < m_to_write.size() && m_to_write[next] == i;
      if (wanted) ++next;
      if (m_new[i].mode == k_mode_submodule) continue;
      if (wanted) input += cat(m_new[i].path, '\0');
      if (wanted || is_attributes_file(m_new[i].path)) few.push_back(m_new[i]);
    }
    const std::string file = os::join_path(m_copy.m_state, "writing");
    TRY(write_index(file, few, format()));
    TRY_ASSIGN(
        const auto answer,
        m_repository.ask_sealed({.arguments = {"checkout-index", "-f", "-z", "--stdin"},
                                 .folder = m_copy.m_folder,
                                 .environment = {cat("GIT_INDEX_FILE=", file), cat("GIT_WORK_TREE=", m_copy.m_folder)},
                                 .input = std::move(input)}));
    if (!answer.ok()) return m_repository.refusal("checkout-index", answer);
    for (const size_t i : m_to_write) TRY(stamp(m_new[i]));
    return {};
  }

  Result<void> stamp(IndexEntry& entry) const {
    const std::string path = os::join_path(m_copy.m_folder, entry.path);
    if (entry.mode == k_mode_submodule) return os::make_folders(path);
    struct stat st {};
    if (::lstat(path.c_str(), &st) != 0) {
      return unavailable(cat("git did not write ", entry.path, " into ", m_copy.m_folder, "; is the disk full?"));
    }
    entry.stamp = FileStamp::of(st);
    return {};
  }

  // Which filters the attributes ask for, remembered because attributes seldom change.
  Result<void> note_filters() {
    const std::string file = os::join_path(m_copy.m_state, "filters");
    if (!m_out.whole) {
      const auto known = os::read_file(file);
      for (const auto line : split_lines(known ? std::string_view(*known) : std::string_view())) {
        m_out.filters.emplace_back(line);
      }
      return {};
    }
    std::set<std::string> names;
    for (const auto& entry : m_new) {
      if (!is_attributes_file(entry.path) || entry.mode == k_mode_symlink) continue;
      TRY_ASSIGN(const auto text, os::read_file(os::join_path(m_copy.m_folder, entry.path)));
      for (const auto line : split_lines(text)) {
        for (const auto word : split(trim(line), ' ')) {
          if (word.starts_with("filter=")) names.emplace(trim(word.substr(7)));
        }
      }
    }
    m_out.filters.assign(names.begin(), names.end());
    return os::write_file(file, join(m_out.filters, "\n"));
  }

  Result<void> save() const {
    if (m_old_tree == m_tree && m_to_write.empty()) return {};
    const std::string name = cat(k_index_prefix, m_tree);
    TRY(write_index(os::join_path(m_copy.m_state, name), m_new, format()));
    TRY_ASSIGN(const auto names, os::list_folder(m_copy.m_state));
    for (const auto& other : names) {
      if (other != name && other.starts_with(k_index_prefix)) TRY(remove_below(m_copy.m_state, other));
    }
    return {};
  }

  Result<void> fill(const Submodule& module) {
    TRY(remove_below(m_copy.m_folder, cat(module.path, "/.git")));  // we write none there
    auto copy = m_copy.copy_of(module);
    TRY_ASSIGN(const auto moved, copy.move_to(module.commit, m_caches));
    m_out.written += moved.written;
    m_out.restored += moved.restored;
    m_out.removed += moved.removed;
    return {};
  }

  const std::string& format() const { return m_repository.object_format(); }

  const WorkingCopy& m_copy;
  const Repository& m_repository;
  std::span<const std::string> m_caches;
  std::string m_tree, m_old_tree;
  Index m_old, m_new;
  std::vector<size_t> m_to_write;  // positions in m_new
  std::vector<std::string> m_to_remove;
  WorkingCopy::Moved m_out;
};

WorkingCopy::WorkingCopy(Repository repository, std::string folder, std::string state)
    : m_repository(std::move(repository)), m_folder(std::move(folder)), m_state(std::move(state)) {}

std::string WorkingCopy::tree() const {
  const auto names = os::list_folder(m_state);
  if (!names) return "";
  for (const auto& name : *names) {
    if (name.starts_with(k_index_prefix) && name.size() == k_index_prefix.size() + m_repository.zero_id().size()) {
      return name.substr(k_index_prefix.size());
    }
  }
  return "";
}

std::string WorkingCopy::index_file() const {
  const auto id = tree();
  return id.empty() ? "" : os::join_path(m_state, cat(k_index_prefix, id));
}

WorkingCopy WorkingCopy::copy_of(const Submodule& module) const {
  return {module.repository, os::join_path(m_folder, module.path),
          os::join_path(m_state, cat("module-", sha256_hex(module.path).substr(0, 16)))};
}

Result<WorkingCopy::Moved> WorkingCopy::move_to(const std::string& commit, std::span<const std::string> caches) {
  TRY(os::make_folders(m_state));
  return Movement(*this, caches).run(commit);
}

}  // namespace assay::git
