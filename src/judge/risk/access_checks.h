// What asks who is asking: guards, questions in conditions and refusals, found in a changed line and
// reduced to what they ask for, so that those removed can be set against those added.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/risk/rules.h"

namespace assay::judge {

struct AccessCheck {
  enum class Kind { guard /* requireAdmin(x) */, predicate /* if (x.isAdmin) */, refusal /* return 403 */ };
  Kind kind = Kind::guard;
  std::string about;  // "admin", "permission"; empty for a refusal
  size_t line = 0;    // index into hunk.lines
};

void access_checks_in(const ChangedBlock& block, size_t index, std::vector<AccessCheck>& out);
bool has_access_check(const ChangedBlock& block, size_t index);

// requireAdmin, login_required, authorize: the words of a name that checks when called.
bool is_guard_name(const std::vector<std::string>& words, std::string& about);
// isAdmin, has_perm, canEdit: the words of a name that asks about who is asking.
bool is_predicate_name(const std::vector<std::string>& words, std::string& about);

bool is_condition(std::string_view code);
// More than is_condition: also half of a condition, such as `|| x` on a line of its own.
bool asks_something(std::string_view code);

// Does this place decide about access: by its function, its file, or a check just behind?
bool decides_about_access(const ChangedBlock& block, size_t index, std::string_view function);

// A function that is itself the check: requireAdmin, canEdit, login.
bool is_access_function(const diff::File& file, std::string_view name);

// A file whose name says that it decides about access: acl.ex, Guard.java, policies/post.rb.
bool is_access_file(const diff::File& file);

// A file that draws an interface: .vue, .svelte, .tsx, .jsx.
bool is_drawn(const diff::File& file);

// What follows a condition: its own line and the lines of the new side that stand under it.
std::string branch_of(const ChangedBlock& block, size_t index);
// It throws, answers no or ends with an error.
bool turns_away(std::string_view branch);
// It goes on to what is guarded, or answers yes.
bool lets_caller_in(std::string_view branch, std::string_view function);

}  // namespace assay::judge
