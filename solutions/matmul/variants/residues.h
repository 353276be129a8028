// Doubles multiplied by Hopper's tensor cores for integers of 8 bits (Ozaki's second scheme).
//
// Rows of A and columns of B, scaled by powers of two, become integers of some 50 bits, and these
// their residues for 14 moduli (moduli.h). For each modulus one product of matrices of 8-bit
// integers, with sums of 32 bits, is made modulo this number. The residues make the sums again,
// exactly: all that is lost is what rounding to integers takes from the operands.
//
// Scales are chosen so that no sum exceeds half the product of the moduli. For values of similar
// magnitude the error is then less than that of a product by multiply-adds. Lines (rows of A,
// columns of B) with many zeros or with magnitudes that differ much would lose too many bits, and
// values that are not finite have no residues: these pass their turn on.
//
// Residues lie in memory in tiles as wgmma wants them in shared memory, as in halves.h; those of
// the sums in the order in which the threads hold them. Comes after ../matmul.cu, whose CHECK it
// uses.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstddef>

#include "champions/early_launch.h"
#include "champions/scratch.h"
#include "champions/wgmma.h"
#include "moduli.h"
#include "ways.h"

namespace residues {

using namespace wgmma;
using moduli::count;
using ways::up;
using ways::Way;

constexpr int tile_m = 128, tile_n = 256;  // of C
constexpr int tile_k = 128;                // steps of k that are fetched at a time
constexpr int rows_a_tile = 128;           // of an operand's residues
constexpr int tile_bytes = rows_a_tile * tile_k;
constexpr int chunk = 16;        // residues that are moved at a time
constexpr int most_k = 1 << 15;  // sums of products of residues have less than 30 bits
constexpr std::size_t most_bytes = std::size_t{1} << 35;  // of memory for all residues

/// The shape of a product in tiles. Operands are padded to whole tiles.
struct Shape {
  int tiles_m, tiles_n, tiles_k;

  Shape(int m, int n, int k)
      : tiles_m(up(m, tile_m) / tile_m),
        tiles_n(up(n, tile_n) / tile_n),
        tiles_k(up(k, tile_k) / tile_k) {}
  __host__ __device__ std::size_t padded_m() const { return std::size_t(tiles_m) * tile_m; }
  __host__ __device__ std::size_t padded_n() const { return std::size_t(tiles_n) * tile_n; }
  // Bytes for one modulus.
  __host__ __device__ std::size_t of_a() const { return padded_m() * tiles_k * tile_k; }
  __host__ __device__ std::size_t of_b() const { return padded_n() * tiles_k * tile_k; }
  __host__ __device__ std::size_t of_c() const { return padded_m() * padded_n(); }
  std::size_t of_all_moduli() const { return count * (of_a() + of_b() + of_c()); }
};

// ---------------------------------------------------------------- scales

/// Measurements of a line.
struct Line {
  double squares;      // the sum of its squares, in units of 4^reference
  unsigned greatest;   // upper half of its greatest magnitude
  unsigned zeros;      // how many elements are 0
  unsigned exponents;  // the sum of all elements' exponents, 1023 more than they are; 0 for 0

