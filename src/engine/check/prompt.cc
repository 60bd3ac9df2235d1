// Which heading is the real one?
//
// The orchestrator writes its sections in a fixed order; hostile text stands in the issue body, the
// comments, the builder result and the logs. A diff line starts with a sign, so no heading can
// stand at the start of a line inside the diff. Hence, read from the end: the last "# Decision
// rules", the last "# Diff" before it and the last "# Changed files" before that are real, whatever
// stands above. From the front, "# Issue" is real. What lies between is found from its end: the
// logs end with a fence right before "# Changed files", and the real opening fence is as long as
// that closing one. An orchestrator that makes its fence longer than any in the output leaves one
// candidate. Where several remain, all of them are read: a forged section can then add failures
// (against its author) but never displace one. A success counts only where every candidate for the
// real list of commands has it, and a record of a command that no list has is output of the record
// before it: neither can be forged into evidence.
#include "engine/check/prompt.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text.h"

namespace assay::engine {

namespace {

using Lines = std::vector<std::string_view>;
enum class Records { stand_alone, belong_to_a_list };
constexpr size_t npos = static_cast<size_t>(-1);

bool is_heading(std::string_view line, std::string_view heading) { return trim_right(line) == heading; }

size_t last_heading(const Lines& lines, std::string_view heading, size_t before) {
  for (size_t i = std::min(before, lines.size()); i-- > 0;) {
    if (is_heading(lines[i], heading)) return i;
  }
  return npos;
}

size_t first_heading(const Lines& lines, std::string_view heading, size_t from, size_t before) {
  for (size_t i = from; i < std::min(before, lines.size()); ++i) {
    if (is_heading(lines[i], heading)) return i;
  }
  return npos;
}

std::string text_of(const Lines& lines, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < std::min(end, lines.size()); ++i) {
    out.append(lines[i]);
    out.push_back('\n');
  }
  return out;
}

// Number of backticks (or tildes) a fence line starts with; 0 when it is none.
size_t fence_length(std::string_view line) {
  line = trim_left(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  const size_t n = std::min(line.find_first_not_of(line[0]), line.size());
  return n >= 3 ? n : 0;
}

bool is_tag(std::string_view line, std::string_view name) {
  line = trim(line);
  return line == cat("<", name, ">") || line == cat("</", name, ">");
}

// Where the payload of a section lies: after its opening tag and fence, before the closing ones.
struct Payload {
  size_t begin = 0, end = 0;
  size_t fence = 0;
};

// The opening of a section whose heading is at `heading`; the fence stands within a few lines.
std::optional<Payload> opening(const Lines& lines, size_t heading, size_t end, std::string_view tag) {
  bool tagged = false;
  for (size_t i = heading + 1; i < std::min(end, heading + 12); ++i) {
    if (is_tag(lines[i], tag)) tagged = true;
    if (const size_t n = fence_length(lines[i]); n > 0) return Payload{i + 1, end, n};
    if (lines[i].starts_with("# ")) break;
  }
  if (!tagged) return std::nullopt;
  const size_t at = heading + 1;
  return Payload{at, end, 0};
}

// Cuts blank lines, the closing tag and the closing fence off the end; the fence's length or 0.
size_t cut_closing(const Lines& lines, size_t begin, size_t& end, std::string_view tag) {
  const auto blank = [&] {
    while (end > begin && trim(lines[end - 1]).empty()) --end;
  };
  blank();
  if (end > begin && is_tag(lines[end - 1], tag)) --end;
  blank();
  if (end <= begin) return 0;
  const size_t n = fence_length(lines[end - 1]);
  const auto line = trim(lines[end - 1]);
  if (n > 0 && line.size() == n) {
    --end;
    return n;
  }
  return 0;
}

std::string diff_payload(const Lines& lines, size_t heading, size_t end) {
  size_t begin = heading + 1;
  const size_t closing = cut_closing(lines, begin, end, "workspace_diff_data");
  if (const auto open = opening(lines, heading, end, "workspace_diff_data");
      open && (open->fence == closing || closing == 0)) {
    begin = open->begin;
  }
  std::string text = text_of(lines, begin, end);
  if (trim(text) == "(no diff text)" || trim(text).empty()) return {};
  return text;
}

std::string_view without_backticks(std::string_view command) {
  if (command.size() > 1 && command.front() == '`' && command.back() == '`')
    return command.substr(1, command.size() - 2);
  return command;
}

// "- [x] pnpm test" / "- [ ] pnpm test"
std::optional<PromptCommand> checkbox(std::string_view line) {
  line = trim(line);
  if (line.size() < 6 || (line[0] != '-' && line[0] != '*') || line[1] != ' ' || line[2] != '[' || line[4] != ']')
    return std::nullopt;
  if (line[3] != ' ' && line[3] != 'x' && line[3] != 'X') return std::nullopt;
  return PromptCommand{std::string(without_backticks(trim(line.substr(5)))), line[3] != ' ', {}};
}

// The records of a logs section: "## Command N", "Status: …", "Command: …", "Output:".
struct Record {
  std::string status;
  std::string command;
  size_t output_begin = 0, output_end = 0;
};

std::vector<Record> records_of(const Lines& lines, size_t begin, size_t end) {
  std::vector<Record> out;
  for (size_t i = begin; i < end; ++i) {
    const auto line = trim(lines[i]);
    const bool starts = line.starts_with("## Command ") && parse_uint(trim(line.substr(11))).has_value();
    if (starts) {
      if (!out.empty()) out.back().output_end = i;
      out.push_back({{}, {}, i + 1, end});
    } else if (!out.empty() && i < out.back().output_begin + 8) {
      Record& record = out.back();
      if (record.status.empty() && line.starts_with("Status:"))
        record.status = lower(trim(line.substr(7)));
      else if (record.command.empty() && line.starts_with("Command:"))
        record.command = trim(line.substr(8));
      else if (line == "Output:")
        record.output_begin = i + 1;
    }
  }
  return out;
}

// Joins what the records say to the listed commands. A record that does not say passed overrules a
// ticked box. Only where nothing can be listed elsewhere do records stand by themselves.
void join_records(const Lines& lines, const std::vector<Record>& records, Records meaning, Prompt& prompt) {
  size_t next = 0, current = npos;
  for (const auto& record : records) {
    const bool failed = !record.status.empty() && !record.status.starts_with("pass");
    const std::string command(without_backticks(record.command));
    const auto same = [&](const PromptCommand& c) { return c.command == command; };
    auto at = std::find_if(prompt.commands.begin(), prompt.commands.end(), same);
    if (at == prompt.commands.end() && command.empty() && next < prompt.commands.size()) {
      at = prompt.commands.begin() + static_cast<std::ptrdiff_t>(next);
    }
    ++next;
    const bool known = at != prompt.commands.end();
    if (!known && (failed || meaning == Records::stand_alone)) {
      const bool passed = !failed && !record.status.empty();
      prompt.commands.push_back({command.empty() ? cat("command ", next) : command, passed, {}, true});
      current = prompt.commands.size() - 1;
    } else if (known) {
      current = static_cast<size_t>(at - prompt.commands.begin());
      if (failed) at->passed = false;
    }
    if (current != npos && !record.status.empty()) prompt.commands[current].recorded = true;
    std::string& output = current == npos ? prompt.doubtful_logs : prompt.commands[current].output;
    output += text_of(lines, record.output_begin, record.output_end);
  }
}

// All opening candidates of the logs, the real one among them; see the top of this file. Without a closing
// fence the section was cut short, and any opening may be the real one.
std::vector<Payload> log_candidates(const Lines& lines, size_t from, size_t end) {
  size_t payload_end = end;
  const size_t closing = cut_closing(lines, from, payload_end, "verification_logs_data");
  std::vector<Payload> matching;
  for (size_t i = from; i < end; ++i) {
    if (!is_heading(lines[i], "# Verification logs")) continue;
    const auto open = opening(lines, i, payload_end, "verification_logs_data");
    if (open && (closing == 0 || open->fence == closing))
      matching.push_back({i, payload_end, open->fence});
    else if (!open)
      matching.push_back({i, payload_end, 0});
  }
  return matching;
}

void parse_logs(const Lines& lines, const std::vector<Payload>& candidates, Prompt& prompt) {
  if (candidates.empty()) return;
  const size_t begin = candidates.front().begin + 1;
  const size_t payload_end = candidates.front().end;
  const auto records = records_of(lines, begin, payload_end);
  const bool alone = candidates.size() == 1 && prompt.commands.empty();
  if (!records.empty())
    join_records(lines, records, alone ? Records::stand_alone : Records::belong_to_a_list, prompt);
  else
    (alone || !prompt.commands.empty() ? prompt.loose_logs : prompt.doubtful_logs) = text_of(lines, begin, payload_end);
}

// What the lists of commands say: a box that is open in any of them is open, a ticked one counts only
// where all candidates for the real list have it. The real list is the last one above the real logs.
void parse_boxes(const Lines& lines, size_t from, size_t end, const std::vector<Payload>& logs, Prompt& prompt) {
  struct Known {
    size_t index;      // in prompt.commands
    size_t lists = 0;  // candidates for the real list that have it
    size_t last = npos;
  };
  std::unordered_map<std::string, Known> known;
  size_t candidates = 0, list = npos, log = 0;
  bool open = false, real = false;
  for (size_t i = from; i < end; ++i) {
    if (is_heading(lines[i], "# Verification logs")) open = false;
    if (is_heading(lines[i], "# Mechanical verification")) {
      open = true;
      list = i;
      while (log < logs.size() && logs[log].begin < i) ++log;
      const size_t following = std::min(first_heading(lines, "# Mechanical verification", i + 1, end), end);
      real = logs.empty() ? following == end : log < logs.size() && logs[log].begin < following;
      candidates += real ? 1 : 0;
    }
    auto command = open ? checkbox(lines[i]) : std::nullopt;
    if (!command) continue;
    const auto [at, is_new] = known.try_emplace(command->command, Known{prompt.commands.size()});
    if (real && at->second.last != list) ++at->second.lists;
    at->second.last = list;
    if (is_new)
      prompt.commands.push_back(std::move(*command));
    else
      prompt.commands[at->second.index].passed = prompt.commands[at->second.index].passed && command->passed;
  }
  std::erase_if(prompt.commands,
                [&](const PromptCommand& c) { return c.passed && known.at(c.command).lists < candidates; });
}

std::string parse_task(const Lines& lines, size_t end) {
  std::string task;
  size_t begin = 0;
  for (size_t i = 0; i < end; ++i) {
    if (!lines[i].starts_with("# Issue")) continue;
    const size_t colon = lines[i].find(':');
    if (colon != std::string_view::npos) task = trim(lines[i].substr(colon + 1));
    begin = i + 1;
    break;
  }
  const size_t body = first_heading(lines, "## Issue body", begin, end);
  if (body == npos) return task;
  const size_t comments = last_heading(lines, "## Existing comments", end);
  const size_t body_end = comments != npos && comments > body ? comments : end;
  return cat(task, "\n\n", trim(text_of(lines, body + 1, body_end)));
}

}  // namespace

Prompt parse_prompt(std::string_view text) {
  Prompt prompt;
  const Lines lines = split_lines(text);
  size_t end = lines.size();
  for (const char* heading : {"# Final response", "# Decision rules"}) {
    if (const size_t at = last_heading(lines, heading, end); at != npos) end = at;
  }
  if (const size_t at = last_heading(lines, "# Diff", end); at != npos) {
    prompt.diff = diff_payload(lines, at, end);
    end = at;
  }
  if (const size_t at = last_heading(lines, "# Changed files", end); at != npos) end = at;

  const size_t issue_end = std::min(first_heading(lines, "# Builder result", 0, end), end);
  prompt.task = parse_task(lines, issue_end);
  const size_t mechanical = first_heading(lines, "# Mechanical verification", issue_end, end);
  const auto logs = log_candidates(lines, mechanical == npos ? issue_end : mechanical, end);
  // The builder's words end where the last list that may be real begins.
  const size_t words_end = logs.empty() ? end : logs.back().begin;
  const size_t list = last_heading(lines, "# Mechanical verification", words_end);
  if (issue_end < end) {
    const size_t report_end = list != npos && list > issue_end ? list : std::min(mechanical, words_end);
    prompt.builder_report = text_of(lines, issue_end + 1, report_end);
  }
  if (mechanical != npos) parse_boxes(lines, mechanical, end, logs, prompt);
  parse_logs(lines, logs, prompt);
  return prompt;
}

}  // namespace assay::engine
