// What a Content-Security-Policy calls an inline style sheet or script: its hash.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::html {

/// "sha256-…", the SHA-256 digest in base64 (RFC 4648), as CSP's source lists want it.
std::string csp_hash(std::string_view text);

}  // namespace warpgrade::html
