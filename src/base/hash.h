// Digests, from OpenSSL.
#pragma once
#include <string>
#include <string_view>

namespace muster {

std::string sha256_hex(std::string_view bytes);    // 64 lower-case hexadecimal digits
std::string base64_decode(std::string_view text);  // standard alphabet; empty when malformed

}  // namespace muster
