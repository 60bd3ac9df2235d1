// Access that is granted by configuration: rules files, policies, networks, containers, servers, and
// settings of frameworks. No function checks anything there; the line itself says who may come in.
#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "judge/risk/openings.h"
#include "judge/risk/rules.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using diff::Language;
using Lines = std::vector<size_t>;

std::string_view raw(const ChangedBlock& block, size_t i) { return trim(block.line(i).raw->text); }

std::string squeezed(std::string_view text) {
  std::string out;
  for (char c : text)
    if (!is_space(c) && c != '"' && c != '\'') out.push_back(c);
  return out;
}

template <class Test>
bool any_line(const Lines& lines, Test&& test) {
  return std::any_of(lines.begin(), lines.end(), test);
}

bool is_comment(std::string_view text) { return text.starts_with("#") || text.starts_with("//"); }

// allow read: if true; allow write;  (Firestore, Storage)
std::string_view opens_rules(const ChangedBlock& block, size_t i) {
  const std::string_view text = raw(block, i);
  if (!text.starts_with("allow ")) return {};
  const std::string s = squeezed(text);
  if (contains(s, ":iftrue;") || s.ends_with(":iftrue") || !contains(s, ":if")) return "everyone is let in";
  const auto asks = [&](size_t r) { return contains(raw(block, r), "request.auth"); };
  return is_small(block.hunk) && any_line(block.removed, asks) && !asks(i) ? "an access check is removed"
                                                                           : std::string_view{};
}

std::string_view opens_sql(const ChangedBlock& block, size_t i) {
  const std::string s = lower(squeezed(raw(block, i)));
  if (contains(s, "using(true)") || contains(s, "withcheck(true)")) return "a policy lets everyone in";
  if (s.starts_with("grantall") && contains(s, "topublic")) return "everyone is granted everything";
  return s.starts_with("droppolicy") ? "a policy is dropped" : std::string_view{};
}

// users: [User!]! @auth(requires: ADMIN) came back without the directive.
bool loses_directive(const ChangedBlock& block, size_t removed) {
  const std::string_view text = raw(block, removed);
  const size_t at = text.find(" @");
  if (at == std::string_view::npos) return false;
  const auto words = words_of(text.substr(at + 2, text.find_first_of("( ", at + 2) - at - 2));
  if (!has_any_word(words, {"auth", "authenticated", "authorized", "role", "roles", "scopes", "permission", "admin"}))
    return false;
  const std::string_view field = text.substr(0, text.find_first_of(":( "));
  return any_line(block.added, [&](size_t a) {
    return raw(block, a).starts_with(field) && !contains(raw(block, a), text.substr(at, 5));
  });
}

bool guards_location(std::string_view text) {
  return text.starts_with("auth_basic ") || text.starts_with("auth_request ") || text.starts_with("deny all") ||
         text.starts_with("Require valid-user") || text.starts_with("auth_jwt ") || text.starts_with("basicauth") ||
         text.starts_with("Require user ") || text.starts_with("ssl_verify_client on");
}
bool opens_location(std::string_view text) {
  return text.starts_with("auth_basic off") || text.starts_with("Require all granted") ||
         text.starts_with("auth_request off") || text.starts_with("satisfy any");
}

// Ports that are meant for the house only.
bool near_private_port(const ChangedBlock& block, size_t i) {
  constexpr size_t k_reach = 6;
  const auto& lines = block.hunk.lines;
  for (size_t k = i > k_reach ? i - k_reach : 0; k < lines.size() && k <= i + k_reach; ++k) {
    if (lines[k].raw->sign == diff::Sign::removed) continue;
    for (std::string_view port : {"22", "3389", "5432", "3306", "6379", "27017", "9200", "1433"})
      if (icontains(lines[k].raw->text, "port") && find_word(lines[k].raw->text, port) != std::string_view::npos)
        return true;
  }
  return false;
}

std::string_view opens_cloud(const ChangedBlock& block, size_t i) {
  const std::string s = lower(squeezed(raw(block, i)));
  const auto before = [&](std::string_view part) {
    return any_line(block.removed, [&](size_t r) { return contains(lower(squeezed(raw(block, r))), part); });
  };
  for (std::string_view wide : {"actions=[*]", "action:*", "action=*", "actions:[*]", "principal:*", "principals:[*]",
                                "identifiers=[*]", "verbs:[*]", "resources:[*]"})
    if (contains(s, wide) && !before(wide)) return "everything is allowed by a wildcard";
  if (contains(s, "0.0.0.0/0") && !before("0.0.0.0/0") && !contains(s, "egress")) {
    const bool narrower = any_line(block.removed, [&](size_t r) { return icontains(raw(block, r), "cidr"); });
    if (narrower || near_private_port(block, i)) return "a network is opened to everyone";
  }
  for (std::string_view open : {"block_public_acls=false", "block_public_policy=false", "ignore_public_acls=false",
                                "restrict_public_buckets=false", "publicly_accessible=true", "publiclyaccessible:true",
                                "acl=public-read", "accesscontrol:publicread", "public_network_access_enabled=true"})
    if (contains(s, open) && !before(open)) return "stored data is opened to everyone";
  return {};
}

