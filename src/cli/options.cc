#include "cli/options.h"

#include <algorithm>

#include "base/nearest.h"
#include "base/text.h"

namespace assay::cli {

std::optional<std::string> Parsed::value(std::string_view flag) const {
  const auto at = m_values.find(std::string(flag));
  if (at == m_values.end() || at->second.empty()) return std::nullopt;
  return at->second.back();
}

std::vector<std::string> Parsed::values(std::string_view flag) const {
  const auto at = m_values.find(std::string(flag));
  return at == m_values.end() ? std::vector<std::string>() : at->second;
}

namespace {

const Flag* find_flag(std::span<const Flag> flags, std::string_view name) {
  for (const auto& flag : flags) {
    if (flag.name == name || (!flag.alias.empty() && flag.alias == name)) return &flag;
  }
  return nullptr;
}

// Of "auto|on|off", or a number where "N" is wanted: only then is what follows a flag with an optional value that
// value.
bool is_choice(std::string_view choices, std::string_view word) {
  if (choices == "N") return parse_uint(word).has_value();
  if (!contains(choices, "|")) return false;
  const auto words = split(choices, '|');
  return std::find(words.begin(), words.end(), word) != words.end();
}

Error unknown_flag(std::span<const Flag> flags, std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& flag : flags) {
    known.push_back(flag.name);
    if (!flag.alias.empty()) known.push_back(flag.alias);
  }
  const auto close = nearest(name, known);
  return invalid_input(close.empty() ? cat("unknown option ", name, "; see --help")
                                     : cat("unknown option ", name, "; did you mean ", close, "?"));
}

}  // namespace

Result<Parsed> parse(std::span<const Flag> flags, std::span<const std::string> arguments) {
  Parsed parsed;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      parsed.m_words.insert(parsed.m_words.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            arguments.end());
      break;
    }
    const size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
    const std::string name = argument.substr(0, equals);
    // "- [ ] POST /carts returns 201": text that begins with a dash. No option has a blank in its name.
    const bool is_text = name.find_first_of(" \t\n") != std::string::npos;
    if (argument.size() < 2 || argument[0] != '-' || is_text) {
      parsed.m_words.push_back(argument);
      continue;
    }
    const Flag* flag = find_flag(flags, name);
    if (flag == nullptr) return unknown_flag(flags, name);
    auto& values = parsed.m_values[std::string(flag->name)];
    const bool has_inline = equals != std::string::npos;
    switch (flag->takes) {
      case Takes::nothing:
        if (has_inline) return invalid_input(cat(name, " takes no value"));
        break;
      case Takes::optional_value:
        if (has_inline)
          values.push_back(argument.substr(equals + 1));
        else if (i + 1 < arguments.size() && is_choice(flag->value, arguments[i + 1]))
          values.push_back(arguments[++i]);
        break;
      case Takes::value:
        if (!values.empty()) return invalid_input(cat(name, " was given twice"));
        [[fallthrough]];
      case Takes::values:
        if (has_inline) {
          values.push_back(argument.substr(equals + 1));
        } else if (i + 1 < arguments.size()) {
          values.push_back(arguments[++i]);
        } else {
          return invalid_input(cat(name, " needs a value: ", name, " ", flag->value));
        }
        break;
    }
  }
  return parsed;
}

Result<std::uint64_t> number_of(const Parsed& options, std::string_view flag, Range range, std::uint64_t otherwise) {
  const auto given = options.value(flag);
  if (!given) return otherwise;
  const auto n = parse_uint(*given);
  if (n && *n >= range.from && *n <= range.to) return *n;
  return invalid_input(cat(flag, " takes a number from ", range.from, " to ", range.to, ", not ", excerpt(*given, 20)));
}

std::string describe(std::span<const Flag> flags) {
  constexpr size_t k_column = 34;
  std::string out;
  for (const auto& flag : flags) {
    if (flag.help.empty()) continue;
    std::string left = cat("  ", flag.name);
    if (!flag.alias.empty()) left += cat(", ", flag.alias);
    if (flag.takes == Takes::optional_value)
      left += cat("[=", flag.value, "]");
    else if (flag.takes != Takes::nothing)
      left += cat(" ", flag.value);
    if (left.size() >= k_column)
      left += cat("\n", std::string(k_column, ' '));
    else
      left.resize(k_column, ' ');
    out += cat(left, flag.help, "\n");
  }
  return out;
}

}  // namespace assay::cli
