// Most programs redirect, open files and send text all day. So only what a request says counts, seen on
// the line itself or under a name the same hunk gave it, and not behind a call that makes it harmless.
#include "judge/code/request_sinks.h"

#include <algorithm>

#include "base/text.h"
#include "judge/code_names.h"

namespace assay::judge {

namespace {

using diff::Language;

// req.query.x, request.args["x"], params[:x], $_GET['x'], r.FormValue("x"), request.getParameter("x"):
// where a piece of request data begins; npos when there is none from `begin` to `end`.
size_t request_at(const Tokens& t, size_t begin, size_t end, Language language) {
  for (size_t i = begin; i < end && i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const std::string_view w = t[i].text;
    if (w.starts_with("$_GET") || w.starts_with("$_POST") || w.starts_with("$_REQUEST") || w.starts_with("$_COOKIE"))
      return i;
    if (language == Language::ruby && w == "params" && i + 1 < t.size() && t[i + 1].is("[")) return i;
    if (i + 2 >= t.size() || !(t[i + 1].is(".") || t[i + 1].is("->"))) continue;
    const std::string_view member = t[i + 2].text;
    if (is_one_of(w, {"req", "request", "ctx", "Request", "c", "r", "$request", "flask"}) &&
        is_one_of(member, {"query", "body",        "params",    "args",          "form",       "GET",
                           "POST",  "json",        "values",    "cookies",       "data",       "files",
                           "Query", "Form",        "FormValue", "PostFormValue", "Param",      "getParameter",
                           "input", "QueryString", "Params",    "query_params",  "match_info", "rel_url"}) &&
        !(is_one_of(w, {"c", "r", "ctx"}) && is_one_of(member, {"json", "data", "form", "files", "body"})))
      return i;
    if (w == "r" && member == "URL" && i + 4 < t.size() && t[i + 4].is("Query")) return i;
  }
  return std::string_view::npos;
}

bool holds_name(std::string_view text, const std::unordered_set<std::string>& names) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return find_word(text, name) != std::string_view::npos; });
}

// Request data inside the brackets that open at `open`: read there, kept under a name, or interpolated.
bool receives(const Tokens& t, size_t open, size_t end, Language language,
              const std::unordered_set<std::string>& names) {
  if (request_at(t, open, end, language) != std::string_view::npos) return true;
  for (size_t i = open; i < end && i < t.size(); ++i) {
    if (t[i].word() && names.contains(std::string(t[i].text)) && (i == 0 || !t[i - 1].is("."))) return true;
    if (!t[i].string()) continue;
    const std::string_view s = t[i].text;
    for (size_t at = s.find('{'); at != std::string_view::npos; at = s.find('{', at + 1)) {
      const std::string_view inside = s.substr(at + 1, s.find('}', at) - at - 1);
      if (contains_any(inside, {"req.query", "req.params", "req.body", "request.args", "request.GET", "request.query",
                                "params[", "request.form", "request.params"}) ||
          holds_name(inside, names))
        return true;
    }
  }
  return false;
}

bool made_harmless(std::string_view code) {
  return contains_any(
      lower(code),
      {"basename",        "secure_filename", "sanitize",         "escape",   "url_for",  "is_safe",
       "issafe",          "safe_join",       "encodeuri",        "parseint", "int(",     "number(",
       "allowed",         "whitelist",       "allowlist",        "validate", "root:",    "filepath.clean",
       "filepath.base",   "normalize",       "htmlspecialchars", "purify",   "uuid",     "send_from_directory",
       "url_has_allowed", "json_encode",     "jsonify",          "has(",     "includes("});
}

struct Sink {
  std::string_view call;    // the last name of the call
  std::string_view before;  // the name it is a member of; empty: any, "-": none
};

bool is_call_of(const Tokens& t, size_t i, const Sink& sink) {
  if (!t[i].is(sink.call) || i + 1 >= t.size()) return false;
  const bool member = i > 1 && (t[i - 1].is(".") || t[i - 1].is("->") || t[i - 1].is("::"));
  if (sink.before == "-")
    return !member && !(i > 0 && (t[i - 1].is("def") || t[i - 1].is("function") || t[i - 1].is("func")));
  return sink.before.empty() || (member && t[i - 2].is(sink.before));
}

