// Errors: contexts, errno translation.
#include "base/result.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace muster {

Error Error::within(std::string_view context) && {
  what = fmt::format("{}: {}", context, what);
  return std::move(*this);
}

Error Error::advise(std::string text) && {
  advice = std::move(text);
  return std::move(*this);
}

std::unexpected<Error> fail(Errc code, std::string what, std::string advice) {
  return std::unexpected(Error{code, std::move(what), std::move(advice)});
}

namespace {

Errc code_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return Errc::not_found;
    case EACCES:
    case EPERM:
      return Errc::denied;
    case EFBIG:
    case ENAMETOOLONG:
      return Errc::too_large;
    case EEXIST:
      return Errc::conflict;
    default:
      return Errc::unavailable;
  }
}

}  // namespace

std::unexpected<Error> fail_errno(std::string_view doing, int error_number) {
  return fail(code_of(error_number),
              fmt::format("cannot {}: {}", doing, std::strerror(error_number)));
}

std::string_view to_string(Errc code) {
  switch (code) {
    case Errc::not_found:
      return "not found";
    case Errc::denied:
      return "denied";
    case Errc::malformed:
      return "malformed";
    case Errc::too_large:
      return "too large";
    case Errc::unavailable:
      return "unavailable";
    case Errc::conflict:
      return "conflict";
    case Errc::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace muster
