// Counts arguments or parameters in brackets and finds where each ends.
#pragma once

#include <optional>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

/// The number between the bracket (or `<`) at `open` and its partner at `close`; empty if a pack
/// makes it unknown.
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

struct Parameter {
  std::size_t type_end, end;  // a default value, if any, lies in between
};

/// The parameter that begins at `i`: it ends at a comma or at `close`.
inline Parameter parameter_at(const Program& p, std::size_t i, std::size_t close) {
  Parameter found{none, i};
  while (found.end < close && !p.is(found.end, ",")) {
    if (p.is(found.end, "=") && found.type_end == none) found.type_end = found.end;
    const bool opens = p.is(found.end, "<") && p.is_name(found.end - 1);
    const std::size_t angle = opens ? p.closing_angle(found.end) : none;
    found.end = angle != none ? angle + 1 : p.past(found.end);
  }
  if (found.type_end == none) found.type_end = found.end;
  return found;
}

}  // namespace simt::rewrite
