// Calls that run, load or trust what they are given, added where data from outside may reach them.
//
// With request data in sight it blocks; with a variable of unknown origin it asks for a look; with
// constants it is nothing. What needs no data to be wrong blocks by itself: code fetched from an
// address nobody vouches for, a strong password hash made weak, escaping taken off a value. The task
// may ask for these, then they are for a look.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/places.h"
#include "judge/rules_code.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

using diff::Language;

bool is_script(Language l) {
  return l == Language::javascript || l == Language::typescript || l == Language::vue || l == Language::svelte;
}

// Anything in the argument that is not a constant: a name, or interpolation in a string.
bool is_variable(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end && i < t.size(); ++i) {
    if (t[i].string()) {
      const auto s = t[i].text;
      if (contains(s, "${") || contains(s, "#{")) return true;
      const size_t dollar = s.front() == '"' ? s.find('$') : std::string_view::npos;  // PHP
      if (dollar != std::string_view::npos && dollar + 1 < s.size() && is_alpha(s[dollar + 1])) return true;
      if (i > 0 && (t[i - 1].is("f") || t[i - 1].is("fr") || t[i - 1].is("rf")) && contains(s, "{")) return true;
      if (i > 0 && t[i - 1].is("$") && contains(s, "{")) return true;
      continue;
    }
    if (!t[i].word() || t[i].literal()) continue;
    const auto w = t[i].text;
    if (w == "f" || w == "r" || w == "b" || w == "u") continue;
    if (std::all_of(w.begin(), w.end(), [](char c) { return is_upper(c) || is_digit(c) || c == '_'; }))
      continue;                                     // a constant
    if (i + 1 < end && t[i + 1].is("=")) continue;  // keyword argument
    return true;
  }
  return false;
}

// A call of `name` (dotted names as one run) with a variable argument.
bool calls_with_variable(const Tokens& t, std::initializer_list<std::string_view> name) {
  for (size_t at = find_run(t, name); at != std::string_view::npos; at = find_run(t, name, at + 1)) {
    const size_t open = at + name.size();
    if (open >= t.size() || !t[open].is("(")) continue;
    const bool dotted =
        at > 0 && (t[at - 1].is(".") || t[at - 1].is("->") || t[at - 1].is("::") || t[at - 1].is("def") ||
                   t[at - 1].is("function") || t[at - 1].is("func") || t[at - 1].is("fn"));
    if (dotted) continue;
    const size_t end = skip_brackets(t, open);
    if (is_variable(t, open + 1, end)) return true;
  }
  return false;
}

bool assigns_variable(const Tokens& t, std::string_view property) {
  const size_t at = find_run(t, {".", property, "="});
  const size_t plus = find_run(t, {".", property, "+="});
  const size_t from = at != std::string_view::npos ? at : plus;
  return from != std::string_view::npos && is_variable(t, from + 3, t.size());
}

// SQL put together from pieces: the text of a statement with a value pasted into it.
bool builds_sql(const CodeLine& line, const Tokens& t) {
  const std::string strings = lower(line.masked.strings);
  const auto verb = [&](std::string_view a, std::string_view b) {
    const size_t at = find_word(strings, a);
    return at != std::string_view::npos && find_word(strings, b, at) != std::string_view::npos;
  };
  const bool sql = verb("select", "from") || verb("insert", "into") || verb("update", "set") ||
                   verb("delete", "from") || verb("drop", "table") || verb("select", "where");
  if (!sql) return false;
  // Prose selects things from lists too: SQL shouts, or goes to something that takes queries.
  const bool shouts = std::any_of(t.begin(), t.end(), [](const Token& x) {
    return x.string() && (contains(x.text, "SELECT ") || contains(x.text, "INSERT ") || contains(x.text, "UPDATE ") ||
                          contains(x.text, "DELETE ") || contains(x.text, "DROP ") || contains(x.text, "WHERE "));
  });
  const std::string code = lower(line.masked.code);
  if (!shouts && !contains(code, "query") && !contains(code, "execute") && !contains(code, "sql") &&
      !contains(code, "cursor"))
    return false;
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].string()) continue;
    const std::string s = lower(t[i].text);
    if (!contains(s, "select") && !contains(s, "insert") && !contains(s, "update") && !contains(s, "delete") &&
        !contains(s, "drop") && !contains(s, "where"))
      continue;
    if (contains(s, "?") && !contains(s, "{")) continue;
    if (is_variable(t, i, i + 1)) return !contains(s, "placeholder");
    if (i + 2 <= t.size() && i + 1 < t.size() && (t[i + 1].is("+") || t[i + 1].is("%") || t[i + 1].is("..")))
      return is_variable(t, i + 2, t.size());
    if (i + 2 < t.size() && t[i + 1].is(".") && t[i + 2].is("format")) return is_variable(t, i + 3, t.size());
    if (i > 1 && (t[i - 1].is("(")) && (t[i - 2].is("Sprintf") || t[i - 2].is("format")))
      return is_variable(t, i + 1, t.size());
  }
  return false;
}

