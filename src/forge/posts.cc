#include "forge/posts.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "base/version.h"

namespace assay::forge {

namespace {

constexpr size_t k_longest_description = 137;  // GitHub takes 140, with the sign that something was cut; GitLab 255
constexpr size_t k_longest_comment = 60'000;   // GitHub takes 65,536 characters, GitLab a million
constexpr std::string_view k_break = "\xe2\x80\x8b";  // a blank of no width

// GitLab has no state for what could not be determined.
std::string_view gitlab_state(StatusState state) {
  switch (state) {
    case StatusState::success: return "success";
    case StatusState::pending: return "pending";
    default: return "failed";
  }
}

// "#7: " at the beginning, by which a later run knows whose verdict it is.
std::string head_of(const Judged& judged, Service service) {
  return judged.number == 0 ? std::string() : cat(reference_to(service, judged.number), ": ");
}

constexpr std::string_view k_may_go_on = "conditional, may go on here";

bool is_green(std::string_view verdict) { return verdict.starts_with("mergeable") || verdict.starts_with(k_may_go_on); }

// What the newest status of another change with this commit says of it; empty: there is none.
std::string verdict_on(std::uint64_t number, Service service, const std::vector<PostedStatus>& posted) {
  const auto head = cat(reference_to(service, number), ": ");
  for (const auto& status : posted) {
    if (status.context != k_context || !status.description.starts_with(head)) continue;
    const auto rest = std::string_view(status.description).substr(head.size());
    return std::string(rest.substr(0, rest.find(';')));
  }
  return {};
}

bool begins_a_reference(std::string_view text, size_t at) { return at + 1 < text.size() && is_digit(text[at + 1]); }

// Names of people and numbers of changes become plain text, and no line is a command (GitLab runs "/merge").
std::string without_calls(std::string_view report) {
  std::string out;
  bool at_line_start = true;
  for (size_t i = 0; i < report.size(); ++i) {
    const char c = report[i];
    if (at_line_start && c == '/') out += k_break;
    out += c;
    if (c == '@' || ((c == '#' || c == '!') && begins_a_reference(report, i))) out += k_break;
    at_line_start = c == '\n' || c == '\r' || (at_line_start && (is_space(c) || c == '>'));
  }
  return out;
}

// At most so many bytes, whole lines, with blocks of code closed.
std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  const size_t end = text.rfind('\n', most);
  text.resize(end == std::string::npos ? 0 : end + 1);
  std::string fence;
  for (const auto line : split_lines(std::string_view(text))) {
    const size_t ticks = line.find_first_not_of('`');
    const size_t count = ticks == std::string_view::npos ? line.size() : ticks;
    if (count < 3) continue;
    if (fence.empty())
      fence = std::string(count, '`');
    else if (count >= fence.size())
      fence.clear();
  }
  if (!fence.empty()) text += fence + "\n";
  return text + "\n_The report is longer; the rest is in the log of the job._\n";
}

}  // namespace

std::string_view name_of(StatusState state) {
  switch (state) {
    case StatusState::success: return "success";
    case StatusState::pending: return "pending";
    case StatusState::failure: return "failure";
    case StatusState::error: break;
  }
  return "error";
}

Status status_for(const Judged& judged, Service service) {
  Status out;
  const bool may_go_on = judged.passes && (judged.verdict == "mergeable" || judged.verdict == "conditional");
  out.state = may_go_on                          ? StatusState::success
              : judged.verdict == "inconclusive" ? StatusState::error
                                                 : StatusState::failure;
  const bool is_lenient = may_go_on && judged.verdict == "conditional";
  out.description = cat(head_of(judged, service), is_lenient ? k_may_go_on : std::string_view(judged.verdict));
  return out;
}

Status status_for_all(const Judged& judged, Service service, const std::vector<std::uint64_t>& others,
                      const std::vector<PostedStatus>& posted) {
  auto out = status_for(judged, service);
  for (const auto other : others) {
    if (other == judged.number) continue;
    const auto verdict = verdict_on(other, service, posted);
    if (is_green(verdict)) continue;
    const auto name = reference_to(service, other);
    const bool is_known = !verdict.empty();
    if (is_known && out.state != StatusState::error) out.state = StatusState::failure;
    if (out.state == StatusState::success) out.state = StatusState::pending;
    out.description += is_known ? cat("; ", name, " has this commit too and is ", verdict)
                                : cat("; ", name, " has this commit too and is not judged yet");
  }
  out.description = excerpt(out.description, k_longest_description);
  return out;
}

std::string status_json(const Status& status, Service service, std::string_view url) {
  json::object out;
  out["state"] = service == Service::github ? name_of(status.state) : gitlab_state(status.state);
  out["description"] = status.description;
  out[service == Service::github ? "context" : "name"] = k_context;
  if (!url.empty()) out["target_url"] = url;
  return write_json(out);
}

std::string comment_body(std::string_view report, const Change& change, Service) {
  const auto head = cat(k_marker, "\nAssay judged the commit ", change.head, ".\n\n");
  return cut(head + without_calls(to_utf8(report)), k_longest_comment);
}

std::string comment_json(std::string_view body) { return write_json(json::object{{"body", body}}); }

std::optional<std::uint64_t> our_comment(const std::vector<Comment>& comments, std::string_view author) {
  for (const auto& comment : comments) {
    if (!author.empty() && comment.author == author && comment.body.starts_with(k_marker) && comment.id != 0)
      return comment.id;
  }
  return std::nullopt;
}

}  // namespace assay::forge
