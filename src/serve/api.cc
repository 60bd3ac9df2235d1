#include "serve/api.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/evidence.h"
#include "ops/board/notices.h"
#include "os/files.h"
#include "os/private_file.h"
#include "serve/http/compress.h"
#include "serve/http/problem.h"
#include "serve/idempotency.h"
#include "serve/routes/etag.h"
#include "serve/routes/openapi.h"
#include "serve/task_log.h"
#include "store/expectation.h"
#include "store/missions.h"

namespace assay::serve {

namespace {

constexpr std::uint64_t k_body_limit = std::uint64_t{4} << 20;  // of what is no operation
constexpr size_t k_longest_target = 8 << 10;
constexpr std::string_view k_for_operators =
    "this runs commands, which a viewer may not; hand over diff or verifyLogs to have them judged, or ask for an "
    "operator's token (assay token new --role operator)";

Response json_response(int status, const json::value& value) {
  return text_response(status, "application/json", write_json(value));
}

std::uint64_t body_limit_of(const Route& route) {
  return route.operation == nullptr ? k_body_limit : route.operation->longest_body;
}

bool is_json(std::string_view type) { return iequals(trim(type.substr(0, type.find(';'))), "application/json"); }

}  // namespace

Api::Api(std::string folder, const Guard& guard, Page page, Metrics& metrics)
    : m_folder(std::move(folder)),
      m_guard(guard),
      m_page(std::move(page)),
      m_metrics(metrics),
      m_openapi(std::make_shared<const std::string>(write_json(openapi(""), Indent::two_spaces) + "\n")) {}

Admission Api::admit(Request& head) const {
  Admission out;
  auto elsewhere = m_guard.locate(head);
  if ((out.refusal = m_guard.refuse_place(head))) return out;
  if ((out.refusal = std::move(elsewhere))) return out;
  if (head.target.size() > k_longest_target) {
    out.refusal = problem(414, cat("an address has at most ", k_longest_target, " bytes"));
    return out;
  }
  auto target = read_target(head.target);
  if (!target) {
    out.refusal = problem(target.error());
    return out;
  }
  out.target = std::move(*target);
  auto found = m_router.find(head.method, out.target.path);
  if (found.status == 404) out.refusal = problem(404, "there is nothing at this address; see /openapi.json");
  if (found.status == 405) {
    out.refusal = problem(405, cat("this address takes ", found.allow));
    out.refusal->headers.emplace_back("Allow", found.allow);
  }
  if (out.refusal) return out;
  out.route = std::move(found.route);
  auto admitted = m_guard.admit(head, out.route.needs);
  out.visitor = std::move(admitted.visitor);
  out.refusal = std::move(admitted.refusal);
  if (out.refusal) return out;
  // A link for people keeps working with whatever a mail program hangs on it.
  if (const auto* special = out.route.special; special != nullptr && special->kind != Kind::login_link) {
    if (const auto known = check_query(*special, out.target); !known) {
      out.refusal = problem(known.error());
      return out;
    }
  }
  out.body_limit = body_limit_of(out.route);
  if (head.content_length.value_or(0) > out.body_limit) {
    out.refusal = problem(413, cat("the body is larger than the ", out.body_limit, " bytes that this address takes"));
  } else if (head.has_body && !is_json(head.header("content-type"))) {
    out.refusal = problem(415, "a body is JSON here: Content-Type: application/json");
  }
  return out;
}

bool Api::still_welcome(const Visitor& visitor) const { return m_guard.credentials().still_holds(visitor); }

bool Api::follows_from_store(const Admission& admission, const Request& request) {
  const auto* operation = admission.route.operation;
  return operation != nullptr && operation->source == ops::Source::store && request.method == "GET" &&
         !request.has_body;
}

Response Api::answer(ops::Context& context, const Admission& admission, const Request& request) const {
  switch (admission.route.kind) {
    case Kind::operation: return run_operation(context, admission, request);
    case Kind::health: return health(context);
    case Kind::metrics: return text_response(200, "text/plain; version=0.0.4; charset=utf-8", m_metrics.text());
    case Kind::openapi: return description(request);
    case Kind::problem: return problem_page(admission.route.parameter("code"));
    case Kind::evidence: return evidence(admission, request);
    case Kind::task_log: return task_log(context, admission.route.parameter("task"), admission.target, request);
    case Kind::task_transcript: return task_transcript(context, admission.route.parameter("task"), admission.target);
    case Kind::login_link: return log_in_by_link(admission, request);
    case Kind::login: return log_in(request);
    case Kind::logout: return log_out(request);
    case Kind::session: return session(*admission.visitor);
    case Kind::page: return m_page.file(admission.target.path, request);
    case Kind::events: return text_response(200, "text/event-stream", "");  // its head alone; see send_events
  }
  return problem(500, "nothing answers this address");
}

namespace {

// Runs a change, held to what the client saw when it said so.
Response changed(ops::Context& context, const ops::Operation& operation, const json::object& given, const Route& route,
                 std::string_view if_match) {
  const auto expected = expected_by(if_match, if_match.empty() ? std::string() : version_of(context, route));
  if (!expected) return problem(412, expected.error().message);
  std::shared_ptr<store::Expectation> seen;
  if (*expected) seen = std::make_shared<store::Expectation>((*expected)->id, (*expected)->stamp);
  context.expect(seen);
  const auto document = operation.run(context, given);
  context.expect(nullptr);
  if (document) return text_response(operation.status, "application/json", write_json(*document));
  return seen && seen->refused() ? problem(412, document.error().message) : problem(document.error());
}

Response read(ops::Context& context, const ops::Operation& operation, const json::object& given, const Route& route,
              const Request& request) {
  const std::string version = version_of(context, route);
  const auto document = operation.run(context, given);
  if (!document) return problem(document.error());
  auto response = text_response(operation.status, "application/json", write_json(*document));
  if (operation.method != "GET") return response;
  const std::string etag = etag_of(version, *response.body);
  response.headers.emplace_back("ETag", etag);
  if (names_etag(request.header("if-none-match"), etag)) response.status = 304;
  // Diffs, outputs and logs may hold a secret beside text that an agent chose; their length is to say nothing of it.
  if (operation.source == ops::Source::store) compress_answer(response, request);
  if (response.status == 304) response.body.reset();
  return response;
}

}  // namespace

Response Api::run_operation(ops::Context& context, const Admission& admission, const Request& request) const {
  const auto& operation = *admission.route.operation;
  context.act_as(cat("person:", admission.visitor->name));
  const auto given = request_for(operation, admission.route, admission.target, request.body);
  if (!given && operation.effect_of != nullptr) return problem(given.error());
  if ((given ? operation.effect_on(*given) : operation.effect) == ops::Effect::read) {
    return given ? read(context, operation, *given, admission.route, request) : problem(given.error());
  }
  auto response = change(context, admission, request, given);
  note(admission, request, response);
  ops::leave_news(context);
  return response;
}

Response Api::change(ops::Context& context, const Admission& admission, const Request& request,
                     const Result<json::object>& given) const {
  if (admission.visitor->role != Role::operator_) return problem(403, k_for_operators);
  if (!given) return problem(given.error());
  const auto& operation = *admission.route.operation;
  const auto work = [&] { return changed(context, operation, *given, admission.route, request.header("if-match")); };
  if (request.method != "POST") return work();
  const auto key = idempotency_key_of(request);
  if (!key) return problem(key.error());
  return *key ? once(context, operation, request, **key, work) : work();
}

// Who asked for which change, and what came of it, beside the histories of missions: also what was refused.
void Api::note(const Admission& admission, const Request& request, const Response& response) const {
  const json::object line{{"at", to_iso(m_guard.now())},
                          {"request", request.id},
                          {"who", cat("person:", admission.visitor->name)},
                          {"role", name(admission.visitor->role)},
                          {"from", request.remote},
                          {"method", request.method},
                          {"path", request.target.substr(0, request.target.find('?'))},
                          {"operation", admission.route.operation->name},
                          {"status", response.status}};
  const auto written = os::append_private_file(os::join_path(m_folder, "serve/changes.jsonl"), write_json(line) + "\n");
  if (!written) m_metrics.count_unaudited();
}

Response Api::description(const Request& request) const {
  Response response;
  if (request.base.empty())
    response.body = m_openapi;
  else
    response = text_response(200, "application/json", write_json(openapi(request.base), Indent::two_spaces) + "\n");
  compress_answer(response, request);
  return response;
}

// Anybody may ask, so it does not say where the store is.
Response Api::health(ops::Context& context) const {
  store::MissionFilter one;
  one.limit = 1;
  const auto store = context.store();
  const bool works = store && (*store)->missions().list(one).has_value();
  return json_response(works ? 200 : 503,
                       json::object{{"status", works ? "ok" : "failing"},
                                    {"version", version()},
                                    {"detail", works ? "" : "the store cannot be used; see assay doctor"}});
}

Response Api::log_in(const Request& request) const {
  auto value = parse_json(request.body, "the body");
  if (!value) return problem(value.error());
  const auto visitor =
      m_guard.credentials().by_token(value->is_object() ? text_at(value->get_object(), "token") : std::string());
  if (!visitor) {
    m_metrics.count_bad_login();
    if (auto refusal = m_guard.refuse_guessing(request)) return std::move(*refusal);
    return problem(401, "this token is not known here, or its time is over; make one with: assay token new");
  }
  const auto opened = m_guard.credentials().open_session(*visitor);
  if (!opened) return problem(opened.error());
  auto response = session(opened->visitor);
  begin_session(request, opened->cookie, response);
  return response;
}

namespace {

// What a link that does not log in leads to: the page says it to people, the text to whoever follows no redirect.
struct LinkRefusal {
  std::string_view mark, text;
};

LinkRefusal refusal_of(Sessions::Link link) {
  switch (link) {
    case Sessions::Link::used:
      return {"used", "This login address was used before; it works once. Get another: assay token link\n"};
    case Sessions::Link::late:
      return {"late", "The ten minutes of this login address are over. Get another: assay token link\n"};
    default: return {"failed", "This login address is not known here. Get another: assay token link\n"};
  }
}

// To the page. The code stands in no address that a browser goes on with, and no cache or other site sees this one.
Response to_page(const Request& request, std::string_view query, std::string_view text) {
  auto response = text_response(303, "text/plain; charset=utf-8", std::string(text));
  response.headers.emplace_back("Location", cat(request.base, "/", query));
  return response;
}

}  // namespace

Response Api::log_in_by_link(const Admission& admission, const Request& request) const {
  if (request.method == "HEAD") return to_page(request, "", "");  // who only looks uses nothing up
  const auto code = admission.target.field("code");
  if (!code && admission.target.field("token")) {
    return to_page(request, "?login=token",
                   "A token is not taken from an address. Get a login address: assay token link\n");
  }
  const auto redeemed = m_guard.credentials().redeem(code.value_or(""));
  if (!redeemed) return problem(redeemed.error());
  if (!redeemed->who) {
    m_metrics.count_bad_login();
    if (auto refusal = m_guard.refuse_guessing(request)) return std::move(*refusal);
    const auto why = refusal_of(redeemed->link);
    return to_page(request, cat("?login=", why.mark), why.text);
  }
  auto response = to_page(request, "", "");
  begin_session(request, redeemed->who->cookie, response);
  return response;
}

// A browser has one session: the one it came with ends.
void Api::begin_session(const Request& request, std::string_view cookie, Response& response) const {
  if (const auto before = m_guard.by_cookie(request)) (void)m_guard.credentials().end_session(before->session);
  response.headers.emplace_back("Set-Cookie", m_guard.cookie_header(request, cookie, k_session_ms / 1000));
}

// The session ends here, so that no copy of its cookie opens anything, and the browser is to forget what it kept.
Response Api::log_out(const Request& request) const {
  if (const auto visitor = m_guard.by_cookie(request)) {
    if (const auto ended = m_guard.credentials().end_session(visitor->session); !ended) return problem(ended.error());
  }
  Response response;
  response.status = 204;
  response.headers.emplace_back("Set-Cookie", m_guard.cookie_header(request, "", 0));
  response.headers.emplace_back("Clear-Site-Data", "\"cache\"");
  return response;
}

Response Api::session(const Visitor& visitor) const {
  return json_response(200, json::object{{"name", visitor.name},
                                         {"role", name(visitor.role)},
                                         {"expiresAt", visitor.expires_at ? json::value(to_iso(*visitor.expires_at))
                                                                          : json::value(nullptr)},
                                         {"version", version()}});
}

Response Api::evidence(const Admission& admission, const Request& request) const {
  const engine::Evidence evidence(os::join_path(m_folder, "evidence"));
  const auto path = evidence.path_of(admission.route.parameter("digest"));
  if (!path) return problem(path.error());
  auto fd = os::open_to_read(*path);
  if (!fd) return problem(fd.error());
  return file_response(std::move(*fd), "text/plain; charset=utf-8", request);
}

}  // namespace assay::serve
