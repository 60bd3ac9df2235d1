// One page for each first word, as with git: `assay mission new` is a part of assay-mission(1). The macros are those of
// man(7), which every formatter knows. What is text stays text: all that could be a request or an escape is quoted.
#include "cli/manual.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/version.h"
#include "cli/help.h"
#include "cli/operation_command.h"
#include "cli/operations.h"
#include "cli/overview.h"
#include "cli/topics.h"
#include "ops/table/table.h"

namespace assay::cli {

namespace {

constexpr std::string_view k_program = "assay";

std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      case '"': out += "\\(dq"; break;
      default: out += c;
    }
  }
  return out;
}

// A line of text; a point in front would be a request.
std::string text_line(std::string_view line) { return cat(line.starts_with('.') ? "\\&" : "", quoted(line), "\n"); }

std::string bold(std::string_view text) { return cat("\\fB", quoted(text), "\\fR"); }

// What stands in `…` is bold. A pair may go over a line end, so the whole paragraph is taken.
std::string paragraph_text(std::string_view text) {
  std::string out;
  for (const auto line : split_lines(text)) {
    std::string_view rest = line;
    std::string done = rest.starts_with('.') ? "\\&" : "";
    while (true) {
      const size_t open = rest.find('`');
      const size_t close = open == std::string_view::npos ? open : rest.find('`', open + 1);
      if (close == std::string_view::npos) break;
      done += cat(quoted(rest.substr(0, open)), bold(rest.substr(open + 1, close - open - 1)));
      rest.remove_prefix(close + 1);
    }
    out += cat(done, quoted(rest), "\n");
  }
  return out;
}

std::string as_it_is(std::string_view lines) {
  std::string out = ".nf\n";
  for (const auto line : split_lines(lines)) out += text_line(line);
  return out + ".fi\n";
}

std::vector<std::string> paragraphs_of(std::string_view text) {
  std::vector<std::string> out(1);
  for (const auto line : split_lines(text)) {
    if (is_blank(line)) {
      out.emplace_back();
    } else {
      out.back() += cat(line, "\n");
    }
  }
  std::erase_if(out, [](const std::string& each) { return each.empty(); });
  return out;
}

// Lines that begin with blanks keep their shape.
std::string body_text(std::string_view paragraph) {
  std::string out, flowing, fixed;
  const auto flush = [&] {
    if (!flowing.empty()) out += paragraph_text(flowing);
    if (!fixed.empty()) out += as_it_is(fixed);
    flowing.clear();
    fixed.clear();
  };
  for (const auto line : split_lines(paragraph)) {
    const bool is_fixed = line.starts_with("  ");
    if (is_fixed ? !flowing.empty() : !fixed.empty()) flush();
    (is_fixed ? fixed : flowing) += cat(line, "\n");
  }
  flush();
  return out;
}

bool is_about_exit(std::string_view paragraph) { return paragraph.starts_with("Exit status"); }

// Paragraphs of a text; those about the exit status, or all others.
std::string body(std::string_view text, bool about_exit) {
  std::string out;
  for (const auto& paragraph : paragraphs_of(text)) {
    if (is_about_exit(paragraph) == about_exit) out += cat(out.empty() ? "" : ".PP\n", body_text(paragraph));
  }
  return out;
}

std::string item(std::string_view left, std::string_view text) { return cat(".TP\n", left, "\n", text_line(text)); }

std::string flag_items(std::span<const Flag> flags) {
  std::string out;
  for (const auto& flag : flags) {
    if (flag.help.empty()) continue;
    std::string left = bold(flag.name);
    if (!flag.alias.empty()) left += cat(", ", bold(flag.alias));
    const std::string value = cat("\\fI", quoted(flag.value), "\\fR");
    if (flag.takes == Takes::optional_value)
      left += cat("[=", value, "]");
    else if (flag.takes != Takes::nothing)
      left += cat(" ", value);
    out += item(left, flag.help);
  }
  return out;
}

std::string heading(std::string_view name, int section, std::string_view summary) {
  const std::string title = section == 1 ? std::string(name) : cat(k_program, "-", name);
  std::string upper;
  for (const char c : title) upper += is_lower(c) ? static_cast<char>(c - 32) : c;
  return cat(".\\\" Made by: assay help --man\n.TH \"", quoted(upper), "\" \"", section, "\" \"",
             build_time().substr(0, 10), "\" \"Assay ", quoted(version()), "\" \"Assay\"\n.nh\n.SH NAME\n",
             quoted(title), " \\- ", quoted(summary), "\n");
}

std::string see_also(std::string_view more) {
  return cat(".SH SEE ALSO\n", more, bold(k_program), "(1)\n.PP\nDocuments: docs/ of the source, or\n",
             quoted("/usr/share/doc/assay/docs"), ".\n");
}

// What the page of one command has between its name and what follows.
struct Entry {
  std::string usage;  // lines
  std::string text;
  std::vector<OperationCommand::WordHelp> words;
  std::span<const Flag> flags;
  std::string_view examples;
};

Entry entry_of(const OperationCommand& command) {
  const auto& operation = command.operation();
  return {command.usage(k_program), std::string(operation.text), command.words(), command.flags(), operation.examples};
}

Entry entry_of(const CommandInfo& command) {
  return {cat(k_program, " ", command.name, " ", command.usage),
          std::string(command.text),
          {},
          command.flags,
          command.examples};
}