std::string_view opens_container(const ChangedBlock& block, size_t i) {
  const std::string s = squeezed(raw(block, i));
  for (std::string_view open : {"privileged:true", "allowPrivilegeEscalation:true", "hostNetwork:true", "hostPID:true",
                                "runAsNonRoot:false", "runAsUser:0"})
    if (s == open || s == cat("-", open)) return "a container gets the rights of its machine";
  return {};
}

bool is_development(std::string_view path) {
  const std::string p = lower(path);
  return contains_any(p, {"dev", "local", "test", "debug", "sandbox"});
}

// What should be seen by a reviewer, and no more.
std::string_view relaxes_setting(const ChangedBlock& block, size_t i) {
  if (is_development(block.hunk.file.path())) return {};
  const std::string s = squeezed(raw(block, i));
  if (s == "DEBUG=True" || s == "app.debug=True" || contains(s, "app.run(debug=True") || contains(s, ",debug=True)") ||
      s == "APP_DEBUG=true" || s == "config.consider_all_requests_local=true")
    return "debugging is on";
  if (s.starts_with("ALLOWED_HOSTS=[*")) return "every host name is accepted";
  if (s.starts_with("CORS_ALLOW_ALL_ORIGINS=True") || s.starts_with("CORS_ORIGIN_ALLOW_ALL=True"))
    return "every origin is allowed";
  const bool cors = contains(s, "cors(") || icontains(s, "allow-origin") || icontains(s, "allow_origin") ||
                    icontains(s, "allowedorigin");
  if (cors &&
      (contains(s, "origin:*") || contains(s, "Origin,*") || contains(s, "Origin:*") || contains(s, "origins=[*")))
    return "every origin is allowed";
  return {};
}

// Answers yes to any certificate.
std::string_view trusts_anyone(const ChangedBlock& block, size_t i) {
  const std::string s = squeezed(block.code(i));
  const bool yes = contains(s, "->true") || contains(s, "=>true") || contains(s, "returntrue") || contains(s, "{true");
  if (yes &&
      contains_any(s, {"HostnameVerifier", "hostnameVerifier", "ServerCertificateCustomValidationCallback",
                       "ServerCertificateValidationCallback", "badCertificateCallback", "RemoteCertificateValidation"}))
    return "certificates are not verified";
  if (contains(s, "checkServerTrusted(") && (s.ends_with("{}") || s.ends_with("{return;}")))
    return "certificates are not verified";
  if (block.hunk.file.language != Language::shell && block.hunk.file.language != Language::dockerfile) return {};
  const std::string padded = cat(" ", raw(block, i), " ");
  const bool curl = contains(padded, " curl ") && (contains(padded, " --insecure ") || contains(padded, " -k"));
  if (curl || contains_any(padded, {" --no-check-certificate", "GIT_SSL_NO_VERIFY=", "http.sslVerify false",
                                    "http.sslVerify=false", "strict-ssl false", "strict-ssl=false"}))
    return "certificates are not verified";
  return {};
}

// Solvers, shuffles and block ciphers have rounds and iterations too: a password is hashed where the path or a line
// beside them says so.
bool is_hashing_place(const ChangedBlock& block) {
  constexpr size_t k_sight = 40;
  const auto hashes = [](std::string_view text) {
    const std::string plain = lower(text.substr(0, 400));
    return contains_any(plain, {"bcrypt", "pbkdf", "scrypt", "argon2", "gensalt", "passw", "passphrase", "crypt(",
                                "crypt_", "hasher", "hashpw", "credential"}) ||
           has_any_word(words_of(plain), {"kdf", "salt", "salted", "pwd", "crypt"});
  };
  if (hashes(block.hunk.file.path()) || hashes(block.hunk.hunk.section)) return true;
  const auto& lines = block.hunk.lines;
  const size_t first = block.removed.empty() ? block.added.front() : block.removed.front();
  for (size_t i = first > k_sight ? first - k_sight : 0; i < lines.size() && i < first + k_sight; ++i)
    if (hashes(lines[i].raw->text)) return true;
  return false;
}

