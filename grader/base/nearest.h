// Which of several words a mistyped one was probably meant to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// The candidate with the fewest edits (insert, delete, replace a letter, swap two neighbours), if
/// these are at most a third of the longer word's letters; upper and lower case count as equal.
/// "": none is that near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Advice for whoever wrote `word` where one of the candidates was wanted: "Did you mean 'dot'? The
/// labs are: cholesky, dot." `called`: "The labs are".
std::string choose_from(std::string_view called, std::string_view word,
                        const std::vector<std::string>& candidates);

}  // namespace warpgrade