std::string_view python_danger(const Tokens& t) {
  if (calls_with_variable(t, {"eval"})) return "eval";
  if (calls_with_variable(t, {"exec"})) return "exec";
  if (calls_with_variable(t, {"os", ".", "system"}) || calls_with_variable(t, {"os", ".", "popen"})) return "os.system";
  if (has_run(t, {"shell", "=", "True"})) {
    const size_t open = find_run(t, {"("});
    if (open == std::string_view::npos || is_variable(t, open + 1, t.size())) return "shell=True";
  }
  if (calls_with_variable(t, {"pickle", ".", "loads"}) || calls_with_variable(t, {"pickle", ".", "load"}) ||
      calls_with_variable(t, {"marshal", ".", "loads"}))
    return "pickle.loads";
  if (calls_with_variable(t, {"yaml", ".", "load"}) && !has_word(t, "SafeLoader") && !has_word(t, "CSafeLoader"))
    return "yaml.load";
  if (has_run(t, {"verify", "=", "False"})) return "verify=False";
  if (has_word(t, "_create_unverified_context") || has_run(t, {"check_hostname", "=", "False"}))
    return "certificate checks off";
  return {};
}

std::string_view script_danger(const Tokens& t) {
  if (calls_with_variable(t, {"eval"})) return "eval";
  if (calls_with_variable(t, {"new", "Function"}) || calls_with_variable(t, {"Function"})) return "new Function";
  for (std::string_view f : {"execSync", "exec"}) {
    if (calls_with_variable(t, {f}) || calls_with_variable(t, {"child_process", ".", f}) ||
        calls_with_variable(t, {"cp", ".", f}))
      return "child_process.exec";
  }
  if (assigns_variable(t, "innerHTML") || assigns_variable(t, "outerHTML")) return "innerHTML";
  if (has_word(t, "dangerouslySetInnerHTML") && !has_word(t, "sanitize") && !has_word(t, "DOMPurify"))
    return "dangerouslySetInnerHTML";
  if (calls_with_variable(t, {"document", ".", "write"})) return "document.write";
  if (has_run(t, {"rejectUnauthorized", ":", "false"}) ||
      (has_word(t, "NODE_TLS_REJECT_UNAUTHORIZED") && has_word(t, "=")))
    return "rejectUnauthorized: false";
  return {};
}

std::string_view other_danger(const Tokens& t, Language language) {
  switch (language) {
    case Language::php:
      for (std::string_view f :
           {"eval", "shell_exec", "system", "passthru", "unserialize", "exec", "popen", "assert"}) {
        if (f != "assert" && calls_with_variable(t, {f})) return f;
      }
      if (has_run(t, {"CURLOPT_SSL_VERIFYPEER", ",", "false"}) || has_run(t, {"CURLOPT_SSL_VERIFYPEER", ",", "0"}))
        return "CURLOPT_SSL_VERIFYPEER off";
      break;
    case Language::ruby:
      for (std::string_view f : {"eval", "instance_eval", "class_eval", "system", "constantize"}) {
        if (calls_with_variable(t, {f})) return f;
      }
      if (calls_with_variable(t, {"Marshal", ".", "load"})) return "Marshal.load";
      if (has_word(t, "VERIFY_NONE")) return "VERIFY_NONE";
      break;
    case Language::java:
    case Language::kotlin:
    case Language::scala:
      if (has_run(t, {"getRuntime", "(", ")", ".", "exec", "("})) {
        if (is_variable(t, find_run(t, {"exec", "("}) + 2, t.size())) return "Runtime.exec";
      }
      if (has_run(t, {"new", "ObjectInputStream", "("})) return "ObjectInputStream";
      break;
    case Language::go:
      if (const size_t at = find_run(t, {"exec", ".", "Command", "("}); at != std::string_view::npos) {
        const std::string args = text_of(t, at + 4, t.size());
        if ((contains(args, "\"sh\"") || contains(args, "\"bash\"") || contains(args, "\"/bin/sh\"")) &&
            is_variable(t, at + 4, t.size()))
          return "exec.Command of a shell";
      }
      if (has_run(t, {"InsecureSkipVerify", ":", "true"})) return "InsecureSkipVerify";
      break;
    case Language::rust:
      if (has_run(t, {"danger_accept_invalid_certs", "(", "true"})) return "danger_accept_invalid_certs";
      break;
    case Language::csharp:
      if (has_run(t, {"new", "BinaryFormatter"})) return "BinaryFormatter";
      if (has_word(t, "DangerousAcceptAnyServerCertificateValidator")) return "certificate checks off";
      break;
    case Language::c:
    case Language::cpp:
      if (calls_with_variable(t, {"system"}) || calls_with_variable(t, {"std", "::", "system"})) return "system";
      break;
    default: break;
  }
  return {};
}

