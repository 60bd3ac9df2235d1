// `assay critic`: the operation, with its inputs read from files.
#include "ops/work/critic.h"

#include <memory>

#include "base/json.h"
#include "base/text.h"
#include "cli/operation_run.h"
#include "cli/output.h"
#include "ops/codec.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "report/critic.h"

namespace assay::cli {

namespace {

constexpr Flag k_critic_table[] = {
    {"--plan", "", Takes::value, "FILE", "the plan: JSON, TOML, or Markdown with a <success_criteria> block"},
    {"--diff", "--diff-file", Takes::value, "FILE", "the change (- for standard input)"},
    {"--report", "", Takes::values, "FILE", "what a critic reported; may be repeated"},
    {"--context", "", Takes::values, "FILE", "locked decisions: TOML, JSON or Markdown; may be repeated"},
    {"--verify-logs", "--verify-logs-file", Takes::values, "FILE", "output or JUnit file of a test run on this change"},
    {"--previous", "", Takes::values, "FILE", "what this command printed in an earlier round; may be repeated"},
    {"--markdown", "", Takes::nothing, "", "print the merged report as Markdown"},
};

// What was read, as long as it is looked at.
struct Held {
  engine::CriticInput input;
  std::string text;  // of standard input
  std::vector<std::unique_ptr<ByteSource>> sources;
};

Result<std::vector<engine::NamedText>> read_all(const std::vector<std::string>& files) {
  std::vector<engine::NamedText> out;
  for (const auto& file : files) {
    TRY_ASSIGN(auto text, os::read_file(file));
    out.push_back({file, std::move(text)});
  }
  return out;
}

Result<ByteSource*> open_source(const std::string& file, Held& held) {
  if (file == "-") {
    TRY_ASSIGN(held.text, os::read_stdin(std::uint64_t{1} << 30));
    held.sources.push_back(std::make_unique<TextSource>(held.text));
  } else {
    TRY_ASSIGN(auto source, os::FileSource::open(file));
    held.sources.push_back(std::move(source));
  }
  return held.sources.back().get();
}

Result<void> read_files(const Parsed& options, Held& held) {
  const auto plan = options.value("--plan").value_or("");
  const auto diff = options.value("--diff").value_or("");
  if (plan.empty() || diff.empty() == !options.has("--commit"))
    return invalid_input("critic needs --plan FILE, and --diff FILE or --commit REV");
  TRY_ASSIGN(auto text, os::read_file(plan));
  held.input.plan = {plan, std::move(text)};
  TRY_ASSIGN(held.input.reports, read_all(options.values("--report")));
  TRY_ASSIGN(held.input.contexts, read_all(options.values("--context")));
  TRY_ASSIGN(held.input.previous, read_all(options.values("--previous")));
  for (const auto& file : options.values("--verify-logs")) {
    TRY_ASSIGN(auto source, os::FileSource::open(file));
    held.input.logs.push_back(held.sources.emplace_back(std::move(source)).get());
  }
  if (!diff.empty()) {
    TRY_ASSIGN(held.input.diff, open_source(diff, held));
  }
  return {};
}

}  // namespace

const std::span<const Flag> k_critic_flags = k_critic_table;

Result<int> run_critic(Setting& setting, const json::object& from) {
  TRY_ASSIGN(const auto request, ops::decode<ops::Criticise::Request>(from));
  Held held;
  TRY(read_files(setting.parsed, held));
  if (request.commit) os::cancel_on_signals();
  TRY_ASSIGN(auto document, ops::criticise(setting.context, request, std::move(held.input)));
  if (setting.parsed.has("--markdown") && !setting.as_json) {
    TRY(print(report::critic_markdown(document.answer.report)));
    return exit_status(document.ending());
  }
  ops::AnswerOf<ops::CriticDocument> answer(std::move(document));
  return show(setting, answer);
}

}  // namespace assay::cli
