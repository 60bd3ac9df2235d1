// The Model Context Protocol, one message at a time: which bytes answer which bytes. Knows no tool but
// those it is given, and reads and writes nothing itself. Who lets calls go on beside each other: mcp_conversation.h.
//
// Revisions with a handshake (`initialize`: 2025-11-25, 2025-06-18 and before) and the one without
// (2026-07-28: every request names its version, `server/discover` tells what is there) are told apart by
// the request, so one server serves both, even in one connection.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/value.hpp>

#include "base/result.h"
#include "os/cancel_token.h"

namespace assay::serve {

// What a tool may use while it is called.
struct McpCall {
  std::function<void(std::string_view)> progress = {};  // a line for whoever watches; empty: nobody asked for it
  const os::CancelToken* cancel = nullptr;              // what runs for this call ends with it
};

struct McpAnswer {
  boost::json::value document;
  std::string text = {};  // for a model that reads; empty: the document as text
};

struct McpTool {
  enum class Effect { read, add, change };  // adding takes nothing away
  enum class Takes { a_moment, long_time };
  std::string name;
  std::string title;
  std::string description;
  boost::json::value input_schema;
  boost::json::value output_schema;  // null: none is told
  Effect effect = Effect::read;
  Takes takes = Takes::a_moment;
  // An error is told to the model, which may do better; it is no error of the protocol.
  std::function<Result<McpAnswer>(const boost::json::object& arguments, const McpCall& call)> run;
};

class Mcp {
 public:
  Mcp(std::vector<McpTool> tools, std::string instructions)
      : m_tools(std::move(tools)), m_instructions(std::move(instructions)) {}

  // What a message comes to: an answer (without a line end; empty when none is due), a call that takes long, or the
  // wish that such a call ends.
  struct Taken {
    std::string answer;
    std::string id;                                           // of the call, as JSON
    std::string progress_token;                               // as JSON; empty: the client wants to hear nothing
    std::function<std::string(const McpCall& call)> work;     // makes the call and gives its answer
    std::function<std::string(std::string_view why)> refuse;  // the answer when it is not made
    std::string unwanted;                                     // the id of a call that is to end, as JSON
  };
  // The work may be done on another thread, as long as this object lives.
  Taken take(std::string_view message) const;
  // The same at once, whatever it takes.
  std::string answer(std::string_view message) const;

  static constexpr size_t k_longest_message = size_t{8} << 20;
  // For a message that is longer: it was not read.
  static std::string too_long();

 private:
  struct Request;
  Taken handle(const Request& request) const;
  boost::json::value initialize(const Request& request) const;
  boost::json::value discover(const Request& request) const;
  boost::json::value list(const Request& request) const;
  Taken call(const Request& request) const;

  std::vector<McpTool> m_tools;
  std::string m_instructions;
};

}  // namespace assay::serve
