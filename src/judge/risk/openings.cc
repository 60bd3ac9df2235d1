// Three ideas, each with its table: what a verifier is known by, which words of a key protect, which
// words of a list say that it is about permissions.
#include "judge/risk/openings.h"

#include <algorithm>

#include "base/text.h"
#include "judge/tokens.h"

namespace assay::judge {
namespace {

using diff::Language;

std::string_view text_at(const CodeHunk& hunk, size_t i) { return trim(hunk.lines[i].raw->text); }

// Only where one of these stands above is an answer an answer about a server.
constexpr std::string_view k_verifiers[] = {"checkServerTrusted",
                                            "verify_server_cert",
                                            "X509_STORE_CTX",
                                            "badCertificateCallback",
                                            "HostnameVerifier",
                                            "URLAuthenticationChallenge",
                                            "VerifyPeerCertificate",
                                            "RemoteCertificateValidation",
                                            "ServerCertificateCustomValidationCallback",
                                            "verify_tls12_signature",
                                            "verify_tls13_signature",
                                            "checkServerIdentity"};

bool names_verifier(std::string_view text) {
  return std::any_of(std::begin(k_verifiers), std::end(k_verifiers),
                     [&](std::string_view name) { return contains(text, name); });
}

// An answer that refuses nobody.
bool agrees(std::string_view text) {
  const std::string s = without_spaces(text);
  return starts_with_any(s, {"returntrue", "return1;", "returnnil", "returnOk(", "returnundefined", "Ok(Server",
                             "Ok(Handshake", "true;", "completionHandler(.useCredential,"}) ||
         s == "true" || s == "}" || s == "return;" || s.ends_with("=Unit") ||
         contains(s, "completionHandler(.useCredential,URLCredential(trust:");
}

// The line above, on the new side, that holds code.
size_t code_above(const CodeHunk& hunk, size_t at) {
  while (at-- > 0)
    if (on_side(hunk.lines[at], Side::after) && !is_blank(hunk.lines[at].masked.code)) return at;
  return hunk.lines.size();
}

// The first statement of a verifier's body agrees; what it is called may stand lines above.
bool agrees_at_once(const CodeHunk& hunk, size_t at) {
  constexpr size_t k_longest_head = 12;
  if (!agrees(hunk.lines[at].masked.code)) return false;
  const size_t above = code_above(hunk, at);
  if (above == hunk.lines.size()) return false;
  const std::string_view opener = trim(hunk.lines[above].masked.code);
  if (!opener.ends_with("{") && !opener.ends_with("->") && !opener.ends_with("=>") && !opener.ends_with(" in"))
    return false;
  for (size_t i = above, n = 0; i < hunk.lines.size() && n < k_longest_head; i = code_above(hunk, i), ++n) {
    const std::string_view code = trim(hunk.lines[i].masked.code);
    if (n > 0 && (code.ends_with(";") || code.ends_with("}"))) return false;
    if (names_verifier(code)) return true;
  }
  return false;
}

// An empty body: the line opens it and the next one closes it.
bool is_empty_verifier(const CodeHunk& hunk, size_t at) {
  const std::string_view code = trim(hunk.lines[at].masked.code);
  if (!contains(code, "checkServerTrusted(")) return false;
  const size_t next = next_code_line(hunk, at, Side::after);
  if (code.ends_with("= Unit")) return true;
  return code.ends_with("{") && next < hunk.lines.size() && starts_with_any(trim(hunk.lines[next].masked.code), {"}"});
}

// A delegate that takes the trust of the server as it comes: nothing around it evaluates or refuses.
bool takes_any_trust(const CodeHunk& hunk, size_t at) {
  if (!contains(hunk.lines[at].masked.code, "URLCredential(trust:") || !is_small(hunk)) return false;
  return std::none_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return on_side(line, Side::after) &&
           contains_any(line.masked.code, {"SecTrustEvaluate", "SecTrustGet", "SecTrustCopy", "evaluate(",
                                           "cancelAuthenticationChallenge", "SecCertificateCopy"});
  });
}

// Calls and settings of clients that say yes to any server, besides those of auth.cc.
constexpr std::string_view k_open_clients[] = {"CURLOPT_SSL_VERIFYPEER=>false",
                                               "CURLOPT_SSL_VERIFYPEER=>0",
                                               "CURLOPT_SSL_VERIFYHOST=>false",
                                               "CURLOPT_SSL_VERIFYHOST=>0",
                                               "verify_peer=>false",
                                               "verify_peer_name=>false",
                                               "allow_self_signed=>true",
                                               "InsecureIgnoreHostKey()",
                                               "AutoAddPolicy()",
                                               "StrictHostKeyChecking=no",
                                               "StrictHostKeyCheckingno",
                                               "TrustAllStrategy",
                                               "InsecureTrustManagerFactory",
                                               "DisabledTrustEvaluator()",
                                               "DisabledEvaluator()",
                                               "allowInvalidCertificates=true",
                                               "NSAllowsArbitraryLoads",
                                               "validatesDomainName=false",
                                               "ignoreSslErrors()",
                                               "VerifySsl(false",
                                               "VerifySsl{false",
                                               "-SkipCertificateCheck",
                                               "QSslSocket::VerifyNone",
                                               "tlsInsecure=true",
                                               "checkServerIdentity:()=>undefined",
                                               "checkServerIdentity:()=>null"};

