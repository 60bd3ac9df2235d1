#include "serve/routes/routes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <boost/json.hpp>

#include "base/text.h"
#include "ops/table/table.h"

namespace assay::serve {

namespace {

constexpr std::string_view k_json = "application/json";
constexpr std::string_view k_text = "text/plain; charset=utf-8";

constexpr QueryField k_events_query[] = {
    {"after", ops::Type::count, "go on after the event with this key; 0: from the beginning (default: from now)"}};
constexpr QueryField k_log_query[] = {
    {"follow", ops::Type::flag, "go on until the task ends"},
    {"run", ops::Type::count, "of this run of the task, from 1 (default: what goes on, or the latest)"}};
constexpr QueryField k_login_query[] = {{"code", ops::Type::text, "works once, for ten minutes"}};

constexpr Special k_specials[] = {
    {Kind::events, Needs::viewer, "GET", "/api/events", "events",
     "what happens, as it happens: server-sent events, resumable with Last-Event-ID", "text/event-stream", "",
     k_events_query, "", 200, "Last-Event-ID"},
    {Kind::health, Needs::nobody, "GET", "/api/health", "health", "whether the server and its store work", k_json,
     "health"},
    {Kind::metrics, Needs::viewer, "GET", "/metrics", "metrics", "counters and times, as Prometheus reads them",
     "text/plain; version=0.0.4; charset=utf-8", ""},
    {Kind::openapi, Needs::nobody, "GET", "/openapi.json", "openapi", "this description", k_json, ""},
    {Kind::problem, Needs::nobody, "GET", "/problems/{code}", "problem",
     "what a problem means, and what to do about it", k_text, ""},
    {Kind::evidence,
     Needs::viewer,
     "GET",
     "/api/evidence/{digest}",
     "evidence",
     "a piece of evidence by its digest; ranges are served",
     k_text,
     "",
     {},
     "",
     200,
     "Range"},
    {Kind::task_log, Needs::viewer, "GET", "/api/tasks/{task}/log", "task.log",
     "what a task's agent printed; ranges are served, ?follow=true goes on until the task ends", k_text, "",
     k_log_query, "", 200, "Range"},
    {Kind::task_transcript, Needs::viewer, "GET", "/api/tasks/{task}/transcript", "task.transcript",
     "what a task's agent said and did, a JSON object a line (docs/formats/transcript.md)", "application/x-ndjson", "",
     k_log_query},
    {Kind::login_link, Needs::nobody, "GET", "/login", "login.link",
     "the address that assay serve and assay token print: opens a session, once, and leads to the page", k_text, "",
     k_login_query, "", 303},
    {Kind::login,
     Needs::nobody,
     "POST",
     "/api/login",
     "login",
     "a token for a session, kept in a cookie",
     k_json,
     "session",
     {},
     "token"},
    {Kind::logout, Needs::nobody, "POST", "/api/logout", "logout", "end the session", "", "", {}, "", 204},
    {Kind::session, Needs::viewer, "GET", "/api/session", "session", "who you are here, and what you may do", k_json,
     "session"},
};

bool is_parameter(std::string_view part) { return part.starts_with('{'); }

bool matches(const std::vector<std::string_view>& parts, const std::vector<std::string>& path) {
  if (parts.size() != path.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (is_parameter(parts[i]) ? path[i].empty() : parts[i] != path[i]) return false;
  }
  return true;
}

// How many parts are words: "/api/missions/verify" wins over "/api/missions/{mission}".
size_t words_in(const std::vector<std::string_view>& parts) {
  size_t n = 0;
  for (const auto part : parts) n += is_parameter(part) ? 0 : 1;
  return n;
}

Result<json::value> number_of(std::string_view name, std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != 0 || !std::isfinite(number)) return invalid_input(cat(name, " must be a number"));
  return json::value(number);
}

// A field of the address has no type of its own; the request's description says what it is to be.
Result<json::value> typed(std::string_view name, ops::Type type, std::string_view text) {
  switch (type) {
    case ops::Type::flag:
      if (text.empty() || text == "true" || text == "1") return json::value(true);
      if (text == "false" || text == "0") return json::value(false);
      return invalid_input(cat(name, " must be true or false"));
    case ops::Type::count: {
      const auto number = parse_uint(text);
      if (!number) return invalid_input(cat(name, " must be a whole number from 0"));
      return json::value(*number);
    }
    case ops::Type::number: return number_of(name, text);
    case ops::Type::pairs:
    case ops::Type::anything:
    case ops::Type::object:
    case ops::Type::list: return invalid_input(cat(name, " is given in the body"));
    default: return json::value(text);
  }
}

Result<void> add_field(const ops::Description& fields, std::string_view name, std::string_view text, json::object& to) {
  for (const auto& info : fields) {
    if (info.about.name != name && (info.about.was.empty() || info.about.was != name)) continue;
    TRY_ASSIGN(auto value, typed(info.about.name, info.type, text));
    auto* there = to.if_contains(name);
    if (there == nullptr) {
      to.emplace(name, std::move(value));
    } else if (info.type == ops::Type::texts) {
      if (!there->is_array()) *there = json::array{std::move(*there)};
      there->get_array().push_back(std::move(value));
    } else {
      return invalid_input(cat(name, " is given twice"));
    }
    return {};
  }
  to.emplace(name, text);  // decoding names what is unknown, with the nearest that is known
  return {};
}

}  // namespace

