// The command line of an operation, made from its description: flags, usage, help, and the request
// that a line of arguments stands for.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/options.h"
#include "ops/operation.h"

namespace assay::cli {

// "task.start" is called as `assay task start`.
std::string command_words(const ops::Operation& operation);

class OperationCommand {
 public:
  explicit OperationCommand(const ops::Operation& operation);

  const ops::Operation& operation() const { return m_operation; }
  std::span<const Flag> flags() const { return m_flags; }
  const ops::Description& fields() const { return m_fields; }

  std::string usage(std::string_view program) const;
  // What each word behind the command means.
  struct WordHelp {
    std::string name;
    std::string text;
  };
  std::vector<WordHelp> words() const;
  std::string help(std::string_view program) const;
  // The field behind a flag; nullptr for those that every operation has.
  const ops::FieldInfo* field_of(std::string_view flag) const;
  // The request's JSON; files named by flags are read.
  Result<json::object> request(const Parsed& parsed, std::string_view program) const;

 private:
  std::string_view keep(std::string text);
  void add_flag(const ops::FieldInfo& info, std::span<const Flag> own);
  void add_unless_own(const Flag& flag, std::span<const Flag> own);
  Result<void> one_reader_of_stdin(const Parsed& parsed) const;
  Result<void> take_words(const Parsed& parsed, std::string_view program, json::object& request) const;
  Result<void> take_file(const ops::FieldInfo& info, const std::string& file, json::object& request) const;

  const ops::Operation& m_operation;
  ops::Description m_fields;
  std::deque<std::string> m_texts;  // what the flags' views look at
  std::vector<Flag> m_flags;
  std::vector<const ops::FieldInfo*> m_behind;  // of each flag
};

}  // namespace assay::cli