std::string unquoted(std::string_view text) {
  std::string out;
  for (char c : text)
    if (!is_space(c) && c != '"' && c != '\'') out.push_back(c);
  return out;
}

bool opens_client(std::string_view text) {
  const std::string s = unquoted(text);
  return std::any_of(std::begin(k_open_clients), std::end(k_open_clients),
                     [&](std::string_view open) { return contains(s, open); });
}

bool trusts_any_server(const ChangedBlock& block, size_t i) {
  const CodeHunk& hunk = block.hunk;
  const auto was_open = [&](size_t r) { return opens_client(block.line(r).raw->text); };
  if (!is_blank(block.code(i)) && opens_client(block.line(i).raw->text) &&
      std::none_of(block.removed.begin(), block.removed.end(), was_open))
    return true;
  return agrees_at_once(hunk, i) || is_empty_verifier(hunk, i) || takes_any_trust(hunk, i);
}

// A key of a configuration file with the section or parent that it stands in, and its value.
struct Entry {
  std::vector<std::string> words;
  std::string key, value;
};

std::string plain_value(std::string_view text) {
  text = trim(text);
  if (const size_t note = text.find(" #"); note != std::string_view::npos) text = trim(text.substr(0, note));
  while (!text.empty() && contains(",;", text.substr(text.size() - 1))) text = trim(text.substr(0, text.size() - 1));
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'')) text = text.substr(1, text.size() - 2);
  return lower(text);
}

// What the line stands in: the nearest line above with less indent, or the section.
std::string_view parent_of(const CodeHunk& hunk, size_t at) {
  const size_t indent = indent_of(hunk.lines[at].raw->text);
  const bool gone = is_removed(hunk.lines[at]);
  for (size_t i = at; i-- > 0;) {
    if (!on_side(hunk.lines[i], gone ? Side::before : Side::after)) continue;
    const std::string_view text = text_at(hunk, i);
    if (text.empty() || text.front() == '#') continue;
    if (text.front() == '[') return text;
    if (indent_of(hunk.lines[i].raw->text) < indent) return text;
  }
  return {};
}

std::optional<Entry> entry_at(const CodeHunk& hunk, size_t at) {
  std::string_view text = text_at(hunk, at);
  if (text.empty() || starts_with_any(text, {"#", "//", ";", "<", "[", "- "})) return std::nullopt;
  const size_t sign = text.find_first_of(":= ");
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  Entry out;
  out.key = plain_value(text.substr(0, sign));
  std::string_view rest = trim(text.substr(sign));
  while (!rest.empty() && (rest.front() == ':' || rest.front() == '=')) rest = trim(rest.substr(1));
  out.value = plain_value(rest);
  out.words = words_of(cat(parent_of(hunk, at), ".", out.key));
  return out;
}

bool is_off(std::string_view v) {
  return is_one_of(v, {"false", "off", "no", "none", "disabled", "disable", "0", "never"});
}
bool is_on(std::string_view v) { return is_one_of(v, {"true", "on", "yes", "enabled", "1"}); }

bool names_protection(const std::vector<std::string>& words) {
  return has_any_word(words, {"auth", "authentication", "authorization", "authorisation", "rbac", "acl", "tls", "ssl",
                              "mtls", "csrf", "sslmode", "certs", "requirepass", "security"});
}

// auth: false, [tls] enabled = false, insecure: true
bool is_opened(const Entry& e) {
  const bool last =
      is_one_of(e.key.substr(std::min(e.key.rfind('.') + 1, e.key.size())),
                {"enabled", "enable", "required", "require", "mode", "enforce", "verify", "active", "on", "type"});
  const auto key_words = words_of(e.key);
  if (is_off(e.value) && names_protection(last ? e.words : key_words)) return true;
  if (e.key == "protected-mode" && is_off(e.value)) return true;
  return is_on(e.value) &&
         has_any_word(key_words, {"insecure", "anonymous", "unauthenticated", "plaintext", "cleartext"});
}

