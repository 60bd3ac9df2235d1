// What a check runs in the end cannot be known without running it: `make test` starts python3, which starts a
// linter. So more is looked at than what a command names. Folders of the system hold thousands of programs and
// are filled by a package manager, which renames new files into place: there the time of the folder tells, and the
// usual tools are looked at one by one. Other folders of PATH are small and are looked at whole.
#include "engine/run/tool_identity.h"

#include <algorithm>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_system[] = {"/usr/bin", "/bin", "/usr/sbin", "/sbin"};
constexpr size_t k_folder_most = 4000;  // programs in a folder; in a larger one its time tells

// Interpreters, compilers and runners that scripts start by name.
constexpr const char* k_usual[] = {"sh",   "bash",   "env",     "node",   "npm",    "npx",   "yarn",   "pnpm",
                                   "bun",  "deno",   "python3", "python", "pip3",   "uv",    "poetry", "pytest",
                                   "tox",  "ruby",   "rake",    "rspec",  "bundle", "perl",  "php",    "composer",
                                   "make", "cmake",  "ctest",   "ninja",  "meson",  "cc",    "gcc",    "c++",
                                   "g++",  "clang",  "ld",      "go",     "cargo",  "rustc", "java",   "javac",
                                   "mvn",  "gradle", "dotnet",  "git",    "tsc",    "eslint"};

std::string stamp_of(const struct stat& st) {
  return cat(st.st_ino, " ", st.st_size, " ", st.st_mtim.tv_sec, ".", st.st_mtim.tv_nsec, " ", st.st_ctim.tv_sec, ".",
             st.st_ctim.tv_nsec);
}

bool is_data(const struct stat& st) { return S_ISREG(st.st_mode) && (st.st_mode & 0111) == 0; }

template <class F>
void for_words(std::string_view command, F&& hear) {
  for (size_t at = 0; at < command.size();) {
    const size_t end = std::min(command.find_first_of(" \t\n;|&()<>'\"`$=", at), command.size());
    if (end > at) hear(std::string(command.substr(at, end - at)));
    at = end + 1;
  }
}

enum class Data { counted, left_out };

class Identity {
 public:
  explicit Identity(std::string_view path, Data data = Data::counted) : m_path(path), m_data(data) {}

  void add_named(const std::string& name) {
    if (!m_names.insert(name).second) return;
    const bool has_slash = contains(name, "/");
    if (has_slash && !name.starts_with('/')) return;  // of the tree
    if (const auto program = os::find_program(name, m_path)) add_program(*program);
  }

  void add_folder(const std::string& folder) {
    if (!m_folders.insert(folder).second) return;
    const bool is_system = std::find(std::begin(k_system), std::end(k_system), folder) != std::end(k_system);
    const auto names = is_system ? Result<std::vector<std::string>>(not_found("")) : os::list_folder(folder);
    if (!names || names->size() > k_folder_most) return add_stamp(folder);
    for (const auto& name : *names) add_stamp(os::join_path(folder, name));
  }

  std::string text() const { return join(std::vector<std::string>(m_lines.begin(), m_lines.end()), "\n"); }

 private:
  void add_stamp(const std::string& path) {
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0) return;
    m_lines.insert(cat(path, " ", stamp_of(st)));
  }

  void add_program(const std::string& path) {
    if (!m_programs.insert(path).second) return;
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return;
    if (m_data == Data::left_out && is_data(st)) return;
    add_stamp(path);
    if (m_depth >= 4) return;  // an interpreter of an interpreter
    ++m_depth;
    add_interpreter(path);
    --m_depth;
  }

  // "#!/usr/bin/env -S node --flag": the program and, behind env, the one it looks for.
  void add_interpreter(const std::string& path) {
    const os::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    char buffer[256];
    const auto got = file.is_open() ? ::read(file.get(), buffer, sizeof buffer) : 0;
    const std::string_view head(buffer, got > 0 ? static_cast<size_t>(got) : 0);
    if (!head.starts_with("#!")) return;
    const auto words = split(trim(head.substr(2, head.find('\n') - 2)), ' ');
    if (words.empty() || words.front().empty()) return;
    add_named(std::string(words.front()));
    if (os::file_name(words.front()) != "env") return;
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i].empty() || words[i].starts_with('-') || contains(words[i], "=")) continue;
      return add_named(std::string(words[i]));
    }
  }

  std::string m_path;
  Data m_data;
  std::set<std::string> m_names, m_folders, m_programs, m_lines;
  int m_depth = 0;
};

}  // namespace

Tools::Tools(std::string_view path) : m_path(path) {
  Identity identity(path);
  for (const char* name : k_usual) identity.add_named(name);
  for (const auto folder : split(path, ':')) {
    if (folder.starts_with('/')) identity.add_folder(std::string(folder));
  }
  m_usual = sha256_hex(identity.text());
}

std::string Tools::behind(std::string_view command) const {
  Identity identity(m_path);
  for_words(command, [&](const std::string& word) { identity.add_named(word); });
  return cat(m_usual, "\n", identity.text());
}

std::string Tools::programs_behind(std::string_view command) const {
  Identity identity(m_path, Data::left_out);
  for_words(command, [&](const std::string& word) { identity.add_named(word); });
  return cat(m_usual, "\n", identity.text());
}

std::map<std::string, std::string> files_named_in(std::string_view command) {
  std::map<std::string, std::string> out;
  for_words(command, [&](const std::string& word) {
    struct stat st {};
    if (word.starts_with('/') && ::stat(word.c_str(), &st) == 0 && is_data(st)) out[word] = stamp_of(st);
  });
  return out;
}

}  // namespace assay::engine
