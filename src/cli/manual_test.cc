#include "cli/manual.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/help.h"
#include "cli/operation_command.h"
#include "cli/operations.h"
#include "cli/overview.h"
#include "cli/topics.h"
#include "ops/table/table.h"

namespace assay::cli {
namespace {

TEST(Overview, EveryCommandStandsInOneSection) {
  std::map<std::string_view, int> times;
  for (const auto& line : all_commands()) times[line.name] = 0;
  for (const auto& section : command_sections()) {
    for (const auto name : section.names) {
      ASSERT_TRUE(times.contains(name)) << name << " is no command";
      ++times[name];
    }
  }
  for (const auto& [name, n] : times) EXPECT_EQ(n, 1) << name << " belongs into one section of src/cli/overview.cc";
}
TEST(Overview, OperationsOfTwoWordsBelongToAGroupOrACommand) {
  for (const auto* operation : ops::operations()) {
    const size_t dot = operation->name.find('.');
    const auto first = operation->name.substr(0, dot);
    EXPECT_TRUE(dot == std::string_view::npos || is_group(first) || find_command(first)) << operation->name;
  }
}
TEST(Overview, ATopicIsNoCommand) {
  std::set<std::string_view> names;
  for (const auto& line : all_commands()) names.insert(line.name);
  for (const auto& topic : topics()) EXPECT_TRUE(names.insert(topic.name).second) << topic.name;
  EXPECT_EQ(find_topic("exit-codes"), find_topic("exit-status"));
  EXPECT_EQ(find_topic("nothing"), nullptr);
}

TEST(Manual, HasAPageForEveryCommandAndTopic) {
  const auto pages = manual_pages();
  EXPECT_EQ(pages.size(), 1 + all_commands().size() + topics().size());
  for (const auto& name : pages) {
    const auto word = name == "assay.1" ? "" : name.substr(6, name.size() - 8);
    const auto page = manual_page(word);
    ASSERT_TRUE(page) << name << ": " << page.error().message;
    EXPECT_TRUE(contains(*page, ".SH NAME\n")) << name;
    EXPECT_TRUE(contains(*page, ".SH SEE ALSO\n")) << name;
  }
  EXPECT_FALSE(manual_page("nothing"));
  EXPECT_FALSE(manual_page("complete")) << "what only completion calls";
}
TEST(Manual, TextIsNeverARequest) {
  static const std::set<std::string_view> known = {".TH", ".nh", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi", ".\\\""};
  for (const auto& name : manual_pages()) {
    const auto page = manual_page(name == "assay.1" ? "" : name.substr(6, name.size() - 8)).value_or("");
    for (const auto line : split_lines(page)) {
      EXPECT_FALSE(line.starts_with('\'')) << name << ": " << line;
      EXPECT_TRUE(!line.starts_with('.') || known.contains(line.substr(0, line.find(' ')))) << name << ": " << line;
    }
  }
}
TEST(Manual, SaysEveryOptionOfAnOperation) {
  for (const auto* operation : ops::operations()) {
    const OperationCommand command(*operation);
    const auto page = manual_page(operation->name.substr(0, operation->name.find('.'))).value_or("");
    for (const auto& flag : command.flags()) {
      if (flag.help.empty()) continue;
      EXPECT_TRUE(contains(page, cat("\\fB", replace_all(std::string(flag.name), "-", "\\-"), "\\fR"))) << flag.name;
    }
  }
}
TEST(Manual, KeepsBackslashesOfExamples) {
  const auto page = manual_page("calibrate").value_or("");
  EXPECT_TRUE(contains(page, "\\(dqpytest \\-q\\(dq")) << page;
  EXPECT_TRUE(contains(page, ".SH EXIT STATUS\nExit status: 0 measured")) << page;
}

}  // namespace
}  // namespace assay::cli
