#include "judge/risk/coverage.h"

#include <algorithm>

#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {
namespace {

using Words = std::vector<std::string>;

struct AreaWords {
  std::vector<std::string_view> stems;  // starts a word
  std::vector<std::string_view> whole;  // is a word
};

const AreaWords& area_words(Area area) {
  static const AreaWords k_words[k_areas] = {
      {{"authn",     "authz", "authoriz", "authoris",   "authentic", "unauth",    "permission",
        "admin",     "login", "logged",   "signin",     "forbid",    "forbidden", "privilege",
        "superuser", "csrf",  "oauth",    "credential", "jwt",       "rbac",      "nonadmin"},
       {"auth",  "access",  "role",     "roles", "guest",  "guests",   "anonymous",   "401",
        "403",   "session", "sessions", "acl",   "policy", "policies", "guard",       "guards",
        "owner", "owners",  "tenant",   "sso",   "cors",   "tls",      "certificate", "security"}},
      {{"password", "passwd", "secret", "redact", "credential", "mask", "encrypt", "decrypt", "cipher", "crypto",
        "bcrypt", "argon", "sanitiz", "scrub", "hashing", "sensitive"},
       {"token", "tokens", "hash", "hashes", "apikey", "pii", "hmac", "signature", "key", "keys"}},
      {{"billing", "payment", "invoice", "refund", "payout", "pricing", "stripe", "paypal", "discount", "coupon",
        "subscription", "checkout", "currency", "proration", "ledger"},
       {"charge", "charges", "charged", "price", "prices", "tax", "taxes", "vat", "fee", "fees", "total", "totals",
        "subtotal", "amount", "amounts", "cart", "bill", "bills", "money"}},
      {{"migration", "migrat", "schema", "database", "alembic", "rollback"},
       {"db", "column", "columns", "table", "tables", "sql", "model", "models", "prisma", "flyway", "liquibase",
        "index"}},
      {{"delet", "destroy", "purge", "cleanup", "wipe", "truncat", "prune", "remov", "destructive", "eras", "backup",
        "drop", "confirm"},
       {"clean", "cleans", "dry", "reset", "retention", "trash", "rm", "gc", "expire", "expires"}},
  };
  return k_words[static_cast<size_t>(area)];
}

bool speaks_of(Area area, const std::string& word) {
  const AreaWords& w = area_words(area);
  return std::any_of(w.stems.begin(), w.stems.end(), [&](auto s) { return word.starts_with(s); }) ||
         std::find(w.whole.begin(), w.whole.end(), word) != w.whole.end();
}

bool speaks_of(Area area, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& w) { return speaks_of(area, w); });
}

bool speaks_of_any_area(const Words& words) {
  for (size_t i = 0; i < k_areas; ++i)
    if (speaks_of(static_cast<Area>(i), words)) return true;
  return false;
}

// A test of a guard shows what it refuses.
bool shows_denial(const Words& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& w) {
    for (std::string_view stem :
         {"reject",  "den",   "forbid", "refus",  "unauth",   "requir",   "block",    "prevent",
          "protect", "guard", "guest",  "anonym", "disallow", "nonadmin", "redirect", "throw",
          "raise",   "fail",  "error",  "unpriv", "restrict", "enforc",   "invalid",  "missing"})
      if (w.starts_with(stem)) return true;
    return is_one_of(w, {"401", "403", "without", "only", "cannot", "cant", "non", "not", "no", "must", "needs"});
  });
}

// Words that every other function has.
bool is_everyday(std::string_view word) {
  return word.size() < 2 ||
         is_one_of(word, {"handle",  "handler",  "on",         "do",      "the",     "a",        "to",      "of",
                          "for",     "is",       "has",        "can",     "run",     "async",    "request", "req",
                          "res",     "response", "controller", "service", "action",  "user",     "users",   "process",
                          "execute", "perform",  "main",       "self",    "with",    "by",       "and",     "in",
                          "route",   "routes",   "api",        "http",    "require", "requires", "ensure",  "check",
                          "assert",  "verify",   "return",     "if",      "const",   "let",      "var",     "new",
                          "await",   "this",     "function",   "def",     "app",     "src",      "index",   "lib",
                          "js",      "ts",       "py",         "go",      "rb",      "php",      "java",    "cs",
                          "rs",      "cc",       "id",         "data",    "value",   "name",     "get",     "set",
                          "test",    "tests",    "not",        "true",    "false",   "null",     "string",  "int",
                          "public",  "void",     "class",      "private", "static",  "final",    "none",    "nil",
                          "or",      "as",       "from",       "err",     "error",   "ctx"});
}

