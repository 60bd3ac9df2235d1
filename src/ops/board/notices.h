// Operations on notices: what people were told, what could not be delivered, and trying again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/notice.h"
#include "ops/context.h"
#include "ops/fields.h"

namespace assay::ops {

struct DeliveryDocument {
  model::Delivery delivery;
  void fields(Fields& f);
};

struct NoticeDocument {
  model::Notice notice;
  std::vector<DeliveryDocument> deliveries;
  void fields(Fields& f);
};

struct ListNotices {
  struct Request {
    std::optional<model::DeliveryState> state;
    std::uint32_t limit = 50;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<std::string> receivers;  // configured now
    std::string config;                  // the file that names them, or where it would be
    std::vector<NoticeDocument> notices;
    static const NamedSchema k_schema;
    void fields(Fields& f);
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const ListNotices::Response& answer, const Terminal& terminal);

// What was sent, and what not.
struct DeliverAnswer {
  std::uint64_t due = 0;  // deliveries that retry made due
  std::uint64_t delivered = 0;
  std::uint64_t failed = 0;
  static const NamedSchema k_schema;
  void fields(Fields& f);
};
std::string present(const DeliverAnswer& answer, const Terminal& terminal);

struct RetryNotices {
  struct Request {
    std::string notice;  // empty: all that are dead
    void fields(Fields& f);
  };
  using Response = DeliverAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

// Makes the attempts that are due. Commands start it in the background when they changed something.
struct DeliverNotices {
  struct Request {
    void fields(Fields&) {}
  };
  using Response = DeliverAnswer;
  static Result<Response> run(Context& context, const Request& request);
};

struct TestNotice {
  struct Request {
    std::string receiver;
    void fields(Fields& f);
  };
  struct Tried {
    std::string receiver;
    bool delivered = false;
    std::string error;
    void fields(Fields& f);
  };
  struct Response {
    std::vector<Tried> tried;
    static const NamedSchema k_schema;
    void fields(Fields& f);
    Ending ending() const;
  };
  static Result<Response> run(Context& context, const Request& request);
};
std::string present(const TestNotice::Response& answer, const Terminal& terminal);

// Has what people should hear of delivered, and traces sent, by processes of their own: receivers may be slow, and
// whoever changed something should not wait for them. Nothing happens when nothing is due or nobody is to be told.
void leave_news(Context& context);

extern const Operation k_notify_list_operation;
extern const Operation k_notify_retry_operation;
extern const Operation k_notify_deliver_operation;
extern const Operation k_notify_test_operation;

}  // namespace assay::ops
