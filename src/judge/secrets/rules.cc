// Secrets committed. A secret in an added line is out the moment it is pushed, so in the product it
// blocks; in tests, docs and examples, where made-up ones are ordinary, only what looks real is
// worth a reviewer's eye. A value that the change also removes is old: the change moved it.
#include "judge/secrets/rules.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/redact.h"
#include "base/secret_values.h"
#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {
namespace {

using diff::Role;
using model::Severity;

enum class Place { product, sample, ignored };

Place place_of(const diff::File& file) {
  switch (file.role) {
    case Role::lockfile:
    case Role::vendored:
    case Role::generated:
    case Role::binary: return Place::ignored;
    case Role::test:
    case Role::snapshot:
    case Role::docs: return Place::sample;
    default: break;
  }
  std::string path = replace_all(lower(file.path()), "org/example", "org");
  path = replace_all(std::move(path), "com/example", "com");
  for (std::string_view part : {"example", "sample", "template", "fixture", "testdata", "mock", ".dist", "demo",
                                "tutorial", "stories", "/test", "test/", "docs/", "spec/"})
    if (contains(path, part)) return Place::sample;
  return Place::product;
}

// "abcdef", "123456", "aaaa": how people make up keys.
bool is_made_up(std::string_view value) {
  size_t up = 0, same = 0;
  for (size_t i = 1; i < value.size(); ++i) {
    up = value[i] == value[i - 1] + 1 ? up + 1 : 0;
    same = value[i] == value[i - 1] ? same + 1 : 0;
    if (up >= 4 || same >= 3) return true;
  }
  const std::string lowered = lower(value);
  for (std::string_view word : {"test", "example", "fake", "dummy", "sample", "mock", "secret", "password", "token",
                                "foo", "demo", "invalid", "expired"})
    if (contains(lowered, word)) return true;
  return entropy(value) < 3.0;
}

bool is_key_file(std::string_view name) {
  return is_one_of(name, {"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}) || name.ends_with(".ppk");
}
bool is_key_store(std::string_view name) {
  return name.ends_with(".p12") || name.ends_with(".pfx") ||
         ((name.ends_with(".jks") || name.ends_with(".keystore")) && !contains(name, "debug"));
}
bool is_environment_file(std::string_view name) {
  return is_one_of(name, {".env", ".env.local", ".env.production", ".env.prod", ".env.staging"});
}

// The part of the line that follows '@' in a URL: whose password it is.
bool is_local_host(std::string_view rest) {
  for (std::string_view host : {"@localhost", "@127.0.0.1", "@0.0.0.0", "@[::1]", "@example", "@host", "@db:", "@db/",
                                "@postgres", "@mysql", "@redis", "@mongo", "@rabbitmq", "@database"})
    if (rest.starts_with(host)) return true;
  return contains(rest.substr(0, 64), "example.");
}

// How bad this value is in the product; false when it is nothing.
bool weigh_in_product(std::string_view line, const Secret& secret, Severity& severity) {
  const std::string_view value = line.substr(secret.begin, secret.end - secret.begin);
  severity = Severity::must_fix;
  if (secret.kind == "URL password") {
    const bool weak = value.size() < 6 || entropy(value) < 2.5;
    return !weak && !is_local_host(line.substr(secret.end));
  }
  if (secret.kind == "Stripe test key") severity = Severity::should_fix;
  if (secret.known_shape) return true;
  if (looks_random(value) || (value.size() >= 12 && entropy(value) >= 3.0)) return true;
  const bool digit = std::any_of(value.begin(), value.end(), is_digit);
  const bool letter = std::any_of(value.begin(), value.end(), is_alpha);
  const bool symbol =
      std::any_of(value.begin(), value.end(), [](char c) { return !is_word(c) && c != '-' && c != '.'; });
  if (value.size() >= 8 && digit && letter && (symbol || entropy(value) >= 2.75)) return true;
  severity = Severity::should_fix;
  return value.size() >= 6 && digit && letter;
}

// `const password = 'weak-one'`: a literal given to a name that promises a secret is one, however
// little it looks so. Labels, field names and placeholders are none.
std::string_view assigned_literal(const CodeLine& line) {
  const std::string& code = line.masked.code;
  for (const CodeName& name : names_in(code)) {
    const SecretKey kind = secret_key_kind(name.text);
    const bool key = kind == SecretKey::key && has_any_word(name.words, {"api", "apikey", "private", "secret", "access",
                                                                         "encryption", "signing", "master"});
    if (name.after != '=' || (kind != SecretKey::password && kind != SecretKey::secret && !key) ||
        has_any_word(name.words, {"storage"}))
      continue;
    size_t at = code.find('=', name.at);
    if (code.compare(at, 2, "==") == 0 || code.compare(at, 2, "=>") == 0) continue;
    at = code.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || (code[at] != '"' && code[at] != '\'')) continue;
    const size_t end = line.raw->text.find(code[at], at + 1);
    if (end == std::string_view::npos || code.find_first_not_of("; ,", end + 1) != std::string::npos) continue;
    const std::string_view value = line.raw->text.substr(at + 1, end - at - 1);
    const bool word = std::all_of(value.begin(), value.end(), [](char c) { return is_alpha(c); });
    const bool plain =
        std::all_of(value.begin(), value.end(), [](char c) { return is_word(c) || c == '-' || c == '!' || c == '@'; });
    if (value.size() < 6 || word || !plain || is_placeholder(value)) continue;
    if (iequals(value, name.text) || iequals(join(words_of(value), ""), join(words_of(name.text), ""))) continue;
    return value;
  }
  return {};
}

bool in_comment(const CodeLine& line, const Secret& secret) {
  return secret.begin < line.masked.comments.size() && !is_space(line.masked.comments[secret.begin]);
}

class SecretRule : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    if (file.status != diff::Status::added && file.status != diff::Status::copied) return;
    const Place place = place_of(file);
    const std::string_view name = base_name(file.path());
    if (is_key_file(name))
      add_file(file, place == Place::product ? Severity::must_fix : Severity::should_fix, "a private key file");
    else if (is_key_store(name))
      add_file(file, Severity::should_fix, "a key store");
    else if (is_environment_file(name) && place == Place::product)
      add_file(file, Severity::should_fix, "an environment file");
  }

  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::secret)) return;
    const Place place = place_of(hunk.file);
    if (place == Place::ignored) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const diff::Line& line = *hunk.lines[i].raw;
      if (line.sign == diff::Sign::context) continue;
      if (line.sign == diff::Sign::removed) {
        for (const Secret& s : find_secrets(line.text)) forget(line.text.substr(s.begin, s.end - s.begin));
        if (const auto value = assigned_literal(hunk.lines[i]); !value.empty()) forget(value);
        continue;
      }
      if (opens_private_key(line.text)) look_at_key(hunk, i, place);
      const auto secrets = find_secrets(line.text);
      const bool shaped = std::any_of(secrets.begin(), secrets.end(), [](const Secret& x) { return x.known_shape; });
      const bool source = place == Place::product && hunk.file.role == Role::source;
      if (!shaped && source && look_at_literal(hunk, hunk.lines[i])) continue;
      for (const Secret& secret : secrets) look_at(hunk, hunk.lines[i], secret, place);
    }
  }

  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    for (Severity severity : {Severity::must_fix, Severity::should_fix}) report(severity, out);
  }

 private:
  struct Held {
    model::Span span;
    Severity severity = Severity::must_fix;
    std::string what;
    std::size_t value = 0;  // hash of the secret; 0 for a file
  };

  void add_file(const diff::File& file, Severity severity, std::string what) {
    Held held;
    held.span.source = model::Source::diff;
    held.span.line = file.diff_line;
    held.span.path = file.path();
    held.span.text = file.path();
    held.severity = severity;
    held.what = std::move(what);
    m_held.add(std::move(held));
  }

  void add_line(const diff::File& file, const diff::Line& line, Severity severity, std::string_view kind,
                std::string_view value) {
    Held held;
    held.span = span_of(file, line);
    held.span.text = replace_all(std::move(held.span.text), value.substr(0, 200), "[redacted]");
    held.severity = severity;
    held.what = cat("a ", kind);
    if (!kind.empty() && contains("AEIOUaeiou", kind.substr(0, 1))) held.what = cat("an ", kind);
    held.value = std::hash<std::string_view>()(value);
    m_held.add(std::move(held));
  }

  // A header alone is what code compares with; with key material behind it, it is a key.
  void look_at_key(const CodeHunk& hunk, size_t index, Place place) {
    const diff::Line& line = *hunk.lines[index].raw;
    size_t material = 0;
    std::string_view first;
    for (size_t i = index + 1; i < hunk.lines.size() && i <= index + 4; ++i) {
      if (hunk.lines[i].raw->sign != diff::Sign::added) continue;
      size_t run = 0;
      for (char c : hunk.lines[i].raw->text) {
        run = is_alnum(c) || c == '+' || c == '/' || c == '=' ? run + 1 : 0;
        if (run > material) material = run, first = hunk.lines[i].raw->text;
      }
    }
    if (material < 40 || is_placeholder(trim(first))) return;
    add_line(hunk.file, line, place == Place::product ? Severity::must_fix : Severity::should_fix, "private key",
             first);
  }

  void look_at(const CodeHunk& hunk, const CodeLine& code, const Secret& secret, Place place) {
    const diff::Line& line = *code.raw;
    const std::string_view value = line.text.substr(secret.begin, secret.end - secret.begin);
    Severity severity = Severity::should_fix;
    if (!secret.known_shape && in_comment(code, secret)) return;  // tells how a setting is written
    if (place == Place::sample) {
      const bool shape = secret.known_shape && secret.kind != "URL password" && secret.kind != "Stripe test key" &&
                         secret.kind != "JSON web token" && secret.kind != "basic credentials" &&
                         secret.kind != "credentials" && secret.kind != "bearer token";
      if (!shape || is_made_up(value)) return;
    } else if (!weigh_in_product(line.text, secret, severity)) {
      return;
    }
    add_line(hunk.file, line, severity, secret.kind, value);
  }

  bool look_at_literal(const CodeHunk& hunk, const CodeLine& line) {
    const std::string_view value = assigned_literal(line);
    if (value.empty()) return false;
    add_line(hunk.file, *line.raw, Severity::must_fix, "password or key in the code", value);
    return true;
  }

  void forget(std::string_view value) {
    constexpr size_t k_most = 100000;
    if (m_removed.size() < k_most) m_removed.insert(std::hash<std::string_view>()(value));
  }

  void report(Severity severity, std::vector<model::Finding>& out) const {
    constexpr size_t k_most_spans = 20;
    model::Finding finding;
    std::string first;
    for (const Held& held : m_held) {
      if (held.severity != severity || (held.value != 0 && m_removed.contains(held.value))) continue;
      if (first.empty()) first = held.what;
      if (finding.spans.size() < k_most_spans)
        finding.spans.push_back(held.span);
      else
        ++finding.more;
    }
    if (finding.spans.empty()) return;
    finding.rule = "secrets.committed";
    finding.source = model::Source::diff;
    finding.severity = severity;
    finding.message = severity == Severity::must_fix
                          ? cat("The change commits ", first, ". Remove it and revoke it: what was pushed is known.")
                          : cat("The change commits ", first, ". If it is real, remove and revoke it.");
    finding.evidence = cat(finding.spans.front().path, ": ", finding.spans.front().text);
    if (severity == Severity::must_fix) finding.more += m_held.left_out();
    out.push_back(std::move(finding));
  }

  Capped<Held> m_held{1000};
  std::unordered_set<std::size_t> m_removed;
};

}  // namespace

void add_secret_rules(Rules& out) { out.push_back(std::make_unique<SecretRule>()); }

}  // namespace assay::judge
