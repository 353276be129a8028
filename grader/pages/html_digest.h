// The hash by which a Content-Security-Policy identifies an inline style sheet or script.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::html {

/// "sha256-…", the SHA-256 digest in base64 (RFC 4648), as in CSP source lists.
std::string csp_hash(std::string_view text);

}  // namespace warpgrade::html
