#include "ops/board/notices.h"

#include "base/printable.h"
#include "base/short_id.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/notify.h"
#include "engine/webhooks.h"
#include "ops/board/telemetry.h"
#include "ops/operation.h"
#include "os/detached.h"
#include "os/programs.h"
#include "store/notices.h"

namespace assay::ops {

namespace {

Result<engine::OperatorConfig> config_of(Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  return engine::load_receivers(engine::private_folder(*home), home->git_folder);
}

Result<model::NoticeId> notice_named(const store::Store& store, std::string_view word) {
  const auto wanted = word.starts_with("notice-") ? std::string(word) : cat("notice-", word);
  TRY_ASSIGN(const auto all, store.notices().list({std::nullopt, 1000}));
  std::optional<model::NoticeId> found;
  for (const auto& notice : all) {
    if (!notice.id.text.starts_with(wanted)) continue;
    if (found) return invalid_input(cat("several notices begin with ", excerpt(word, 40), "; give more of it"));
    found = notice.id;
  }
  if (!found) return not_found(cat("there is no notice ", excerpt(word, 40), "; see assay notify list"));
  return std::move(*found);
}

Result<DeliverAnswer> deliver(Context& context) {
  TRY_ASSIGN(const auto config, config_of(context));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto done, engine::deliver_due(*store, config, context.clock()));
  return DeliverAnswer{0, done.delivered, done.failed};
}

model::Notice example(Time now) {
  model::Notice out;
  out.id = model::NoticeId("notice-test");
  out.kind = model::NoticeKind::shippable;
  out.mission = model::MissionId("mission-test");
  out.title = "This is a test";
  out.summary = "A test of Assay's notifications";
  out.detail = "Nothing happened. Somebody ran `assay notify test`.";
  out.status = model::MissionStatus::ready_to_land;
  out.story = model::StoryState::shippable;
  out.created_at = now;
  return out;
}

bool has_news(Context& context, const engine::OperatorConfig& config) {
  if (config.receivers.empty()) return false;
  const auto store = context.store_if_made();
  if (!store || *store == nullptr) return false;
  const auto at = (*store)->notices().next_delivery_at();
  return at && *at && **at <= context.clock().now();
}

}  // namespace

void DeliveryDocument::fields(Fields& f) {
  f.field(item("receiver"), delivery.receiver);
  f.field(item("state"), delivery.state);
  f.field(item("attempts"), delivery.attempts);
  f.field(item("nextAt", "of the next attempt, while it is pending"), delivery.next_at);
  f.field(item("error", "of the last attempt"), delivery.error);
  f.field(item("updatedAt"), delivery.updated_at);
}

void NoticeDocument::fields(Fields& f) {
  f.field(item("id"), notice.id.text);
  f.field(item("kind"), notice.kind);
  f.field(item("missionId"), notice.mission.text);
  f.field(item("title", "the mission's"), notice.title);
  f.field(item("taskId", "empty: of the whole mission"), notice.task.text);
  f.field(item("summary"), notice.summary);
  f.field(item("detail"), notice.detail);
  f.field(item("createdAt"), notice.created_at);
  f.field(item("deliveries"), deliveries);
}

void ListNotices::Request::fields(Fields& f) {
  f.field(flag("state", "only those with a delivery in this state; dead: given up"), state);
  f.field(limit_to(store::k_largest_page, "at most this many, newest first (default: 50)"), limit);
}

void ListNotices::Response::fields(Fields& f) {
  f.field(item("receivers", "who gets notices, as configured now"), receivers);
  f.field(item("config", "the file that names them, or where it would be"), config);
  f.field(item("notices", "newest first"), notices);
}

void DeliverAnswer::fields(Fields& f) {
  f.field(item("due", "deliveries that are tried again"), due);
  f.field(item("delivered"), delivered);
  f.field(item("failed", "attempts that failed; they are made again later, or are dead"), failed);
}

void RetryNotices::Request::fields(Fields& f) {
  f.field(optional_word("notice", "Notice id or unique prefix; without it all that are dead"), notice);
}

void TestNotice::Request::fields(Fields& f) {
  f.field(optional_word("receiver", "Its name; without it all"), receiver);
}

void TestNotice::Tried::fields(Fields& f) {
  f.field(item("receiver"), receiver);
  f.field(item("delivered"), delivered);
  f.field(item("error", "why not"), error);
}

void TestNotice::Response::fields(Fields& f) { f.field(item("tried"), tried); }
Ending TestNotice::Response::ending() const {
  for (const auto& each : tried) {
    if (!each.delivered) return Ending::gate_failed;
  }
  return Ending::done;
}

Result<ListNotices::Response> ListNotices::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto config, config_of(context));
  TRY_ASSIGN(auto* store, context.store());
  Response out;
  for (const auto& receiver : config.receivers) out.receivers.push_back(receiver.name);
  out.config = config.file.empty() ? engine::operator_config_path(engine::private_folder(*home)) : config.file;
  TRY_ASSIGN(auto notices, store->notices().list({request.state, request.limit}));
  for (auto& notice : notices) {
    NoticeDocument document;
    for (auto& delivery : notice.deliveries) document.deliveries.push_back({std::move(delivery)});
    document.notice = std::move(notice);
    out.notices.push_back(std::move(document));
  }
  return out;
}

