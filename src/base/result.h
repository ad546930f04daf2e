// How every fallible function in Muster reports failure.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace muster {

// What kind of failure this is: as much as a caller can branch on, never more.
enum class Errc : uint8_t {
  not_found,
  denied,
  malformed,
  too_large,
  unavailable,
  conflict,
  internal
};

struct [[nodiscard]] Error {
  Errc code = Errc::internal;
  std::string what;    // what failed, on what, why: "cannot read /etc/sudoers: Permission denied"
  std::string advice;  // what the user can do about it; may be empty

  // Prefixes a context: "loading the roll: cannot read roll.yaml: ...".
  Error within(std::string_view context) &&;
  // Adds what the user can do.
  Error advise(std::string text) &&;
};

template <class T = void>
using Result = std::expected<T, Error>;

// An error ready to be returned from a function that gives a Result.
[[nodiscard]] std::unexpected<Error> fail(Errc code, std::string what, std::string advice = {});
// The same from an errno value: "cannot <doing>: <reason>"; the code follows the errno.
[[nodiscard]] std::unexpected<Error> fail_errno(std::string_view doing, int error_number);

std::string_view to_string(Errc code);

}  // namespace muster

#define MUSTER_JOIN_EXPANDED(a, b) a##b
#define MUSTER_JOIN(a, b) MUSTER_JOIN_EXPANDED(a, b)
// Takes the value of a Result, or returns its error from the enclosing function.
#define TRY_ASSIGN(declaration, expression)                                   \
  auto&& MUSTER_JOIN(tried_, __LINE__) = (expression);                        \
  if (!MUSTER_JOIN(tried_, __LINE__))                                         \
    return std::unexpected(std::move(MUSTER_JOIN(tried_, __LINE__)).error()); \
  declaration = *std::move(MUSTER_JOIN(tried_, __LINE__))
// Returns the error of a Result<void> from the enclosing function.
#define TRY(expression)                                                                  \
  if (auto MUSTER_JOIN(tried_, __LINE__) = (expression); !MUSTER_JOIN(tried_, __LINE__)) \
  return std::unexpected(std::move(MUSTER_JOIN(tried_, __LINE__)).error())
