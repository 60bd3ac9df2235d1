// Rights given away: a role or an admin flag that is set to the highest without asking who it is for, or that
// falls back to it when nothing is known.
#include <algorithm>

#include "base/text.h"
#include "judge/risk/access_checks.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

bool is_admin_name(std::string_view literal) {
  return is_one_of(lower(literal),
                   {"admin", "administrator", "superuser", "root", "owner", "superadmin", "super_admin", "role_admin"});
}
bool is_role_name(std::string_view name) {
  const Words w = words_of(name);
  return !w.empty() && w.back() == "role";
}
bool is_admin_flag(std::string_view name) {
  const std::string w = join(words_of(name), " ");
  return is_one_of(w, {"is admin", "is superuser", "is staff", "is authenticated", "is authorized", "is super admin"});
}

bool is_true(const Token& t) { return t.is("true") || t.is("True") || t.is("TRUE"); }

// user.role || 'admin', role: str = "admin", get("role", "admin"), default: 'admin'
bool defaults_to_admin(const Tokens& t) {
  bool role = false;
  for (size_t i = 0; i < t.size(); ++i) {
    const auto name = t[i].string() ? t[i].unquoted() : t[i].text;
    role |= (t[i].word() || t[i].string()) && is_role_name(name);
    const bool falls_back = t[i].is("||") || t[i].is("??") || t[i].is("or") || t[i].is("?:");
    const bool literal = i + 1 < t.size() && t[i + 1].string() && is_admin_name(t[i + 1].unquoted());
    if (role && falls_back && literal) return true;
    if (literal && t[i].is(",") && i > 0 && t[i - 1].string() && is_role_name(t[i - 1].unquoted()) &&
        i + 2 < t.size() && t[i + 2].is(")"))
      return i >= 3;
    if (role && t[i].is("default") && i + 2 < t.size() && t[i + 2].string() && is_admin_name(t[i + 2].unquoted()))
      return true;
  }
  return false;
}

// The value that a role or an admin flag is set to: "admin", "true", another literal or expression.
struct RoleSetting {
  std::string name;
  bool raised = false;
  bool parameter = false;
};
std::vector<RoleSetting> role_settings(const ChangedBlock& block, size_t index) {
  std::vector<RoleSetting> out;
  const Tokens& t =
      tokens_of(block.line(index), block.line(index).raw->sign == diff::Sign::removed ? Side::before : Side::after);
  const bool signature = !defined_name(block.code(index)).empty();
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].word() && !t[i].string()) continue;
    const auto name = t[i].string() ? t[i].unquoted() : t[i].text;
    const bool role = is_role_name(name), flag = is_admin_flag(name);
    if (!role && !flag) continue;
    size_t value = i + 1;
    const bool typed = t[value].is(":") && i + 4 < t.size() && t[i + 3].is("=");
    if (typed) value = i + 3;
    if (!t[value].is("=") && !t[value].is(":") && !t[value].is("=>") && !t[value].is(":=")) continue;
    const Token& v = t[value + 1];
    const bool raised = (role && v.string() && is_admin_name(v.unquoted())) || (flag && is_true(v));
    out.push_back({lower(name), raised && (value + 2 >= t.size() || !t[value + 2].is("?")), signature && value > 0});
  }
  return out;
}

bool under_condition(const ChangedBlock& block, size_t index) {
  if (asks_something(block.code(index))) return true;
  const size_t indent = indent_of(block.line(index).raw->text);
  constexpr size_t k_reach = 30;
  for (size_t i = index, low = index > k_reach ? index - k_reach : 0; i-- > low;) {
    const CodeLine& line = block.line(i);
    if (line.raw->sign == diff::Sign::removed || trim(line.masked.code).empty()) continue;
    if (indent_of(line.raw->text) >= indent) continue;
    return defined_name(line.masked.code).empty();
  }
  return false;
}

bool makes_admins(const ChangedBlock& block, std::string_view function) {
  const auto of = [](const Words& w) {
    return has_any_word(w, {"seed", "seeds", "seeder", "setup", "bootstrap", "install", "create", "make", "promote",
                            "grant", "invite", "build", "factory", "init", "initial", "register", "new", "add"});
  };
  return of(words_of(function)) ||
         has_any_word(words_of(block.hunk.file.path()), {"seed", "seeds", "seeder", "seeders", "setup", "bootstrap",
                                                         "install", "factory", "factories", "cli"});
}

}  // namespace

void find_raised_roles(const ChangedBlock& block, RiskHits& out) {
  if (block.hunk.file.role == diff::Role::config) return;
  for (size_t i : block.added) {
    if (!icontains(block.code(i), "role") && !icontains(block.strings(i), "role") &&
        !icontains(block.code(i), "admin") && !icontains(block.code(i), "is_") && !contains(block.code(i), "is"))
      continue;
    const auto before = [&](const auto& test) { return std::any_of(block.removed.begin(), block.removed.end(), test); };
    if (defaults_to_admin(tokens_of(block.line(i))) &&
        !before([&](size_t r) { return defaults_to_admin(tokens_of(block.line(r), Side::before)); })) {
      out.push_back({Area::auth, i, "who has no role becomes an administrator", true});
      return;
    }
    for (const RoleSetting& now : role_settings(block, i)) {
      if (!now.raised) continue;
      bool other = false, same = false;
      for (size_t r : block.removed)
        for (const RoleSetting& was : role_settings(block, r))
          if (was.name == now.name) (was.raised ? same : other) = true;
      const std::string function = enclosing_function(block.hunk, i);
      const bool alone = !under_condition(block, i) && !makes_admins(block, function) &&
                         decides_about_access(block, i, function) &&
                         trim(block.code(i)).find('=') != std::string_view::npos;
      if (!same && (other || (now.parameter && !makes_admins(block, function)) || alone)) {
        out.push_back({Area::auth, i, "the right of an administrator is given without asking", true});
        return;
      }
    }
  }
}

}  // namespace assay::judge
