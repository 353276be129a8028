// What a Content-Security-Policy calls an inline style sheet or script: its hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpgrade::html {

/// SHA-256 (FIPS 180-4).
std::array<std::uint8_t, 32> sha256(std::string_view text);

/// "sha256-…", the digest in base64 (RFC 4648), as CSP's source lists want it.
std::string csp_hash(std::string_view text);

}  // namespace warpgrade::html