// The first of the lines that hash a password: each is held against each of the other side.
std::vector<size_t> hashing_lines(const ChangedBlock& block, const std::vector<size_t>& lines) {
  constexpr size_t k_most = 32;
  std::vector<size_t> out;
  for (size_t i : lines) {
    if (out.size() == k_most) break;
    if (contains_any(lower(block.code(i)), {"bcrypt", "pbkdf2", "scrypt", "argon2", "gensalt", "rounds", "iterations"}))
      out.push_back(i);
  }
  return out;
}

// bcrypt.hash(pw, 12) -> bcrypt.hash(pw, 4)
bool cheapens_hash(const ChangedBlock& block, size_t removed, size_t added) {
  const std::string& was = block.code(removed);
  const std::string& now = block.code(added);
  if (contains(now, "MinCost") && !contains(was, "MinCost")) return true;
  const auto last_number = [](const ChangedBlock& b, size_t i, Side side) {
    long value = -1;
    for (const Token& t : tokens_of(b.line(i), side))
      if (t.kind == TokenKind::number) value = std::strtol(std::string(t.text).c_str(), nullptr, 10);
    return value;
  };
  const long before = last_number(block, removed, Side::before), after = last_number(block, added, Side::after);
  return before > 0 && after > 0 && after < before;
}

bool is_cloud_file(const diff::File& file) {
  if (file.language == Language::terraform || file.language == Language::yaml) return true;
  return file.language == Language::json &&
         contains_any(lower(file.path()), {"policy", "iam", "role", "cloudformation"});
}

bool is_server_file(std::string_view path) {
  const std::string p = lower(path);
  return p.ends_with(".conf") || contains(p, "nginx") || contains(p, "caddyfile") || contains(p, ".htaccess");
}

std::string_view opened_by(const ChangedBlock& block, size_t i) {
  const diff::File& file = block.hunk.file;
  if (is_comment(raw(block, i))) return {};
  std::string_view what;
  if (file.path().ends_with(".rules")) what = opens_rules(block, i);
  if (what.empty() && file.language == Language::sql) what = opens_sql(block, i);
  if (what.empty() && is_cloud_file(file)) what = opens_cloud(block, i);
  if (what.empty() && file.language == Language::yaml) what = opens_container(block, i);
  if (what.empty() && is_server_file(file.path()) && opens_location(raw(block, i))) what = "a location is opened";
  if (what.empty()) what = trusts_anyone(block, i);
  return what;
}

}  // namespace

void find_exposures(const ChangedBlock& block, RiskHits& out) {
  const diff::File& file = block.hunk.file;
  const bool small = is_small(block.hunk);  // lines are set against each other
  for (size_t i : block.added) {
    if (const std::string_view what = opened_by(block, i); !what.empty()) {
      out.push_back({Area::auth, i, std::string(what), true});
      return;
    }
  }
  for (size_t i : small ? block.added : Lines()) {
    const Opening opening = opening_on(block, i);
    if (opening.what.empty()) continue;
    RiskHit hit{Area::auth, i, std::string(opening.what), true};
    hit.minor = opening.minor;
    out.push_back(std::move(hit));
    return;
  }
  for (size_t r : block.removed) {
    const bool directive = small && file.language == Language::graphql && loses_directive(block, r);
    const bool location = is_server_file(file.path()) && guards_location(raw(block, r)) &&
                          !any_line(block.added, [&](size_t a) { return guards_location(raw(block, a)); });
    const bool rights = file.language == Language::yaml && squeezed(raw(block, r)) == "runAsNonRoot:true" &&
                        !any_line(block.added, [&](size_t a) { return contains(raw(block, a), "runAsNonRoot"); });
    if (directive || location || rights) {
      out.push_back({Area::auth, r, "an access check is removed", true});
      return;
    }
  }
  const auto hashed = hashing_lines(block, block.removed), hashing = hashing_lines(block, block.added);
  const bool place = !hashed.empty() && !hashing.empty() && is_hashing_place(block);
  for (size_t r : place ? hashed : std::vector<size_t>()) {
    for (size_t a : hashing) {
      if (!cheapens_hash(block, r, a)) continue;
      out.push_back({Area::secrets, a, "a password is hashed with less work"});
      return;
    }
  }
  for (size_t i : block.added) {
    const std::string_view what = relaxes_setting(block, i);
    if (what.empty()) continue;
    RiskHit hit{Area::auth, i, std::string(what)};
    hit.minor = true;
    out.push_back(std::move(hit));
    return;
  }
}

}  // namespace assay::judge
