// Text as it is compared: Unicode's case folding, composed (NFC).
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// Without blanks around it, case-folded and composed: "GRÖSSE", "Größe" and "Gro\u0308ße" are one.
std::string folded(std::string_view text);

/// The letters and digits of that: "SIS User ID" and "sis_user_id" are one.
std::string squeezed(std::string_view text);

/// Likewise without accents: "Díaz" and "diaz" are one.
std::string without_accents(std::string_view text);

}  // namespace warpgrade
