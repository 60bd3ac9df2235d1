// The Model Context Protocol, one message at a time: which bytes answer which bytes. Knows no tool but
// those it is given, and reads and writes nothing itself. One thread.
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

namespace assay::serve {

struct McpTool {
  enum class Effect { read, add, change };  // adding takes nothing away
  std::string name;
  std::string title;
  std::string description;
  boost::json::value input_schema;
  boost::json::value output_schema;  // null: none is told
  Effect effect = Effect::read;
  // An error is told to the model, which may do better; it is no error of the protocol.
  std::function<Result<boost::json::value>(const boost::json::object& arguments)> run;
};

class Mcp {
 public:
  Mcp(std::vector<McpTool> tools, std::string instructions)
      : m_tools(std::move(tools)), m_instructions(std::move(instructions)) {}

  // The answer to one message, without a line end; empty when none is due.
  std::string answer(std::string_view message) const;

  static constexpr size_t k_longest_message = size_t{8} << 20;
  // For a message that is longer: it was not read.
  static std::string too_long();

 private:
  struct Request;
  boost::json::value handle(const Request& request) const;
  boost::json::value initialize(const Request& request) const;
  boost::json::value discover(const Request& request) const;
  boost::json::value list(const Request& request) const;
  boost::json::value call(const Request& request) const;

  std::vector<McpTool> m_tools;
  std::string m_instructions;
};

}  // namespace assay::serve