  __device__ void add(double x, double unit) {
    const unsigned high = __double2hiint(x) & 0x7fffffff;
    greatest = max(greatest, high);
    exponents += high >> 20;
    zeros += x == 0;
    squares = fma(x * unit, x * unit, squares);
  }
  __device__ void add(const Line& other) {
    squares += other.squares;
    greatest = max(greatest, other.greatest);
    zeros += other.zeros;
    exponents += other.exponents;
  }
  /// Those of lanes that differ in a bit of their number that is at least `least`.
  __device__ void add_lanes(int least) {
    for (int bit = 16; bit >= least; bit /= 2)
      add(Line{__shfl_xor_sync(~0u, squares, bit), __shfl_xor_sync(~0u, greatest, bit),
               __shfl_xor_sync(~0u, zeros, bit), __shfl_xor_sync(~0u, exponents, bit)});
  }
};

struct Notes {
  Way way;
  int *row_scales, *column_scales;  // an element times 2^scale is rounded to an integer
};

__device__ inline int exponent(double x) { return (__double2hiint(x) >> 20 & 2047) - 1023; }
__device__ inline double power_of_two(int e) { return __hiloint2double((1023 + e) << 20, 0); }

/// The exponent of a line's first element. In its units squares neither overflow nor vanish, unless
/// magnitudes differ by more than 2^400.
__device__ inline int reference(double first) {
  return first == 0 ? 0 : max(-1000, min(1000, exponent(first)));
}

/// The scale of a line of `k` elements that was measured with `padding` zeros behind them. Passes
/// on if the line does not fit.
///
/// How many bits the elements are below the greatest one, on average, limits the error: a sum of
/// magnitudes |a||b| is at least k times the product of both lines' geometric means. Zeros, which
/// have no error, count as `bits_of_zero`.
__device__ inline int scale(const Line& line, double first, int k, int padding, Way way) {
  constexpr int bits_of_zero = 10, most_on_average = 5;
  const int zeros = int(line.zeros) - padding, greatest = int(line.greatest >> 20) - 1023;
  if (zeros == k) return 0;
  const long long below = (greatest + 1024ll) * (k - zeros) - line.exponents;
  if (greatest < -960 || greatest > 1000 || below + bits_of_zero * zeros > most_on_average * k)
    way.pass_on();
  float norm;  // its binary logarithm
  if (abs(greatest - reference(first)) < 400) {
    const int e = exponent(line.squares);
    norm = 0.5f * (e + log2f(float(line.squares * power_of_two(-e)))) + reference(first);
  } else {
    norm = 0.5f * log2f(float(k)) + greatest + 1;
  }
  constexpr moduli::Tables tables;
  constexpr float most = tables.norm_bits;
  return min(int(floorf(most - norm)), 50 - greatest);  // integers are less than 2^51
}

// ---------------------------------------------------------------- residues of the operands

/// The offset of the 16 bytes that hold k = 16 · `at` to 16 · `at` + 15 of row `row` of an
/// operand's residues. Tiles of one row of tiles follow each other; within a tile the chunks of a
/// row are exchanged as wgmma's 128-byte mode has it.
__host__ __device__ inline std::size_t place(int row, int at, int tiles_k) {
  constexpr int chunks = tile_k / chunk;
  const std::size_t tile = std::size_t(row / rows_a_tile) * tiles_k + at / chunks;
  return tile * tile_bytes + row % rows_a_tile * tile_k + chunk * (at % chunks ^ row % 8);
}

/// The sum of four bytes times four weights with signs, plus `start`.
__device__ inline unsigned dot(unsigned bytes, int weights, unsigned start) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  unsigned sum;
  asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(bytes), "r"(weights), "r"(start));
  return sum;
#else
  for (int i = 0; i < 32; i += 8)
    start += (bytes >> i & 255) * static_cast<signed char>(weights >> i);
  return start;
#endif
}

/// The lowest bytes of four words.
__device__ inline unsigned lowest_bytes(const unsigned (&word)[4]) {
  return __byte_perm(__byte_perm(word[0], word[1], 0x40), __byte_perm(word[2], word[3], 0x40),
                     0x5410);
}

/// The residue, in the lowest byte, of an integer held as a double of these halves.
template <int p>
__device__ unsigned residue(unsigned low, unsigned high, moduli::Dots dots, int factor) {
  if (p == 256) return low * factor;
  const float x =
      __uint_as_float(dot(high, dots.weights[1], dot(low, dots.weights[0], dots.start)));
  const float quotient =
      __fmaf_rn(x - moduli::float_magic, 1.0f / p, moduli::float_magic) - moduli::float_magic;
  return __float_as_uint(__fmaf_rn(quotient, -float(p), x));
}

