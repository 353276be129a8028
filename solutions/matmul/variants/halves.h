// Floats as two halves each, multiplied by Hopper's tensor cores: wgmma, bulk copies, and groups of
// warps that fetch or multiply.
//
// Each float, scaled by its row's (in B, its column's) greatest, is the sum of two halves,
// x = high + low / 2048, which carry 23 of its 24 bits. Of the four products of two such sums three
// matter. wgmma makes them, from shared memory into registers; its own sums are rounded towards
// zero, so that they go into plain float every 128 steps of k.
//
// The operands are split once, by kernels of their own, into tiles that lie in memory as wgmma
// wants them in shared memory. A tile is one piece, then, and one thread fetches it with one bulk
// copy, while two groups of four warps multiply. Blocks stay and take tile after tile.
//
// A row (a column of B) whose values differ by more than 2^28 does not fit into halves of one
// scale, nor do values that are not finite: other ways are taken for those.
//
// One H100, against cublasSgemm: 1.4 at 1024, 2.0 at 2048, 3.2 at 4096, with 0.14 to 0.21 times its
// greatest error; 2.4 times where pairs of terms cancel, since the product of the low halves is
// left out. What limits it: at 4096, 167 TFLOP/s of float are 502 of half, about half of what the
// tensor cores could do; at 1024, the launches before the product.
//
// Comes after ../matmul.cu, whose CHECK it uses.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>

#include "champions/scratch.h"
#include "champions/wgmma.h"
#include "ways.h"

