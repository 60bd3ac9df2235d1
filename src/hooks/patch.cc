#include "hooks/patch.h"

#include <algorithm>

#include "base/text.h"

namespace assay::hooks {

namespace {

constexpr size_t k_edits_most = 2000;

// One chunk of an update: what stood there, and what stands there afterwards.
struct Chunk {
  std::string before;
  std::string after;
  bool is_open = false;
};

class PatchReader {
 public:
  explicit PatchReader(std::vector<Edit>& out) : m_out(out) {}

  void line(std::string_view text) {
    if (text.starts_with("*** ")) return heading(text.substr(4));
    if (m_what == What::add && text.starts_with("+")) m_added += cat(text.substr(1), "\n");
    if (m_what != What::update) return;
    if (text.starts_with("@@")) return end_chunk();
    m_chunk.is_open = true;
    const auto rest = cat(text.empty() ? std::string_view() : text.substr(1), "\n");
    if (!text.starts_with("+")) m_chunk.before += rest;
    if (!text.starts_with("-")) m_chunk.after += rest;
  }

  void end() {
    end_chunk();
    if (m_what == What::add) put({m_path, std::nullopt, std::move(m_added), false, false, {}});
    if (m_what == What::remove) put({m_path, std::nullopt, "", false, true, {}});
    if (m_what == What::update && !m_moves_to.empty()) put({m_path, std::nullopt, "", false, true, m_moves_to});
    m_what = What::nothing;
    m_added.clear();
    m_moves_to.clear();
  }

 private:
  enum class What { nothing, add, update, remove };

  void heading(std::string_view text) {
    constexpr std::string_view k_move = "Move to: ";
    if (m_what == What::update && text.starts_with(k_move)) {
      m_moves_to = trim(text.substr(k_move.size()));
      return;
    }
    end();
    begin(text, "Add File: ", What::add) || begin(text, "Update File: ", What::update) ||
        begin(text, "Delete File: ", What::remove);
  }

  bool begin(std::string_view text, std::string_view head, What what) {
    if (!text.starts_with(head)) return false;
    m_what = what;
    m_path = trim(text.substr(head.size()));
    return true;
  }

  void end_chunk() {
    if (m_chunk.is_open) put({m_path, std::move(m_chunk.before), std::move(m_chunk.after), false, false, {}});
    m_chunk = {};
  }

  void put(Edit edit) {
    if (!edit.path.empty() && m_out.size() < k_edits_most) m_out.push_back(std::move(edit));
  }

  std::vector<Edit>& m_out;
  What m_what = What::nothing;
  std::string m_path;
  std::string m_added;
  std::string m_moves_to;  // of an update
  Chunk m_chunk;
};

std::vector<std::string_view> lines_of(const std::optional<std::string>& text) {
  return text ? split_lines(*text) : std::vector<std::string_view>();
}

}  // namespace

void read_patch(std::string_view text, std::vector<Edit>& out) {
  constexpr std::string_view k_begin = "*** Begin Patch";
  const size_t begin = text.find(k_begin);
  if (begin == std::string_view::npos) return;
  text.remove_prefix(begin + k_begin.size());
  text = text.substr(0, text.find("*** End Patch"));
  PatchReader reader(out);
  if (text.starts_with('\n')) text.remove_prefix(1);
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (const auto line : split_lines(text)) reader.line(line);
  reader.end();
}

std::optional<std::string> apply(const Edit& edit, std::string_view before) {
  if (edit.removes) return std::nullopt;
  if (!edit.old) return edit.text;
  if (edit.old->empty()) return cat(before, edit.text);
  if (edit.everywhere) return replace_all(std::string(before), *edit.old, edit.text);
  const size_t at = before.find(*edit.old);
  if (at == std::string_view::npos) return std::nullopt;
  return cat(before.substr(0, at), edit.text, before.substr(at + edit.old->size()));
}

std::string diff_text(std::string_view path, const std::optional<std::string>& before,
                      const std::optional<std::string>& after) {
  const auto old_lines = lines_of(before), new_lines = lines_of(after);
  constexpr size_t k_context = 3;
  size_t head = 0;
  while (head < old_lines.size() && head < new_lines.size() && old_lines[head] == new_lines[head]) ++head;
  size_t tail = 0;
  while (tail < old_lines.size() - head && tail < new_lines.size() - head &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  if (before && after && head + tail == old_lines.size() && head + tail == new_lines.size()) return {};

  const size_t lead = std::min(head, k_context), trail = std::min(tail, k_context), from = head - lead;
  const size_t removed = old_lines.size() - head - tail, added = new_lines.size() - head - tail;
  std::string out = cat("diff --git a/", path, " b/", path, "\n");
  if (!before) out += "new file mode 100644\n";
  if (!after) out += "deleted file mode 100644\n";
  out += cat("--- ", before ? cat("a/", path) : "/dev/null", "\n+++ ", after ? cat("b/", path) : "/dev/null", "\n");
  const auto first = [&](bool is_there) { return is_there ? from + 1 : from; };
  out += cat("@@ -", first(lead + removed + trail > 0), ",", lead + removed + trail, " +",
             first(lead + added + trail > 0), ",", lead + added + trail, " @@\n");
  const auto put = [&](char mark, std::string_view line) { out += cat(mark, line, "\n"); };
  for (size_t i = from; i < head; ++i) put(' ', old_lines[i]);
  for (size_t i = head; i < head + removed; ++i) put('-', old_lines[i]);
  for (size_t i = head; i < head + added; ++i) put('+', new_lines[i]);
  for (size_t i = 0; i < trail; ++i) put(' ', old_lines[head + removed + i]);
  return out;
}

}  // namespace assay::hooks