/// Calls `store` with the number of each modulus and 16 residues in four words.
template <bool of_a, int t = 0, class Store>
__device__ void make_residues(const unsigned (&low)[chunk], const unsigned (&high)[chunk],
                              const Store& store) {
  if constexpr (t < count) {
    constexpr moduli::Tables tables;
    constexpr moduli::Dots dots = of_a ? tables.a[t] : tables.b[t];
    constexpr int factor = of_a ? 1 : tables.inverses[t];
    unsigned words[chunk / 4];
#pragma unroll
    for (int i = 0; i < chunk / 4; ++i) {
      unsigned four[4];
#pragma unroll
      for (int e = 0; e < 4; ++e)
        four[e] = residue<moduli::all[t]>(low[4 * i + e], high[4 * i + e], dots, factor);
      words[i] = lowest_bytes(four);
    }
    store(t, words);
    make_residues<of_a, t + 1>(low, high, store);
  }
}

template <bool of_a, class Store>
__device__ void convert(const double (&x)[chunk], int scale, const Store& store) {
  const double factor = power_of_two(scale);
  unsigned low[chunk], high[chunk];
#pragma unroll
  for (int i = 0; i < chunk; ++i) {
    const double integer = fma(x[i], factor, moduli::magic);
    low[i] = __double2loint(integer);
    high[i] = __double2hiint(integer);
  }
  make_residues<of_a>(low, high, store);
}

constexpr int chunks_a_tile = tile_k / chunk;
constexpr int most_threads = 512;  // of a block that converts
/// Bounds that leave 80 registers a thread: more threads then hide the latency of memory.
constexpr int threads_with_registers = 768;
constexpr int tiles_a_thread = 4;  // that a thread of convert_rows takes a part of

/// A block measures and converts a row of A; rows behind the last one are 0. A thread keeps what it
/// loaded last: with enough threads nothing is loaded twice. It takes four neighbors in each of
/// four tiles, so that lanes read and write neighbors.
static __global__ void __launch_bounds__(threads_with_registers)
    convert_rows(int m, int k, Shape shape, const double* A, unsigned char* to, Notes notes) {
  __shared__ Line found[most_threads / 32];
  let_next_start();
  const int row = blockIdx.x, step = blockDim.x;
  const int chunks = up(shape.tiles_k, tiles_a_thread) * chunks_a_tile;
  const double* const from = A + std::size_t(row) * k;
  double x[chunk];
  const auto column = [&](int at) {  // of the first of four neighbors
    return at / 32 * (tiles_a_thread * tile_k) + at % 32 * 4;
  };
  const auto load = [&](int at) {
#pragma unroll
    for (int i = 0; i < tiles_a_thread; ++i) {
      const int first = column(at) + i * tile_k;
      if (row < m && k % 2 == 0 && first + 4 <= k) {
#pragma unroll
        for (int e = 0; e < 4; e += 2)
          *reinterpret_cast<double2*>(x + 4 * i + e) =
              *reinterpret_cast<const double2*>(from + first + e);
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e) x[4 * i + e] = row < m && first + e < k ? from[first + e] : 0;
      }
    }
  };
  const double first = row < m ? from[0] : 0, unit = power_of_two(-reference(first));
  Line line{};
  int at = threadIdx.x;
#pragma unroll 1
  for (; at < chunks; at += step) {
    load(at);
#pragma unroll
    for (int i = 0; i < chunk; ++i) line.add(x[i], unit);
  }
  line.add_lanes(1);
  if (threadIdx.x % 32 == 0) found[threadIdx.x / 32] = line;
  __syncthreads();
  line = found[0];
#pragma unroll 1
  for (int warp = 1; warp < int(blockDim.x) / 32; ++warp) line.add(found[warp]);
  const int power = row < m ? scale(line, first, k, chunks * chunk - k, notes.way) : 0;
  if (threadIdx.x == 0 && row < m) notes.row_scales[row] = power;
  bool loaded = true;