namespace halves {

constexpr int parts_a_value = 2;
constexpr float low_scale = 2048;  // of the low half: 11 bits below the high one
constexpr int highest = 14;        // exponent of a row's greatest value, once scaled
constexpr int tile_m = 128, tile_k = 64;
constexpr int chunk = 8;          // halves that are moved at a time: 16 bytes
constexpr int rows_a_tile = 128;  // of a split operand's tile

using namespace wgmma;
using ways::up;
using ways::Way;

/// What the kernels know beside the operands' halves.
struct Notes {
  Way way;
  unsigned* greatest_a;  // the greatest value of each row of A, as bits of a float without sign
  unsigned* greatest_b;  // and of each column of B
};

/// The exponent that brings the greatest value of a row to `highest`.
__device__ int scale_of(unsigned greatest) {
  return greatest == 0 ? 0 : highest - (static_cast<int>(greatest >> 23) - 127);
}

__device__ bool fits(unsigned greatest) {  // neither infinite, nor NaN, nor nearly subnormal
  return greatest == 0 || (greatest >= 0x08000000u && greatest < 0x7f000000u);
}

// ---------------------------------------------------------------- greatest values

constexpr int slab = 64;  // rows of B that a block looks at

/// The first m blocks take a row of A each; the others 256 columns × `slab` rows of B.
__global__ void find_greatest(int m, int n, int k, const float* A, const float* B, Notes notes) {
  if (blockIdx.x < unsigned(m)) {
    unsigned greatest = 0;
    const float* const row = A + std::size_t(blockIdx.x) * k;
    for (int i = threadIdx.x; i < k; i += blockDim.x)
      greatest = max(greatest, __float_as_uint(fabsf(row[i])));
    for (int other = 16; other > 0; other /= 2)
      greatest = max(greatest, __shfl_xor_sync(~0u, greatest, other));
    if (threadIdx.x % 32 == 0 && greatest != 0) {
      atomicMax(&notes.greatest_a[blockIdx.x], greatest);
      if (!fits(greatest)) notes.way.pass_on();
    }
    return;
  }
  const int block = blockIdx.x - m, strips = up(n, 256) / 256;
  const int column = block % strips * 256 + threadIdx.x, first = block / strips * slab;
  if (column >= n) return;
  unsigned greatest = 0;
#pragma unroll 8
  for (int row = first; row < min(k, first + slab); ++row)
    greatest = max(greatest, __float_as_uint(fabsf(B[std::size_t(row) * n + column])));
  if (greatest == 0) return;
  atomicMax(&notes.greatest_b[column], greatest);
  if (!fits(greatest)) notes.way.pass_on();
}

// ---------------------------------------------------------------- splitting

/// Where the 16 bytes stand that hold k = 8 · `at` to 8 · `at` + 7 of row `row` of a split operand
/// (of its high halves; the low ones are one tile further on). Tiles of one row of tiles follow
/// each other; within a tile the chunks of a row are exchanged as wgmma's 128-byte mode has it, so
/// that eight rows' chunks of one column lie in different banks.
__device__ std::size_t place_of(int row, int at, int tiles_k) {
  const std::size_t tile = std::size_t(row / rows_a_tile) * tiles_k + at / (tile_k / chunk);
  return tile * parts_a_value * rows_a_tile * tile_k + row % rows_a_tile * tile_k +
         chunk * (at % (tile_k / chunk) ^ (row % 8));
}

__device__ void split_chunk(const float (&x)[chunk], unsigned greatest, __half* to, Way way) {
  const int scale = scale_of(greatest);
  const float factor = ldexpf(1, scale / 2), rest = ldexpf(1, scale - scale / 2);
  alignas(16) __half2 high[chunk / 2], low[chunk / 2];
  bool fit = true;
#pragma unroll
  for (int i = 0; i < chunk; i += 2) {
    const float first = x[i] * factor * rest, second = x[i + 1] * factor * rest;
    fit = fit && (first == 0 || fabsf(first) >= 0x1p-14f) &&
          (second == 0 || fabsf(second) >= 0x1p-14f);
    high[i / 2] = __floats2half2_rn(first, second);
    low[i / 2] = __floats2half2_rn((first - __low2float(high[i / 2])) * low_scale,
                                   (second - __high2float(high[i / 2])) * low_scale);
  }
  if (!fit) way.pass_on();
  *reinterpret_cast<uint4*>(to) = *reinterpret_cast<uint4*>(high);
  *reinterpret_cast<uint4*>(to + rows_a_tile * tile_k) = *reinterpret_cast<uint4*>(low);
}

/// The first blocks split A, 32 rows × 64 each; the others B, 64 × 32 columns each: its columns are
/// the rows of what is made of it.
__global__ void __launch_bounds__(256)
    split(int m, int n, int k, int blocks_of_a, int tiles_k, const float* A, const float* B,
          __half* split_a, __half* split_b, Notes notes) {
  float x[chunk];
  if (blockIdx.x < unsigned(blocks_of_a)) {
    const int row = blockIdx.x / tiles_k * 32 + threadIdx.x / 8;
    const int at = blockIdx.x % tiles_k * 8 + threadIdx.x % 8;
    const float* const from = A + std::size_t(row) * k + at * chunk;
    if (row < m && k % 4 == 0 && at * chunk + chunk <= k) {
      *reinterpret_cast<float4*>(x) = *reinterpret_cast<const float4*>(from);
      *reinterpret_cast<float4*>(x + 4) = *reinterpret_cast<const float4*>(from + 4);
    } else {
#pragma unroll
      for (int i = 0; i < chunk; ++i) x[i] = row < m && at * chunk + i < k ? from[i] : 0;
    }
    split_chunk(x, row < m ? notes.greatest_a[row] : 0, split_a + place_of(row, at, tiles_k),
                notes.way);
  } else {
    const int block = blockIdx.x - blocks_of_a;
    const int column = block / tiles_k * 32 + threadIdx.x / 64 * 8 + threadIdx.x % 8;
    const int at = block % tiles_k * 8 + threadIdx.x / 32 % 2 * 4 + threadIdx.x / 8 % 4;
#pragma unroll
    for (int i = 0; i < chunk; ++i) {
      const int row = at * chunk + i;
      x[i] = row < k && column < n ? B[std::size_t(row) * n + column] : 0;
    }
    split_chunk(x, column < n ? notes.greatest_b[column] : 0,
                split_b + place_of(column, at, tiles_k), notes.way);
  }
}

// ---------------------------------------------------------------- the product

constexpr int consumers = 2;                      // groups of four warps that multiply
constexpr int threads = 128 * (consumers + 1);    // and one group of which one thread fetches
[[maybe_unused]] constexpr int stages_a_sum = 2;  // tiles of k after which sums go into float

template <int tile_n>
struct Stage {
  __half a[parts_a_value][tile_m][tile_k];
  __half b[parts_a_value][tile_n][tile_k];
};

template <int tile_n>
constexpr int stages = tile_n == 128 ? 3 : 4;

template <int tile_n>
constexpr int shared_bytes = 1024 + stages<tile_n>* int(sizeof(Stage<tile_n>));

template <int tile_n>
__global__ void __launch_bounds__(threads, 1)
    product(int m, int n, int tiles_m, int tiles_n, int tiles_k, const __half* A, const __half* B,
            float* C, Notes notes) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  if (!notes.way.taken()) return;
  constexpr int ring = stages<tile_n>;
  extern __shared__ unsigned char memory[];
  __shared__ Barrier full[ring], empty[ring];
  Stage<tile_n>* const stage =
      reinterpret_cast<Stage<tile_n>*>(memory + (1024 - address(memory) % 1024) % 1024);
  if (threadIdx.x == 0) make_ring(full, empty, 4 * consumers);
  __syncthreads();

