// Translations of PTX's ldmatrix, stmatrix and movmatrix (simt/rewriter/ptx/ptx_matrix.cpp); mma is
// simt::detail::multiply_matrices.
#pragma once

#include "simt/matrix.h"

namespace simt::ptx {

struct [[gnu::may_alias]] alignas(16) Row {
  unsigned parts[4];
};

/// The first lanes, eight per tile, hold the addresses of the rows.
template <int tiles, bool transposed>
[[gnu::always_inline]] inline void load_tiles(const char* row, unsigned* to, const char* file,
                                              int line) {
  using namespace detail;
  Row mine{};
  if (lane_id() < 8 * tiles) mine = *reinterpret_cast<const Row*>(row);
  move_tiles(MatrixOperation::rows_to_lanes, tiles, transposed, &mine, to, file, line);
}
template <int tiles, bool transposed>
[[gnu::always_inline]] inline void store_tiles(char* row, const unsigned* from, const char* file,
                                               int line) {
  using namespace detail;
  Row mine{};
  move_tiles(MatrixOperation::lanes_to_rows, tiles, transposed, from, &mine, file, line);
  if (lane_id() < 8 * tiles) *reinterpret_cast<Row*>(row) = mine;
}
[[gnu::always_inline]] inline unsigned transpose_tile(unsigned part, const char* file, int line) {
  using namespace detail;
  Row row{};
  unsigned transposed = 0;
  move_tiles(MatrixOperation::lanes_to_rows, 1, false, &part, &row, file, line);
  move_tiles(MatrixOperation::rows_to_lanes, 1, true, &row, &transposed, file, line);
  return transposed;
}

}  // namespace simt::ptx
