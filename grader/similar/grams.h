// Fingerprints of a token stream: a selection of its runs of k tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "similar/tokens.h"

namespace warpgrade::similar {

/// A hash of the k tokens that begin at a place; 0 if there are fewer, or a gap is among them.
using Gram = std::uint64_t;

/// The gram that begins at each token. A name is encoded by its distance to its previous occurrence
/// within the k tokens, 0 if there is none, so two grams are equal if consistent renaming makes
/// them equal (the "parameterised match" of B. S. Baker, "On finding duplication and
/// near-duplication in large software systems", WCRE 1995). `sum += a * b` never equals `sum += sum
/// * b`.
std::vector<Gram> make_grams(const Tokens& tokens, std::size_t k);

/// Winnowing (S. Schleimer, D. Wilkerson, A. Aiken: "Winnowing: Local Algorithms for Document
/// Fingerprinting", SIGMOD 2003): selects the smallest of every `window` consecutive grams, the
/// last one of equal ones. So two programs with window + k - 1 equal tokens have a selected gram in
/// common. Ignores grams rejected by `counts` and windows across a gap. Sorted, without duplicates.
std::vector<Gram> winnow(const std::vector<Gram>& grams, std::size_t window,
                         const std::function<bool(Gram)>& counts);

}  // namespace warpgrade::similar
