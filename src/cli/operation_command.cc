#include "cli/operation_command.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/text.h"
#include "cli/operation_run.h"
#include "os/files.h"
#include "plan/plan_file.h"

namespace assay::cli {

namespace {

using ops::FieldInfo;
using ops::Place;
using ops::Type;

// "filesModified", "files_modified" -> "files-modified"
std::string dashed(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_upper(c)) out += '-';
    out += c == '_' ? '-' : to_lower(c);
  }
  return out;
}

std::string capitals(std::string_view name) {
  std::string out = dashed(name);
  for (char& c : out) c = is_lower(c) ? static_cast<char>(c - 32) : c;
  return out;
}

std::string flag_name(const FieldInfo& info) {
  return info.about.flag.empty() ? cat("--", dashed(info.about.name)) : std::string(info.about.flag);
}

std::string file_flag_name(const FieldInfo& info) { return cat("--", dashed(info.about.name), "-file"); }

std::string joined(const std::vector<std::string_view>& names, std::string_view separator) {
  return join({names.begin(), names.end()}, separator);
}

std::string value_name(const FieldInfo& info) {
  if (!info.about.value.empty()) return std::string(info.about.value);
  switch (info.type) {
    case Type::count: return "N";
    case Type::number: return "X";
    case Type::flag: return "on|off";
    case Type::choice: return capitals(info.about.name);
    default: return "TEXT";
  }
}

Takes takes(const FieldInfo& info) {
  if (info.type == Type::flag && info.null == ops::Null::no) return Takes::nothing;
  return info.type == Type::texts ? Takes::values : Takes::value;
}

std::string word_name(const FieldInfo& info) {
  return info.about.value.empty() ? capitals(info.about.name) : std::string(info.about.value);
}

std::string help_text(const FieldInfo& info) {
  std::string out(info.about.help);
  if (info.type == Type::choice) out += cat(": ", joined(info.choices, ", "));
  return out;
}

// "90s", "30m", "2h", "1500" (milliseconds).
Result<json::value> duration(std::string_view what, const std::string& text) {
  std::uint64_t unit = 1;
  std::string_view digits = text;
  for (const auto& [ending, ms] :
       {std::pair<std::string_view, std::uint64_t>{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}) {
    if (!digits.ends_with(ending)) continue;
    digits.remove_suffix(ending.size());
    unit = ms;
    break;
  }
  const auto number = parse_uint(digits);
  if (!number || *number > 1'000'000'000)
    return invalid_input(cat(what, " takes a time like 90s, 30m or 2h, not ", excerpt(text, 40)));
  return json::value(*number * unit);
}

Result<json::value> number(std::string_view what, const std::string& text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end)
    return invalid_input(cat(what, " takes a number, not ", excerpt(text, 40)));
  return json::value(value);
}

Result<json::value> count_of(const FieldInfo& info, std::string_view what, const std::string& text) {
  const auto count = parse_uint(text);
  const auto least = info.about.least, most = info.about.most;
  if (count && *count >= least && (most == 0 || *count <= most)) return json::value(*count);
  const auto bounds = most == 0 ? std::string() : cat(" from ", least, " to ", most);
  return invalid_input(cat(what, " takes a whole number", bounds, ", not ", excerpt(text, 40)));
}

Result<json::value> value_of(const FieldInfo& info, std::string_view what, const std::string& text) {
  switch (info.type) {
    case Type::count: {
      if (info.about.unit == ops::Unit::milliseconds) return duration(what, text);
      return count_of(info, what, text);
    }
    case Type::number: return number(what, text);
    case Type::flag:
      if (text == "on" || text == "true" || text == "yes") return json::value(true);
      if (text == "off" || text == "false" || text == "no") return json::value(false);
      return invalid_input(cat(what, " takes on or off, not ", excerpt(text, 40)));
    default: return json::value(text);
  }
}

// A field of any shape comes from a file. There is one: a plan, JSON or TOML.
Result<json::value> plan_from(const std::string& file) {
  TRY_ASSIGN(const auto text, os::read_file(file));
  TRY_ASSIGN(const auto plan, plan::parse_plan(text, file, plan::format_of(file)));
  return parse_json(plan::write_plan(plan), file);
}

constexpr Flag k_json = {"--json", "", Takes::nothing, "", "print the answer as JSON (see assay schema)"};
constexpr Flag k_workspace = {"--workspace", "", Takes::value, "DIR", "the git work tree to act on (default: here)"};
constexpr Flag k_as = {"--as", "", Takes::value, "NAME", "who does this (default: ASSAY_ACTOR, git's user.name)"};

}  // namespace

std::string command_words(const ops::Operation& operation) {
  return replace_all(std::string(operation.name), ".", " ");
}

OperationCommand::OperationCommand(const ops::Operation& operation)
    : m_operation(operation), m_fields(operation.request()) {
  const auto own = own_flags(operation);
  for (const auto& info : m_fields) add_flag(info, own);
  m_flags.insert(m_flags.end(), own.begin(), own.end());
  add_unless_own(k_json, own);
  if (operation.in_repository) add_unless_own(k_workspace, own);
  if (operation.effect == ops::Effect::change) add_unless_own(k_as, own);
}

void OperationCommand::add_unless_own(const Flag& flag, std::span<const Flag> own) {
  const auto same = [&](const Flag& each) { return each.name == flag.name; };
  if (std::none_of(own.begin(), own.end(), same)) m_flags.push_back(flag);
}

std::string_view OperationCommand::keep(std::string text) { return m_texts.emplace_back(std::move(text)); }

