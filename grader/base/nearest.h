// How far a mistyped word is from others, and which of them it was probably meant to be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// The fewest edits that make one of the other: insert, delete or replace a letter, swap two
/// neighbors. Upper and lower case count as equal. Optimal string alignment distance (Damerau
/// 1964, restricted): O(|a|·|b|).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate with the fewest edits, if these are at most a third of the longer word's letters.
/// "": none is that near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Advice for whoever wrote `word` where one of the candidates was wanted: "Did you mean 'dot'? The
/// labs are: cholesky, dot." `called`: "The labs are".
std::string choose_from(std::string_view called, std::string_view word,
                        const std::vector<std::string>& candidates);

}  // namespace warpgrade
