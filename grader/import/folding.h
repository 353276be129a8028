// Normalizes text for comparison: Unicode case folding and composition (NFC).
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace warpgrade {

/// Trimmed, case-folded and composed: "GRÖSSE", "Größe" and "Gro\u0308ße" are equal.
std::string folded(std::string_view text);

/// Only the letters and digits of the folded text: "SIS User ID" and "sis_user_id" are equal.
std::string squeezed(std::string_view text);

/// A name with its words in each order, squeezed: "Lovelace, Ada" gives adalovelace and
/// lovelaceada.
std::set<std::string> spellings(const std::string& name);

/// The same without accents: "Díaz" and "diaz" are equal.
std::string without_accents(std::string_view text);

}  // namespace warpgrade
