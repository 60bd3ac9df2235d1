#include "ops/access/webhooks.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/access/access_state.h"
#include "ops/given_text.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_longest_timeout_ms = 300'000;

Result<engine::OperatorConfig> operators(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  return engine::load_operator_config(engine::private_folder(*home));
}

Result<void> note(Context& context, const std::string& folder, std::string_view what, const engine::Webhook& webhook) {
  const auto& receiver = webhook.receiver;
  return note_access(context, folder,
                     {what, {{"id", webhook.id}, {"name", receiver.name}, {"url", engine::shown_url(receiver)}}});
}

std::vector<std::string> names_of(const std::vector<model::NoticeKind>& kinds) {
  std::vector<std::string> out;
  for (const auto kind : kinds) out.emplace_back(name(kind));
  return out;
}

bool is_of(const engine::Receiver& receiver, std::string_view name) { return receiver.name == name; }

Result<void> must_not_be_of_file(Context& context, std::string_view name) {
  TRY_ASSIGN(const auto config, operators(context));
  const auto& all = config.receivers;
  if (std::none_of(all.begin(), all.end(), [&](const auto& each) { return is_of(each, name); })) return {};
  return conflict(cat("the receiver ", excerpt(name, 60), " is named in ", config.file, "; change it there"));
}

}  // namespace

void WebhookDocument::fields(Fields& f) {
  auto& receiver = webhook.receiver;
  f.field(item("id", "empty: it is named in operator.toml, and changed there"), webhook.id);
  f.field(item("name"), receiver.name);
  std::string url = receiver.url.empty() ? std::string() : engine::shown_url(receiver);
  f.field(item("url", "without what may be secret in it; empty: it is a command"), url);
  std::string service(messages::name(receiver.service));
  f.field(item("service"), service);
  auto events = names_of(receiver.events);
  f.field(item("events", "what it is sent; empty: all"), events);
  f.field(item("page", "address of the page, for links; empty: there are none"), receiver.page);
  f.field(item("timeoutMs"), receiver.timeout_ms);
  bool is_signed = !receiver.secret_file.empty();
  f.field(item("signed", "it has a secret"), is_signed);
  auto created = webhook.id.empty() ? std::optional<Time>() : std::optional(webhook.created_at);
  f.field(item("createdAt", "null: it is named in operator.toml"), created);
  f.field(item("createdBy"), webhook.created_by);
  f.field(item("secret", "signs its requests; shown once, when it is made. Else empty"), secret);
}

void ListWebhooks::Response::fields(Fields& f) {
  f.field(item("webhooks", "those of operator.toml first, then as they were added"), webhooks);
}

void WebhookFields::fields(Fields& f) {
  f.field(flag("url", "where notices are sent to, by POST", "URL"), url);
  f.field(flag("service", "what is expected there: webhook (default), slack, teams, discord, ntfy", "NAME"), service);
  f.field({.name = "events",
           .help = "only this: blocked, checker_failed, question, shippable, needs_fix, landed; may be repeated",
           .value = "KIND",
           .flag = "--event"},
          events);
  f.field(flag("page", "address of the page, for links in messages", "URL"), page);
  f.field({.name = "timeoutMs",
           .help = "time for each attempt (default: 10s)",
           .flag = "--timeout",
           .unit = Unit::milliseconds,
           .least = 1,
           .most = k_longest_timeout_ms},
          timeout_ms);
}

Result<void> WebhookFields::apply(engine::Receiver& receiver) const {
  if (url) receiver.url = *url;
  if (page) receiver.page = *page;
  if (timeout_ms) receiver.timeout_ms = *timeout_ms;
  if (!events.empty()) {
    TRY_ASSIGN(receiver.events, engine::notice_kinds_in(events, "events"));
  }
  if (!service) return {};
  const auto known = messages::service_named(*service);
  if (!known || *known == messages::Service::mail)
    return invalid_input(cat("service: a webhook is for webhook, slack, teams, discord or ntfy, not ",
                             excerpt(printable(*service), 40), "; mail is set in operator.toml"));
  receiver.service = *known;
  return {};
}

void AddWebhook::Request::fields(Fields& f) {
  f.field(word("name", "what it is called; deliveries are kept by it"), name);
  about.fields(f);
}

void EditWebhook::Request::fields(Fields& f) {
  f.field(word("webhook", "its id or name"), webhook);
  about.fields(f);
  f.field({.name = "allEvents", .help = "send it everything again"}, all_events);
  f.field({.name = "newSecret", .help = "make another secret; the old one signs nothing any more"}, new_secret);
}

void RemoveWebhook::Request::fields(Fields& f) { f.field(word("webhook", "its id or name"), webhook); }

void TestWebhook::Request::fields(Fields& f) { f.field(word("webhook", "its id or name"), webhook); }

Result<ListWebhooks::Response> ListWebhooks::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto folder, access_folder(context));
  TRY_ASSIGN(auto config, operators(context));
  TRY_ASSIGN(auto webhooks, engine::WebhookFile(folder).load());
  Response out;
  for (auto& each : config.receivers) {
    out.webhooks.emplace_back();
    out.webhooks.back().webhook.receiver = std::move(each);
  }
  for (auto& each : webhooks) out.webhooks.push_back({std::move(each), {}});
  return out;
}

Result<AddWebhook::Response> AddWebhook::run(Context& context, const Request& request) {
  TRY(check_line("the name", request.name));
  TRY(must_not_be_of_file(context, request.name));
  TRY_ASSIGN(const auto folder, access_folder(context));
  Response out;
  out.webhook.receiver.name = trim(request.name);
  TRY(request.about.apply(out.webhook.receiver));
  out.webhook.created_at = context.clock().now();
  TRY_ASSIGN(out.webhook.created_by, context.actor());
  TRY_ASSIGN(out.secret, engine::WebhookFile(folder).add(out.webhook));
  TRY(note(context, folder, "webhook_added", out.webhook));
  return out;
}

