// Calls that run, load or trust what they are given, added where data from outside may reach them.
//
// With request data in sight it blocks; with a variable of unknown origin it asks for a look; with
// constants it is nothing. What needs no data to be wrong blocks by itself: code fetched from an
// address nobody vouches for, a strong password hash made weak, escaping taken off a value. The task
// may ask for these, then they are for a look.
#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "base/text.h"
#include "judge/code/dangerous_calls.h"
#include "judge/code/request_sinks.h"
#include "judge/code/rules.h"
#include "judge/code_names.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using diff::Language;

// Names that data from outside arrives under.
bool shows_request(const Tokens& t) {
  constexpr std::array<std::string_view, 26> names = {
      "req",        "request",     "params",    "query",        "userinput", "user_input", "argv",
      "formdata",   "form",        "cookies",   "searchparams", "$_get",     "$_post",     "$_request",
      "$_cookie",   "payload",     "body",      "getparameter", "untrusted", "user_data",  "userdata",
      "url_params", "querystring", "formvalue", "location",     "input"};
  const auto is_name = [&](std::string_view word) {
    return std::find(names.begin(), names.end(), lower(word)) != names.end();
  };
  // query := "SELECT …": what is assigned to is only a name.
  const auto assigned = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("=") || x.is(":="); });
  const auto from = assigned != t.end() && assigned - t.begin() <= 3 && assigned != t.begin() &&
                            (assigned - 1)->word() && (assigned - t.begin() == 1 || (assigned - 2)->word())
                        ? assigned
                        : t.begin();
  return std::any_of(from, t.end(), [&](const Token& token) {
    if (token.word()) return is_name(token.text);
    if (!token.string() || !contains(token.text, "{")) return false;
    for (size_t i = token.text.find('{'); i < token.text.size();) {  // the words of what is interpolated
      size_t end = i;
      while (end < token.text.size() && (is_word(token.text[end]) || token.text[end] == '$')) ++end;
      if (end > i && is_name(token.text.substr(i, end - i))) return true;
      i = end + 1;
    }
    return false;
  });
}

// Installers that their projects tell everybody to run.
bool is_known_installer(std::string_view code) {
  for (std::string_view host : {"sh.rustup.rs",
                                "get.docker.com",
                                "deb.nodesource.com",
                                "rpm.nodesource.com",
                                "raw.githubusercontent.com/nvm-sh",
                                "install.python-poetry.org",
                                "astral.sh/",
                                "bun.sh/",
                                "deno.land/",
                                "get.sdkman.io",
                                "get.k3s.io",
                                "raw.githubusercontent.com/Homebrew",
                                "raw.githubusercontent.com/helm",
                                "raw.githubusercontent.com/golangci",
                                "get.pnpm.io",
                                "codecov.io",
                                "uploader.codecov",
                                "install.determinate.systems",
                                "nixos.org",
                                "just.systems",
                                "raw.githubusercontent.com/kubernetes",
                                "raw.githubusercontent.com/anchore",
                                "raw.githubusercontent.com/aquasecurity",
                                "apt.llvm.org",
                                "packagecloud.io",
                                "get.haskellstack.org",
                                "get-ghcup.haskell.org",
                                "dl.yarnpkg.com",
                                "packages.microsoft.com",
                                "cli.github.com",
                                "foundry.paradigm.xyz",
                                "cursor.com/install",
                                "mise.run"})
    if (contains(code, host)) return true;
  return false;
}

bool is_strong_hash(std::string_view text) {
  for (std::string_view name :
       {"bcrypt", "argon2", "scrypt", "pbkdf2", "password_hash", "hashpw", "generate_password_hash"})
    if (icontains(text, name)) return true;
  return false;
}

// The protocols that ask for an MD5 of a password by definition.
bool is_digest_protocol(const CodeHunk& hunk) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    for (std::string_view word : {"realm", "nonce", "HA1", "ha1", "digest auth", "ntlm", "legacy"})
      if (icontains(line.raw->text, word)) return true;
    return false;
  });
}