// The parts of an entry under headings of `level` ("SH" or "SS"); `plain` ones have only a bold line.
std::string parts_of(const Entry& entry, bool has_own_page) {
  const auto part = [&](std::string_view title) {
    return has_own_page ? cat(".SH ", title, "\n") : cat(".PP\n\\fI", title, "\\fR\n");
  };
  std::string out;
  std::string options;
  for (const auto& word : entry.words) options += item(cat("\\fI", quoted(word.name), "\\fR"), word.text);
  options += flag_items(entry.flags);
  if (!options.empty()) out += part("OPTIONS") + options;
  if (const auto exits = body(entry.text, true); !exits.empty())
    out += cat(part("EXIT STATUS"), has_own_page ? "" : ".PP\n", exits);
  if (!entry.examples.empty())
    out += part("EXAMPLES") + as_it_is(replace_all(std::string(entry.examples), "{}", k_program));
  return out;
}

std::string capital(std::string_view text) {
  std::string out(text);
  if (!out.empty() && is_lower(out[0])) out[0] = static_cast<char>(out[0] - 32);
  return out;
}

std::string page_of(std::string_view name, std::string_view summary, const Entry& entry) {
  const auto described = body(entry.text, false);
  return cat(heading(cat(k_program, "-", name), 1, summary), ".SH SYNOPSIS\n", as_it_is(entry.usage),
             ".SH DESCRIPTION\n", described.empty() ? cat(quoted(capital(summary)), ".\n") : described,
             parts_of(entry, true), see_also(""));
}

std::string page_of_group(const OperationGroup& group) {
  std::string usages, parts;
  for (const auto verb : verbs_of_group(group.name)) {
    const OperationCommand command(*ops::find_operation(cat(group.name, ".", verb)));
    const auto entry = entry_of(command);
    usages += cat(entry.usage, "\n");
    const auto described = body(entry.text, false);
    parts += cat(".SS ", quoted(cat(k_program, " ", group.name, " ", verb)), "\n",
                 quoted(capital(command.operation().summary)), ".\n", described.empty() ? "" : ".PP\n", described,
                 parts_of(entry, false));
  }
  return cat(heading(cat(k_program, "-", group.name), 1, group.summary), ".SH SYNOPSIS\n", as_it_is(usages),
             ".SH COMMANDS\n", parts, see_also(""));
}

std::string page_of_topic(const Topic& topic) {
  return cat(heading(topic.name, 7, topic.summary), ".SH DESCRIPTION\n", body(topic.text, false), see_also(""));
}

std::string reference(std::string_view name, int section) {
  return cat(bold(cat(k_program, "-", name)), "(", section, ")");
}

std::string page_of_program() {
  std::string out = cat(heading(k_program, 1, "the gate for changes made by coding agents"), ".SH SYNOPSIS\n",
                        bold(k_program), " \\fIcommand\\fR [options]\n.SH DESCRIPTION\n",
                        "What was promised, what the evidence shows, what may land.\n",
                        "It looks at what was asked, what changed, what the tests really said and what the agent\n",
                        "claims, and answers with a verdict that shows its evidence.\n.SH COMMANDS\n");
  for (const auto& section : command_sections()) {
    out += cat(".SS ", section.title, "\n");
    for (const auto& line : lines_of(section)) out += item(reference(line.name, 1), line.summary);
  }
  out += ".SH TOPICS\n";
  for (const auto& topic : topics()) out += item(reference(topic.name, 7), topic.summary);
  for (const std::string_view name : {"exit-status", "environment"}) {
    out +=
        cat(".SH ", name == "environment" ? "ENVIRONMENT" : "EXIT STATUS", "\n", body(find_topic(name)->text, false));
  }
  out += cat(".SH FILES\n", item(bold("assay.toml"), "settings of a repository, read from its base branch"),
             item(bold("~/.config/assay/operator.toml"), "settings of a person or a machine"),
             item(bold(".assay/"), "missions of a repository; git does not see it"),
             item(bold(".verifier/runs/"), "evidence of `assay check`"),
             item(bold("~/.local/state/assay"), "keys, logs of agents, prepared trees"));
  return out + ".SH SEE ALSO\n\\fBgit\\fR(1), \\fBbwrap\\fR(1)\n";
}

std::optional<std::string> page_of_word(std::string_view word) {
  if (const auto* command = find_command(word); command != nullptr && !command->summary.empty())
    return page_of(command->name, command->summary, entry_of(*command));
  if (const auto* operation = ops::find_operation(word)) {
    const OperationCommand command(*operation);
    return page_of(operation->name, operation->summary, entry_of(command));
  }
  for (const auto& group : operation_groups()) {
    if (group.name == word) return page_of_group(group);
  }
  if (const auto* topic = find_topic(word)) return page_of_topic(*topic);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> manual_pages() {
  std::vector<std::string> out = {cat(k_program, ".1")};
  for (const auto& line : all_commands()) out.push_back(cat(k_program, "-", line.name, ".1"));
  for (const auto& topic : topics()) out.push_back(cat(k_program, "-", topic.name, ".7"));
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::string> manual_page(std::string_view word) {
  if (word.empty()) return page_of_program();
  auto page = page_of_word(word);
  if (!page) return unknown_command(std::string(word), k_program);
  return std::move(*page);
}

}  // namespace assay::cli
