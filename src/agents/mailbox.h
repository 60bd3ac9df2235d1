// The desk of an agent at work: a folder that holds its task as a document, and a box into which it may
// put what it wants to say while it works (progress, a question). `assay mcp --desk` serves it to the agent.
//
// The agent sits in a sandbox where Assay's store is not, and must not be. It can write anything here, so
// what is read back is somebody's words and no more: bounded, and never an instruction to Assay.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/value.hpp>

#include "base/result.h"

namespace assay::agents {

struct AgentMessage {
  enum class What { progress, question };
  What what = What::progress;
  std::string text;
};

class AgentMailbox {
 public:
  explicit AgentMailbox(std::string folder) : m_folder(std::move(folder)) {}

  // Makes the folder and lays the task on it.
  Result<void> lay(const boost::json::value& task) const;
  Result<std::string> task() const;  // the document

  static constexpr size_t k_longest = 4'000;          // of one thing said
  Result<void> post(const AgentMessage& said) const;  // error when it is empty, too long, or the box is full

  // What was said since the last call, in order.
  std::vector<AgentMessage> hear();

 private:
  std::string m_folder;
  std::uint64_t m_heard = 0;  // bytes of the box that were read
};

}  // namespace assay::agents
