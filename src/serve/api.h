// From the head of a request to what it leads to, and from there to the answer. `admit` runs on the loop and looks at
// memory, and at whether keys and sessions are still the ones it knows; `answer` may wait for disks and runs on the
// pool.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ops/context.h"
#include "serve/access/guard.h"
#include "serve/http/message.h"
#include "serve/http/target.h"
#include "serve/metrics.h"
#include "serve/page.h"
#include "serve/routes/routes.h"

namespace assay::serve {

struct Admission {
  std::optional<Response> refusal;  // then nothing else counts
  Route route;
  Target target;
  std::optional<Visitor> visitor;
  std::uint64_t body_limit = 0;
};

class Api {
 public:
  // `folder`: .assay.
  Api(std::string folder, const Guard& guard, Page page, Metrics& metrics);

  // Puts into the head who sent it and what it is about (Guard::locate).
  Admission admit(Request& head) const;
  Response answer(ops::Context& context, const Admission& admission, const Request& request) const;

  // Whether the token or session that somebody came in with still opens.
  bool still_welcome(const Visitor& visitor) const;

  // Whether the answer follows from the store and the address alone, so that it holds while the store does.
  static bool follows_from_store(const Admission& admission, const Request& request);

 private:
  Response run_operation(ops::Context& context, const Admission& admission, const Request& request) const;
  Response change(ops::Context& context, const Admission& admission, const Request& request,
                  const Result<json::object>& given) const;
  Response health(ops::Context& context) const;
  Response description(const Request& request) const;
  Response evidence(const Admission& admission, const Request& request) const;
  Response log_in(const Request& request) const;
  Response log_in_by_link(const Admission& admission, const Request& request) const;
  void begin_session(const Request& request, std::string_view cookie, Response& response) const;
  Response log_out(const Request& request) const;
  Response session(const Visitor& visitor) const;
  void note(const Admission& admission, const Request& request, const Response& response) const;

  std::string m_folder;
  const Guard& m_guard;
  Page m_page;
  Metrics& m_metrics;
  Router m_router;
  std::shared_ptr<const std::string> m_openapi;
};

// A piece of a file as a response: the whole, or what a Range header asks for (206, 416).
Response file_response(os::Fd fd, std::string_view type, const Request& request);

}  // namespace assay::serve
