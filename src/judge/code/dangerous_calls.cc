// One table of calls per family of languages. A call counts when something in its argument is not a
// constant; where that comes from is for the rule to ask.
#include "judge/code/dangerous_calls.h"

#include <initializer_list>
#include <string>

#include "base/text.h"
#include "judge/tokens.h"

namespace assay::judge {

using diff::Language;

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

namespace {

bool is_script(Language l) {
  return l == Language::javascript || l == Language::typescript || l == Language::vue || l == Language::svelte;
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
    if (i + 2 < t.size() && t[i + 1].is(".") && t[i + 2].text.starts_with("$")) return true;  // PHP
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
      for (std::string_view f : {"where", "find_by_sql", "order", "having", "joins", "pluck"}) {
        const size_t at = find_run(t, {".", f, "("});  // where("name = '#{…}'")
        if (at != std::string_view::npos && at + 3 < t.size() && t[at + 3].string() && contains(t[at + 3].text, "#{"))
          return "SQL from pieces";
      }
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

}  // namespace

std::string_view dangerous_call(const CodeLine& line, const Tokens& t, Language language) {
  if (builds_sql(line, t)) return "SQL from pieces";
  if (hashes_password(t)) return "weak hash of a password";
  if (language == Language::python) return python_danger(t);
  if (is_script(language)) return script_danger(t);
  return other_danger(t, language);
}

std::string_view dangerous_command(const CodeLine& line) {
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

}  // namespace assay::judge