#pragma unroll 1
  for (at -= step; at >= 0; at -= step, loaded = false) {
    if (!loaded) load(at);
    const int first = column(at);
    unsigned char* const here = to + place(row, first / chunk, shape.tiles_k) + first % chunk;
    convert<true>(x, power, [&](int t, const unsigned(&words)[4]) {
#pragma unroll
      for (int i = 0; i < tiles_a_thread; ++i)
        if (first / tile_k + i < shape.tiles_k)
          *reinterpret_cast<unsigned*>(here + t * shape.of_a() + i * tile_bytes) = words[i];
    });
  }
}

constexpr int strip = 16, blocks_a_strip = 8;  // columns of B, and blocks of a cluster

/// A cluster does the same with 16 columns of B; each of its blocks takes every eighth tile.
static __global__ void __launch_bounds__(threads_with_registers)
    convert_columns(int n, int k, Shape shape, const double* B, unsigned char* to, Notes notes) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  __shared__ Line found[most_threads / 32][strip], mine[strip], all[strip];
  let_next_start();
  const auto cluster = cooperative_groups::this_cluster();
  const int rank = blockIdx.x % blocks_a_strip;
  const int column = blockIdx.x / blocks_a_strip * strip + threadIdx.x % strip;
  const int tile = rank + threadIdx.x / (strip * chunks_a_tile) * blocks_a_strip;
  const int chunks = shape.tiles_k * chunks_a_tile;
  const int step = blockDim.x / strip * blocks_a_strip;
  double x[chunk];
  const auto load = [&](int at) {
#pragma unroll
    for (int i = 0; i < chunk; ++i) {
      const int row = at * chunk + i;
      x[i] = row < k && column < n ? B[std::size_t(row) * n + column] : 0;
    }
  };
  const double first = column < n ? B[column] : 0, unit = power_of_two(-reference(first));
  Line line{};
  int at = tile * chunks_a_tile + threadIdx.x / strip % chunks_a_tile;
#pragma unroll 1
  for (; at < chunks; at += step) {
    load(at);
#pragma unroll
    for (int i = 0; i < chunk; ++i) line.add(x[i], unit);
  }
  line.add_lanes(strip);
  if (threadIdx.x % 32 < strip) found[threadIdx.x / 32][threadIdx.x % strip] = line;
  __syncthreads();
  if (threadIdx.x < strip) {
#pragma unroll 1
    for (int warp = 1; warp < int(blockDim.x) / 32; ++warp) line.add(found[warp][threadIdx.x]);
    mine[threadIdx.x] = line;
  }
  cluster.sync();
  if (threadIdx.x < strip) {
    line = Line{};
#pragma unroll 1
    for (int r = 0; r < blocks_a_strip; ++r)
      line.add(cluster.map_shared_rank(mine, r)[threadIdx.x]);
    all[threadIdx.x] = line;
  }
  __syncthreads();
  const int power =
      column < n ? scale(all[threadIdx.x % strip], first, k, chunks * chunk - k, notes.way) : 0;
  if (rank == 0 && threadIdx.x < strip && column < n) notes.column_scales[column] = power;
  bool loaded = true;
#pragma unroll 1
  for (at -= step; at >= 0; at -= step, loaded = false) {
    if (!loaded) load(at);
    unsigned char* const here = to + place(column, at, shape.tiles_k);
    convert<false>(x, power, [&](int t, const unsigned(&words)[4]) {
      *reinterpret_cast<uint4*>(here + t * shape.of_b()) =
          make_uint4(words[0], words[1], words[2], words[3]);
    });
  }
  wait_for_previous();  // the next kernel waits for this one only
  cluster.sync();       // a block's shared memory ends with it
#endif
}

// ---------------------------------------------------------------- products of residues

