// Result<T>: a value or the reason there is none. Error means "could not find out" or "could not
// do"; a red verdict, a failed test or a non-zero exit is a value, not an Error. No exception
// crosses a room. Member names follow std::expected, which this toolchain does not have.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay {

// What callers branch on; one table maps these to exit status (and later HTTP and MCP).
enum class Code { invalid_input, not_found, conflict, unavailable, corrupt, internal };

struct Error {
  Code code = Code::internal;
  std::string message;  // what was wrong, where, and what to do
};

inline Error invalid_input(std::string message) { return {Code::invalid_input, std::move(message)}; }
inline Error not_found(std::string message) { return {Code::not_found, std::move(message)}; }
inline Error conflict(std::string message) { return {Code::conflict, std::move(message)}; }
inline Error unavailable(std::string message) { return {Code::unavailable, std::move(message)}; }
inline Error corrupt(std::string message) { return {Code::corrupt, std::move(message)}; }
inline Error internal(std::string message) { return {Code::internal, std::move(message)}; }

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return m_state.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return std::get<0>(m_state); }
  const T& value() const& { return std::get<0>(m_state); }
  T&& value() && { return std::get<0>(std::move(m_state)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return std::get<1>(m_state); }
  const Error& error() const& { return std::get<1>(m_state); }
  Error&& error() && { return std::get<1>(std::move(m_state)); }

  template <class U>
  T value_or(U&& other) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }

 private:
  std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : m_error(std::move(error)) {}

  bool has_value() const { return !m_error.has_value(); }
  explicit operator bool() const { return has_value(); }
  Error& error() & { return *m_error; }
  const Error& error() const& { return *m_error; }
  Error&& error() && { return std::move(*m_error); }

 private:
  std::optional<Error> m_error;
};

}  // namespace assay

#define ASSAY_JOIN2(a, b) a##b
#define ASSAY_JOIN(a, b) ASSAY_JOIN2(a, b)

// TRY(expr); returns the error of a Result<void> (or drops the value of another).
#define TRY(expr)                                        \
  do {                                                   \
    auto assay_try = (expr);                             \
    if (!assay_try) return std::move(assay_try).error(); \
  } while (false)

// TRY_ASSIGN(const auto x, expr); binds the value or returns the error.
#define TRY_ASSIGN(declaration, expr)                                                                \
  auto ASSAY_JOIN(assay_try_, __LINE__) = (expr);                                                    \
  if (!ASSAY_JOIN(assay_try_, __LINE__)) return std::move(ASSAY_JOIN(assay_try_, __LINE__)).error(); \
  declaration = std::move(ASSAY_JOIN(assay_try_, __LINE__)).value()
