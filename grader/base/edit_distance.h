// How far a mistyped word is from another one.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpgrade {

/// The fewest edits that make one of the other: insert, delete or replace a letter, swap two
/// neighbours. Upper and lower case count as equal. Optimal string alignment distance (Damerau
/// 1964, restricted): O(|a|·|b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace warpgrade
