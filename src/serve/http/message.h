// A request and a response as the rest of the room sees them: plain data, no sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/files.h"

namespace assay::ops {
class Context;
}

namespace assay::serve {

struct Header {
  std::string name;  // in lower case
  std::string value;
};

struct Request {
  std::string method;
  std::string target;  // "/api/tasks?mission=k3f7"
  std::vector<Header> headers;
  std::string body;
  std::optional<std::uint64_t> content_length;  // as the head says
  bool has_body = false;                        // the head announces one
  bool expects_continue = false;
  bool keep_alive = true;
  std::string remote;   // address of the client, or of the last proxy that was not named
  std::string host;     // the name people used: Host, or what a named proxy says
  std::string base;     // the path that everything lies below there: "/assay"; `target` is without it
  bool secure = false;  // it reached us, or the named proxy, by https
  std::string id;       // names this request in the log and in the answer

  // The first of that name (lower case); empty when there is none.
  std::string_view header(std::string_view name) const;
  size_t count(std::string_view name) const;
};

// A piece of a file as a body.
struct FilePiece {
  os::Fd fd;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// A file as a body that ends when its writer does. `goes_on` is asked on the pool.
struct Followed {
  std::string path;
  std::function<bool(ops::Context&)> goes_on;
  // What becomes of its bytes on the way; asked once more with none when there are no more. Empty: they stay as they
  // are.
  std::function<std::string(std::string_view)> through = {};
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::vector<std::pair<std::string_view, std::string>> headers;
  std::shared_ptr<const std::string> body;
  std::shared_ptr<FilePiece> file;     // instead of `body`
  std::shared_ptr<Followed> followed;  // instead of both
};

Response text_response(int status, std::string_view type, std::string body);

std::string_view reason_phrase(int status);

// The lines before the body, with what every answer carries for its safety.
enum class After { keep_alive, close };
std::string head_of(const Response& response, std::string_view request_id, After after);

}  // namespace assay::serve