constexpr int consumers = 2;                     // groups of warps that multiply
constexpr int multiplying = 128 * consumers;     // threads
constexpr int threads = multiplying + 128;       // one of which fetches
constexpr int part_bytes = multiplying * chunk;  // 16 a thread
constexpr int parts_a_tile = tile_m * tile_n / part_bytes;
constexpr int stages = 4;

struct Stage {
  signed char a[tile_m][tile_k];
  signed char b[tile_n][tile_k];
};
constexpr int shared_bytes = 1024 + stages * int(sizeof(Stage));

/// Sums are divided by `modulus` as multiplied by `multiplier` / 2^38.
struct Divisors {
  int modulus[count] = {}, multiplier[count] = {};

  constexpr Divisors() {
    for (int t = 0; t < count; ++t) {
      modulus[t] = moduli::all[t];
      // The residue for 256 is the lowest byte already.
      multiplier[t] = modulus[t] == 256 ? 0 : int(((1ll << 39) / modulus[t] + 1) / 2);
    }
  }
};

/// Tile after tile, all of one modulus before those of the next one.
static __global__ void __launch_bounds__(threads, 1)
    product(Shape shape, const unsigned char* A, const unsigned char* B, uint4* C,
            const __grid_constant__ Divisors divisors, Way way) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  let_next_start();
  wait_for_previous();
  if (!way.taken()) return;
  extern __shared__ unsigned char memory[];
  __shared__ Barrier full[stages], empty[stages];
  Stage* const stage = reinterpret_cast<Stage*>(memory + (1024 - address(memory) % 1024) % 1024);
  if (threadIdx.x == 0) make_ring(full, empty, 4 * consumers);
  __syncthreads();

  const int tiles = shape.tiles_m * shape.tiles_n, items = tiles * count;
  // Blocks that run at the same time share 16 rows of tiles.
  const auto tile_at = [&](int item) {
    return ways::tile_at<16>(item % tiles, shape.tiles_m, shape.tiles_n);
  };
  int step = 0;  // which use of a stage this is
  if (threadIdx.x >= multiplying) {
    if (threadIdx.x > multiplying) return;
    const std::size_t line = std::size_t(shape.tiles_k) * tile_bytes;
    for (int item = blockIdx.x; item < items; item += gridDim.x) {
      const int t = item / tiles;
      const int2 tile = tile_at(item);
      const unsigned char* a = A + t * shape.of_a() + tile.x * line;
      const unsigned char* b = B + t * shape.of_b() + 2 * tile.y * line;
      for (int i = 0; i < shape.tiles_k; ++i, ++step, a += tile_bytes, b += tile_bytes) {
        const int at = step % stages;
        empty[at].wait((step / stages & 1) ^ 1);
        full[at].arrive_and_expect(sizeof(Stage));
        bulk_copy(stage[at].a, a, tile_bytes, full[at]);
        bulk_copy(stage[at].b, b, tile_bytes, full[at]);
        bulk_copy(stage[at].b[rows_a_tile], b + line, tile_bytes, full[at]);
      }
    }
    return;
  }

  const int group = threadIdx.x / 128, lane = threadIdx.x % 32;
  int sum[128];
  for (int item = blockIdx.x; item < items; item += gridDim.x) {
    for (int i = 0; i < shape.tiles_k; ++i, ++step) {
      const int at = step % stages;
      full[at].wait(step / stages & 1);
      begin_multiplying();
      const unsigned long long a = matrix_at(&stage[at].a[64 * group][0]);
      const unsigned long long b = matrix_at(&stage[at].b[0][0]);
#pragma unroll
      for (int l = 0; l < tile_k; l += 32)
        multiply(sum, a + (l >> 4), b + (l >> 4), i > 0 || l > 0);
      // The stage before is read while this one is multiplied.
      end_products();
      wait_for_products<1>();
      if (i > 0 && lane == 0) empty[(step - 1) % stages].arrive();
    }
    wait_for_products<0>();
    if (lane == 0) empty[(step - 1) % stages].arrive();
    hold(sum);

    const int t = item / tiles;
    const int2 tile = tile_at(item);
    const int p = divisors.modulus[t], multiplier = divisors.multiplier[t];
    uint4* const to =
        C + threadIdx.x +
        (std::size_t(t) * tiles + tile.x * shape.tiles_n + tile.y) * parts_a_tile * multiplying;
#pragma unroll
    for (int part = 0; part < parts_a_tile; ++part) {
      unsigned words[4];
#pragma unroll
      for (int word = 0; word < 4; ++word) {
        unsigned rest[4];
#pragma unroll
        for (int e = 0; e < 4; ++e) {
          const int x = sum[16 * part + 4 * word + e];
          const long long scaled = (long long)x * multiplier + (1ll << 37);
          rest[e] = x - int(scaled >> 38) * p;
        }
        words[word] = lowest_bytes(rest);
      }
      to[part * multiplying] = make_uint4(words[0], words[1], words[2], words[3]);
    }
  }
