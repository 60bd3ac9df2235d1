#include "judge/yaml_item.h"

#include <algorithm>

#include "base/text.h"
#include "judge/gate_file.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

struct Margin {
  size_t dash, key;  // columns of the list dash (of the key where there is none) and of the key
};

Margin margin_of(std::string_view text) {
  const size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  if (!text.substr(first).starts_with("- ")) return {first, first};
  const size_t key = text.find_first_not_of(" \t", first + 1);
  return {first, key == std::string_view::npos ? text.size() : key};
}

}  // namespace

std::optional<size_t> verified_by(const CodeHunk& hunk, size_t at) {
  const Margin own = margin_of(hunk.lines[at].raw->text);
  const auto says = [&](size_t i) { return runs_verification(hunk.lines[i].raw->text); };
  const auto skip = [&](size_t i) {
    return !on_side(hunk.lines[i], Side::after) || trim(hunk.lines[i].raw->text).empty();
  };
  if (says(at)) return at;
  constexpr size_t k_reach = 200;  // lines each way
  const bool opens = own.dash != own.key;
  for (size_t i = at; !opens && i-- > 0 && at - i < k_reach;) {
    if (skip(i)) continue;
    const Margin m = margin_of(hunk.lines[i].raw->text);
    if (m.key < own.key) {
      if (says(i)) return i;  // the job's or stage's own name
      break;
    }
    if (says(i)) return i;
    if (m.dash < own.key) break;  // where the item begins
  }
  for (size_t i = at + 1; i < hunk.lines.size() && i - at < k_reach; ++i) {
    if (skip(i)) continue;
    if (margin_of(hunk.lines[i].raw->text).dash < own.key) break;
    if (says(i)) return i;
  }
  return std::nullopt;
}

bool is_of_new_item(const CodeHunk& hunk, size_t at) {
  const Margin own = margin_of(hunk.lines[at].raw->text);
  const auto is_blank = [&](size_t i) { return trim(hunk.lines[i].raw->text).empty(); };
  bool opens = own.dash != own.key;
  for (size_t i = at; !opens && i-- > 0;) {
    if (is_blank(i)) continue;
    if (!is_added(hunk.lines[i])) return false;
    const Margin m = margin_of(hunk.lines[i].raw->text);
    opens = m.key < own.key || m.dash < own.key;
  }
  for (size_t i = at + 1; opens && i < hunk.lines.size(); ++i) {
    if (is_blank(i)) continue;
    if (margin_of(hunk.lines[i].raw->text).dash < own.key) break;
    if (!is_added(hunk.lines[i])) return false;
  }
  return opens;
}

}  // namespace assay::judge
