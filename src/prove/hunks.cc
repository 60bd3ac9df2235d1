#include "prove/hunks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "diff/reader.h"

namespace assay::prove {

namespace {

// Gathers runs of changed lines. An added line has no number on the old side; how many lines the file has grown by so
// far gives it one.
class RunReader final : public diff::Visitor {
 public:
  explicit RunReader(std::vector<Hunk>& out) : m_out(out) {}

  diff::Wanted wanted(const diff::File&) const override { return {.whole = diff::Whole::always}; }
  void file_begin(const diff::File&) override { m_grown = 0; }
  void hunk(const diff::File& file, const diff::Hunk& hunk) override {
    if (file.binary || file.submodule || file.combined) return;
    for (const diff::Line& line : hunk.lines) {
      if (line.sign != diff::Sign::context) take(line);
    }
  }
  void file_end(const diff::File& file) override {
    close();
    for (size_t i = m_first_of_file; i < m_out.size(); ++i) {
      m_out[i].path = file.new_path;
      m_out[i].old_path = file.old_path;
    }
    m_first_of_file = m_out.size();
  }

 private:
  struct Run {
    std::int64_t old_first = 0, old_count = 0, new_first = 0, new_count = 0;
  };

  void take(const diff::Line& line) {
    const bool added = line.sign == diff::Sign::added;
    const auto number = static_cast<std::int64_t>(std::min(added ? line.new_line : line.old_line, k_last_line));
    const std::int64_t old_at = added ? number - m_grown : number, new_at = added ? number : number + m_grown;
    if (number == 0 || old_at < 1 || new_at < 1) return;  // the numbers of the diff contradict each other
    if (old_at != m_run.old_first + m_run.old_count || new_at != m_run.new_first + m_run.new_count) {
      close();
      m_run = {old_at, 0, new_at, 0};
    }
    ++(added ? m_run.new_count : m_run.old_count);
    m_grown += added ? 1 : -1;
  }

  void close() {
    const Run run = std::exchange(m_run, Run{});
    if (run.old_count + run.new_count == 0 || m_out.size() >= k_most_hunks) return;
    Hunk hunk;
    hunk.before = lines(run.old_first, run.old_count);
    hunk.after = lines(run.new_first, run.new_count);
    m_out.push_back(std::move(hunk));
  }

  static Lines lines(std::int64_t first, std::int64_t count) {
    return {static_cast<std::uint32_t>(count > 0 ? first : first - 1), static_cast<std::uint32_t>(count)};
  }

  static constexpr std::uint64_t k_last_line = std::numeric_limits<std::uint32_t>::max() / 4;
  std::vector<Hunk>& m_out;
  size_t m_first_of_file = 0;
  std::int64_t m_grown = 0;
  Run m_run;
};

// Where line `number` begins (counted from `at`, the start of line `line`); the end when there is no such line.
size_t start_of_line(std::string_view text, std::uint64_t number, size_t at = 0, std::uint64_t line = 1) {
  for (; line < number && at < text.size(); ++line) {
    const size_t end = text.find('\n', at);
    at = end == std::string_view::npos ? text.size() : end + 1;
  }
  return at;
}

struct Span {
  size_t begin = 0, end = 0;
};

Span span_of(std::string_view text, Lines lines) {
  const std::uint64_t first = lines.first + (lines.count > 0 ? std::uint64_t{0} : 1);
  const size_t begin = start_of_line(text, first);
  return {begin, start_of_line(text, first + lines.count, begin, first)};
}

void append_lines(std::string& to, std::string_view lines) {
  if (!to.empty() && to.back() != '\n' && !lines.empty()) to += '\n';  // the last line of a file may have no end
  to += lines;
}

}  // namespace

std::vector<Hunk> read_hunks(std::string_view diff) {
  std::vector<Hunk> out;
  RunReader reader(out);
  diff::read_diff_text(diff, reader);
  return out;
}

std::string take_back(std::string_view after, std::string_view before, const Hunk& hunk) {
  const Span now = span_of(after, hunk.after), then = span_of(before, hunk.before);
  std::string out;
  out.reserve(after.size() + then.end - then.begin + 1);
  append_lines(out, after.substr(0, now.begin));
  append_lines(out, before.substr(then.begin, then.end - then.begin));
  append_lines(out, after.substr(now.end));
  return out;
}

}  // namespace assay::prove