#endif
}

// ---------------------------------------------------------------- sums from their residues

/// What makes an integer c of the residues r of c times the inverses of the other moduli: c is the
/// sum of r · `others`, modulo the product of all.
struct Weights {
  moduli::Pieces others[count], start, product;
  double reciprocal;

  constexpr Weights() : others(), start(), product(), reciprocal() {
    constexpr moduli::Tables tables;
    for (int t = 0; t < count; ++t) others[t] = tables.others[t] * 4096;
    start = tables.sum_of_others * -(4096 + 128);
    product = tables.product;
    reciprocal = tables.reciprocal;
  }
};

/// Four numbers, of which `words` hold a byte for each modulus.
__device__ inline void numbers(const unsigned (&words)[count], const Weights& weights,
                               double (&result)[4]) {
  moduli::Pieces sum[4];
#pragma unroll
  for (int e = 0; e < 4; ++e) sum[e] = weights.start;
#pragma unroll
  for (int t = 0; t < count; ++t)
#pragma unroll
    for (int e = 0; e < 4; ++e) {
      // A byte, 128 more than the residue, goes into a double without arithmetic: 1 + byte / 4096.
      const double x =
          __hiloint2double(__byte_perm(words[t] ^ 0x80808080, 0x3ff00000, 0x7604 | e << 4), 0);
      sum[e].high = fma(x, weights.others[t].high, sum[e].high);
      sum[e].middle = fma(x, weights.others[t].middle, sum[e].middle);
      sum[e].low = fma(x, weights.others[t].low, sum[e].low);
    }
#pragma unroll
  for (int e = 0; e < 4; ++e) {
    const double quotient = fma(sum[e].high, weights.reciprocal, moduli::magic) - moduli::magic;
    const double high = fma(-quotient, weights.product.high, sum[e].high) * 0x1p74;
    const double middle = fma(-quotient, weights.product.middle, sum[e].middle) * 0x1p37;
    const double low = fma(-quotient, weights.product.low, sum[e].low);
    const double both = high + middle, part = both - high;
    result[e] = both + (high - (both - part) + (middle - part) + low);
  }
}

