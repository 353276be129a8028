// Points in a column: hundredths, because integers add up exactly; NULL if unset.
#pragma once

#include <cstdint>
#include <optional>

#include "gradebook/sqlite.h"
#include "score/points.h"

namespace warpgrade {

inline void add_points(Statement& statement, const std::optional<Points>& points) {
  if (points) {
    statement.add(static_cast<std::int64_t>(points->hundredths()));
  } else {
    statement.add_null();
  }
}

inline std::optional<Points> read_points(const Statement& statement, int column) {
  if (statement.is_null(column)) return std::nullopt;
  return Points::hundredths(statement.number(column));
}

}  // namespace warpgrade
