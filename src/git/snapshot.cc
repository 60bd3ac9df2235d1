// What a commit holds never changes, and a worker asks for the same one (the target, whose assay.toml is
// policy) several times for each task: three calls of git each time. The last few listings and small
// contents are kept, by full ids.
#include "git/snapshot.h"

#include <algorithm>
#include <deque>

#include "base/mutex.h"
#include "base/text.h"

namespace assay::git {

namespace {

// "100644 blob <id>    <size>\t<path>", as `ls-tree -l -z` writes each entry.
std::optional<Entry> read_entry(std::string_view record) {
  const size_t tab = record.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  const auto head = record.substr(0, tab);
  const size_t type = head.find(' ');
  const size_t id = type == std::string_view::npos ? type : head.find(' ', type + 1);
  const size_t id_end = id == std::string_view::npos ? id : head.find(' ', id + 1);
  if (id_end == std::string_view::npos) return std::nullopt;

  Entry entry;
  entry.path = record.substr(tab + 1);
  entry.id = head.substr(id + 1, id_end - id - 1);
  entry.size = parse_uint(trim(head.substr(id_end))).value_or(0);
  const auto mode = head.substr(0, type);
  if (mode == "120000") {
    entry.kind = EntryKind::symlink;
  } else if (mode == "160000") {
    entry.kind = EntryKind::submodule;
  } else if (mode == "100755") {
    entry.kind = EntryKind::executable;
  }
  return entry;
}

bool before(const Entry& entry, std::string_view path) { return entry.path < path; }

// The values used last, by name; any thread.
template <class Value, size_t k_most>
class Kept {
 public:
  std::shared_ptr<const Value> find(const std::string& name) {
    const MutexLock lock(m_mutex);
    for (const auto& [key, value] : m_values) {
      if (key == name) return value;
    }
    return nullptr;
  }
  void keep(const std::string& name, Value value) {
    const MutexLock lock(m_mutex);
    m_values.emplace_front(name, std::make_shared<const Value>(std::move(value)));
    if (m_values.size() > k_most) m_values.pop_back();
  }