std::span<const Special> specials() { return k_specials; }

std::string_view Route::parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return {};
}

Router::Router() {
  for (const auto& special : k_specials) {
    m_entries.push_back({special.method, special.path, split(special.path.substr(1), '/'), special.kind, special.needs,
                         nullptr, &special});
  }
  for (const auto* operation : ops::operations()) {
    if (operation->method.empty()) continue;
    // Where it depends on the request, the request is read first (Api::run_operation).
    const bool reads =
        !operation->for_operators && (operation->effect == ops::Effect::read || operation->effect_of != nullptr);
    const auto needs = reads ? Needs::viewer : Needs::operator_;
    m_entries.push_back({operation->method, operation->path, split(operation->path.substr(1), '/'), Kind::operation,
                         needs, operation, nullptr});
  }
}

Router::Found Router::find(std::string_view method, const std::vector<std::string>& path) const {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  const Entry* best = nullptr;
  std::string allow;
  for (const auto& entry : m_entries) {
    if (!matches(entry.parts, path)) continue;
    if (entry.method == wanted) {
      if (best == nullptr || words_in(entry.parts) > words_in(best->parts)) best = &entry;
    } else if (!contains(allow, entry.method)) {
      allow += cat(allow.empty() ? "" : ", ", entry.method, entry.method == "GET" ? ", HEAD" : "");
    }
  }
  Found found;
  if (best != nullptr) {
    found.route = {best->kind, best->needs, best->operation, {}, best->pattern, best->special};
    for (size_t i = 0; i < best->parts.size(); ++i) {
      const auto part = best->parts[i];
      if (is_parameter(part)) found.route.parameters.emplace_back(part.substr(1, part.size() - 2), path[i]);
    }
    return found;
  }
  if (!allow.empty()) {
    found.status = 405;
    found.allow = std::move(allow);
  } else if (path.front() == "api" || path.front() == "metrics") {
    found.status = 404;
  } else if (wanted != "GET") {
    found.status = 405;
    found.allow = "GET, HEAD";
  }
  return found;
}

Result<void> check_query(const Special& special, const Target& target) {
  for (const auto& [name, value] : target.query) {
    const QueryField* field = nullptr;
    std::string known;
    for (const auto& each : special.query) {
      known += cat(known.empty() ? "" : ", ", each.name);
      if (each.name == name) field = &each;
    }
    if (field == nullptr) {
      return invalid_input(cat("unknown key ", excerpt(name, 40),
                               known.empty() ? "; this address takes none" : cat("; this address takes ", known)));
    }
    TRY(typed(name, field->type, value));
    const auto same = [&key = name](const auto& each) { return each.first == key; };
    if (std::count_if(target.query.begin(), target.query.end(), same) > 1) {
      return invalid_input(cat(name, " is given twice"));
    }
  }
  return {};
}

Result<json::object> request_for(const ops::Operation& operation, const Route& route, const Target& target,
                                 std::string_view body) {
  const auto fields = operation.request();
  json::object out;
  if (!trim(body).empty()) {
    TRY_ASSIGN(auto given, parse_json(body, "the body"));
    if (!given.is_object()) return invalid_input("the body must be a JSON object");
    out = std::move(given.get_object());
  }
  for (const auto& [name, value] : route.parameters) {
    if (out.contains(name)) return invalid_input(cat(name, " is in the address; leave it out of the body"));
  }
  for (const auto& [name, value] : target.query) {
    const bool in_path = !route.parameter(name).empty();
    if (in_path || (out.contains(name) && !trim(body).empty())) return invalid_input(cat(name, " is given twice"));
    TRY(add_field(fields, name, value, out));
  }
  for (const auto& [name, value] : route.parameters) TRY(add_field(fields, name, value, out));
  return out;
}

}  // namespace assay::serve