// Words that tell one function from another: not the area's own, not the everyday ones.
Words distinguishing(Area area, std::string_view function) {
  Words out;
  for (auto& word : words_of(function))
    if (!speaks_of(area, word) && !is_everyday(word)) out.push_back(std::move(word));
  return out;
}

std::string_view stem(std::string_view word) {
  for (std::string_view end : {"ing", "ed", "es", "s", "e"})
    if (word.size() > end.size() + 2 && word.ends_with(end)) return word.substr(0, word.size() - end.size());
  return word;
}

bool share(const Words& a, const Words& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& x) {
    return std::any_of(b.begin(), b.end(), [&](const auto& y) { return stem(x) == stem(y); });
  });
}

bool share_all(const Words& wanted, const Words& words) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& w) { return share({w}, words); });
}

// A suite named by the whole area ("billing tests") covers all of it; one named by a part of it
// ("discount tests") covers that part.
bool is_whole_area(Area area, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) {
    const auto starts = [&](std::initializer_list<std::string_view> stems) {
      return std::any_of(stems.begin(), stems.end(), [&](auto s) { return w.starts_with(s); });
    };
    switch (area) {
      case Area::auth:
        return w == "auth" || w == "access" || w == "acl" ||
               starts({"authn", "authz", "authoriz", "authoris", "authentic", "permission", "admin", "login", "rbac",
                       "polic", "role", "session", "guard", "csrf", "privileg"});
      case Area::secrets:
        return starts({"password", "secret", "redact", "credential", "encrypt", "crypto", "mask", "token", "hash"});
      case Area::billing: return starts({"billing", "payment", "invoice", "pricing", "checkout"});
      case Area::database: return w == "db" || starts({"migrat", "schema", "database"});
      case Area::destructive:
        return starts({"delet", "destroy", "purge", "cleanup", "destructive", "wipe", "remov", "clean"});
    }
    return false;
  });
}

// "test/auth.test.ts", "example.org/project/auth", "com.x.AuthTest", "authorization tests".
bool is_suite_name(std::string_view name) {
  if (contains(name, "::") || contains(name, " > ") || contains(name, " \xE2\x80\xBA ") || contains(name, "#"))
    return false;
  if (name.find(' ') == std::string_view::npos) {
    const size_t slash = name.rfind('/');
    const auto file = slash == std::string_view::npos ? name : name.substr(slash + 1);
    if (name.starts_with("Test") && is_upper(name.size() > 4 ? name[4] : '\0') && slash == std::string_view::npos &&
        name.find('.') == std::string_view::npos)
      return false;  // Go's TestDeniesGuests
    return slash != std::string_view::npos || file.find('.') != std::string_view::npos || file.ends_with("Test") ||
           file.ends_with("Tests") || file.ends_with("Spec");
  }
  const auto lowered = lower(name);
  for (std::string_view noun : {"tests", "test suite", "suite", "specs", "checks", "suites"})
    if (ifind_word(lowered, noun) != std::string_view::npos) return true;
  return false;
}

// "password logging tests passed" names a subject; "all tests passed" and "pnpm test passed" do not.
bool is_generic(const Words& words) { return !speaks_of_any_area(words); }

// "example.org/guard" is called after the whole program.
bool is_module_root(std::string_view name) { return std::count(name.begin(), name.end(), '/') < 2; }

// A path speaks by its file and nearest folder, not by where the repository lies.
std::string_view telling_part(std::string_view name) {
  const size_t end = std::min({name.find("::"), name.find(' '), name.size()});
  size_t slash = name.rfind('/', end == 0 ? 0 : end - 1);
  if (slash == std::string_view::npos || slash == 0 || slash > end) return name;
  const size_t folder = name.rfind('/', slash - 1);
  return folder == std::string_view::npos ? name : name.substr(folder + 1);
}

}  // namespace

std::string_view area_id(Area area) {
  static constexpr std::string_view k_ids[] = {"risk.auth", "risk.secrets", "risk.billing", "risk.database",
                                               "risk.destructive"};
  return k_ids[static_cast<size_t>(area)];
}