/// A thread makes 8 elements of C: half of a part of what a thread that multiplied held.
static __global__ void __launch_bounds__(multiplying)
    rebuild(int m, int n, Shape shape, const uint2* residues, double* C,
            const __grid_constant__ Weights weights, Notes notes) {
  let_next_start();
  wait_for_previous();
  if (!notes.way.taken()) return;
  const int part = blockIdx.x / 2 % parts_a_tile, tile = blockIdx.x / (2 * parts_a_tile);
  const int within = blockIdx.x % 2 * multiplying + threadIdx.x, thread = within / 2;
  const int row0 = tile / shape.tiles_n * tile_m + thread / 32 * 16 + thread % 32 / 4;
  const int column0 = tile % shape.tiles_n * tile_n + part * 32 + within % 2 * 16 + thread % 4 * 2;
  if (row0 >= m) return;
  const uint2* const from = residues + std::size_t(blockIdx.x) * multiplying + threadIdx.x;
  unsigned words[2][count];
#pragma unroll
  for (int t = 0; t < count; ++t) {
    const uint2 x = from[t * shape.of_c() / sizeof(uint2)];
    words[0][t] = x.x;
    words[1][t] = x.y;
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    double value[4];  // of two rows, two columns each
    numbers(words[i], weights, value);
    const int column = column0 + 8 * i;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = row0 + 8 * half;
      if (row >= m) continue;
      double* const to = C + std::size_t(row) * n + column;
      double* const two = value + 2 * half;
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        if (column + e >= n) continue;
        const int power = -notes.row_scales[row] - notes.column_scales[column + e];
        two[e] = two[e] * power_of_two(power / 2) * power_of_two(power - power / 2);
      }
      if (n % 2 == 0 && column < n) {
        *reinterpret_cast<double2*>(to) = make_double2(two[0], two[1]);
      } else {
        if (column < n) to[0] = two[0];
        if (column + 1 < n) to[1] = two[1];
      }
    }
  }
}

// ---------------------------------------------------------------- all of it

/// Whether residues save more time than converting and rebuilding take, which grows with the number
/// of elements.
inline bool worth_it(int m, int n, int k) {
  const double rows = m, columns = n, depth = k;
  return rows * columns * depth >= 512 * (rows * columns + columns * depth + depth * rows);
}

inline bool can_multiply(int m, int n, int k) {
  return k <= most_k && Shape(m, n, k).of_all_moduli() <= most_bytes && available();
}

inline void convert_a(int m, int k, Shape shape, const double* A, unsigned char* to, Notes notes) {
  const int threads = min(most_threads, up(shape.tiles_k, tiles_a_thread) * chunks_a_tile);
  convert_rows<<<int(shape.padded_m()), threads>>>(m, k, shape, A, to, notes);
}

inline void convert_b(int n, int k, Shape shape, const double* B, unsigned char* to, Notes notes) {
  const int tiles_a_block = up(shape.tiles_k, blocks_a_strip) / blocks_a_strip;
  const int threads = min(most_threads, tiles_a_block * strip * chunks_a_tile);
  launch_early(convert_columns, int(shape.padded_n()) / strip * blocks_a_strip, threads, 0,
               blocks_a_strip, n, k, shape, B, to, notes);
}

inline void rebuild_c(int m, int n, Shape shape, const unsigned char* from, double* C,
                      Notes notes) {
  launch_early(rebuild, 2 * shape.tiles_m * shape.tiles_n * parts_a_tile, multiplying, 0, 1, m, n,
               shape, reinterpret_cast<const uint2*>(from), C, Weights(), notes);
}

/// Multiplies, where can_multiply() and k > 0, unless it meets values that make it pass its turn
/// on.
inline void multiply(int m, int n, int k, const double* A, const double* B, double* C, Way way) {
  int device = 0, multiprocessors = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const Shape shape(m, n, k);
  const Scratch scratch(shape.of_all_moduli() + sizeof(int) * (std::size_t(m) + n));
  unsigned char* const of_a = reinterpret_cast<unsigned char*>(scratch.get());
  unsigned char* const of_b = of_a + count * shape.of_a();
  unsigned char* const of_c = of_b + count * shape.of_b();
  int* const scales = reinterpret_cast<int*>(of_a + shape.of_all_moduli());
  const Notes notes{way, scales, scales + m};
  convert_a(m, k, shape, A, of_a, notes);
  convert_b(n, k, shape, B, of_b, notes);
  CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  launch_early(product, multiprocessors, threads, shared_bytes, 1, shape, of_a, of_b,
               reinterpret_cast<uint4*>(of_c), Divisors(), way);
  rebuild_c(m, n, shape, of_c, C, notes);
}

}  // namespace residues