  const int tiles = tiles_m * tiles_n, group = threadIdx.x / 128;
  int step = 0;  // which use of a stage this is
  if (group == consumers) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x != 128 * consumers) return;
    for (int index = blockIdx.x; index < tiles; index += gridDim.x) {
      const int2 tile = ways::tile_at(index, tiles_m, tiles_n);
      constexpr std::size_t piece = parts_a_value * rows_a_tile * tile_k;
      const __half* a = A + std::size_t(tile.x) * tiles_k * piece;
      const int column = tile.y * tile_n;
      const __half* b =
          B + std::size_t(column / rows_a_tile) * tiles_k * piece + column % rows_a_tile * tile_k;
      for (int t = 0; t < tiles_k; ++t, ++step, a += piece, b += piece) {
        const int at = step % ring;
        empty[at].wait((step / ring & 1) ^ 1);
        full[at].arrive_and_expect(sizeof(Stage<tile_n>));
        bulk_copy(stage[at].a, a, sizeof stage[at].a, full[at]);
        for (int part = 0; part < parts_a_value; ++part)
          bulk_copy(stage[at].b[part], b + part * rows_a_tile * tile_k, sizeof stage[at].b[part],
                    full[at]);
      }
    }
    return;
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  const int lane = threadIdx.x % 32;
  for (int index = blockIdx.x; index < tiles; index += gridDim.x) {
    float sum[tile_n / 2] = {}, recent[tile_n / 2], low[tile_n / 2];
    for (int t = 0; t < tiles_k; ++t, ++step) {
      const int at = step % ring;
      full[at].wait(step / ring & 1);
      begin_multiplying();
#pragma unroll
      for (int k = 0; k < tile_k; k += 16) {
        unsigned long long a[parts_a_value], b[parts_a_value];
#pragma unroll
        for (int part = 0; part < parts_a_value; ++part) {
          a[part] = matrix_at(&stage[at].a[part][64 * group][k]);
          b[part] = matrix_at(&stage[at].b[part][0][k]);
        }
        multiply(recent, a[0], b[0], k > 0 || t % stages_a_sum != 0);
        multiply(low, a[0], b[1], k > 0 || t > 0);
        multiply(low, a[1], b[0], true);
      }
      wait_for_products();
      if (lane == 0) empty[at].arrive();
      if (t % stages_a_sum == stages_a_sum - 1 || t == tiles_k - 1)
#pragma unroll
        for (int i = 0; i < tile_n / 2; ++i) sum[i] += recent[i];
    }

    const int2 tile = ways::tile_at(index, tiles_m, tiles_n);
    const int row0 = tile.x * tile_m + threadIdx.x / 32 * 16 + lane / 4;
    const int column0 = tile.y * tile_n + lane % 4 * 2;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = row0 + 8 * half;
      if (row >= m) break;
      const int scale = scale_of(notes.greatest_a[row]);
      float* const to = C + std::size_t(row) * n;
#pragma unroll
      for (int i = 0; i < tile_n / 8; ++i)
#pragma unroll
        for (int e = 0; e < 2; ++e) {
          const int column = column0 + 8 * i + e, at = 4 * i + 2 * half + e;
          if (column < n)
            to[column] =
                ldexpf(sum[at] + low[at] / low_scale, -scale - scale_of(notes.greatest_b[column]));
        }
    }
  }
#endif
}

template <int tile_n>
void launch_product(int m, int n, int tiles_k, const __half* A, const __half* B, float* C,
                    Notes notes, int multiprocessors) {
  const int tiles_m = up(m, tile_m) / tile_m, tiles_n = up(n, tile_n) / tile_n;
  CHECK(cudaFuncSetAttribute(product<tile_n>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes<tile_n>));
  product<tile_n><<<min(tiles_m * tiles_n, multiprocessors), threads, (shared_bytes<tile_n>)>>>(
      m, n, tiles_m, tiles_n, tiles_k, A, B, C, notes);
}

/// Multiplies, unless it meets values that make it pass its turn on.
inline void multiply(int m, int n, int k, const float* A, const float* B, float* C, Way way) {
  int device = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int padded_m = up(m, rows_a_tile), padded_n = up(n, rows_a_tile);
  const int tiles_k = up(k, tile_k) / tile_k;
  const std::size_t a = parts_a_value * std::size_t(padded_m) * tiles_k * tile_k;
  const std::size_t b = parts_a_value * std::size_t(padded_n) * tiles_k * tile_k;
  const std::size_t notes_bytes = sizeof(unsigned) * (std::size_t(padded_m) + padded_n);
  const Scratch scratch(notes_bytes + (a + b) * sizeof(__half));
  CHECK(cudaMemsetAsync(scratch.get(), 0, notes_bytes));
  unsigned* const greatest = reinterpret_cast<unsigned*>(scratch.get());
  const Notes notes{way, greatest, greatest + padded_m};
  __half* const split_a = reinterpret_cast<__half*>(scratch.get() + notes_bytes);
  __half* const split_b = split_a + a;
  find_greatest<<<m + up(n, 256) / 256 * (up(k, slab) / slab), 256>>>(m, n, k, A, B, notes);
  const int blocks_of_a = padded_m / 32 * tiles_k;
  split<<<blocks_of_a + padded_n / 32 * tiles_k, 256>>>(m, n, k, blocks_of_a, tiles_k, A, B,
                                                        split_a, split_b, notes);
  if (padded_m / tile_m * (padded_n / 128) >= multiprocessors)
    launch_product<128>(m, n, tiles_k, split_a, split_b, C, notes, multiprocessors);
  else
    launch_product<64>(m, n, tiles_k, split_a, split_b, C, notes, multiprocessors);
}

}  // namespace halves
