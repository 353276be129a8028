// How many arguments or parameters a bracket holds.
#pragma once

#include <optional>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

/// Between the bracket (or `<`) at `open` and its partner at `close`; nothing where a pack makes
/// the number unknown.
inline std::optional<std::size_t> count_arguments(const Program& p, std::size_t open,
                                                  std::size_t close) {
  if (open + 1 == close) return 0;
  std::size_t count = 1;
  for (std::size_t i = open + 1; i < close;) {
    if (p.is(i, "...")) return std::nullopt;
    if (p.is(i, ",")) ++count;
    const std::size_t angle = p.is(i, "<") && p.is_name(i - 1) ? p.closing_angle(i) : none;
    i = angle != none && angle < close ? angle + 1 : p.past(i);
  }
  return count;
}

}  // namespace simt::rewrite
