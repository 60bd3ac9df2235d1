// Asked once a file, and there may be a million: no word is copied.
#include "judge/risk/paths.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

// Words that count by themselves; a longer one ("author", "taxonomy") is another word. Not "policy", "access" or
// "guard": hash tables, ranges and locks have those, and reading one such file whole costs as much as a megabyte.
constexpr std::array<std::string_view, 22> k_words = {
    "acl",        "acls",        "auth",     "authn", "authz",  "fee",  "fees", "login",
    "permission", "permissions", "policies", "price", "prices", "rbac", "role", "roles",
    "session",    "sessions",    "signin",   "tax",   "taxes",  "vat"};

// Beginnings of words.
constexpr std::array<std::string_view, 16> k_beginnings = {
    "authenticat", "authoris",  "authoriz", "billing", "charge", "checkout", "coupon", "discount",
    "invoice",     "middlewar", "payment",  "payout",  "paypal", "pricing",  "refund", "subscription"};

bool begins_word(std::string_view path, size_t at) {
  if (!is_alpha(path[at])) return false;
  if (at == 0 || !is_alpha(path[at - 1])) return true;
  if (!is_upper(path[at])) return false;
  return is_lower(path[at - 1]) || (at + 1 < path.size() && is_lower(path[at + 1]));
}

size_t end_of_word(std::string_view path, size_t at) {
  ++at;
  while (at < path.size() && is_alpha(path[at]) && !begins_word(path, at)) ++at;
  return at;
}

}  // namespace

bool names_risk_area(std::string_view path) {
  for (size_t at = 0; at < path.size(); ++at) {
    if (!begins_word(path, at)) continue;
    const std::string_view word = path.substr(at, end_of_word(path, at) - at);
    const auto same = [&](std::string_view other) { return other[0] == to_lower(word[0]) && iequals(word, other); };
    const auto begins = [&](std::string_view other) {
      return other[0] == to_lower(word[0]) && iequals(word.substr(0, other.size()), other);
    };
    if (std::any_of(k_words.begin(), k_words.end(), same)) return true;
    if (std::any_of(k_beginnings.begin(), k_beginnings.end(), begins)) return true;
    at += word.size() - 1;
  }
  return false;
}

}  // namespace assay::judge
