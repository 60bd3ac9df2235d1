#include "plan/evidence_words.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "plan/observables.h"

namespace assay::plan {

bool is_method(std::string_view word) {
  return is_one_of(word, {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"});
}

bool is_http_status(std::string_view digits) {
  constexpr std::string_view k_statuses[] = {
      "200", "201", "202", "203", "204", "206", "300", "301", "302", "303", "304", "307", "308",
      "400", "401", "402", "403", "404", "405", "406", "407", "408", "409", "410", "411", "412",
      "413", "414", "415", "416", "417", "418", "421", "422", "423", "424", "425", "426", "428",
      "429", "431", "451", "500", "501", "502", "503", "504", "505", "507", "508", "511"};
  return std::binary_search(std::begin(k_statuses), std::end(k_statuses), digits);
}

// What is counted, written behind its number without a blank.
bool begins_with_counter(std::string_view text) {
  constexpr std::string_view k_counters[] = {"条", "个", "個", "件", "名", "人", "秒", "毫", "分", "时", "時", "小",
                                             "天", "日", "字", "行", "回", "つ", "ミ", "文", "次", "页", "ペ", "バ",
                                             "개", "명", "건", "자", "초", "분", "번", "%",  "ms", "MB", "KB"};
  return std::any_of(std::begin(k_counters), std::end(k_counters),
                     [&](std::string_view counter) { return text.starts_with(counter); });
}

// "/health", "/users/{id}", also as the end of an address; empty: it is no path of a server. Behind a method "/home" is
// one too, elsewhere it is a folder.
std::string_view request_path(std::string_view word, BehindMethod behind) {
  const size_t scheme = word.find("://");
  if (scheme != std::string_view::npos) {
    const size_t slash = word.find('/', scheme + 3);
    if (!word.substr(scheme + 3).starts_with("localhost") && !word.substr(scheme + 3).starts_with("127.")) return {};
    return slash == std::string_view::npos ? std::string_view() : word.substr(slash);
  }
  if (word.size() < 2 || word.front() != '/') return {};
  if (!is_alnum(word[1]) && !is_one_of(word.substr(1, 1), {"{", ":", "_", "."})) return {};
  const auto end = std::find_if(word.begin(), word.end(), [](char c) { return byte_of(c) >= 0x80; });
  word = word.substr(0, static_cast<size_t>(end - word.begin()));
  if (behind == BehindMethod::yes) return word;
  const auto first = word.substr(1, word.find('/', 1) - 1);
  return is_one_of(first, {"bin", "dev", "etc", "home", "lib", "mnt", "opt", "proc", "root", "run", "sys", "tmp", "usr",
                           "var"})
             ? std::string_view()
             : word;
}

// A word of its own in front of a number that is no answer: "under 300".
bool is_limit(std::string_view word) {
  return is_one_of(word, {"under",      "below",   "over",  "than",    "most",   "least", "max",  "maximum",
                          "min",        "minimum", "up",    "exceeds", "exceed", "unter", "über", "höchstens",
                          "mindestens", "maximal", "menos", "máximo",  "supera", "moins", "plus", "dépasse"});
}

// "docs/a.md" of "docs/a.mdを": a path in a script without blanks ends with its ending.
std::string_view file_path(std::string_view word) {
  if (contains(word, "://") || word.front() == '/' || word.front() == '~' || contains(word, "::")) return {};
  for (size_t dot = word.rfind('.'); dot != std::string_view::npos && dot > 0; dot = word.rfind('.', dot - 1)) {
    size_t end = dot + 1;
    while (end < word.size() && is_alnum(word[end])) ++end;
    if (end < word.size() && byte_of(word[end]) < 0x80) break;
    if (is_file_name(word.substr(0, end))) return word.substr(0, end);
  }
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return byte_of(c) < 0x80; });
  if (!plain || !is_path(word) || word.starts_with("./") || word.ends_with("()")) return {};
  return contains(word, "..") ? std::string_view() : word;
}

bool looks_like_test(std::string_view word) {
  const auto plain = [](char c) { return is_alnum(c) || c == '_'; };
  if (contains(word, "::")) return icontains(word, "test") && !word.ends_with("::");
  if (!std::all_of(word.begin(), word.end(), plain) || word.size() < 6) return false;
  if (word.starts_with("test_") || word.ends_with("_test")) return true;
  const bool has_small = std::any_of(word.begin(), word.end(), is_lower);
  if (word.starts_with("Test") && (is_upper(word[4]) || word[4] == '_')) return has_small;
  return is_upper(word.front()) && has_small && word.ends_with("Test") && is_lower(word[word.size() - 5]);
}

bool is_flag(std::string_view word) {
  return word.size() > 3 && word.starts_with("--") && is_alpha(word[2]) && word.find('/') == std::string_view::npos;
}

}  // namespace assay::plan
