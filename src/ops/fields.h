// How a request or a document says what it consists of. Each has one function
//
//   void fields(Fields& f) { f.field(word("task", "Task id or unique prefix"), task); … }
//
// that names every field once. A document of an operation has another, which is its text for people:
//
//   std::string present(const ShowTask::Response& answer, const Terminal& terminal);
//
// Decoding and encoding JSON, command-line flags, help, completion and JSON Schema are all visitors
// of the first. The visitors are few and virtual, so that a new document costs no template but the
// handful below.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/json.h"

namespace assay {
struct Terminal;  // base/terminal.h
}

namespace assay::ops {

struct NamedSchema;  // operation.h, as is
struct Operation;

// How an answer ends the command that asked for it: exit status 0, 1 and 2.
enum class Ending { done, gate_failed, refused };

enum class Need { optional, required };

// Where a field of a request stands on the command line.
enum class Place {
  flag,   // --name VALUE
  word,   // a word of its own
  words,  // all remaining words
};

// What completes a value on the command line.
enum class Completes { nothing, mission, task, check, file, branch };

// What a number counts; the command line takes "30m" for milliseconds.
enum class Unit { none, milliseconds };

// Who may ask for it. What a program could use to let its own work pass is for people: MCP does not offer it.
enum class Callers { anyone, people };

struct Field {
  std::string_view name;  // as it stands in JSON
  std::string_view help;
  Need need = Need::optional;
  Place place = Place::flag;
  std::string_view value = {};  // "TEXT", for help; chosen by type when empty
  std::string_view flag = {};   // "--accept" where it is not the name with dashes
  bool from_file = false;       // the command line also takes --name-file FILE
  Completes completes = Completes::nothing;
  Unit unit = Unit::none;
  std::string_view alias = {};  // another spelling of the flag: "--intent"; its file is "--intent-file"
  std::string_view was = {};    // its name in JSON before: still taken, and described as deprecated
  bool any_size = false;        // a file of it is not read into memory: the command line hands it over
  Callers callers = Callers::anyone;
  std::uint64_t least = 0;  // of a number
  std::uint64_t most = 0;   // 0: as large as it fits
};

// Shorthands for the fields of requests.
constexpr Field word(std::string_view name, std::string_view help, Completes completes = Completes::nothing) {
  return {.name = name, .help = help, .need = Need::required, .place = Place::word, .completes = completes};
}
constexpr Field optional_word(std::string_view name, std::string_view help, Completes completes = Completes::nothing) {
  return {.name = name, .help = help, .place = Place::word, .completes = completes};
}
constexpr Field flag(std::string_view name, std::string_view help, std::string_view value = {}) {
  return {.name = name, .help = help, .value = value};
}
// How many entries of a list an answer has, at most.
constexpr Field limit_to(std::uint64_t most, std::string_view help) {
  return {.name = "limit", .help = help, .least = 1, .most = most};
}
// A field of a document: always there.
constexpr Field item(std::string_view name, std::string_view help = {}) {
  return {.name = name, .help = help, .need = Need::required};
}

class Fields {
 public:
  virtual ~Fields() = default;

  virtual void field(const Field& about, std::string& value) = 0;
  virtual void field(const Field& about, std::optional<std::string>& value) = 0;
  virtual void field(const Field& about, std::vector<std::string>& value) = 0;
  virtual void field(const Field& about, bool& value) = 0;
  virtual void field(const Field& about, std::optional<bool>& value) = 0;
  virtual void field(const Field& about, std::uint64_t& value) = 0;
  virtual void field(const Field& about, std::optional<std::uint64_t>& value) = 0;
  virtual void field(const Field& about, double& value) = 0;
  virtual void field(const Field& about, std::optional<double>& value) = 0;
  virtual void field(const Field& about, Time& value) = 0;
  virtual void field(const Field& about, std::optional<Time>& value) = 0;
  virtual void field(const Field& about, std::vector<std::pair<std::string, std::string>>& value) = 0;
  virtual void field(const Field& about, json::value& value) = 0;  // anything

  // A whole number of another size: by way of 64 bits, refused when it does not fit.
  void field(const Field& about, std::uint32_t& value) {
    std::uint64_t wide = value;
    field(about, wide);
    narrow(about, wide, UINT32_MAX);
    value = static_cast<std::uint32_t>(wide);
  }

  // One of an enumeration's names.
  template <class Enum>
  requires std::is_enum_v<Enum>
  void field(const Field& about, Enum& value) {
    auto index = std::optional(static_cast<size_t>(value));
    choice(about, names_of<Enum>(), index, Absent::impossible);
    value = static_cast<Enum>(*index);
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void field(const Field& about, std::optional<Enum>& value) {
    std::optional<size_t> index;
    if (value) index = static_cast<size_t>(*value);
    choice(about, names_of<Enum>(), index, Absent::possible);
    value = index ? std::optional(static_cast<Enum>(*index)) : std::nullopt;
  }

  // Documents in documents.
  template <class T>
  requires requires(T& value, Fields& f) { value.fields(f); }
  void field(const Field& about, T& value) {
    object(about, [&](Fields& inner) { value.fields(inner); });
  }
  template <class T>
  requires requires(T& value, Fields& f) { value.fields(f); }
  void field(const Field& about, std::optional<T>& value) {
    T sample;
    object_or_null(about, value.has_value(), [&](Fields& inner) { (value ? *value : sample).fields(inner); });
  }
  template <class T>
  requires requires(T& value, Fields& f) { value.fields(f); }
  void field(const Field& about, std::vector<T>& value) {
    T sample;
    list(about, value.size(), [&](Fields& inner, size_t i) { (i < value.size() ? value[i] : sample).fields(inner); });
  }

 protected:
  using Visit = std::function<void(Fields&)>;
  using VisitAt = std::function<void(Fields&, size_t)>;
  enum class Absent { impossible, possible };

  virtual void narrow(const Field& about, std::uint64_t& value, std::uint64_t most) = 0;
  virtual void choice(const Field& about, const std::vector<std::string_view>& names, std::optional<size_t>& index,
                      Absent absent) = 0;
  virtual void object(const Field& about, const Visit& visit) = 0;
  virtual void object_or_null(const Field& about, bool present, const Visit& visit) = 0;
  virtual void list(const Field& about, size_t size, const VisitAt& visit) = 0;  // past `size`: a sample

 private:
  template <class Enum>
  static std::vector<std::string_view> names_of() {
    std::vector<std::string_view> names;
    for (int i = 0; name(static_cast<Enum>(i)) != "unknown"; ++i) names.push_back(name(static_cast<Enum>(i)));
    return names;
  }
};

}  // namespace assay::ops
