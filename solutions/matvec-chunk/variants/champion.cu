// Tensor cores do the arithmetic, so that nothing is left to wait for but memory. All vectors side
// by side are a matrix with a million rows; a warp multiplies 16 of them at a time by A transposed.
// Vectors go from global memory straight into the registers that mma.sync takes them from, and
// results straight back: a row's four lanes read 64 neighboring bytes and write 32. No shared
// memory, no barrier, as long as A's fragments fit into registers.
//
// Each float is the sum of three bfloat16 numbers, which carry all its 24 bits; of the nine
// products of two such sums six matter. Vectors of up to 8 elements need no tensor cores: there
// each thread multiplies its own. Doubles, and devices below compute capability 8.0, get `best`.
//
// What limits it is memory. One H100, a million vectors: 0.91 to 1.0 of the speed of copying up to
// 32 × 32, 0.9 at 48, 0.87 at 64; at 100 × 100, where A's fragments leave room for few warps, 0.61.
#include "matvec-chunk.h"

#include <cuda_bf16.h>

#include "../matvec-chunk.cu"

namespace tensor {

constexpr int parts_a_value = 3;
constexpr int rows = 16;  // vectors that a warp multiplies at a time
constexpr int chunk = 16, columns = 8;
constexpr int chunks = parts(N, chunk), tiles = parts(M, columns);
constexpr int threads = 128;
/// A's fragments: two registers of each lane hold 16 × 8 elements of one part.
constexpr int fragments = parts_a_value * chunks * tiles;
constexpr bool in_registers = fragments <= 32;

/// Two floats as three pairs of bfloat16, the greatest part first.
__device__ void split(float x, float y, unsigned (&to)[parts_a_value]) {
#pragma unroll
  for (int part = 0; part < parts_a_value; ++part) {
    const __nv_bfloat162 rounded = __floats2bfloat162_rn(x, y);
    to[part] = *reinterpret_cast<const unsigned*>(&rounded);
    x -= __low2float(rounded);
    y -= __high2float(rounded);
  }
}

/// sum += a · b, 16 × 16 by 16 × 8.
__device__ void multiply(float (&sum)[4], const unsigned (&a)[4], uint2 b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}

/// Four neighboring elements of a vector, of which those beyond its end are 0.
template <bool aligned>
__device__ float4 load(const float* row, int column) {
  if (aligned)
    return column < N ? *reinterpret_cast<const float4*>(row + column) : float4{0, 0, 0, 0};
  return {column < N ? row[column] : 0, column + 1 < N ? row[column + 1] : 0,
          column + 2 < N ? row[column + 2] : 0, column + 3 < N ? row[column + 3] : 0};
}

/// What a lane holds of 16 vectors: of two of them, four elements of each chunk.
struct Vectors {
  float4 of[2][chunks];

  __device__ void load_from(const float* in, long long first, int lane) {
#pragma unroll
    for (int half = 0; half < 2; ++half)
#pragma unroll
      for (int c = 0; c < chunks; ++c)
        of[half][c] =
            load<N % 4 == 0>(in + (first + lane / 4 + 8 * half) * N, chunk * c + lane % 4 * 4);
  }
};

__global__ void __launch_bounds__(threads)
    product(int S, const float* A, const float* in, float* out) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;