Result<DeliverAnswer> RetryNotices::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  std::optional<model::NoticeId> only;
  if (!request.notice.empty()) {
    TRY_ASSIGN(only, notice_named(*store, request.notice));
  }
  TRY_ASSIGN(const auto due, store->change().notices().retry_deliveries(only));
  TRY_ASSIGN(auto answer, deliver(context));
  answer.due = due;
  return answer;
}

Result<DeliverAnswer> DeliverNotices::run(Context& context, const Request&) { return deliver(context); }

Result<TestNotice::Response> TestNotice::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto config, config_of(context));
  Response out;
  for (const auto& receiver : config.receivers) {
    if (!request.receiver.empty() && receiver.name != request.receiver) continue;
    const auto told = engine::deliver(receiver, example(context.clock().now()), context.clock().now(), nullptr);
    out.tried.push_back({receiver.name, told.has_value(), told ? "" : told.error().message});
  }
  if (!out.tried.empty()) return out;
  const auto path = engine::operator_config_path(engine::private_folder(*home));
  return not_found(request.receiver.empty()
                       ? cat("no notice is sent to anybody; name receivers in ", path,
                             ", or add one: assay webhook add (docs/notifications.md)")
                       : cat("there is no receiver ", excerpt(request.receiver, 40), " in ",
                             config.file.empty() ? path : config.file, ", and no webhook of that name"));
}

void leave_news(Context& context) {
  const auto config = config_of(context);
  if (!config) return;
  leave_telemetry(context, *config);
  if (!has_news(context, *config)) return;
  const auto home = context.home();
  const auto program = os::own_program();
  if (home && program) os::start_detached({*program, "notify", "deliver"}, (*home)->top);
}

namespace {

std::string told(const NoticeDocument& document) {
  std::vector<std::string> parts;
  for (const auto& each : document.deliveries) {
    const auto& delivery = each.delivery;
    std::string part = cat(printable(delivery.receiver), " ", name(delivery.state));
    if (delivery.state == model::DeliveryState::pending) part += cat(" (", plural(delivery.attempts, "attempt"), ")");
    parts.push_back(std::move(part));
  }
  return parts.empty() ? "nobody" : join(parts, ", ");
}

}  // namespace

std::string present(const ListNotices::Response& answer, const Terminal& terminal) {
  std::string out;
  if (answer.receivers.empty()) {
    out += cat("No notice is sent to anybody. Name receivers in ", printable(answer.config),
               "; see docs/notifications.md.\n");
  }
  if (answer.notices.empty()) return out + "No notices.\n";
  Table table({{"NOTICE"}, {"WHEN", Table::Kind::may_go}, {"WHAT"}, {"TOLD"}, {"SUMMARY", Table::Kind::wide}});
  for (const auto& each : answer.notices) {
    table.add({{short_id(each.notice.id.text)},
               {to_iso(each.notice.created_at)},
               {std::string(name(each.notice.kind))},
               {told(each)},
               {each.notice.summary}});
  }
  out += table.text(terminal);
  for (const auto& each : answer.notices) {
    for (const auto& delivery : each.deliveries) {
      if (delivery.delivery.state == model::DeliveryState::delivered || delivery.delivery.error.empty()) continue;
      out += cat(terminal.paint(Colour::yellow, short_id(each.notice.id.text)), " ",
                 printable(delivery.delivery.receiver), ": ", printable(delivery.delivery.error), "\n");
    }
  }
  return out;
}

std::string present(const DeliverAnswer& answer, const Terminal&) {
  return cat(answer.delivered, " delivered, ", answer.failed, " failed\n");
}

std::string present(const TestNotice::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& each : answer.tried) {
    out += each.delivered ? cat(terminal.paint(Colour::green, "sent  "), "  ", printable(each.receiver), "\n")
                          : cat(terminal.paint(Colour::red, "failed"), "  ", printable(each.receiver), ": ",
                                printable(each.error), "\n");
  }
  return out;
}

constinit const NamedSchema ListNotices::Response::k_schema =
    named_schema<ListNotices::Response>("notice-list", "The notices that people were sent");
constinit const NamedSchema DeliverAnswer::k_schema =
    named_schema<DeliverAnswer>("delivered", "What was delivered, and what not");
constinit const NamedSchema TestNotice::Response::k_schema =
    named_schema<TestNotice::Response>("notice-test", "Which receivers took a test");

constinit const Operation k_notify_list_operation =
    reads<ListNotices>({"notify.list", "list what people were sent, and what could not be delivered",
                        "Receivers are named in operator.toml (docs/notifications.md).",
                        "  {} notify list\n  {} notify list --state dead\n", "GET", "/api/notices"});
constinit const Operation k_notify_retry_operation =
    waits<RetryNotices>({"notify.retry", "try again what could not be delivered", "",
                         "  {} notify retry\n  {} notify retry k3f7\n", "POST", "/api/notices/retry"});
constinit const Operation k_notify_deliver_operation =
    changes<DeliverNotices>({"notify.deliver", "make the deliveries that are due",
                             "Workers and the server do it all the time, and commands that changed something start it.",
                             "  {} notify deliver\n", "", ""});
constinit const Operation k_notify_test_operation =
    waits<TestNotice>({"notify.test", "send a test to the receivers, past the outbox", "",
                       "  {} notify test\n  {} notify test ops-room\n", "POST", "/api/notices/test"});

}  // namespace assay::ops
