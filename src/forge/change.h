// What the APIs of GitHub and GitLab say of a pull request, a merge request or an issue, read and held to its form.
// Text of strangers (titles, bodies, names of branches) stays text: nothing of it becomes an option, a path or a ref
// that was not looked at. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "forge/place.h"

namespace assay::forge {

enum class State { open, closed, merged };

struct Change {
  std::uint64_t number = 0;  // 0: none (a merge group, a push)
  std::string title;
  std::string body;
  State state = State::open;
  std::string head;         // full id of the commit
  std::string head_ref;     // refs/pull/7/head: where the service has it, whatever became of the branch
  std::string base_branch;  // "main"
  std::string base;         // the commit to measure against when the branch cannot be asked; empty: none
  bool from_fork = false;   // also when the repository of the head is gone
  std::string url;
};

struct Issue {
  std::uint64_t number = 0;
  std::string title;
  std::string body;
};

struct Comment {
  std::uint64_t id = 0;
  std::string author;  // login on GitHub, username on GitLab
  std::string body;
};

struct PostedStatus {
  std::string state;
  std::string description;
  std::string context;
};

// An error names what is missing or of a wrong form. `number` is what was asked for.
Result<Change> read_change(std::string_view text, const Place& place, std::uint64_t number);
Result<Issue> read_issue(std::string_view text, const Place& place, std::uint64_t number);
// A page of a list; nothing else of an entry is looked at.
Result<std::vector<Comment>> read_comments(std::string_view text, Service service);
Result<std::vector<PostedStatus>> read_statuses(std::string_view text, Service service);
// The open changes of the list whose head is exactly `commit`.
Result<std::vector<std::uint64_t>> read_changes_with_head(std::string_view text, Service service,
                                                          std::string_view commit);
// Who a token belongs to: of GET /user, or of the answer to { viewer { login } }.
Result<std::string> read_user(std::string_view text, Service service);

bool is_commit(std::string_view id);    // 40 or 64 hexadecimal digits, not all 0
bool is_branch(std::string_view name);  // as git check-ref-format --branch has it
std::string head_ref_of(Service service, std::uint64_t number);

// Issues of the same repository that a text says it closes ("Fixes #45", "Closes: https://host/o/r/issues/45"), at most
// ten, each once.
std::vector<std::uint64_t> closed_issues(std::string_view text, const Place& place);
// The task in words: title, body, issues. Bounded.
std::string task_of(const Change& change, const std::vector<Issue>& issues);

// Members of documents of strangers: absent, null and of another type are all empty.
const json::object* object_at(const json::object& from, std::string_view key);
std::uint64_t number_at(const json::object& from, std::string_view key);

}  // namespace assay::forge
