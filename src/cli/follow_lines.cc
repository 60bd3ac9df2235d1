#include "cli/follow_lines.h"

#include <algorithm>
#include <map>

#include <poll.h>
#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "ops/codec.h"
#include "ops/documents.h"
#include "os/cancel_token.h"

namespace assay::cli {

namespace {

constexpr std::uint32_t k_page = 500;

class Follower {
 public:
  Follower(ops::Context& context, const FollowOrders& orders) : m_context(context), m_orders(orders) {}

  Result<int> follow() {
    os::cancel_on_signals();
    for (bool first = true;; first = false) {
      TRY_ASSIGN(const auto missions, wanted());
      for (const auto& mission : missions) {
        const bool told = tell(mission, first);
        if (!told) return k_exit_ok;  // nobody reads any more
      }
      if (!m_fault.empty()) return unavailable(m_fault);
      if (m_orders.until_settled && !missions.empty() && all_settled(missions)) return verdict(missions);
      if (!wait()) return k_exit_ok;
    }
  }

 private:
  Result<std::vector<model::Mission>> wanted() {
    TRY_ASSIGN(auto* store, m_context.store_if_made());
    std::vector<model::Mission> out;
    if (store == nullptr) return out;
    if (m_orders.only) {
      TRY_ASSIGN(auto mission, store->mission(*m_orders.only));
      out.push_back(std::move(mission));
      return out;
    }
    store::MissionFilter filter;
    filter.limit = k_page;
    TRY_ASSIGN(auto page, store->missions(filter));
    return std::vector<model::Mission>(page.missions.rbegin(), page.missions.rend());
  }

  // False when standard output is gone.
  bool tell(const model::Mission& mission, bool first) {
    const auto [place, is_new] = m_known.try_emplace(mission.id.text, m_orders.after);
    auto& number = place->second;
    const bool skip = is_new && first && m_orders.from == FollowOrders::From::now;
    auto store = m_context.store();
    if (!store) return fault(store.error());
    if (skip) {
      const auto head = (*store)->head(mission.id);
      if (!head) return fault(head.error());
      number = head->count;
      return m_orders.form == FollowOrders::Form::json || say(standing(mission));
    }
    for (;;) {
      const auto page = (*store)->checkpoints(mission.id, number, k_page);
      if (!page) return fault(page.error());
      for (const auto& checkpoint : *page) {
        number = checkpoint.number;
        if (!say(line_of(checkpoint))) return false;
      }
      if (page->size() < k_page) return true;
    }
  }

  bool fault(const Error& error) {
    m_fault = error.message;
    return true;
  }

  static std::string standing(const model::Mission& mission) {
    return cat(to_iso(mission.updated_at).substr(11, 8), "  ", short_id(mission.id.text), "  ", name(mission.status),
               "  ", printable(mission.title));
  }

  std::string line_of(const model::Checkpoint& checkpoint) const {
    if (m_orders.form == FollowOrders::Form::json) {
      ops::CheckpointDocument document{checkpoint};
      return write_json(ops::encode(document));
    }
    std::string out = cat(to_iso(checkpoint.created_at).substr(11, 8), "  ");
    if (!m_orders.only) out += cat(short_id(checkpoint.mission.text), "  ");
    out += cat(name(checkpoint.kind), "  ", printable(checkpoint.title));
    if (!checkpoint.detail.empty()) out += cat(": ", printable(excerpt(checkpoint.detail, 300)));
    return out;
  }

  static bool say(const std::string& line) { return static_cast<bool>(print(line + "\n")); }

  static bool all_settled(const std::vector<model::Mission>& missions) {
    return std::all_of(missions.begin(), missions.end(), is_settled);
  }
  static int verdict(const std::vector<model::Mission>& missions) {
    for (const auto& mission : missions) {
      if (mission.status == model::MissionStatus::blocked) return k_exit_gate;
    }
    return k_exit_ok;
  }

  // False when a signal asks to end, or whoever reads is gone.
  bool wait() const {
    pollfd fds[2] = {{os::signal_wake_fd(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    const int ready = ::poll(fds, 2, static_cast<int>(m_orders.every.count()));
    if (os::cancelled_by() != 0) return false;
    return ready <= 0 || (fds[1].revents & (POLLERR | POLLHUP)) == 0;
  }

  ops::Context& m_context;
  const FollowOrders& m_orders;
  std::map<std::string, std::uint64_t> m_known;  // of each mission, the last checkpoint that was told
  std::string m_fault;
};

}  // namespace

bool is_settled(const model::Mission& mission) {
  using model::MissionStatus;
  return mission.status != MissionStatus::planning && mission.status != MissionStatus::active &&
         mission.status != MissionStatus::awaiting_acceptance;
}

Result<int> follow_lines(ops::Context& context, const FollowOrders& orders) {
  return Follower(context, orders).follow();
}

}  // namespace assay::cli