bool is_escaper(std::string_view name) {
  constexpr std::array<std::string_view, 24> names = {
      "htmlspecialchars", "htmlentities",  "html_escape", "escapehtml",     "escape_html",
      "escapeHtml",       "escapeHTML",    "esc_html",    "esc_attr",       "HTMLEscapeString",
      "EscapeString",     "HtmlEncode",    "escapeHtml4", "forHtml",        "sanitizeHtml",
      "sanitize_html",    "sanitize",      "escape",      "escapeshellarg", "quote",
      "bleach_clean",     "encodeForHTML", "h",           "strip_tags"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What the line would be with its first escaping call unwrapped: `html.escape(x)` becomes `x`. Empty
// when it has none.
std::vector<std::string> unescaped_forms(const Tokens& t) {
  std::vector<std::string> forms;
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].word() || !t[i + 1].is("(") || !is_escaper(t[i].text)) continue;
    size_t begin = i;
    while (begin >= 2 && (t[begin - 1].is(".") || t[begin - 1].is("::")) && t[begin - 2].word()) begin -= 2;
    const bool plain = is_one_of(t[i].text, {"escape", "quote", "h", "sanitize"});
    if (plain && t[i].text == "quote" && begin == i) continue;
    const size_t close = skip_brackets(t, i + 1);
    if (close <= i + 3 || !is_variable(t, i + 2, close - 1)) continue;
    size_t end = i + 2;  // of the first argument
    for (int depth = 0; end < close - 1; ++end) {
      if (t[end].is("(") || t[end].is("[")) ++depth;
      if (t[end].is(")") || t[end].is("]")) --depth;
      if (depth == 0 && t[end].is(",")) break;
    }
    forms.push_back(
        std::string(trim(cat(text_of(t, 0, begin), " ", text_of(t, i + 2, end), " ", text_of(t, close, t.size())))));
    while (contains(forms.back(), "  ")) forms.back() = replace_all(forms.back(), "  ", " ");
  }
  return forms;
}

// Templates of these escape by themselves.
bool escapes_by_itself(const diff::File& file) {
  const std::string path = lower(file.path());
  for (std::string_view end :
       {".tsx", ".jsx", ".vue", ".svelte", ".html", ".erb", ".twig", ".blade.php", ".jinja", ".j2"})
    if (path.ends_with(end)) return true;
  return false;
}

// What the lines of a hunk say together, looked at once however many calls it holds.
class HunkFacts {
 public:
  explicit HunkFacts(const CodeHunk& hunk) : m_hunk(hunk) {}

  // The same call was in a removed line: moved or reworded, not added.
  bool was_there(std::string_view what, const CodeLine& now) {
    if (!m_removed) {
      m_removed.emplace();
      for (const CodeLine& line : m_hunk.lines) {
        if (!is_removed(line)) continue;
        m_removed->texts.insert(trim(line.raw->text));
        m_removed->calls.insert(dangerous_call(line, tokens_of(line, Side::before), m_hunk.file.language));
      }
    }
    return m_removed->texts.contains(trim(now.raw->text)) || m_removed->calls.contains(what);
  }

  bool weakens_hash() {
    if (!m_weakens_hash) m_weakens_hash = was_strong(m_hunk) && !is_digest_protocol(m_hunk);
    return *m_weakens_hash;
  }

  const std::unordered_set<std::string>& request_names() {
    if (!m_request_names) m_request_names = judge::request_names(m_hunk);
    return *m_request_names;
  }
  // A removed line did the same with request data.
  bool was_handed(std::string_view sink) {
    return std::any_of(m_hunk.lines.begin(), m_hunk.lines.end(), [&](const CodeLine& line) {
      return is_removed(line) &&
             request_sink(line, tokens_of(line, Side::before), m_hunk.file.language, request_names()) == sink;
    });
  }

  bool reads_request() {
    if (!m_reads_request) m_reads_request = request_in(m_hunk);
    return *m_reads_request;
  }

 private:
  static bool was_strong(const CodeHunk& hunk) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                       [](const CodeLine& line) { return is_removed(line) && is_strong_hash(line.raw->text); });
  }

  static bool request_in(const CodeHunk& hunk) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
      if (!on_side(line, Side::after)) return false;
      const Tokens& t = tokens_of(line);
      for (size_t i = 0; i + 1 < t.size(); ++i) {
        // A member of the request, not a mere parameter list.
        const std::string w = lower(t[i].text);
        const bool request = w == "req" || w == "request" || w == "params" || w == "argv" || w.starts_with("$_get") ||
                             w.starts_with("$_post") || w.starts_with("$_req") || w.starts_with("$_cookie") ||
                             w == "searchparams" || w == "query";
        if (t[i].word() && request && (t[i + 1].is(".") || t[i + 1].is("[") || t[i + 1].is("->"))) return true;
      }
      return has_run(t, {"input", "("});
    });
  }

  struct Removed {
    std::unordered_set<std::string_view> texts;
    std::unordered_set<std::string_view> calls;
  };
  const CodeHunk& m_hunk;
  std::optional<Removed> m_removed;
  std::optional<bool> m_weakens_hash;
  std::optional<bool> m_reads_request;
  std::optional<std::unordered_set<std::string>> m_request_names;
};

