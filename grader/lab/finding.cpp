#include "lab/finding.h"

namespace warpgrade {

std::string words_of(const Finding& f) {
  const std::string other =
      f.other_line > 0 ? f.other_file + ":" + std::to_string(f.other_line) : std::string();
  return f.with_remedy ? words_of(f.cause, other) : what_happened(f.cause, other);
}

}  // namespace warpgrade
