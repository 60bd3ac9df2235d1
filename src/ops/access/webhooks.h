// Receivers of notices that commands and the API add, change and take away; those of operator.toml are listed beside
// them. For people alone: whoever changes them says who gets which notices.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/webhooks.h"
#include "ops/board/notices.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

// A receiver; its secret is never shown again.
struct WebhookDocument {
  engine::Webhook webhook;  // without an id: of operator.toml, and changed there
  std::string secret;       // of one that was made now
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const WebhookDocument& answer, const Terminal& terminal);

struct ListWebhooks {
  struct Request {
    void fields(Fields&) {}
  };
  struct Response {
    std::vector<WebhookDocument> webhooks;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListWebhooks::Response& answer, const Terminal& terminal);

// What is left out stays as it is, or has its default.
struct WebhookFields {
  std::optional<std::string> url;
  std::optional<std::string> service;
  std::vector<std::string> events;
  std::optional<std::string> page;
  std::optional<std::uint64_t> timeout_ms;
  void fields(Fields& f);
  Result<void> apply(engine::Receiver& receiver) const;
};

struct AddWebhook {
  struct Request {
    std::string name;
    WebhookFields about;
    void fields(Fields& f);
  };
  using Response = WebhookDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct EditWebhook {
  struct Request {
    std::string webhook;
    WebhookFields about;
    bool all_events = false;
    bool new_secret = false;
    void fields(Fields& f);
  };
  using Response = WebhookDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct RemoveWebhook {
  struct Request {
    std::string webhook;
    void fields(Fields& f);
  };
  using Response = WebhookDocument;
  static Result<Response> run(Context& context, const Request& request);
};

struct TestWebhook {
  struct Request {
    std::string webhook;
    void fields(Fields& f);
  };
  using Response = TestNotice::Response;
  static Result<Response> run(Context& context, const Request& request);
};

extern const Operation k_webhook_list_operation;
extern const Operation k_webhook_add_operation;
extern const Operation k_webhook_edit_operation;
extern const Operation k_webhook_test_operation;
extern const Operation k_webhook_remove_operation;

}  // namespace assay::ops
