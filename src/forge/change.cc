#include "forge/change.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/text.h"

namespace assay::forge {

namespace {

constexpr size_t k_longest_title = 1000;
constexpr size_t k_longest_body = 32 << 10;
constexpr size_t k_longest_branch = 1000;

Result<json::object> object_of(std::string_view text, std::string_view what) {
  TRY_ASSIGN(auto value, parse_json(text, what));
  if (!value.is_object()) return corrupt(cat(what, ": an object is wanted"));
  return std::move(value.get_object());
}

Result<json::array> list_of(std::string_view text, std::string_view what) {
  TRY_ASSIGN(auto value, parse_json(text, what));
  if (!value.is_array()) return corrupt(cat(what, ": a list is wanted"));
  return std::move(value.get_array());
}

std::string text_in(const json::object* from, std::string_view key) {
  return from != nullptr ? text_at(*from, key) : std::string();
}

Error lacks(std::string_view what, std::string_view member) {
  return corrupt(cat(what, ": ", member, " is missing or has a wrong form, so nothing can be judged"));
}

// What must hold of every change, from whichever service.
Result<void> check_form(const Change& change, std::string_view what) {
  if (!is_commit(change.head)) return lacks(what, "the commit of its head");
  if (!is_branch(change.base_branch)) return lacks(what, "the branch of its base");
  if (!change.base.empty() && !is_commit(change.base)) return lacks(what, "the commit of its base");
  return {};
}

Result<Change> pull_request(const json::object& from, const Place& place, std::string_view what) {
  Change out;
  const auto* head = object_at(from, "head");
  const auto* base = object_at(from, "base");
  out.title = text_at(from, "title");
  out.body = text_at(from, "body");
  const auto* merged = from.if_contains("merged");
  const bool is_merged =
      (merged != nullptr && merged->is_bool() && merged->get_bool()) || !text_at(from, "merged_at").empty();
  const auto state = text_at(from, "state");
  if (state != "open" && state != "closed") return lacks(what, "its state");
  out.state = is_merged ? State::merged : state == "open" ? State::open : State::closed;
  out.head = text_in(head, "sha");
  out.base_branch = text_in(base, "ref");
  out.base = text_in(base, "sha");
  out.url = text_at(from, "html_url");
  const auto of_head = text_in(head == nullptr ? nullptr : object_at(*head, "repo"), "full_name");
  const auto of_base = text_in(base == nullptr ? nullptr : object_at(*base, "repo"), "full_name");
  if (!iequals(of_base, place.name))
    return conflict(cat(what, " belongs to ", excerpt(of_base, 120), ", not to ", place.name,
                        "; the repository may have been renamed, name it with --repo"));
  out.from_fork = !iequals(of_head, of_base);
  return out;
}

Result<Change> merge_request(const json::object& from, const Place&, std::string_view what) {
  Change out;
  out.title = text_at(from, "title");
  out.body = text_at(from, "description");
  const auto state = text_at(from, "state");
  if (!is_one_of(state, {"opened", "closed", "merged", "locked"})) return lacks(what, "its state");
  out.state = state == "merged" ? State::merged : state == "closed" ? State::closed : State::open;
  out.head = text_at(from, "sha");
  out.base_branch = text_at(from, "target_branch");
  out.base = text_in(object_at(from, "diff_refs"), "start_sha");
  out.url = text_at(from, "web_url");
  const auto source = number_at(from, "source_project_id"), target = number_at(from, "target_project_id");
  if (target == 0) return lacks(what, "the project that it goes to");
  out.from_fork = source != target;
  return out;
}

// "45" of "#45", "owner/name#45" or the address of an issue of this repository; 0: none of them.
std::uint64_t issue_named(std::string_view word, const Place& place) {
  for (const auto& head :
       {std::string("#"), cat(place.name, "#"), cat("https://", place.host, "/", place.name, "/issues/"),
        cat("https://", place.host, "/", place.name, "/-/issues/")}) {
    if (!istarts_with(word, head)) continue;
    auto digits = word.substr(head.size());
    size_t end = 0;
    while (end < digits.size() && is_digit(digits[end])) ++end;
    if (end < digits.size() && (is_word(digits[end]) || digits[end] == '/')) return 0;
    return parse_uint(digits.substr(0, end)).value_or(0);
  }
  return 0;
}

bool closes(std::string_view word) {
  if (word.ends_with(':')) word.remove_suffix(1);
  return is_one_of(lower(word), {"close", "closes", "closed", "closing", "fix", "fixes", "fixed", "fixing", "resolve",
                                 "resolves", "resolved", "resolving"});
}

}  // namespace

const json::object* object_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  return value != nullptr ? value->if_object() : nullptr;
}

std::uint64_t number_at(const json::object& from, std::string_view key) {
  const auto* value = from.if_contains(key);
  if (value == nullptr) return 0;
  if (value->is_uint64()) return value->get_uint64();
  return value->is_int64() && value->get_int64() > 0 ? static_cast<std::uint64_t>(value->get_int64()) : 0;
}

bool is_commit(std::string_view id) {
  if (id.size() != 40 && id.size() != 64) return false;
  const auto is_hexadecimal = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
  return std::all_of(id.begin(), id.end(), is_hexadecimal) && id.find_first_not_of('0') != std::string_view::npos;
}