void OperationCommand::add_flag(const FieldInfo& info, std::span<const Flag> own) {
  const auto& alias = info.about.alias;
  const auto add = [&](const Flag& flag) {
    const size_t before = m_flags.size();
    add_unless_own(flag, own);
    if (m_flags.size() > before) m_behind.push_back(&info);
  };
  if (info.about.place == Place::flag)
    add({keep(flag_name(info)), alias, takes(info), keep(value_name(info)), keep(help_text(info))});
  if (!info.about.from_file) return;
  add({keep(file_flag_name(info)), alias.empty() ? std::string_view() : keep(cat(alias, "-file")), Takes::value, "FILE",
       keep(info.about.place == Place::flag ? "the same from a file, - for standard input"
                                            : cat("the ", info.about.name, " from a file, - for standard input"))});
}

const FieldInfo* OperationCommand::field_of(std::string_view flag) const {
  for (size_t i = 0; i < m_behind.size(); ++i) {
    if (m_flags[i].name == flag) return m_behind[i];
  }
  return nullptr;
}

std::string OperationCommand::usage(std::string_view program) const {
  std::string out = cat(program, " ", command_words(m_operation));
  for (const auto& info : m_fields) {
    if (info.about.place == Place::flag) continue;
    std::string name = word_name(info);
    if (info.about.place == Place::words) name += "...";
    out += info.about.need == ops::Need::required ? cat(" ", name) : cat(" [", name, "]");
  }
  return out + " [options]";
}

std::vector<OperationCommand::WordHelp> OperationCommand::words() const {
  std::vector<WordHelp> out;
  for (const auto& info : m_fields) {
    if (info.about.place != Place::flag) out.push_back({word_name(info), help_text(info)});
  }
  return out;
}

std::string OperationCommand::help(std::string_view program) const {
  std::string summary(m_operation.summary);
  if (!summary.empty() && is_lower(summary[0])) summary[0] = static_cast<char>(summary[0] - 32);
  std::string out = cat("Usage: ", usage(program), "\n\n", summary, ".\n");
  if (!m_operation.text.empty()) out += cat(m_operation.text, "\n");
  const auto explained = words();
  if (!explained.empty()) out += "\n";
  for (const auto& word : explained) {
    std::string name = cat("  ", word.name);
    name.resize(std::max<size_t>(name.size() + 2, 34), ' ');
    out += cat(name, word.text, "\n");
  }
  out += cat("\nOptions:\n", describe(m_flags));
  if (!m_operation.examples.empty()) {
    out += cat("\nExamples:\n", replace_all(std::string(m_operation.examples), "{}", program));
  }
  return out;
}

Result<void> OperationCommand::take_file(const FieldInfo& info, const std::string& file, json::object& request) const {
  if (request.contains(info.about.name)) {
    return invalid_input(cat("give ", info.about.place == Place::flag ? flag_name(info) : capitals(info.about.name),
                             " or ", file_flag_name(info), ", not both"));
  }
  if (info.about.any_size) return {};
  TRY_ASSIGN(const auto text, os::read_file(file));
  request[info.about.name] = text;
  return {};
}

Result<void> OperationCommand::take_words(const Parsed& parsed, std::string_view program, json::object& request) const {
  size_t next = 0;
  const auto& words = parsed.words();
  for (const auto& info : m_fields) {
    if (info.about.place == Place::flag) continue;
    if (next == words.size()) {
      const bool from_file = info.about.from_file && parsed.has(file_flag_name(info));
      if (info.about.need == ops::Need::required && !from_file) {
        return invalid_input(cat(capitals(info.about.name), " is missing: ", usage(program)));
      }
      continue;
    }
    if (info.about.place == Place::words) {
      json::array rest;
      for (; next < words.size(); ++next) rest.emplace_back(words[next]);
      request[info.about.name] = std::move(rest);
      continue;
    }
    TRY_ASSIGN(request[info.about.name], value_of(info, capitals(info.about.name), words[next]));
    ++next;
  }
  if (next == words.size()) return {};
  return invalid_input(cat("unexpected argument \"", excerpt(words[next], 40),
                           "\"; a text of several words goes in quotes: ", usage(program)));
}

Result<void> OperationCommand::one_reader_of_stdin(const Parsed& parsed) const {
  size_t readers = 0;
  for (const auto& info : m_fields)
    readers += info.about.from_file && parsed.value(file_flag_name(info)) == "-" ? 1 : 0;
  if (readers > 1) return invalid_input("only one input can be read from standard input");
  return {};
}

Result<json::object> OperationCommand::request(const Parsed& parsed, std::string_view program) const {
  TRY(one_reader_of_stdin(parsed));
  json::object request;
  TRY(take_words(parsed, program, request));
  for (const auto& info : m_fields) {
    if (info.about.place == Place::flag) {
      const std::string name = flag_name(info);
      if (!parsed.has(name)) continue;
      if (takes(info) == Takes::nothing) {
        request[info.about.name] = true;
      } else if (info.type == Type::texts) {
        const auto values = parsed.values(name);
        request[info.about.name] = json::array(values.begin(), values.end());
      } else if (info.type == Type::anything) {
        TRY_ASSIGN(request[info.about.name], plan_from(*parsed.value(name)));
      } else {
        TRY_ASSIGN(request[info.about.name], value_of(info, name, *parsed.value(name)));
      }
    }
  }
  for (const auto& info : m_fields) {
    if (!info.about.from_file) continue;
    if (const auto file = parsed.value(file_flag_name(info))) TRY(take_file(info, *file, request));
  }
  return request;
}

}  // namespace assay::cli
