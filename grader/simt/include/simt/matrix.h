// Operations of tensor cores: products of small matrices distributed over the lanes of a warp, and
// moves of such parts between shared memory and registers. wmma (mma.h) and PTX's mma, ldmatrix,
// stmatrix and movmatrix are translated to these.
// Theory of operation: each lane passes a MatrixOperation to a collective of the whole warp
// (Collective::matrix). The last one to arrive does the whole operation (engine/matrix.cpp). The
// collective orders no memory accesses, as CUDA does not promise any.
#pragma once

#include "simt/warp.h"

#ifdef SIMT_CHECK
/// Whether a matrix in memory is aligned as wmma requires. Stride and alignment are in bytes.
void simt_checked_matrix(const void* matrix, unsigned long long stride,
                         unsigned long long alignment, bool by_rows, const char* file,
                         int line) asm("simt_checked_matrix");
#endif

namespace simt::detail {

enum class Number : unsigned char { f16, bf16, tf32, f32, f64, s8, u8, s32, e4m3, e5m2 };

/// A lane's part of a matrix. PTX documents its fragments one by one ("Matrix Fragments for
/// mma.m16n8k16 …"), but all have this form: blocks of 8 rows by 4 runs, one run per lane, blocks
/// ordered by rows first. If the fragment is transposed, rows are the matrix's columns.
struct Fragment {
  Number number;
  unsigned char rows, columns;
  unsigned char run;  // contiguous elements
  bool transposed;

  constexpr int of_a_lane() const { return rows * columns / 32; }
  constexpr int row(unsigned lane, int i) const {
    return i / run % (rows / 8) * 8 + static_cast<int>(lane / 4);
  }
  constexpr int column(unsigned lane, int i) const {
    return i / run / (rows / 8) * 4 * run + static_cast<int>(lane % 4) * run + i % run;
  }
};

struct MatrixOperation {
  enum What : unsigned char {
    meeting,        // nothing else
    product,        // d = a * b + c
    rows_to_lanes,  // tiles of 8 by 8 two-byte elements: lane i has row i, each lane gets its parts
    lanes_to_rows,
  } what;
  unsigned char tiles;
  bool transposed;  // the tiles are transposed
  bool saturate;    // integers saturate; otherwise they wrap around
  Fragment a, b, c, d;
  const void *from_a, *from_b, *from_c;
  void* to;  // may equal from_c
};

/// `lanes`: null for lanes that have not arrived.
void operate(MatrixOperation* const lanes[32]);

[[gnu::always_inline]] inline void meet_for_matrix(MatrixOperation& mine, const char* file,
                                                   int line) {
  collective(Collective::matrix, ~0u, reinterpret_cast<unsigned long long>(&mine), 0, file, line);
}

/// Called before wmma loads or stores a matrix: waits for the whole warp. `by_rows`: a GPU loads
/// the matrix from shared memory by 16 bytes of a row.
[[gnu::always_inline]] inline void meet_before_matrix([[maybe_unused]] const void* matrix,
                                                      [[maybe_unused]] unsigned long long stride,
                                                      [[maybe_unused]] unsigned long long alignment,
                                                      [[maybe_unused]] bool by_rows,
                                                      [[maybe_unused]] const char* file,
                                                      [[maybe_unused]] int line) {
#ifdef SIMT_CHECK  // nothing can report it otherwise
  simt_checked_matrix(matrix, stride, alignment, by_rows, file, line);
  MatrixOperation nothing{};
  meet_for_matrix(nothing, file, line);
#endif
}

[[gnu::always_inline]] inline void multiply_matrices(const Fragment& fa, const void* a,
                                                     const Fragment& fb, const void* b,
                                                     const Fragment& fc, const void* c,
                                                     const Fragment& fd, void* d, bool saturate,
                                                     const char* file, int line) {
  MatrixOperation mine{MatrixOperation::product, 0, false, saturate, fa, fb, fc, fd, a, b, c, d};
  meet_for_matrix(mine, file, line);
}

/// `from`: a lane's row of 16 bytes, or its parts, 4 bytes per tile; `to`: the opposite.
[[gnu::always_inline]] inline void move_tiles(MatrixOperation::What what, int tiles,
                                              bool transposed, const void* from, void* to,
                                              const char* file, int line) {
  MatrixOperation mine{
      what, static_cast<unsigned char>(tiles), transposed, false, {}, {}, {}, {}, from, {}, {}, to};
  meet_for_matrix(mine, file, line);
}

}  // namespace simt::detail