 private:
  Mutex m_mutex;
  std::deque<std::pair<std::string, std::shared_ptr<const Value>>> m_values GUARDED_BY(m_mutex);
};

constexpr size_t k_small_listing = size_t{1} << 20;
constexpr size_t k_small_content = size_t{64} << 10;

Kept<Tree, 8>& kept_trees() {
  static Kept<Tree, 8> kept;
  return kept;
}
Kept<std::string, 32>& kept_contents() {
  static Kept<std::string, 32> kept;
  return kept;
}

std::string name_in(const Repository& repository, std::string_view id) { return cat(repository.root(), "\n", id); }

bool is_full_id(const Repository& repository, std::string_view text) {
  return text.size() == repository.zero_id().size() &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

Result<Tree> Tree::open(const Repository& repository, std::string_view commit) {
  const bool is_fixed = is_full_id(repository, commit);
  if (is_fixed) {
    if (const auto known = kept_trees().find(name_in(repository, commit))) return *known;
  }
  std::string id(commit);
  if (!is_fixed) {
    TRY_ASSIGN(const auto parsed,
               repository.ask({"rev-parse", "--verify", "--quiet", "--end-of-options", cat(commit, "^{tree}")}));
    if (!parsed.ok()) return invalid_input(cat("there is no commit '", commit, "' in ", repository.root()));
    id = std::string(trim_right(parsed.output));
  }
  TRY_ASSIGN(auto listed, repository.ask_sealed({.arguments = {"ls-tree", "-r", "-z", "-l", "--full-tree", id}}));
  if (!listed.ok()) return repository.refusal("ls-tree", listed);

  Tree tree(repository);
  tree.m_id = id;
  tree.m_listing = std::make_shared<const std::string>(std::move(listed.output));
  const std::string_view all = *tree.m_listing;
  tree.m_entries.reserve(static_cast<size_t>(std::count(all.begin(), all.end(), '\0')));
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\0', at), all.size());
    const auto entry = read_entry(all.substr(at, end - at));
    if (!entry) return corrupt(cat("git ls-tree of ", id, " gave a line that is not an entry"));
    tree.m_entries.push_back(*entry);
    at = end + 1;
  }
  // Git sorts a folder as if its name ended in "/", so "a.c" comes before "a/b"; bytes of whole
  // paths agree with that except where such a neighbour exists.
  if (!std::is_sorted(tree.m_entries.begin(), tree.m_entries.end(),
                      [](const Entry& a, const Entry& b) { return a.path < b.path; })) {
    std::sort(tree.m_entries.begin(), tree.m_entries.end(),
              [](const Entry& a, const Entry& b) { return a.path < b.path; });
  }
  if (is_fixed && all.size() <= k_small_listing) kept_trees().keep(name_in(repository, commit), tree);
  return tree;
}

const Entry* Tree::find(std::string_view path) const {
  const auto at = std::lower_bound(m_entries.begin(), m_entries.end(), path, before);
  return at != m_entries.end() && at->path == path ? &*at : nullptr;
}

std::span<const Entry> Tree::under(std::string_view folder) const {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty()) return m_entries;
  const auto first = std::lower_bound(m_entries.begin(), m_entries.end(), cat(folder, "/"), before);
  const auto last = std::lower_bound(first, m_entries.end(), cat(folder, static_cast<char>('/' + 1)), before);
  return {first, last};
}

bool Tree::has_folder(std::string_view path) const { return !under(path).empty() || path.empty(); }

Result<std::vector<std::string>> Tree::contents(const std::vector<const Entry*>& wanted) const {
  std::vector<std::string> out;
  if (wanted.empty()) return out;
  std::string input;
  for (const auto* entry : wanted) input += cat(entry->id, "\n");
  TRY_ASSIGN(const auto answer,
             m_repository.ask_sealed({.arguments = {"cat-file", "--batch", "--buffer"}, .input = input}));
  if (!answer.ok()) return m_repository.refusal("cat-file", answer);
  // "<id> blob <size>\n<content>\n" for each.
  std::string_view rest = answer.output;
  for (const auto* entry : wanted) {
    const size_t end = rest.find('\n');
    const auto header = rest.substr(0, end);
    const auto size = parse_uint(header.substr(header.rfind(' ') + 1));
    if (end == std::string_view::npos || !size || rest.size() < end + 1 + *size + 1) {
      return m_repository.refusal(cat("cat-file of ", entry->path),
                                  {1, "", cat("the content ", entry->id, " is missing")});
    }
    out.emplace_back(rest.substr(end + 1, *size));
    rest.remove_prefix(end + 1 + *size + 1);
  }
  return out;
}

Result<std::optional<std::string>> Tree::read(std::string_view path, std::uint64_t limit) const {
  const auto* entry = find(path);
  if (entry == nullptr || entry->kind == EntryKind::submodule) return std::optional<std::string>();
  if (entry->size > limit) {
    return invalid_input(cat(path, " has ", entry->size, " bytes, more than the ", limit, " that are read"));
  }
  const auto name = name_in(m_repository, entry->id);
  if (const auto known = kept_contents().find(name)) return std::optional(*known);
  TRY_ASSIGN(auto read, contents({entry}));
  if (read.front().size() <= k_small_content) kept_contents().keep(name, read.front());
  return std::optional(std::move(read.front()));
}

Result<std::vector<std::optional<std::string>>> Tree::read_all(std::span<const std::string_view> paths,
                                                               std::uint64_t limit) const {
  std::vector<std::optional<std::string>> out(paths.size());
  std::vector<const Entry*> wanted;
  std::vector<size_t> places;
  for (size_t i = 0; i < paths.size(); ++i) {
    const auto* entry = find(paths[i]);
    if (entry == nullptr || entry->kind == EntryKind::submodule || entry->size > limit) continue;
    wanted.push_back(entry);
    places.push_back(i);
  }
  TRY_ASSIGN(auto read, contents(wanted));
  for (size_t i = 0; i < places.size(); ++i) out[places[i]] = std::move(read[i]);
  return out;
}

}  // namespace assay::git