Result<EditWebhook::Response> EditWebhook::run(Context& context, const Request& request) {
  TRY(must_not_be_of_file(context, request.webhook));
  TRY_ASSIGN(const auto folder, access_folder(context));
  const engine::WebhookFile file(folder);
  Response out;
  TRY_ASSIGN(out.webhook, file.edit(request.webhook, [&](engine::Receiver& receiver) -> Result<void> {
    if (request.all_events) receiver.events.clear();
    return request.about.apply(receiver);
  }));
  if (request.new_secret) {
    TRY_ASSIGN(out.secret, file.renew_secret(out.webhook));
  }
  TRY(note(context, folder, "webhook_changed", out.webhook));
  return out;
}

Result<RemoveWebhook::Response> RemoveWebhook::run(Context& context, const Request& request) {
  TRY(must_not_be_of_file(context, request.webhook));
  TRY_ASSIGN(const auto folder, access_folder(context));
  Response out;
  TRY_ASSIGN(out.webhook, engine::WebhookFile(folder).remove(request.webhook));
  TRY(note(context, folder, "webhook_removed", out.webhook));
  return out;
}

Result<TestWebhook::Response> TestWebhook::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto folder, access_folder(context));
  TRY_ASSIGN(const auto webhooks, engine::WebhookFile(folder).load());
  for (const auto& each : webhooks) {
    if (each.id == request.webhook) return TestNotice::run(context, {each.receiver.name});
  }
  return TestNotice::run(context, {request.webhook});
}

namespace {

std::string shown_events(const engine::Receiver& receiver) {
  return receiver.events.empty() ? std::string("all") : join(names_of(receiver.events), ", ");
}

}  // namespace

std::string present(const WebhookDocument& answer, const Terminal&) {
  const auto& receiver = answer.webhook.receiver;
  std::string out = cat(answer.webhook.id, "  ", printable(receiver.name), "  ", engine::shown_url(receiver), "  ",
                        messages::name(receiver.service), "  ", shown_events(receiver), "\n");
  if (!answer.secret.empty())
    out += cat("Secret: ", answer.secret, "\nIt signs the requests, is shown this once, and is for the receiver.\n");
  return out;
}

std::string present(const ListWebhooks::Response& answer, const Terminal& terminal) {
  if (answer.webhooks.empty()) return "Nobody gets notices. Add one: assay webhook add NAME --url URL\n";
  Table table({{"WEBHOOK"}, {"NAME"}, {"URL", Table::Kind::wide}, {"SERVICE"}, {"EVENTS", Table::Kind::may_go}});
  for (const auto& each : answer.webhooks) {
    const auto& receiver = each.webhook.receiver;
    table.add({{each.webhook.id.empty() ? std::string("operator.toml") : each.webhook.id},
               {receiver.name},
               {receiver.url.empty() ? std::string("(a command)") : engine::shown_url(receiver)},
               {std::string(messages::name(receiver.service))},
               {shown_events(receiver)}});
  }
  return table.text(terminal);
}

constinit const NamedSchema WebhookDocument::k_schema =
    named_schema<WebhookDocument>("webhook", "A receiver of notices");
constinit const NamedSchema ListWebhooks::Response::k_schema =
    named_schema<ListWebhooks::Response>("webhook-list", "Who gets notices");

namespace {

constexpr std::string_view k_text =
    "Notices of what needs a person are sent there (docs/notifications.md). Receivers of operator.toml are changed\n"
    "in that file.";

constexpr Operation operation_of_webhook_list() {
  auto operation = reads<ListWebhooks>({"webhook.list", "list who gets notices", k_text,
                                        "  {} webhook list\n  {} webhook list --json\n", "GET", "/api/webhooks"});
  operation.callers = Callers::people;
  operation.for_operators = true;
  return operation;
}

constexpr Operation secret(Operation operation) {
  operation.gives_secret = true;
  return operation;
}

constexpr Operation operation_of_webhook_test() {
  auto operation = waits<TestWebhook>({"webhook.test", "send a test to a webhook", "", "  {} webhook test ops-room\n",
                                       "POST", "/api/webhooks/{webhook}/test"});
  operation.callers = Callers::people;
  return operation;
}

}  // namespace

constinit const Operation k_webhook_list_operation = operation_of_webhook_list();
constinit const Operation k_webhook_add_operation = secret(
    decides<AddWebhook>({"webhook.add", "send notices to an address", k_text,
                         "  {} webhook add ops-room --url https://example.com/hook --event blocked --event question\n"
                         "  {} webhook add team --url https://hooks.slack.com/services/… --service slack\n",
                         "POST", "/api/webhooks", 201}));
constinit const Operation k_webhook_edit_operation = secret(
    decides<EditWebhook>({"webhook.edit", "change where notices go, which, or the secret", "",
                          "  {} webhook edit ops-room --event blocked\n  {} webhook edit ops-room --new-secret\n",
                          "PATCH", "/api/webhooks/{webhook}"}));
constinit const Operation k_webhook_test_operation = operation_of_webhook_test();
constinit const Operation k_webhook_remove_operation =
    decides<RemoveWebhook>({"webhook.remove", "send no more notices to an address", "",
                            "  {} webhook remove ops-room\n", "DELETE", "/api/webhooks/{webhook}"});

}  // namespace assay::ops
