#include "engine/check/run_files.h"

#include <algorithm>

#include "base/json.h"
#include "base/redact.h"
#include "base/text.h"
#include "os/files.h"
#include "report/json.h"
#include "report/markdown.h"

namespace assay::engine {

namespace {

bool has_secret_finding(const model::Check& check) {
  for (const auto* list : {&check.verdict.must_fix, &check.verdict.should_fix, &check.verdict.notes, &check.known}) {
    for (const auto& finding : *list) {
      if (finding.rule.starts_with("secrets.")) return true;
    }
  }
  return std::any_of(check.waived.begin(), check.waived.end(),
                     [](const auto& waived) { return waived.finding.rule.starts_with("secrets."); });
}

std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t out = 0;
  const auto names = os::list_folder(folder);
  if (!names) return 0;
  for (const auto& name : *names) out += os::size_of(os::join_path(folder, name));
  return out;
}

}  // namespace

std::vector<model::EvidenceItem> list_evidence(const model::Check& check, std::string_view base, size_t commands) {
  std::vector<model::EvidenceItem> out;
  const auto add = [&](std::string kind, std::string path, std::string summary) {
    out.push_back({cat("E-", out.size() + 1), std::move(kind), std::move(path), std::move(summary)});
  };
  add("intent", "intent.txt", check.has_task ? "The stated intent." : "No intent was stated.");
  add("diff", "diff.patch",
      cat("Git diff against ", base,
          has_secret_finding(check) ? "; it holds a secret and is not redacted, so that it applies." : "."));
  add("verify_logs", "verify-logs.txt",
      commands == 0 ? "No verification command ran."
                    : cat("Output of ", plural(commands, "verification command"), "."));
  if (check.has_report) add("builder_report", "builder-report.md", "What the builder says of its work.");
  add("verdict", "verdict.json", "The verdict.");
  add("markdown", "report.md", "The verdict for people.");
  return out;
}

Result<void> save_run(const Artifacts& artifacts, const RunFiles& files, const model::Check& check) {
  TRY(artifacts.save("intent.txt", redact(files.intent)));
  TRY(os::copy_tree(files.diff_file, artifacts.path_of("diff.patch")));
  TRY(os::copy_tree(files.log_file, artifacts.path_of("verify-logs.txt")));
  TRY(artifacts.save("builder-report.md", redact(files.builder_report)));
  TRY(artifacts.save("report.md", report::markdown(check)));
  TRY(artifacts.save("assay.json", write_json(report::full_json(check), Indent::two_spaces) + "\n"));
  return artifacts.save("verdict.json", write_json(report::contract_json(check), Indent::two_spaces) + "\n");
}

void remove_old_runs(const std::string& folder, const Retention& keep) {
  std::uint64_t runs = 0, bytes = 0;
  for (const auto& name : newest_runs(folder)) {
    const auto path = os::join_path(folder, name);
    bytes += bytes_in(path);
    if (++runs == 1 || (runs <= keep.runs && bytes <= keep.bytes)) continue;
    (void)os::remove_tree(path);  // left behind, it is tried again by the next check
  }
}

}  // namespace assay::engine
