// The server of the work is started for each request that a criterion names, in a check's tree and sandbox, where no
// other program listens on its port.
#include "base/text.h"
#include "engine/verify/http_evidence.h"
#include "engine/verify/run.h"
#include "engine/verify/run_check.h"
#include "judge/critic/criterion.h"
#include "os/files.h"
#include "os/programs.h"

namespace assay::engine {

using judge::cannot_tell;

Result<model::CriterionReport> ask_server(VerifyRun& run, const HttpWish& wish, CheckTree& tree) {
  constexpr std::uint64_t k_longest_answer = std::uint64_t{16} << 20;
  if (run.sandbox.level == os::Sandbox::Level::landlock)
    return cannot_tell("The sandbox of this machine (Landlock) lets nothing listen; bubblewrap would.");
  const auto program = os::own_program();
  if (!program) return cannot_tell("The program that asks the server is not there any more.");
  model::AcceptanceCheck check;
  check.id = model::CheckId(cat("request-", ++run.requests));
  check.title = cat(wish.method, " ", wish.path);
  check.command = probe_script(wish, *program);
  auto request = request_for(run, check, nullptr);
  request.retries = 0;
  request.environment_changes.push_back(cat("PORT=", wish.port));
  TRY(tree.take(request));
  request.standing = nullptr;  // what it leaves in $TMPDIR is the answer
  request.sandbox.readable.push_back(*program);
  TRY_ASSIGN(const auto ran, run_check(request, run.evidence, {}));
  if (ran.cancelled) run.result.outcome = model::VerificationOutcome::cancelled;
  const auto place = os::inside(os::join_path(request.scratch, "tmp"), std::string(k_server_answer));
  const auto text = place && !os::is_link(*place) ? os::read_file(*place, k_longest_answer)
                                                  : Result<std::string>(not_found("no answer"));
  TRY(tree.settle());
  if (ran.check.status == model::AcceptanceStatus::pending) return cannot_tell(ran.check.reason);
  const auto& attempts = ran.check.attempts;
  const auto ended = attempts.empty() ? std::string("it was not run") : attempts.back().ended;
  return judge_answer(wish, text ? std::optional(*text) : std::nullopt, ended).report;
}

}  // namespace assay::engine
