#include "serve/mcp/mcp.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"

namespace assay::serve {

namespace {

constexpr int k_parse_error = -32700;
constexpr int k_invalid_request = -32600;
constexpr int k_no_such_method = -32601;
constexpr int k_invalid_parameters = -32602;
constexpr int k_unsupported_version = -32022;

constexpr std::string_view k_stateless = "2026-07-28";
// With a handshake, newest first: a client that asks for none of these is offered the first.
constexpr std::string_view k_with_handshake[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view k_version_key = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view k_server_key = "io.modelcontextprotocol/serverInfo";
constexpr std::int64_t k_fresh_ms = 60'000;

json::object about_us() { return {{"name", "assay"}, {"title", "Assay"}, {"version", version()}}; }

json::value failure(const json::value& id, int code, std::string_view message, json::value data = nullptr) {
  json::object error{{"code", code}, {"message", message}};
  if (!data.is_null()) error["data"] = std::move(data);
  return json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

const json::value* member(const json::object& from, std::string_view key) { return from.if_contains(key); }

json::array supported_versions() {
  json::array out{k_stateless};
  for (const auto version : k_with_handshake) out.emplace_back(version);
  return out;
}

json::object as_listed(const McpTool& tool) {
  const bool reads = tool.effect == McpTool::Effect::read;
  json::object out{{"name", tool.name},
                   {"title", tool.title},
                   {"description", tool.description},
                   {"inputSchema", tool.input_schema}};
  if (!tool.output_schema.is_null()) out["outputSchema"] = tool.output_schema;
  out["annotations"] = json::object{
      {"readOnlyHint", reads}, {"destructiveHint", tool.effect == McpTool::Effect::change}, {"openWorldHint", false}};
  return out;
}

json::object as_content(std::string_view text) {
  json::array content;
  content.push_back(json::object{{"type", "text"}, {"text", text}});
  return {{"content", std::move(content)}};
}

}  // namespace

struct Mcp::Request {
  const json::value& id;
  std::string method;
  const json::object& parameters;
  bool stateless = false;

  // The result in the form that this request's revision wants.
  json::value result(json::object fields) const {
    if (stateless) {
      fields["resultType"] = "complete";
      fields["_meta"] = json::object{{k_server_key, about_us()}};
    }
    return json::object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(fields)}};
  }
  json::value cacheable(json::object fields) const {
    if (stateless) {
      fields["ttlMs"] = k_fresh_ms;
      fields["cacheScope"] = "private";
    }
    return result(std::move(fields));
  }
};

namespace {

// What a client says without asking for an answer: of these, that it does not want one any more.
Mcp::Taken notified(const json::object& message) {
  Mcp::Taken out;
  if (text_at(message, "method") != "notifications/cancelled") return out;
  const auto* parameters = member(message, "params");
  if (parameters == nullptr || !parameters->is_object()) return out;
  if (const auto* id = member(parameters->get_object(), "requestId")) out.unwanted = write_json(*id);
  return out;
}

Mcp::Taken answered(const json::value& document) {
  Mcp::Taken out;
  out.answer = write_json(document);
  return out;
}

}  // namespace

std::string Mcp::answer(std::string_view message) const {
  const auto taken = take(message);
  return taken.work ? taken.work({}) : taken.answer;
}

Mcp::Taken Mcp::take(std::string_view message) const {
  if (trim(message).empty()) return {};
  const auto parsed = parse_json(message, "message");
  if (!parsed) return answered(failure(nullptr, k_parse_error, parsed.error().message));
  if (!parsed->is_object()) {
    return answered(failure(nullptr, k_invalid_request, "a message is one object; there are no batches"));
  }
  const auto& object = parsed->get_object();
  const auto* id = member(object, "id");
  const auto* method = member(object, "method");
  if (method == nullptr) {
    // An answer to something; we asked for nothing.
    if (object.contains("result") || object.contains("error")) return {};
    return answered(failure(id == nullptr ? json::value(nullptr) : *id, k_invalid_request, "there is no method"));
  }
  if (id == nullptr) return notified(object);
  const bool named = id->is_string() || id->is_int64() || id->is_uint64();
  if (!named || !method->is_string() || text_at(object, "jsonrpc") != "2.0") {
    return answered(failure(named ? *id : json::value(nullptr), k_invalid_request,
                            "that is not a request of JSON-RPC 2.0 with an id"));
  }
  static const json::object k_none;
  const auto* parameters = member(object, "params");
  if (parameters != nullptr && !parameters->is_object()) {
    return answered(failure(*id, k_invalid_parameters, "params must be an object"));
  }
  Request request{*id, text_at(object, "method"), parameters == nullptr ? k_none : parameters->get_object()};
  return handle(request);
}

std::string Mcp::too_long() {
  return write_json(
      failure(nullptr, k_invalid_request, cat("a message may be ", k_longest_message >> 20, " MiB at most")));
}

Mcp::Taken Mcp::handle(const Request& given) const {
  Request request = given;
  if (const auto* meta = member(request.parameters, "_meta"); meta != nullptr && meta->is_object()) {
    if (const auto* named = member(meta->get_object(), k_version_key)) {
      const auto version = named->is_string() ? std::string(named->get_string()) : std::string();
      if (version != k_stateless) {
        return answered(
            failure(request.id, k_unsupported_version, "Unsupported protocol version",
                    json::object{{"supported", supported_versions()}, {"requested", excerpt(version, 40)}}));
      }
      request.stateless = true;
    }
  }
  if (request.method == "server/discover") return answered(discover(request));
  if (request.method == "initialize" && !request.stateless) return answered(initialize(request));
  if (request.method == "ping" && !request.stateless) return answered(request.result({}));
  if (request.method == "tools/list") return answered(list(request));
  if (request.method == "tools/call") return call(request);
  return answered(failure(request.id, k_no_such_method, cat("there is no method ", excerpt(request.method, 60))));
}

json::value Mcp::initialize(const Request& request) const {
  const auto asked = text_at(request.parameters, "protocolVersion");
  const auto* found = std::find(std::begin(k_with_handshake), std::end(k_with_handshake), asked);
  const auto chosen = found == std::end(k_with_handshake) ? k_with_handshake[0] : *found;
  return request.result({{"protocolVersion", chosen},
                         {"capabilities", {{"tools", json::object{}}}},
                         {"serverInfo", about_us()},
                         {"instructions", m_instructions}});
}

// Asked without a version it is still answered, as of the revision that has it.
json::value Mcp::discover(const Request& given) const {
  Request request = given;
  request.stateless = true;
  return request.cacheable({{"supportedVersions", supported_versions()},
                            {"capabilities", {{"tools", json::object{}}}},
                            {"instructions", m_instructions}});
}

json::value Mcp::list(const Request& request) const {
  if (const auto* cursor = member(request.parameters, "cursor"); cursor != nullptr && !cursor->is_null()) {
    return failure(request.id, k_invalid_parameters, "there is one page only; ask without a cursor");
  }
  json::array tools;
  for (const auto& tool : m_tools) tools.push_back(as_listed(tool));
  return request.cacheable({{"tools", std::move(tools)}});
}

namespace {

json::object refused_content(std::string_view why) {
  auto told = as_content(why);
  told["isError"] = true;
  return told;
}

json::object content_of_answer(Result<McpAnswer> answer) {
  if (!answer) return refused_content(answer.error().message);
  auto told = as_content(answer->text.empty() ? write_json(answer->document) : answer->text);
  if (answer->document.is_object()) told["structuredContent"] = std::move(answer->document);
  return told;
}

// The name under which the client wants to hear how a call goes on; empty: it does not.
std::string progress_token_of(const json::object& parameters) {
  const auto* meta = member(parameters, "_meta");
  if (meta == nullptr || !meta->is_object()) return {};
  const auto* token = member(meta->get_object(), "progressToken");
  const bool good = token != nullptr && (token->is_string() || token->is_int64() || token->is_uint64());
  return good ? write_json(*token) : std::string();
}

}  // namespace

Mcp::Taken Mcp::call(const Request& request) const {
  const auto name = text_at(request.parameters, "name");
  const auto tool = std::find_if(m_tools.begin(), m_tools.end(), [&](const auto& t) { return t.name == name; });
  if (tool == m_tools.end()) {
    return answered(
        failure(request.id, k_invalid_parameters, cat("there is no tool ", excerpt(name, 60), "; see tools/list")));
  }
  const auto* arguments = member(request.parameters, "arguments");
  if (arguments != nullptr && !arguments->is_object() && !arguments->is_null()) {
    return answered(failure(request.id, k_invalid_parameters, "arguments must be an object"));
  }
  const bool given = arguments != nullptr && arguments->is_object();
  Taken out;
  // The message is gone when the work is done elsewhere: it keeps what it needs.
  const auto reply = [id = request.id, stateless = request.stateless](json::object content) {
    static const json::object k_none;
    return write_json(Request{id, {}, k_none, stateless}.result(std::move(content)));
  };
  out.work = [reply, run = &tool->run, object = given ? arguments->get_object() : json::object()](const McpCall& call) {
    return reply(content_of_answer((*run)(object, call)));
  };
  if (tool->takes == McpTool::Takes::a_moment) {
    out.answer = out.work({});
    out.work = nullptr;
    return out;
  }
  out.id = write_json(request.id);
  out.progress_token = progress_token_of(request.parameters);
  out.refuse = [reply](std::string_view why) { return reply(refused_content(why)); };
  return out;
}

}  // namespace assay::serve
