// Fingerprints of a token stream: runs of k tokens, and the few of them that stand for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "similar/tokens.h"

namespace warpgrade::similar {

/// A hash of the k tokens that begin somewhere; 0: they are not k, or a gap is among them.
using Gram = std::uint64_t;

/// The gram that begins at each token. A name counts by how far back it last stood within the k
/// tokens, 0 for not at all: two grams are equal when one name can be put for the other throughout
/// (the "parameterised match" of B. S. Baker, "On finding duplication and near-duplication in large
/// software systems", WCRE 1995). So `sum += a * b` is no `sum += sum * b`, whatever it is called.
std::vector<Gram> grams_of(const Tokens& tokens, std::size_t k);

/// Winnowing (S. Schleimer, D. Wilkerson, A. Aiken: "Winnowing: Local Algorithms for Document
/// Fingerprinting", SIGMOD 2003): of every `window` consecutive grams the least one, of equal ones
/// the last. Two programs that have window + k - 1 tokens alike so select a gram in common. What
/// `counts` denies is not selected; a window across a gap does not count. Sorted, each once.
std::vector<Gram> winnow(const std::vector<Gram>& grams, std::size_t window,
                         const std::function<bool(Gram)>& counts);

}  // namespace warpgrade::similar
