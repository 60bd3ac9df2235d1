#include "cli/follow_lines.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/command.h"
#include "ops/codec.h"
#include "ops/documents.h"
#include "ops/text_parts.h"
#include "os/cancel_token.h"
#include "store/history.h"
#include "store/jobs.h"
#include "store/missions.h"

namespace assay::cli {

namespace {

constexpr std::uint32_t k_page = 500;

class Follower {
 public:
  Follower(ops::Context& context, const FollowOptions& options) : m_context(context), m_options(options) {}

  Result<int> follow() {
    os::cancel_on_signals();
    for (bool first = true;; first = false) {
      TRY_ASSIGN(const auto missions, wanted());
      for (const auto& mission : missions) {
        const bool told = print_new(mission, first);
        if (!told) return k_exit_ok;  // nobody reads any more
      }
      if (!m_fault.empty()) return unavailable(m_fault);
      if (m_options.until_settled && !missions.empty()) {
        TRY_ASSIGN(auto* store, m_context.store());
        TRY_ASSIGN(const auto end, m_ending.find_exit_code(*store, missions));
        if (end) return *end;
      }
      if (!somebody_reads_on(m_options.every)) return k_exit_ok;
    }
  }

 private:
  Result<std::vector<model::Mission>> wanted() {
    TRY_ASSIGN(auto* store, m_context.store_if_made());
    std::vector<model::Mission> out;
    if (store == nullptr) return out;
    if (m_options.only) {
      TRY_ASSIGN(auto mission, store->missions().find(*m_options.only));
      out.push_back(std::move(mission));
      return out;
    }
    store::MissionFilter filter;
    filter.limit = k_page;
    TRY_ASSIGN(auto page, store->missions().list(filter));
    return std::vector<model::Mission>(page.missions.rbegin(), page.missions.rend());
  }

  // False when standard output is gone.
  bool print_new(const model::Mission& mission, bool first) {
    const auto [place, is_new] = m_known.try_emplace(mission.id.text, m_options.after);
    auto& number = place->second;
    const bool skip = is_new && first && m_options.from == FollowOptions::From::now;
    auto store = m_context.store();
    if (!store) return fault(store.error());
    if (skip) {
      const auto head = (*store)->history().head(mission.id);
      if (!head) return fault(head.error());
      number = head->count;
      return m_options.form == FollowOptions::Form::json || print_line(standing(mission));
    }
    for (;;) {
      const auto page = (*store)->history().checkpoints(mission.id, number, k_page);
      if (!page) return fault(page.error());
      for (const auto& checkpoint : *page) {
        number = checkpoint.number;
        if (!print_line(line_of(checkpoint))) return false;
      }
      if (page->size() < k_page) return true;
    }
  }

  bool fault(const Error& error) {
    m_fault = error.message;
    return true;
  }

  static std::string standing(const model::Mission& mission) {
    return cat(to_iso(mission.updated_at).substr(11, 8), "  ", short_id(mission.id.text), "  ", ops::word_of(mission),
               "  ", printable(mission.title));
  }

  std::string line_of(const model::Checkpoint& checkpoint) const {
    if (m_options.form == FollowOptions::Form::json) {
      ops::CheckpointDocument document{checkpoint};
      return write_json(ops::encode(document));
    }
    std::string out = cat(to_iso(checkpoint.created_at).substr(11, 8), "  ");
    if (!m_options.only) out += cat(short_id(checkpoint.mission.text), "  ");
    out += cat(name(checkpoint.kind), "  ", printable(checkpoint.title));
    if (!checkpoint.detail.empty()) out += cat(": ", printable(excerpt(checkpoint.detail, 300)));
    return out;
  }

  static bool print_line(const std::string& line) { return static_cast<bool>(print(line + "\n")); }

  // False when a signal asks to end, or whoever reads is gone.
  ops::Context& m_context;
  const FollowOptions& m_options;
  std::map<std::string, std::uint64_t> m_known;  // of each mission, the last checkpoint that was told
  std::string m_fault;
  Ending m_ending;
};

bool is_only_for_people(const model::Mission& mission) {
  using enum model::TaskState;
  if (mission.policy.mode != model::Mode::manual) return false;
  const auto& work = mission.facts.work;
  const auto& planning = mission.facts.planning;
  return work[running] + work[ready] + planning[running] + planning[ready] == 0;
}

}  // namespace

bool somebody_reads_on(std::chrono::milliseconds wait) {
  pollfd fds[2] = {{os::signal_wake_fd(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
  const int ready = ::poll(fds, 2, static_cast<int>(wait.count()));
  if (os::cancelled_by() != 0) return false;
  return ready <= 0 || (fds[1].revents & (POLLERR | POLLHUP)) == 0;
}

Outlook outlook_of(const model::Mission& mission, const std::vector<model::Job>& open_jobs) {
  using model::JobKind;
  using model::MissionStatus;
  const bool in_hand = std::any_of(open_jobs.begin(), open_jobs.end(), [](const auto& job) {
    return job.state == model::JobState::leased || job.kind != JobKind::task;
  });
  switch (mission.status) {
    case MissionStatus::blocked: return Outlook::needs_person;
    case MissionStatus::planning:
      if (mission.facts.planning.total() == 0) return Outlook::needs_person;  // it has no tasks, and nobody to plan any
      [[fallthrough]];
    case MissionStatus::active:
      return !in_hand && is_only_for_people(mission) ? Outlook::needs_person : Outlook::goes_on;
    case MissionStatus::awaiting_acceptance:
      return !in_hand && !mission.policy.auto_verify ? Outlook::needs_person : Outlook::goes_on;
    case MissionStatus::ready_to_land:
    case MissionStatus::landed:
    case MissionStatus::completed: break;
  }
  if (mission.facts.shipping) return Outlook::goes_on;
  const bool broken = mission.story == model::StoryState::needs_fix && !mission.facts.closed;
  return broken ? Outlook::needs_person : Outlook::settled;
}

Result<std::optional<int>> Ending::find_exit_code(store::Store& store, const std::vector<model::Mission>& missions) {
  std::vector<std::string> needy;
  for (const auto& mission : missions) {
    TRY_ASSIGN(const auto jobs, store.jobs().list({mission.id, false, k_page}));
    const auto outlook = outlook_of(mission, jobs);
    if (outlook == Outlook::goes_on) {
      m_seen = false;
      return std::optional<int>();
    }
    if (outlook == Outlook::needs_person) needy.push_back(short_id(mission.id.text));
  }
  if (needy.empty()) return std::optional(k_exit_ok);
  if (!std::exchange(m_seen, true)) return std::optional<int>();
  std::fputs(cat("assay: nothing goes on by itself; a person is needed: ", join(needy, ", "), ". Next: assay status\n")
                 .c_str(),
             stderr);
  return std::optional(k_exit_gate);
}

Result<int> follow_lines(ops::Context& context, const FollowOptions& options) {
  return Follower(context, options).follow();
}

}  // namespace assay::cli
