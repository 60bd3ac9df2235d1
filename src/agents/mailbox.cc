#include "agents/mailbox.h"

#include <boost/json.hpp>

#include "agents/reader.h"
#include "base/redact.h"
#include "base/text.h"
#include "os/beneath.h"
#include "os/files.h"

namespace assay::agents {

namespace {

constexpr std::string_view k_task = "task.json";
constexpr std::string_view k_box = "said.jsonl";
constexpr std::uint64_t k_box_limit = 256 << 10;
constexpr std::uint64_t k_task_limit = 4 << 20;

}  // namespace

Result<void> AgentMailbox::lay(const json::value& task) const {
  TRY(os::make_folders(m_folder));
  TRY(os::write_file(os::join_path(m_folder, k_task), write_json(task, Indent::two_spaces) + "\n"));
  return os::write_file(os::join_path(m_folder, k_box), "");
}

Result<std::string> AgentMailbox::task() const { return os::read_beneath(m_folder, std::string(k_task), k_task_limit); }

Result<void> AgentMailbox::post(const AgentMessage& said) const {
  const auto text = trim(said.text);
  if (text.empty()) return invalid_input("say something: the text is empty");
  if (text.size() > k_longest) return invalid_input(cat("that is too long; say it in at most ", k_longest, " bytes"));
  const json::object line{{"what", said.what == AgentMessage::What::question ? "question" : "progress"},
                          {"text", text}};
  auto put = os::append_beneath(m_folder, std::string(k_box), write_json(line) + "\n", k_box_limit);
  if (!put && put.error().code == Code::conflict) return conflict("too much was said already; go on with your work");
  return put;
}

std::vector<AgentMessage> AgentMailbox::hear() {
  std::vector<AgentMessage> out;
  const auto all = os::read_beneath(m_folder, std::string(k_box), k_box_limit);
  if (!all || all->size() <= m_heard) return out;
  std::string_view rest = std::string_view(*all).substr(m_heard);
  for (size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    const auto value = parse_json(rest.substr(0, end), "what was said");
    rest.remove_prefix(end + 1);
    m_heard = all->size() - rest.size();
    if (!value || !value->is_object()) continue;
    const auto text = text_at(value->get_object(), "text");
    if (trim(text).empty()) continue;
    const bool asks = text_at(value->get_object(), "what") == "question";
    out.push_back({asks ? AgentMessage::What::question : AgentMessage::What::progress,
                   redact(to_utf8(excerpt(trim(text), k_longest)))});
  }
  return out;
}

}  // namespace assay::agents
