#include "engine/verify/live.h"

#include <boost/json.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "base/json.h"
#include "base/redact.h"
#include "base/text.h"

namespace assay::engine {

namespace {

constexpr std::uint64_t k_most = std::uint64_t{16} << 20;  // of one verification; the rest is among its evidence
constexpr std::uint64_t k_piece = std::uint64_t{1} << 20;  // given at once
constexpr size_t k_longest_line = 4000;

std::string path_of(const std::string& folder, const model::MissionId& mission) {
  return os::join_path(folder, cat("live/", mission.text, ".jsonl"));
}

}  // namespace

LiveVerification::LiveVerification(const std::string& folder, const model::MissionId& mission, VerifyEvents& next)
    : m_next(next) {
  const auto path = path_of(folder, mission);
  if (!os::make_folders(os::parent_path(path))) return;
  m_file = os::Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  report("stage", "", "beginning");
}

LiveVerification::~LiveVerification() { report("end", "", ""); }

void LiveVerification::report(std::string_view what, std::string_view check, std::string_view text) {
  if (!m_file.is_open() || (m_written > k_most && what == "line")) return;
  const auto shown = redact(to_utf8(text.substr(0, k_longest_line)));
  const auto line = cat(write_json(json::object{{"what", what}, {"check", check}, {"text", shown}}), "\n");
  m_written += line.size();
  if (!os::write_all(m_file.get(), line, "live output")) m_file.reset();
}

void LiveVerification::stage(std::string_view text) {
  report("stage", "", text);
  m_next.stage(text);
}
void LiveVerification::planned(const std::vector<model::AcceptanceCheck>& checks) {
  for (const auto& check : checks) report("planned", check.id.text, check.title);
  m_next.planned(checks);
}
void LiveVerification::started(const model::CheckId& check) {
  report("started", check.text, "");
  m_next.started(check);
}
void LiveVerification::line(const model::CheckId& check, std::string_view text) {
  report("line", check.text, text);
  m_next.line(check, text);
}
void LiveVerification::finished(const model::VerifiedCheck& check) {
  report("finished", check.id.text, name(reported_status(check)));
  m_next.finished(check);
}

Result<LivePiece> read_live(const std::string& folder, const model::MissionId& mission, std::uint64_t after) {
  const auto path = path_of(folder, mission);
  if (!os::exists(path)) return LivePiece();
  TRY_ASSIGN(const auto all, os::read_file(path, 2 * k_most));
  LivePiece out;
  out.next = after > all.size() ? 0 : after;
  std::string_view rest = std::string_view(all).substr(out.next, k_piece);
  for (size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    const auto value = parse_json(rest.substr(0, end), "live output");
    if (value && value->is_object()) {
      const auto& object = value->get_object();
      out.events.push_back({text_at(object, "what"), text_at(object, "check"), text_at(object, "text")});
    }
    out.next += end + 1;
    rest.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace assay::engine
