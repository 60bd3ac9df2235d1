// Packages that come from somewhere else now, or are checked less.
//
// Sources are compared, not versions: the host, and of a repository its owner. What the change takes
// from a place that it already used, or that everybody uses, is nothing. A place that the task does
// not name blocks; an address without encryption does so always.
#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/config/package_manifest.h"
#include "judge/config/rules.h"
#include "judge/span_collector.h"

namespace assay::judge {

namespace {

using model::Severity;
using Kind = PackageSource::Kind;

// A word that turns a check of what is fetched off. With `beside`, both must be in the line.
struct FetchLoosening {
  std::string_view text, beside{};
  Severity severity = Severity::must_fix;
};
constexpr FetchLoosening k_loosenings[] = {
    {"--allow-unauthenticated"},
    {"--allow-untrusted"},
    {"--allow-insecure-repositories"},
    {"--nogpgcheck"},
    {"--no-gpg-check"},
    {"gpgcheck=0"},
    {"trusted=yes"},
    {"AllowUnauthenticated", "true"},
    {"AllowInsecureRepositories", "true"},
    {"strict-ssl=false"},
    {"strict-ssl = false"},
    {"strict-ssl\" false"},
    {"strict-ssl false"},
    {"enableStrictSsl: false"},
    {"checksumBehavior:", "ignore"},
    {"unsafeHttpWhitelist:"},
    {"GOSUMDB=off"},
    {"GOSUMDB: off"},
    {"GONOSUMCHECK=1"},
    {"GOINSECURE="},
    {"GOFLAGS", "-insecure"},
    {"GONOSUMDB=", "", Severity::should_fix},
    {"--trusted-host"},
    {"trusted-host ="},
    {"trusted-host="},
    {"ssl_verify: false"},
    {":ssl_verify_mode: 0"},
    {"SSL_VERIFY_MODE", "0"},
    {"\"secure-http\"", "false"},
    {"\"disable-tls\"", "true"},
    {"llowInsecureProtocol", "true"},
    {"signatureValidationMode", "accept"},
    {"allowInsecureConnections", "true"},
    {"<verify-metadata>false"},
    {"<verify-signatures>false"},
    {"<checksumPolicy>ignore"},
    {"SigLevel = Never"},
};

// Compares what was fetched with a sum or a signature.
bool verifies_fetched(std::string_view text) {
  const bool sum = contains_any(text, {"sha256sum", "sha512sum", "shasum", "sha1sum", "md5sum"});
  if (sum) return contains_any(text, {" -c", "--check", "==", "!=", " = ", "test "});
  return contains_any(text, {"gpg --verify", "gpgv ", "cosign verify", "minisign -V", "slsa-verifier verify",
                             "attestation verify", "--require-hashes", "--hash=sha", "--checksum=sha",
                             "\"integrity\":", "integrity sha", "integrity: sha", "checksum = \"", "checksum: "});
}

bool fetches(std::string_view text, Manifest manifest) {
  if (manifest == Manifest::lock)
    return contains_any(text, {"\"resolved\":", "resolved \"", "resolution:", "name = \""});
  if (manifest == Manifest::python) return contains(text, "==");
  return contains_any(text, {"curl ", "wget ", "ADD http", "pip install", "pip3 install", "fetch "});
}

const FetchLoosening* loosening_on(std::string_view text) {
  const auto* at = std::find_if(std::begin(k_loosenings), std::end(k_loosenings), [&](const FetchLoosening& l) {
    return contains(text, l.text) && (l.beside.empty() || contains(text, l.beside));
  });
  return at == std::end(k_loosenings) ? nullptr : at;
}

bool is_note(std::string_view text) { return starts_with_any(text, {"#", "//", "<!--"}); }

// The user that a container runs as; empty in other lines.
std::string_view container_user(std::string_view text) { return text.starts_with("USER ") ? trim(text.substr(5)) : ""; }
bool is_root(std::string_view user) { return is_one_of(user, {"root", "0", "root:root", "0:0"}); }

class PackageSources : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    m_manifest = is_example(file.path()) ? Manifest::none : manifest_of(file);
    m_dropped_user.reset();
    m_has_user = false;
  }

