#include "cli/run_rows.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/verify_rows.h"
#include "model/verification.h"
#include "ops/verification_text.h"

namespace assay::cli {

namespace {

constexpr size_t k_run_rows_most = 12;

std::string title_of(const store::Claim& claim) {
  if (claim.task) return printable(claim.task->name);
  return cat(name(claim.job.kind), " ", short_id(claim.job.mission.text));
}

struct Shown {
  std::string_view sign;
  Colour colour;
  std::string_view word;
};

// A verification that ended is not one that passed.
Shown shown_verification(const store::JobFinish& finish, const Shown& otherwise, std::string& why) {
  if (finish.again_at || !finish.hold.empty()) return otherwise;
  const auto result = parse_json(finish.result.empty() ? "{}" : finish.result, "the result");
  const auto outcome = result && result->is_object() ? text_at(result->get_object(), "outcome") : std::string();
  if (outcome == name(model::VerificationOutcome::passed)) return {"✔", Colour::green, "passed"};
  const auto error = result && result->is_object() ? text_at(result->get_object(), "error") : std::string();
  if (!error.empty()) why = error;
  if (!error.empty()) return {"✘", Colour::red, "could not be done"};
  if (outcome.empty()) return {"–", Colour::dim, "nothing to verify now"};
  if (!finish.tasks.empty()) why = cat(plural(finish.tasks.size(), "task"), " to fix it");
  if (outcome == name(model::VerificationOutcome::needs_person)) return {"?", Colour::yellow, "waits for a person"};
  return {"✘", Colour::red, outcome == name(model::VerificationOutcome::conflict) ? "does not merge" : "failed"};
}

// The last move of its own task says how it went.
Shown shown(const store::Claim& claim, const store::JobFinish& finish, std::string& why) {
  Shown out{"✔", Colour::green, "done"};
  if (finish.again_at) out = {"…", Colour::yellow, "again later"};
  if (!finish.hold.empty()) out = {"!", Colour::yellow, "held"};
  if (!finish.hold.empty()) why = finish.hold;
  if (!claim.task && claim.job.kind == model::JobKind::verify) return shown_verification(finish, out, why);
  if (!claim.task) return out;
  for (const auto& move : finish.moves) {
    if (move.task != claim.task->id) continue;
    switch (move.move) {
      case model::Move::ready: out = {"✔", Colour::green, "ready for its check"}; break;
      case model::Move::complete: out = {"✔", Colour::green, claim.task->is_checker() ? "passed" : "completed"}; break;
      case model::Move::fail:
        out = {"✘", Colour::red, claim.task->is_checker() ? "found problems" : "failed"};
        why = move.reason;
        break;
      case model::Move::block:
        out = {"!", Colour::red, "blocked"};
        why = move.reason;
        break;
      case model::Move::release:
        out = {"…", Colour::yellow, "given back"};
        why = move.reason;
        break;
      case model::Move::retry: out = {"↻", Colour::yellow, "failed, tried again"}; break;
      default: break;
    }
  }
  return out;
}

}  // namespace

RunRows::Style run_style() {
  const char* ci = std::getenv("CI");
  const bool in_ci = ci != nullptr && *ci != 0;
  return ::isatty(STDERR_FILENO) == 1 && !in_ci ? RunRows::Style::rows : RunRows::Style::lines;
}

void RunRows::print_line(const std::string& line) {
  if (m_style == Style::silent) return;
  clear();
  std::fputs((line + "\n").c_str(), stderr);
}

void RunRows::clear() {
  if (m_lines == 0) return;
  std::fputs(cat("\r\x1b[", m_lines, "A\x1b[J").c_str(), stderr);
  m_lines = 0;
}

void RunRows::draw() {
  if (m_style != Style::rows) return;
  clear();
  ++m_tick;
  std::string out;
  size_t lines = 0;
  for (const auto& row : m_rows) {
    if (lines == k_run_rows_most) break;
    const auto head = cat(spinner(m_tick), " ", row.title, " ");
    const auto tail = cat(ops::shown_duration(ms_since(row.began) / 100 * 100), "  ", row.words);
    out += m_terminal.paint(Colour::blue, head) +
           m_terminal.paint(Colour::dim,
                            excerpt(tail, m_terminal.width > head.size() + 8 ? m_terminal.width - head.size() : 8)) +
           "\n";
    ++lines;
  }
  std::fputs(out.c_str(), stderr);
  m_lines = lines;
}

void RunRows::drop(const store::Claim& claim) {
  std::erase_if(m_rows, [&](const Row& row) { return row.job == claim.job.key; });
}

std::string RunRows::took(const store::Claim& claim) const {
  for (const auto& row : m_rows) {
    if (row.job == claim.job.key) return ops::shown_duration(ms_since(row.began));
  }
  return {};
}

void RunRows::started(const store::Claim& claim) {
  m_rows.push_back({claim.job.key, title_of(claim), {}, std::chrono::steady_clock::now()});
  if (m_style == Style::lines) print_line(cat("▶ ", title_of(claim), claim.again ? " (taken over)" : ""));
}

void RunRows::progress(const store::Claim& claim, std::string_view words) {
  for (auto& row : m_rows) {
    if (row.job == claim.job.key) row.words = printable(words);
  }
}

void RunRows::stalled(const store::Claim& claim) {
  print_line(cat(m_terminal.paint(Colour::yellow, "! "), title_of(claim), " has said nothing for a while"));
}

void RunRows::finished(const store::Claim& claim, const store::JobFinish& finish) {
  std::string why;
  const auto how = shown(claim, finish, why);
  print_line(cat(m_terminal.paint(how.colour, how.sign), " ", title_of(claim), ": ", how.word, " (", took(claim), ")",
                 why.empty() ? "" : cat(": ", excerpt(printable(why.substr(0, why.find('\n'))), 400))));
  drop(claim);
}

void RunRows::lost(const store::Claim& claim) {
  print_line(cat(m_terminal.paint(Colour::yellow, "– "), title_of(claim), ": decided elsewhere, stopped"));
  drop(claim);
}

void RunRows::failed(const store::Claim& claim, const Error& error) {
  print_line(cat(m_terminal.paint(Colour::red, "✘ "), title_of(claim), ": ", printable(error.message)));
}

}  // namespace assay::cli