constexpr Sink k_files[] = {
    {"open", "-"},           {"send_file", ""},       {"sendFile", ""},         {"FileResponse", ""},
    {"readFile", ""},        {"readFileSync", ""},    {"createReadStream", ""}, {"writeFile", "fs"},
    {"unlink", "fs"},        {"writeFileSync", "fs"}, {"download", "res"},      {"file_get_contents", "-"},
    {"readfile", "-"},       {"fopen", "-"},          {"include", "-"},         {"require", "-"},
    {"include_once", "-"},   {"require_once", "-"},   {"read", "File"},         {"open", "File"},
    {"delete", "File"},      {"Open", "os"},          {"ReadFile", "os"},       {"ReadFile", "ioutil"},
    {"ServeFile", "http"},   {"File", "-"},           {"FileInputStream", ""},  {"get", "Paths"},
    {"ReadAllText", "File"}, {"PhysicalFile", ""},    {"read_to_string", "fs"}};
constexpr Sink k_redirects[] = {{"redirect", "-"},
                                {"redirect", "res"},
                                {"redirect_to", "-"},
                                {"sendRedirect", ""},
                                {"HttpResponseRedirect", ""},
                                {"RedirectResponse", ""},
                                {"Redirect", "http"},
                                {"Redirect", "-"},
                                {"redirect", "reply"},
                                {"redirect", "c"}};
constexpr Sink k_fetches[] = {{"get", "requests"}, {"post", "requests"},   {"urlopen", ""},    {"fetch", "-"},
                              {"get", "axios"},    {"axios", "-"},         {"get", "httpx"},   {"Get", "http"},
                              {"GetAsync", ""},    {"GetStringAsync", ""}, {"curl_init", "-"}, {"got", "-"}};
constexpr Sink k_templates[] = {{"render_template_string", ""}, {"from_string", ""}, {"Template", "-"},
                                {"compile", "Handlebars"},      {"render", "ejs"},   {"render", "pug"}};

template <size_t n>
bool reaches(const Tokens& t, const Sink (&sinks)[n], Language language, const std::unordered_set<std::string>& names,
             bool direct) {
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    if (std::none_of(std::begin(sinks), std::end(sinks), [&](const Sink& s) { return is_call_of(t, i, s); })) continue;
    const bool brackets = t[i + 1].is("(");
    // redirect_to params[:next], include $_GET['page']
    if (!brackets && language != Language::ruby && language != Language::php) continue;
    const size_t open = brackets ? i + 2 : i + 1, end = brackets ? skip_brackets(t, i + 1) : t.size();
    if (!receives(t, open, end, language, names)) continue;
    // An address that only ends in what the request says still leads to where it was meant to.
    if (direct && open < t.size() && t[open].string()) continue;
    return true;
  }
  return false;
}

bool sends_markup(const CodeLine& line, const Tokens& t, Language language,
                  const std::unordered_set<std::string>& names) {
  if (!contains(line.masked.strings, "<") || !contains(line.masked.strings, ">")) return false;
  const bool echo = language == Language::php && !t.empty() && (t[0].is("echo") || t[0].is("print"));
  if (echo) return receives(t, 1, t.size(), language, names);
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    const bool call =
        t[i + 1].is("(") && is_one_of(t[i].text, {"send", "write", "end", "HttpResponse", "Response", "make_response",
                                                  "Fprintf", "Fprint", "HTMLResponse", "html", "Content"});
    if (call && receives(t, i + 2, skip_brackets(t, i + 1), language, names)) return true;
  }
  return false;
}

}  // namespace

std::unordered_set<std::string> request_names(const CodeHunk& hunk) {
  std::unordered_set<std::string> names;
  for (const CodeLine& line : hunk.lines) {
    if (!on_side(line, Side::after) || names.size() > 20) continue;
    const Tokens& t = tokens_of(line);
    for (size_t i = 0; i + 1 < t.size() && i < 4; ++i) {
      if (!t[i + 1].is("=") && !t[i + 1].is(":=")) continue;
      const size_t from = request_at(t, i + 2, i + 5, hunk.file.language);
      if (t[i].word() && from != std::string_view::npos && !made_harmless(line.masked.code))
        names.insert(std::string(t[i].text));
      break;
    }
  }
  return names;
}

std::string_view request_sink(const CodeLine& line, const Tokens& t, Language language,
                              const std::unordered_set<std::string>& names) {
  if (made_harmless(line.masked.code)) return {};
  if (reaches(t, k_files, language, names, false)) return "a path from the request";
  if (reaches(t, k_redirects, language, names, true)) return "a redirect to where the request says";
  if (reaches(t, k_templates, language, names, false)) return "a template made of request data";
  if (reaches(t, k_fetches, language, names, true)) return "an address from the request";
  if (sends_markup(line, t, language, names)) return "markup made of request data";
  const std::string_view raw = line.raw->text;
  const size_t tick = language == Language::ruby ? raw.find('`') : std::string_view::npos;
  if (tick != std::string_view::npos && contains(raw.substr(tick), "#{params")) return "a shell";
  return {};
}

}  // namespace assay::judge