std::string_view shell_danger(const CodeLine& line) {
  const std::string_view code = line.raw->text;
  if (!trim(line.masked.code).empty()) {
    if (find_word(code, "chmod") != std::string_view::npos &&
        (find_word(code, "777") != std::string_view::npos || find_word(code, "0777") != std::string_view::npos))
      return "chmod 777";
    const bool fetches =
        find_word(code, "curl") != std::string_view::npos || find_word(code, "wget") != std::string_view::npos;
    for (std::string_view sink : {"| sh", "| bash", "| sudo sh", "| sudo bash", "|sh", "|bash", "| sudo -E bash"}) {
      const size_t at = code.find(sink);
      if (fetches && at != std::string_view::npos &&
          (at + sink.size() == code.size() || !is_word(code[at + sink.size()])))
        return "curl | sh";
    }
  }
  return {};
}

bool hashes_password(const Tokens& t) {
  bool weak = false, password = false;
  for (const auto& token : t) {
    const std::string w = lower(token.text);
    weak |= w == "md5" || w == "sha1" || w == "'md5'" || w == "\"md5\"" || w == "'sha1'" || w == "\"sha1\"" ||
            w == "digestutils.md5hex" || w == "md5hex";
    password |= token.word() && (contains(w, "password") || contains(w, "passwd") || w == "pwd");
  }
  return weak && password;
}

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
    for (const auto& line : hunk.lines) {
      if (!is_added(line) || trim(line.masked.code).empty()) continue;
      const Tokens& t = tokens_of(line);
      const std::string_view what = shell ? shell_danger(line) : danger(line, t, hunk.file.language);
      if (what.empty() || was_there(hunk, what, line)) continue;
      if (what == "curl | sh" && !is_known_installer(line.raw->text)) {
        m_asked.push_back(
            {span_of(hunk.file, *line.raw), std::string(what), cat(line.raw->text, " curl install installer")});
        continue;
      }
      const bool weakened = what == "weak hash of a password" && was_strong(hunk) && !is_digest_protocol(hunk);
      const bool reached = weakened || (!shell && depends_on_data(what) && (shows_request(t) || request_in(hunk)));
      m_places.add(reached ? model::Severity::must_fix : model::Severity::should_fix, span_of(hunk.file, *line.raw),
                   std::string(what));
    }
  }

  void finish(const Context& context, std::vector<model::Finding>& out) override {
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
  static std::string_view danger(const CodeLine& line, const Tokens& t, Language language) {
    if (builds_sql(line, t)) return "SQL from pieces";
    if (hashes_password(t)) return "weak hash of a password";
    if (language == Language::python) return python_danger(t);
    if (is_script(language)) return script_danger(t);
    return other_danger(t, language);
  }

  static bool depends_on_data(std::string_view what) {
    return what != "verify=False" && what != "rejectUnauthorized: false" && what != "certificate checks off" &&
           what != "InsecureSkipVerify" && what != "VERIFY_NONE" && what != "danger_accept_invalid_certs" &&
           what != "CURLOPT_SSL_VERIFYPEER off";
  }

  static bool was_strong(const CodeHunk& hunk) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                       [](const CodeLine& line) { return is_removed(line) && is_strong_hash(line.raw->text); });
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

  // The same call was in a removed line: moved or reworded, not added.
  static bool was_there(const CodeHunk& hunk, std::string_view what, const CodeLine& now) {
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
      if (!is_removed(line)) return false;
      if (trim(line.raw->text) == trim(now.raw->text)) return true;
      const Tokens& t = tokens_of(line, Side::before);
      return danger(line, t, hunk.file.language) == what;
    });
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

  struct Asked {
    model::Span span;
    std::string label;
    std::string about;  // what a task that asks for it would speak of
  };
  Places m_places;
  std::vector<Asked> m_asked;  // block unless the task asks for them
};

}  // namespace

std::unique_ptr<Rule> make_dangerous_call_rule() { return std::make_unique<DangerousCall>(); }

}  // namespace assay::judge