  void hunk(const CodeHunk& hunk) override {
    if (m_manifest == Manifest::none || hunk.file.status == diff::Status::deleted || !is_small_enough(hunk)) return;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      look_for_source(hunk, i);
      if (is_added(hunk.lines[i])) look_for_loosening(hunk, hunk.lines[i]);
    }
    compare_checks(hunk);
    compare_encryption(hunk);
    if (hunk.file.language == diff::Language::dockerfile) compare_users(hunk);
  }

  void file_end(const diff::File&) override {
    if (m_dropped_user && !m_has_user) hold(std::move(*m_dropped_user), "the container runs as root", "user root");
    m_dropped_user.reset();
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    SpanCollector places;
    for (Held& held : m_held) {
      if (held.source && is_known(*held.source)) continue;
      places.add(severity(held, context.task), std::move(held.span), std::move(held.label));
    }
    if (places.empty()) return;
    out.push_back(
        places.finding("config.package-source",
                       cat("What is fetched comes from somewhere else or is checked less (", places.labels(),
                           "); keep the source and its checks, or say in the task where it is to come from.")));
  }

 private:
  struct Held {
    model::Span span;
    std::string label;
    std::string about;  // what a task that asks for it would name
    std::optional<PackageSource> source{};
    bool replaces = false;  // the package was taken from elsewhere before
    Severity worst = Severity::must_fix;
  };
  static constexpr size_t k_most_held = 1000;
  static constexpr size_t k_most_known = 20000;
  static constexpr std::string_view k_asking =
      " fork forked mirror registry feed github gitlab git tarball archive upstream unreleased";

  static bool is_example(std::string_view path) {
    return has_any_word(words_of(path), {"example", "examples", "sample", "samples", "fixture", "fixtures", "testdata",
                                         "test", "tests", "template", "templates", "demo", "demos"});
  }
  // A lock file may be long; its lines are not set against each other.
  bool is_small_enough(const CodeHunk& hunk) const {
    constexpr size_t k_longest = 20000;
    return m_manifest == Manifest::lock ? hunk.lines.size() < k_longest : is_small(hunk);
  }

  void hold(model::Span span, std::string label, std::string about, Severity worst = Severity::must_fix) {
    if (m_held.size() < k_most_held)
      m_held.push_back({std::move(span), std::move(label), std::move(about), std::nullopt, false, worst});
  }

  void look_for_source(const CodeHunk& hunk, size_t i) {
    const CodeLine& line = hunk.lines[i];
    auto source = package_source_on(hunk, i, m_manifest);
    if (!source) return;
    if (!is_added(line)) {
      if (m_known.size() < k_most_known) m_known.insert(source->identity());
      return;
    }
    if (m_held.size() >= k_most_held) return;
    Held held;
    held.replaces = source->kind != Kind::registry && m_manifest != Manifest::lock && was_there(hunk, *source);
    if (source->kind == Kind::own && !held.replaces && !source->address.plain) return;
    if (source->kind == Kind::registry && is_usual_registry(source->address.host) && !source->address.plain) return;
    held.span = span_of(hunk.file, *line.raw);
    held.label = source->address.host.empty() ? source->address.owner
                                              : cat(source->address.plain ? "http://" : "", source->address.host,
                                                    source->kind == Kind::registry ? "" : "/",
                                                    source->kind == Kind::registry ? "" : source->address.owner);
    held.about = cat(source->address.host, " ", source->address.owner, k_asking);
    if (!held.replaces) held.about += cat(" ", source->package);
    if (source->kind == Kind::other_package) held.worst = Severity::should_fix;
    held.source = std::move(*source);
    m_held.push_back(std::move(held));
  }

  // The same package stood in a removed line, or in an ecosystem of repositories one of the same name.
  static bool was_there(const CodeHunk& hunk, const PackageSource& source) {
    if (!is_small(hunk)) return false;
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      return is_removed(line) && source.package.size() > 1 && package_on(trim(line.raw->text)) == source.package;
    });
  }

  void look_for_loosening(const CodeHunk& hunk, const CodeLine& line) {
    const std::string_view text = trim(line.raw->text);
    if (is_note(text)) return;
    const FetchLoosening* loosening = loosening_on(text);
    if (!loosening) return;
    const bool before = std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& other) {
      return is_removed(other) && loosening_on(trim(other.raw->text)) == loosening;
    });
    if (!before)
      hold(span_of(hunk.file, *line.raw), "a check is off",
           cat(loosening->text, " unauthenticated insecure untrusted signature checksum"), loosening->severity);
  }

  void compare_checks(const CodeHunk& hunk) {
    size_t lost = 0, gained = 0, fetched_before = 0, fetched_after = 0;
    const CodeLine* first = nullptr;
    for (const CodeLine& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (is_note(text)) continue;
      if (fetches(text, m_manifest)) {
        fetched_before += !is_added(line);
        fetched_after += !is_removed(line);
      }
      if (!is_changed(line) || !verifies_fetched(text)) continue;
      ++(is_removed(line) ? lost : gained);
      if (is_removed(line) && !first) first = &line;
    }
    const bool counted = m_manifest == Manifest::lock ? lost > gained : lost > 0 && gained == 0;
    if (counted && fetched_after > 0 && fetched_after >= fetched_before)
      hold(span_of(hunk.file, *first->raw), "a checksum or signature is not compared any more",
           "checksum signature hash hashes sha256 verification");
  }

  // https://host became http://host.
  void compare_encryption(const CodeHunk& hunk) {
    if (!is_small(hunk)) return;
    for (const CodeLine& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      const size_t at = text.find("http://");
      if (!is_added(line) || at == std::string_view::npos || is_note(text)) continue;
      const std::string_view rest = text.substr(at + 7);
      const std::string secure = cat("https://", rest.substr(0, rest.find_first_of("/ \"'")), "/");
      const bool was = std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& other) {
        return is_removed(other) && contains(other.raw->text, secure);
      });
      if (!was) continue;
      hold(span_of(hunk.file, *line.raw), "an address lost its encryption", "http unencrypted");
      return;
    }
  }

  void compare_users(const CodeHunk& hunk) {
    for (const CodeLine& line : hunk.lines) {
      const std::string_view user = container_user(trim(line.raw->text));
      if (user.empty()) continue;
      if (is_removed(line) && !is_root(user) && !m_dropped_user) m_dropped_user = span_of(hunk.file, *line.raw);
      m_has_user |= !is_removed(line) && !is_root(user);
    }
  }

  bool is_known(const PackageSource& source) const { return m_known.contains(source.identity()); }

  static Severity severity(const Held& held, const TaskView& task) {
    if (held.source && held.source->address.plain && held.source->kind != Kind::other_package)
      return Severity::must_fix;
    return task.mentions(held.about) ? Severity::should_fix : held.worst;
  }

  Manifest m_manifest = Manifest::none;
  std::optional<model::Span> m_dropped_user;
  bool m_has_user = false;
  std::vector<Held> m_held;
  std::unordered_set<std::string> m_known;  // where the change took packages from before
};

}  // namespace

std::unique_ptr<Rule> make_package_sources_rule() { return std::make_unique<PackageSources>(); }

}  // namespace assay::judge
