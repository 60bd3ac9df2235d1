#include "reports/find.h"

#include "base/text.h"
#include "reports/scripts.h"

namespace assay::reports {

namespace {

constexpr int k_deepest = 6;
constexpr size_t k_most_steps = 400;

// Behind "cd x"; a place that is not plain or outside of the tree is not known: the tree's root then.
std::string changed_folder(const std::string& folder, const Words& words) {
  if (words.size() < 2 || !words[1].plain) return {};
  std::string_view to = words[1].text;
  while (to.starts_with("./")) to.remove_prefix(2);
  if (to == ".") return folder;
  if (to == "..") {
    const auto here = std::string_view(folder).substr(0, folder.empty() ? 0 : folder.size() - 1);
    const size_t slash = here.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(here.substr(0, slash + 1));
  }
  if (to.empty() || to.starts_with('/') || to.starts_with("..")) return {};
  return cat(folder, to, to.ends_with('/') ? "" : "/");
}

// The variables that these words set to something that does not contain what they were.
std::vector<std::string> set_by(const Words& words, const std::vector<size_t>& assignments) {
  std::vector<std::string> names;
  for (const size_t at : assignments) {
    const std::string_view word = words[at].text;
    const auto name = word.substr(0, assigned_name(word));
    if (!contains(word, cat("$", name)) && !contains(word, cat("${", name))) names.emplace_back(name);
  }
  return names;
}

bool is_unclear(std::string_view program) {
  return is_one_of(program, {"turbo", "nx", "lerna", "rush", "moon", "task", "nox", "invoke", "inv", "earthly",
                             "docker", "docker-compose", "podman", "gulp", "grunt", "wireit", "ng"});
}

// "node test/replay.js", "sh tests/run.sh", "./ring_test": what runs is a test by its own name. Not a tool that is
// given one to look at.
bool starts_test(const Words& words, const Program& program) {
  size_t at = program.assignments.empty() ? 0 : program.assignments.back() + 1;
  if (at >= words.size()) return false;
  const auto started = words[at].text;
  if (contains(started, "/")) return is_test_name(started);
  if (!is_one_of(started, {"node", "python", "python3", "ruby", "perl", "php", "sh", "bash", "dash", "deno", "bun",
                           "tsx", "ts-node", "lua", "Rscript", "julia", "elixir"}))
    return false;
  for (++at; at < words.size(); ++at) {
    const std::string_view word = words[at].text;
    if (word == "run" || (word.starts_with('-') && !is_one_of(word, {"-c", "-e", "--eval", "-p", "--print", "-m"})))
      continue;
    return !word.starts_with('-') && is_test_name(word);
  }
  return false;
}

// Where a text of commands stands.
struct Place {
  std::string folder{};
  std::string behind{};             // empty: in the command itself
  std::vector<std::string> sets{};  // on the way to it
  bool by_node = false;
  int depth = 0;
};

class Finder {
 public:
  explicit Finder(const Files* files) : m_files(files) {}

  void look(std::string_view text, Place place) {
    for (auto& words : simple_commands(text)) {
      if (++m_steps > k_most_steps) return;
      if (place.behind.empty()) m_result.direct.push_back(words);
      if (words[0].text == "cd")
        place.folder = changed_folder(place.folder, words);
      else if (words[0].text == "export")
        set(place, words, all_but_first(words));
      else
        command(words, place);
    }
  }

  FindResult take() { return std::move(m_result); }

 private:
  static std::vector<size_t> all_but_first(const Words& words) {
    std::vector<size_t> found;
    for (size_t i = 1; i < words.size(); ++i)
      if (assigned_name(words[i].text) > 0) found.push_back(i);
    return found;
  }

  // In the command itself ours is put into what is set.
  static void set(Place& place, const Words& words, const std::vector<size_t>& assignments) {
    if (place.behind.empty()) return;
    for (auto& name : set_by(words, assignments)) {
      if (!(place.by_node && name == "NODE_OPTIONS")) place.sets.push_back(std::move(name));
    }
  }

  void command(const Words& words, Place place) {
    const Program program = program_of(words);
    set(place, words, program.assignments);
    const bool found = program.runner != logs::Runner::loose;
    const bool is_test = starts_test(words, program);
    m_result.test_program = m_result.test_program || is_test;
    if (found) m_result.found.push_back({program.runner, words, program, place.folder, place.behind, place.sets});
    if (found && program.runner != logs::Runner::tox) return;
    note_unclear(words);
    const bool readable = m_files != nullptr && place.depth < k_deepest;
    const auto scripts = readable ? scripts_of(words, place.folder, *m_files) : std::vector<Script>();
    m_result.other_test = m_result.other_test || (is_test && !found && scripts.empty());
    for (const auto& script : scripts) {
      Place inner{script.folder, place.behind.empty() ? script.name : place.behind, place.sets, script.by_node,
                  place.depth + 1};
      inner.sets.insert(inner.sets.end(), script.sets.begin(), script.sets.end());
      look(script.text, std::move(inner));
    }
  }

  void note_unclear(const Words& words) {
    for (const auto& word : words) {
      if (assigned_name(word.text) > 0) continue;
      if (is_unclear(base_name(word.text))) m_result.unclear.emplace_back(base_name(word.text));
      if (!is_one_of(word.text, {"npx", "yarn", "pnpm", "exec"})) break;
    }
  }

  const Files* m_files;
  FindResult m_result;
  size_t m_steps = 0;
};

}  // namespace

bool is_test_name(std::string_view path) {
  for (const auto part : split(path.substr(0, path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/')), '/')) {
    if (is_one_of(part, {"test", "tests", "spec", "specs", "__tests__", "testing"})) return true;
  }
  const auto name = lower(base_name(path));
  const auto stem = std::string_view(name).substr(0, name.find('.'));
  return stem.starts_with("test") || stem.ends_with("test") || stem.ends_with("tests") || stem.ends_with("spec") ||
         contains(name, ".test.") || contains(name, ".spec.") || contains(name, "run_test") ||
         contains(name, "run-test");
}

FindResult find_runners(std::string_view command, const std::string& folder, const Files* files) {
  Finder finder(files);
  const bool open = !folder.empty() && !folder.ends_with('/');
  finder.look(command, {open ? folder + "/" : folder, {}, {}, false, 0});
  return finder.take();
}

}  // namespace assay::reports