std::string_view area_name(Area area) {
  static constexpr std::string_view k_names[] = {"authentication or authorization", "secrets and credentials",
                                                 "billing and payments", "database schema and data",
                                                 "destructive data operations"};
  return k_names[static_cast<size_t>(area)];
}

Coverage::Coverage(const std::vector<const logs::Facts*>& logs) {
  constexpr size_t k_most = 20000;
  const auto add = [&](std::string_view name, bool suite) {
    if (m_evidence.size() >= k_most) return;
    Words words = words_of(telling_part(name));
    if (!is_generic(words))
      m_evidence.push_back({std::move(words), suite});
    else if (!suite && m_others.size() < k_most)
      m_others.push_back(std::move(words));
  };
  for (const logs::Facts* facts : logs) {
    if (facts == nullptr) continue;
    const bool tests_named = std::any_of(facts->named.begin(), facts->named.end(), [](const logs::Named& named) {
      return named.runner == logs::Runner::go_test && named.name.find('/') == std::string::npos;
    });
    for (const auto& named : facts->named) {
      if (named.outcome == logs::Outcome::failed) note_failure(named.name);
      if (named.outcome != logs::Outcome::passed) continue;
      const bool suite = is_suite_name(named.name);
      // Go prints "ok package" whatever ran of it: with its tests named, they speak for themselves.
      if (suite && named.runner == logs::Runner::go_test && (tests_named || is_module_root(named.name))) continue;
      add(named.name, suite);
    }
    for (const auto& pass : facts->passes) {
      const std::string_view subject =
          pass.subject.empty() ? std::string_view(pass.text) : std::string_view(pass.subject);
      // A runner's own summary counts tests and names none.
      if (pass.runner == logs::Runner::loose || !pass.subject.empty())
        add(subject, is_suite_name(subject) || is_suite_name(pass.text));
    }
  }
}

void Coverage::note_failure(std::string_view name) {
  const Words words = words_of(telling_part(name));
  for (size_t i = 0; i < k_areas; ++i) m_failed[i] |= speaks_of(static_cast<Area>(i), words);
}

bool Coverage::covers(Area area, const Subject& subject) const {
  if (m_failed[static_cast<size_t>(area)]) return false;
  const Words own = distinguishing(area, subject.function), function = words_of(subject.function);
  Words about = own;
  for (const auto& word : subject.words)
    if (!is_everyday(word)) about.push_back(word);
  for (const Evidence& e : m_evidence) {
    if (!speaks_of(area, e.words)) continue;
    const bool related = share(about, e.words);
    if (e.suite) {
      if (related || is_whole_area(area, e.words)) return true;
      continue;
    }
    if (!subject.removed_check) {
      if (related || subject.function.empty()) return true;
      continue;
    }
    if (area == Area::auth && !shows_denial(e.words)) continue;
    // A function that is named by nothing but the area is known by the file it stands in.
    if (own.empty() ? share_all(function, e.words) || related : share(own, e.words)) return true;
  }
  return false;
}

bool Coverage::names(std::string_view function) const {
  Words wanted;
  for (auto& word : words_of(function))
    if (!is_everyday(word)) wanted.push_back(std::move(word));
  if (wanted.empty()) return false;
  return std::any_of(m_others.begin(), m_others.end(), [&](const Words& words) { return share(wanted, words); }) ||
         std::any_of(m_evidence.begin(), m_evidence.end(), [&](const Evidence& e) { return share(wanted, e.words); });
}

bool task_protects(Area area, std::string_view task) {
  const std::string text = lower(task);
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find_first_of(".;\n!?", begin);
    if (end == std::string::npos) end = text.size();
    const std::string_view sentence = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (!speaks_of(area, words_of(sentence))) continue;
    for (std::string_view mark : {"must", "keep", "keeps", "keeping", "preserve", "preserving", "retain", "intact",
                                  "still", "remain", "remains", "never"})
      if (find_word(sentence, mark) != std::string_view::npos) return true;
    for (std::string_view mark : {"do not remove", "don't remove", "without weakening", "without changing auth",
                                  "without changing permission", "do not change"})
      if (contains(sentence, mark)) return true;
  }
  return false;
}

}  // namespace assay::judge
