// Any bytes as a diff: no crash, no hang, and what the visitor is told agrees with the input and
// with itself. Every delivered line is lexed, and the masks must partition it.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "diff/code.h"
#include "diff/reader.h"

namespace {

using namespace assay;
using namespace assay::diff;

void require(bool holds) {
  if (!holds) std::abort();
}

class Checker : public Visitor {
 public:
  explicit Checker(std::string_view text) : m_text(text), m_coloured(contains(text, "\x1b[")) {
    for (size_t i = 0; i < text.size(); ++i)
      if (i == 0 || text[i - 1] == '\n') m_starts.push_back(i);
  }

  void file_begin(const File& file) override {
    require(!m_open);
    m_open = true;
    ++begun;
    require(kind_of(file.path()).language == file.language);
  }
  void hunk(const File& file, const Hunk& hunk) override {
    require(m_open && !hunk.lines.empty());
    bool changed = false;
    Lexer before(file.language), after(file.language);
    before.start_in(hunk, Sign::removed);
    after.start_in(hunk, Sign::added);
    for (const Line& line : hunk.lines) {
      changed |= line.sign != Sign::context && line.needles != 0;
      stands_in_input(line);
      if (line.sign != Sign::added) check(before.line(line.text), line.text);
      if (line.sign != Sign::removed) check(after.line(line.text), line.text);
    }
    require(changed);
  }
  void file_end(const File& file) override {
    require(m_open);
    m_open = false;
    ++ended;
    added += file.added;
    removed += file.removed;
  }

  std::uint64_t begun = 0, ended = 0, added = 0, removed = 0;

 private:
  void stands_in_input(const Line& line) const {
    if (m_coloured || m_text.size() > BlockReader::k_block_size) return;
    require(line.diff_line >= 1 && line.diff_line <= m_starts.size());
    const auto rest = m_text.substr(m_starts[line.diff_line - 1]);
    require(contains(rest.substr(0, rest.find('\n')), line.text));
  }
  static void check(const Lexer::Masked& masked, std::string_view text) {
    require(masked.code.size() == text.size() && masked.strings.size() == text.size() &&
            masked.comments.size() == text.size());
    for (size_t i = 0; i < text.size() && i < Lexer::k_longest; ++i) {
      if (text[i] == ' ') continue;
      const int kept = (masked.code[i] == text[i] ? 1 : 0) + (masked.strings[i] == text[i] ? 1 : 0) +
                       (masked.comments[i] == text[i] ? 1 : 0);
      require(kept == 1);
    }
  }

  std::string_view m_text;
  std::vector<size_t> m_starts;
  bool m_coloured;
  bool m_open = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Checker seen(text);
  const Summary summary = read_diff_text(text, seen);
  require(seen.begun == seen.ended && seen.ended == summary.files);
  require(seen.added == summary.added && seen.removed == summary.removed);
  require(summary.bytes == size && summary.is_diff == (summary.files > 0));
  require(summary.paths.total() == summary.files);
  require(summary.is_diff || summary.blank || !summary.problem.empty());

  TextSource source(text);
  Visitor nobody;
  const auto again = read_diff(source, nobody);
  require(again.has_value() && again->files == summary.files && again->lines == summary.lines &&
          again->problem == summary.problem && again->added == summary.added);

  // The bytes as source code of some language.
  if (size > 0) {
    Lexer lexer(static_cast<Language>(data[0] % (static_cast<unsigned>(Language::svelte) + 1)));
    for (auto line : split(text, '\n')) lexer.line(line);
  }
  return 0;
}
