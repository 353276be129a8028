// The words for each cause. Those of the engine's findings are the engine's, which is usable alone.
#include "result/cause.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {

unsigned rank_of(const Cause& cause) { return simt::check::rank_of(cause.id); }

std::string words_of(const Cause& cause, const std::string& other) {
  return simt::check::finding_in_words(
      cause.id, [&](std::string_view name) { return cause.fact(name); }, other);
}

}  // namespace warpgrade