constexpr size_t k_asked_most = 1000;

class DangerousCall : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (!hunk.may_hold(diff::Needle::danger)) return;
    const auto role = hunk.file.role;
    const bool code = role == diff::Role::source || role == diff::Role::migration;
    const bool shell =
        hunk.file.language == Language::shell || hunk.file.language == Language::dockerfile || role == diff::Role::ci;
    if (!code && !shell && role != diff::Role::build) return;
    if (code && !escapes_by_itself(hunk.file)) find_lost_escapes(hunk);
    HunkFacts facts(hunk);
    for (const auto& line : hunk.lines) {
      if (!is_added(line) || trim(line.masked.code).empty()) continue;
      const Tokens& t = tokens_of(line);
      const std::string_view what = shell ? dangerous_command(line) : dangerous_call(line, t, hunk.file.language);
      if (what.empty() && code) look_for_sink(hunk, line, t, facts);
      if (what.empty() || facts.was_there(what, line)) continue;
      if (what == "curl | sh" && !is_known_installer(line.raw->text)) {
        if (m_asked.size() >= k_asked_most) continue;
        m_asked.push_back(
            {span_of(hunk.file, *line.raw), std::string(what), cat(line.raw->text, " curl install installer")});
        continue;
      }
      const bool weakened = what == "weak hash of a password" && facts.weakens_hash();
      const bool reached = weakened || (!shell && depends_on_data(what) && (shows_request(t) || facts.reads_request()));
      m_places.add(reached ? model::Severity::must_fix : model::Severity::should_fix, span_of(hunk.file, *line.raw),
                   std::string(what));
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    for (Asked& asked : m_asked) {
      const bool wanted = context.task.mentions(asked.about);
      m_places.add(wanted ? model::Severity::should_fix : model::Severity::must_fix, std::move(asked.span),
                   std::move(asked.label));
    }
    m_asked.clear();
    if (m_places.empty()) return;
    out.push_back(m_places.finding(
        "code.dangerous-call",
        cat("A dangerous call was added (", m_places.labels(), ")",
            m_places.musts() > 0 ? " and data from outside can reach it; use the safe form (escaping, parameters, safe "
                                   "loaders, no shell)."
                                 : "; make sure that nothing from outside reaches it, or use the safe form.")));
  }

 private:
  static bool depends_on_data(std::string_view what) {
    return what != "verify=False" && what != "rejectUnauthorized: false" && what != "certificate checks off" &&
           what != "InsecureSkipVerify" && what != "VERIFY_NONE" && what != "danger_accept_invalid_certs" &&
           what != "CURLOPT_SSL_VERIFYPEER off";
  }

  void look_for_sink(const CodeHunk& hunk, const CodeLine& line, const Tokens& t, HunkFacts& facts) {
    const std::string_view sink = request_sink(line, t, hunk.file.language, facts.request_names());
    if (!sink.empty() && (!is_small(hunk) || !facts.was_handed(sink)))
      m_places.must(span_of(hunk.file, *line.raw), std::string(sink));
  }

  // A line that came back with nothing changed but that a value is not escaped any more.
  void find_lost_escapes(const CodeHunk& hunk) {
    constexpr size_t k_most = 2000;  // lines compared in one hunk
    if (hunk.lines.size() > k_most) return;
    std::unordered_set<std::string> added;
    for (const CodeLine& line : hunk.lines)
      if (is_added(line)) added.insert(text_of(tokens_of(line)));
    if (added.empty()) return;
    for (const CodeLine& line : hunk.lines) {
      if (!is_removed(line)) continue;
      for (const std::string& form : unescaped_forms(tokens_of(line, Side::before)))
        if (added.contains(form)) {
          m_asked.push_back({span_of(hunk.file, *line.raw), "escaping removed",
                             "escape escaped escaping encode encoded encoding sanitize sanitizing quote html raw"});
          return;
        }
    }
  }

  struct Asked {
    model::Span span;
    std::string label;
    std::string about;  // what a task that asks for it would speak of
  };
  SpanCollector m_places;
  std::vector<Asked> m_asked;  // block unless the task asks for them
};

}  // namespace

std::unique_ptr<Rule> make_dangerous_call_rule() { return std::make_unique<DangerousCall>(); }

}  // namespace assay::judge