bool is_setting_file(const diff::File& file) {
  switch (file.language) {
    case Language::yaml:
    case Language::toml:
    case Language::ini:
    case Language::json: break;
    default: return file.path().ends_with(".properties") || file.path().ends_with(".conf");
  }
  return file.role == diff::Role::data || file.role == diff::Role::config || file.role == diff::Role::build;
}

bool is_for_development(std::string_view path) {
  return has_any_word(words_of(path), {"dev", "development", "local", "test", "debug", "sandbox", "vscode", "idea"});
}

Opening opened_setting(const ChangedBlock& block, size_t i) {
  if (!is_setting_file(block.hunk.file) || is_for_development(block.hunk.file.path())) return {};
  const std::string text = lower(text_at(block.hunk, i));
  const auto any_removed = [&](auto&& test) { return std::any_of(block.removed.begin(), block.removed.end(), test); };
  if (contains_any(text, {"sslmode=disable", "sslmode=allow", "sslmode=prefer", "usessl=false"}) &&
      any_removed([&](size_t r) {
        return contains_any(lower(text_at(block.hunk, r)), {"sslmode=require", "sslmode=verify", "usessl=true"});
      }))
    return {"a connection is not encrypted any more"};
  const auto now = entry_at(block.hunk, i);
  if (!now) return {};
  const auto was = [&](size_t r) {
    const auto e = entry_at(block.hunk, r);
    return e && e->key == now->key;
  };
  const bool twin = any_removed(was);
  if (contains_any(now->value, {"0.0.0.0"}) && twin && any_removed([&](size_t r) {
        const auto e = entry_at(block.hunk, r);
        return e && e->key == now->key && contains_any(e->value, {"127.0.0.1", "localhost"});
      }))
    return {"a service listens to everyone", true};
  if (!is_opened(*now)) return {};
  if (any_removed([&](size_t r) {
        const auto e = entry_at(block.hunk, r);
        return e && e->key == now->key && is_opened(*e);
      }))
    return {};
  return {"a protection is off in the configuration", !twin};
}

bool is_wildcard(std::string_view s) {
  return is_one_of(s, {"*", "all", "any", "everyone", "anyone", "anonymous", "0.0.0.0/0", "::/0", "allusers"});
}

bool has_wildcard(const Tokens& t) {
  return std::any_of(t.begin(), t.end(), [](const Token& x) { return x.string() && is_wildcard(lower(x.unquoted())); });
}

bool speaks_of_permission(std::string_view code) {
  return has_any_word(words_of(code), {"role",      "roles",      "scope",   "scopes", "permission", "permissions",
                                       "principal", "principals", "grant",   "grants", "allowed",    "allow",
                                       "allowlist", "whitelist",  "trusted", "verbs",  "audience",   "audiences",
                                       "tenants",   "admins",     "cidr",    "cidrs"});
}

// ["admin", "editor"] became ["admin", "editor", "*"]; or the line is an element of such a list.
Opening opened_list(const ChangedBlock& block, size_t i) {
  constexpr size_t k_reach = 8;
  const CodeHunk& hunk = block.hunk;
  const Tokens& now = tokens_of(block.line(i));
  if (!has_wildcard(now)) return {};
  for (size_t r : block.removed)
    if (has_wildcard(tokens_of(block.line(r), Side::before))) return {};
  const bool element = now.size() <= 2 && now[0].string();
  if (!element) {
    const bool list =
        std::any_of(now.begin(), now.end(), [](const Token& x) { return x.is("[") || x.is("{") || x.is("("); });
    const bool twin = std::any_of(block.removed.begin(), block.removed.end(), [&](size_t r) {
      const Tokens& was = tokens_of(block.line(r), Side::before);
      return !was.empty() && was.size() > 2 && text_of(was, 0, 2) == text_of(now, 0, 2) &&
             std::any_of(was.begin(), was.end(), [](const Token& x) { return x.string(); });
    });
    return list && twin && speaks_of_permission(block.code(i)) ? Opening{"everyone is let in by a wildcard"}
                                                               : Opening{};
  }
  for (size_t k = i, n = 0; k-- > 0 && n < k_reach; ++n) {
    if (!on_side(hunk.lines[k], Side::after)) continue;
    const std::string_view code = trim(hunk.lines[k].masked.code);
    if (!code.ends_with("[") && !code.ends_with("{") && !code.ends_with("(")) continue;
    const bool old_list = hunk.lines[k].raw->sign == diff::Sign::context;
    return old_list && speaks_of_permission(code) ? Opening{"everyone is let in by a wildcard"} : Opening{};
  }
  return {};
}

}  // namespace

Opening opening_on(const ChangedBlock& block, size_t i) {
  if (trusts_any_server(block, i)) return {"certificates are not verified"};
  if (const Opening found = opened_setting(block, i); !found.what.empty()) return found;
  return opened_list(block, i);
}

}  // namespace assay::judge
