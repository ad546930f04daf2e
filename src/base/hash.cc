// Digests and base64 through OpenSSL.
#include "base/hash.h"

#include "base/text.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <span>

namespace muster {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  return fmt::format("{:02x}", fmt::join(std::span(digest).first(length), ""));
}

std::string base64_decode(std::string_view text) {
  text = trim(text);
  if (text.empty() || text.size() % 4 != 0 || text.size() > (size_t{64} << 20)) return {};
  std::string bytes(text.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) return {};
  // OpenSSL decodes the padding to zero bytes and counts them.
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  bytes.resize(static_cast<size_t>(length) - padding);
  return bytes;
}

}  // namespace muster
