// Suggests the intended word for a mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// The fewest edits from one word to the other: insert, delete or replace a letter, swap two
/// neighbors. Ignores case. Optimal string alignment distance (Damerau 1964, restricted):
/// O(|a|·|b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate with the fewest edits, if these are at most a third of the longer word's letters;
/// else "".
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Advice for a wrong `word`: "Did you mean 'dot'? The labs are: cholesky, dot." `called`: "The
/// labs are".
std::string choose_from(std::string_view called, std::string_view word,
                        const std::vector<std::string>& candidates);

}  // namespace warpgrade