  // A product's terms may be taken in any order: the four neighboring elements that a lane loads
  // stand for the two pairs, eight apart, that the instruction gives it. A's fragments agree.
  extern __shared__ uint2 shared[];
  uint2 kept[in_registers ? fragments : 1];
#pragma unroll
  for (int c = 0; c < chunks; ++c)
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      const int i = tile * columns + lane / 4;
      const float4 x =
          i < M ? load<false>(A + i * N, chunk * c + lane % 4 * 4) : float4{0, 0, 0, 0};
      unsigned first[parts_a_value], second[parts_a_value];
      split(x.x, x.y, first);
      split(x.z, x.w, second);
#pragma unroll
      for (int part = 0; part < parts_a_value; ++part) {
        const int fragment = (part * chunks + c) * tiles + tile;
        const uint2 both{first[part], second[part]};
        if (in_registers)
          kept[in_registers ? fragment : 0] = both;
        else if (fragment % (threads / 32) == warp)
          shared[fragment * 32 + lane] = both;
      }
    }
  if (!in_registers) __syncthreads();

  const long long stride = static_cast<long long>(gridDim.x) * threads / 32 * rows;
  long long at = (static_cast<long long>(blockIdx.x) * (threads / 32) + warp) * rows;
  if (at >= S) return;
  // The last vectors of all reach into the overflow area, of in and of out.
  Vectors now, next;
  now.load_from(in, at, lane);
  for (; at < S; at += stride) {
    if (at + stride < S) next.load_from(in, at + stride, lane);
    float sum[tiles][4] = {};
#pragma unroll
    for (int c = 0; c < chunks; ++c) {
      unsigned a[parts_a_value][4];
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        unsigned first[parts_a_value], second[parts_a_value];
        split(now.of[half][c].x, now.of[half][c].y, first);
        split(now.of[half][c].z, now.of[half][c].w, second);
#pragma unroll
        for (int part = 0; part < parts_a_value; ++part) {
          a[part][half] = first[part];
          a[part][half + 2] = second[part];
        }
      }
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) {
        uint2 b[parts_a_value];
#pragma unroll
        for (int part = 0; part < parts_a_value; ++part) {
          const int fragment = (part * chunks + c) * tiles + tile;
          b[part] = in_registers ? kept[in_registers ? fragment : 0] : shared[fragment * 32 + lane];
        }
        // The small ones first.
#pragma unroll
        for (int order = parts_a_value - 1; order >= 0; --order)
#pragma unroll
          for (int part = 0; part <= order; ++part) multiply(sum[tile], a[part], b[order - part]);
      }
    }
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float* const to = out + (at + lane / 4 + 8 * half) * M;
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) {
        const int column = tile * columns + lane % 4 * 2;
        const float x = sum[tile][2 * half], y = sum[tile][2 * half + 1];
        if (M % 2 == 0) {
          if (column < M) *reinterpret_cast<float2*>(to + column) = float2{x, y};
        } else {
          if (column < M) to[column] = x;
          if (column + 1 < M) to[column + 1] = y;
        }
      }
    }
    now = next;
  }
#endif
}

/// A vector and its product in the registers of one thread.
__global__ void __launch_bounds__(256) small_product(int S, const float* in, float* out) {
  constexpr int V = N % 4 == 0 ? 4 : N % 2 == 0 ? 2 : 1, W = M % 4 == 0 ? 4 : M % 2 == 0 ? 2 : 1;
  struct alignas(4 * V) Read {
    float value[V];
  };
  struct alignas(4 * W) Written {
    float value[W];
  };
  const long long h = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (h >= S) return;
  Read v[N / V];
#pragma unroll
  for (int j = 0; j < N / V; ++j) v[j] = reinterpret_cast<const Read*>(in + h * N)[j];
#pragma unroll
  for (int i = 0; i < M; i += W) {
    Written u;
#pragma unroll
    for (int w = 0; w < W; ++w) {
      u.value[w] = 0;
#pragma unroll
      for (int j = 0; j < N; ++j) u.value[w] += matrix[i + w][j] * v[j / V].value[j % V];
    }
    reinterpret_cast<Written*>(out + h * M)[i / W] = u;
  }
}

bool multiply(int S, const float* in, float* out) {
  if (N <= 8 && M <= 16) {
    small_product<<<parts(S, 256), 256>>>(S, in, out);
    CHECK(cudaGetLastError());
    return true;
  }
  int device = 0, major = 0, multiprocessors = 0, most = 0, resident = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  constexpr int bytes = in_registers ? 0 : fragments * 32 * static_cast<int>(sizeof(uint2));
  if (major < 8 || bytes > most) return false;
  CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, product, threads, bytes));
  void* A = nullptr;
  CHECK(cudaGetSymbolAddress(&A, matrix));
  const int useful = parts(S, rows * threads / 32);
  product<<<std::min(useful, multiprocessors * resident), threads, bytes>>>(
      S, static_cast<const float*>(A), in, out);
  CHECK(cudaGetLastError());
  return true;
}
bool multiply(int, const double*, double*) { return false; }

}  // namespace tensor

void champion(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  if (!tensor::multiply(S, in, out)) mxv_best(S, in, out, blocks, threads);
}
