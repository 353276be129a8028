// Each thread computes a patch of stride_row × stride_col elements of C, in registers: a value that
// was loaded once is used for a whole row or column of the patch, 2·4 products for 2 + 4 loads. A
// larger patch loads less, but it needs more registers and leaves fewer threads to hide the
// waiting: nine shapes are built to find out where that turns. The columns of a patch lie a block
// apart, so the loads of B stay coalesced; of A all threads of a warp load the same value.
#include "common.h"

constexpr int block_columns = 32;  // threads of a block along a row of C
constexpr int block_rows = 8;

template <int rows, int columns>
__global__ void __launch_bounds__(block_columns* block_rows)
    patch_kernel(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long first_column =
      static_cast<long long>(blockIdx.x) * block_columns * columns + threadIdx.x;
  for (long long first_row = (static_cast<long long>(blockIdx.y) * block_rows + threadIdx.y) * rows;
       first_row < m; first_row += static_cast<long long>(gridDim.y) * block_rows * rows) {
    // What lies outside is moved onto the last row or column inside: computed and not stored.
    const real* a[rows];
    const real* b[columns];
#pragma unroll
    for (int r = 0; r < rows; ++r) a[r] = A + (first_row + r < m ? first_row + r : m - 1) * k;
#pragma unroll
    for (int c = 0; c < columns; ++c) {
      const long long column = first_column + c * block_columns;
      b[c] = B + (column < n ? column : n - 1);
    }
    real sum[rows][columns] = {};
    for (long long p = 0; p < k; ++p) {
      real a_value[rows];
#pragma unroll
      for (int r = 0; r < rows; ++r) a_value[r] = a[r][p];
#pragma unroll
      for (int c = 0; c < columns; ++c) {
        const real b_value = b[c][p * n];
#pragma unroll
        for (int r = 0; r < rows; ++r) sum[r][c] += a_value[r] * b_value;
      }
    }
#pragma unroll
    for (int r = 0; r < rows; ++r) {
#pragma unroll
      for (int c = 0; c < columns; ++c) {
        const long long row = first_row + r;
        const long long column = first_column + c * block_columns;
        if (row < m && column < n) C[row * n + column] = sum[r][c];
      }
    }
  }
}

template <int rows, int columns>
void launch_patch(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  patch_kernel<rows, columns><<<grid_over(m, n, block_rows * rows, block_columns * columns),
                                dim3(block_columns, block_rows)>>>(m, n, k, A, B, C);
  CHECK(cudaGetLastError());
}

struct Shape {
  int rows, columns;
  void (*launch)(int m, int n, int k, const real* A, const real* B, real* C);
};

constexpr Shape shapes[] = {
    {2, 2, launch_patch<2, 2>}, {2, 4, launch_patch<2, 4>}, {2, 8, launch_patch<2, 8>},
    {4, 2, launch_patch<4, 2>}, {4, 4, launch_patch<4, 4>}, {4, 8, launch_patch<4, 8>},
    {8, 2, launch_patch<8, 2>}, {8, 4, launch_patch<8, 4>}, {8, 8, launch_patch<8, 8>},
};

void coarse(int m, int n, int k, const real* A, const real* B, real* C, int stride_row,
            int stride_col) {
  for (const Shape& shape : shapes) {
    if (shape.rows == stride_row && shape.columns == stride_col) {
      return shape.launch(m, n, k, A, B, C);
    }
  }
  std::fprintf(stderr,
               "coarse: there is no patch of %d x %d: stride_row and stride_col are 2, 4 or 8\n",
               stride_row, stride_col);
  std::abort();
}
