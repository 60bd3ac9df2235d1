#include "engine/run/base_ahead.h"

#include "os/files.h"

namespace assay::engine {

bool may_run_side_by_side(const std::optional<os::Sandbox>& sandbox) {
  return sandbox && sandbox->level == os::Sandbox::Level::bubblewrap &&
         sandbox->network == os::Sandbox::Network::none && std::thread::hardware_concurrency() > 1;
}

BaseAhead::BaseAhead(BaseRequest request) : m_request(std::move(request)) {
  m_request.beside = true;
  m_request.commands.cancel = &m_cancel;
  // Its tree and logs are not those of a run that comes later.
  m_request.commands.scratch = os::join_path(m_request.commands.scratch, "beside");
  m_thread = std::jthread([this] {
    const auto made = os::make_folders(m_request.commands.scratch);
    m_result.emplace(made ? run_on_base(m_request, {}) : Result<BaseRuns>(made.error()));
  });
}

BaseAhead::~BaseAhead() { m_cancel.cancel(); }

Result<BaseRuns> BaseAhead::take() {
  m_thread.join();
  return std::move(*m_result);
}

}  // namespace assay::engine
