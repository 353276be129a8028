// What libcu++ has in C++17 already: spans, and arrays with several indices.
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/cstddef>
#include <cuda/std/mdspan>
#include <cuda/std/span>

#include "expect.h"

using expect::Device;

__device__ int sum(cuda::std::span<const int> values) {
  int total = 0;
  for (const int value : values) total += value;
  return total;
}

__global__ void parts(int* data, int size, int* out) {
  const cuda::std::span<int> all(data, size);
  int local[4] = {1, 2, 3, 4};
  cuda::std::array<int, 3> three = {5, 6, 7};
  out[0] = sum(all);
  out[1] = sum(all.first(3)) + sum(all.last(2));
  out[2] = sum(all.subspan(2, 4));
  out[3] = sum(local) + sum(three);
  out[4] = all.front() + 100 * all.back();
  out[5] = static_cast<int>(all.size_bytes());
  const cuda::std::span<int, 4> fixed(local);
  static_assert(decltype(fixed)::extent == 4, "");
  fixed[1] = 40;
  out[6] = local[1] + (cuda::std::span<int>().empty() ? 1 : 0);
  out[7] = sum(all.subspan(size - 1));
}

TEST(Spans) {
  std::vector<int> values(10);
  for (int i = 0; i < 10; ++i) values[i] = i + 1;
  Device<int> in(values), out(8);
  parts<<<1, 1>>>(in.data, 10, out.data);
  const int expected[] = {55, 25, 18, 28, 1001, 40, 41, 10};
  const std::vector<int> r = out.get();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(r[i], expected[i]);
}

template <class T>
using Matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;
using Columns = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>, cuda::std::layout_left>;

__global__ void transpose(Matrix<const float> a, Matrix<float> b) {
  __shared__ float tile_data[8 * 9];
  const cuda::std::mdspan<float, cuda::std::extents<int, 8, 9>> tile(tile_data);
  const int row = blockIdx.y * 8, column = blockIdx.x * 8;
  if (row + int(threadIdx.y) < a.extent(0) && column + int(threadIdx.x) < a.extent(1))
    tile(threadIdx.y, threadIdx.x) = a(row + threadIdx.y, column + threadIdx.x);
  __syncthreads();
  if (column + int(threadIdx.y) < b.extent(0) && row + int(threadIdx.x) < b.extent(1))
    b(column + threadIdx.y, row + threadIdx.x) = tile(threadIdx.x, threadIdx.y);
}

TEST(ArraysWithSeveralIndices) {
  const int rows = 19, columns = 13;
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  Device<float> in(values), out(values.size());
  transpose<<<dim3(2, 3), dim3(8, 8)>>>(Matrix<float>(in.data, rows, columns),
                                        Matrix<float>(out.data, columns, rows));
  const std::vector<float> r = out.get();
  const Matrix<const float> transposed(r.data(), columns, rows);
  const Columns by_columns(values.data(), columns, rows);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      EXPECT_EQ(transposed(j, i), values[i * columns + j]);
      EXPECT_EQ(by_columns(j, i), values[i * columns + j]);
    }
}

TEST(ShapesOfArrays) {
  int data[24];
  for (int i = 0; i < 24; ++i) data[i] = i;
  const cuda::std::extents<int, 2, cuda::std::dynamic_extent, 4> shape(3);
  const cuda::std::mdspan box(data, shape);
  static_assert(decltype(box)::rank() == 3 && decltype(box)::rank_dynamic() == 1, "");
  static_assert(decltype(box)::static_extent(2) == 4, "");
  EXPECT_EQ(box.extent(1), 3);
  EXPECT_EQ(box.stride(0), 12);
  EXPECT_EQ(box.size(), 24u);
  EXPECT_EQ(box(1, 2, 3), 23);
  EXPECT_EQ(box[(cuda::std::array<int, 3>{1, 0, 2})], 14);
  EXPECT_EQ(&box(0, 1, 0) - box.data_handle(), 4);
  using Strided = cuda::std::layout_stride::mapping<cuda::std::dextents<int, 2>>;
  const cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_stride> every_other(
      data, Strided(cuda::std::dextents<int, 2>(3, 4), cuda::std::array<int, 2>{8, 2}));
  EXPECT_EQ(every_other(2, 3), 22);
  EXPECT_EQ(every_other.mapping()(1, 1), 10);
}

TEST(FunctionObjects) {
  EXPECT_EQ(cuda::maximum<int>()(3, 4), 4);
  EXPECT_EQ(cuda::minimum<>()(3, 4.5), 3);
  EXPECT_EQ(cuda::proclaim_return_type<int>([](int x) { return x + 5; })(2), 7);
}