bool is_branch(std::string_view name) {
  if (name.empty() || name.size() > k_longest_branch || name == "@" || name == "HEAD") return false;
  if (starts_with_any(name, {"-", "/"}) || name.ends_with('/') || name.ends_with('.')) return false;
  if (contains_any(name, {"..", "@{", "//", "\\", "~", "^", ":", "?", "*", "[", " "})) return false;
  for (const char c : name) {
    if (byte_of(c) < 0x20 || byte_of(c) == 0x7f) return false;
  }
  for (const auto part : split(name, '/')) {
    if (part.starts_with('.') || part.ends_with(".lock")) return false;
  }
  return true;
}

std::string head_ref_of(Service service, std::uint64_t number) {
  return cat(service == Service::github ? "refs/pull/" : "refs/merge-requests/", number, "/head");
}

Result<Change> read_change(std::string_view text, const Place& place, std::uint64_t number) {
  const auto what = cat(words_for_change(place.service), " ", number, " of ", place.name);
  TRY_ASSIGN(const auto from, object_of(text, what));
  const bool is_github = place.service == Service::github;
  if (number_at(from, is_github ? "number" : "iid") != number) return lacks(what, "its number");
  TRY_ASSIGN(auto out, is_github ? pull_request(from, place, what) : merge_request(from, place, what));
  out.number = number;
  out.head_ref = head_ref_of(place.service, number);
  TRY(check_form(out, what));
  return out;
}

Result<Issue> read_issue(std::string_view text, const Place& place, std::uint64_t number) {
  const auto what = cat("issue ", number, " of ", place.name);
  TRY_ASSIGN(const auto from, object_of(text, what));
  const bool is_github = place.service == Service::github;
  Issue out{number_at(from, is_github ? "number" : "iid"), text_at(from, "title"),
            text_at(from, is_github ? "body" : "description")};
  if (out.number != number) return lacks(what, "its number");
  if (is_blank(out.title)) return lacks(what, "its title");
  return out;
}

Result<std::vector<Comment>> read_comments(std::string_view text, Service service) {
  TRY_ASSIGN(const auto list, list_of(text, "the comments"));
  std::vector<Comment> out;
  for (const auto& item : list) {
    const auto* from = item.if_object();
    if (from == nullptr) return corrupt("the comments: an entry is no object");
    const bool is_github = service == Service::github;
    out.push_back({number_at(*from, "id"),
                   text_in(object_at(*from, is_github ? "user" : "author"), is_github ? "login" : "username"),
                   text_at(*from, "body")});
  }
  return out;
}

Result<std::vector<PostedStatus>> read_statuses(std::string_view text, Service service) {
  TRY_ASSIGN(const auto list, list_of(text, "the statuses of the commit"));
  std::vector<PostedStatus> out;
  for (const auto& item : list) {
    const auto* from = item.if_object();
    if (from == nullptr) return corrupt("the statuses of the commit: an entry is no object");
    const bool is_github = service == Service::github;
    out.push_back({text_at(*from, is_github ? "state" : "status"), text_at(*from, "description"),
                   text_at(*from, is_github ? "context" : "name")});
  }
  return out;
}

Result<std::vector<std::uint64_t>> read_changes_with_head(std::string_view text, Service service,
                                                          std::string_view commit) {
  TRY_ASSIGN(const auto list, list_of(text, "the changes with this commit"));
  std::vector<std::uint64_t> out;
  for (const auto& item : list) {
    const auto* from = item.if_object();
    if (from == nullptr) return corrupt("the changes with this commit: an entry is no object");
    const bool is_github = service == Service::github;
    const auto head = is_github ? text_in(object_at(*from, "head"), "sha") : text_at(*from, "sha");
    const bool is_open = text_at(*from, "state") == (is_github ? "open" : "opened");
    const auto number = number_at(*from, is_github ? "number" : "iid");
    if (is_open && head == commit && number != 0) out.push_back(number);
  }
  return out;
}

Result<std::string> read_user(std::string_view text, Service service) {
  TRY_ASSIGN(const auto from, object_of(text, "the user of the token"));
  std::string name = text_at(from, service == Service::github ? "login" : "username");
  if (const auto* data = object_at(from, "data"); name.empty() && data != nullptr)
    name = text_in(object_at(*data, "viewer"), "login");
  if (name.empty()) return lacks("the user of the token", "the name");
  return name;
}

std::vector<std::uint64_t> closed_issues(std::string_view text, const Place& place) {
  constexpr size_t k_most = 10;
  std::vector<std::uint64_t> out;
  bool armed = false;
  for (const auto line : split_lines(text.substr(0, k_longest_body))) {
    for (const auto piece : split(line, ' ')) {
      const auto word = trim(piece);
      if (word.empty()) continue;
      const auto number = armed ? issue_named(word, place) : 0;
      if (number != 0 && out.size() < k_most && std::find(out.begin(), out.end(), number) == out.end())
        out.push_back(number);
      // "Closes #4, #5 and #6"
      armed = closes(word) || (armed && (number != 0 || is_one_of(word, {"and", ",", "&"})));
    }
  }
  return out;
}

std::string task_of(const Change& change, const std::vector<Issue>& issues) {
  std::string out = cat(excerpt(trim(change.title), k_longest_title), "\n");
  if (!is_blank(change.body)) out += cat("\n", excerpt(trim(change.body), k_longest_body), "\n");
  for (const auto& issue : issues) {
    out += cat("\nIssue #", issue.number, ": ", excerpt(trim(issue.title), k_longest_title), "\n");
    if (!is_blank(issue.body)) out += cat("\n", excerpt(trim(issue.body), k_longest_body), "\n");
  }
  return is_blank(out) ? std::string() : out;
}

}  // namespace assay::forge
