// All sweeps in one launch, without a barrier: each value of x carries the number of the sweep that
// made it, and whoever needs it waits until it has the right one. So a sweep costs one way through
// the second-level cache, from the block that stores a value to those that read it, where a barrier
// takes two and a launch still more.
//
// There is one block a multiprocessor, and its rows of A stay in its shared memory, as many as fit;
// the others are read again in each sweep, from the second-level cache as far as that holds them.
// Two arrays of values take turns. A block overwrites values of sweep s − 2 when it has seen all
// values of sweep s − 1, which their blocks stored when they had seen all of sweep s − 2: nobody
// needs those any more. All blocks must be on the device at once, or they wait for ever: a
// cooperative launch has no more of them than fit.
//
// What limits it: up to n = 1024 that one way, 1.7 µs on one H200 in float, a fifth of what a loop
// of library calls takes; for large systems memory (at 5120 0.59 of what that loop takes, 0.75 in
// double).
#include <cuda/atomic>

#include <algorithm>
#include <cstddef>

#include "../jacobi.cu"

namespace tagged {

constexpr int threads = 1024, warps = threads / 32;

/// A value and the number of its sweep, stored and read as one; a double in two halves.
struct Tagged {
  static constexpr int words = sizeof(real) / 4;
  unsigned long long word[words];
};

using Word = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

__device__ void store(Tagged& to, real value, int sweep) {
  unsigned halves[Tagged::words];
  memcpy(halves, &value, sizeof value);
#pragma unroll
  for (int i = 0; i < Tagged::words; ++i)
    Word(to.word[i])
        .store(static_cast<unsigned long long>(sweep) << 32 | halves[i],
               cuda::memory_order_relaxed);
}

/// Waits for the value of that sweep.
__device__ real load(Tagged& from, int sweep) {
  unsigned halves[Tagged::words];
#pragma unroll
  for (int i = 0; i < Tagged::words; ++i) {
    unsigned long long word;
    do word = Word(from.word[i]).load(cuda::memory_order_relaxed);
    while (static_cast<int>(word >> 32) != sweep);
    halves[i] = static_cast<unsigned>(word);
  }
  real value;
  memcpy(&value, halves, sizeof value);
  return value;
}

struct System {
  int n, sweeps;
  const real *A, *b;
  real* x;
  Tagged* values[2];
  int rows;   // of a block
  int kept;   // of these, in shared memory
  int parts;  // of a row: a warp takes one at a time
};

/// What one thread of a team adds up of a row.
template <int length>
__device__ real partial_product(const real* row, const real* x, int n, int first, int step) {
  struct alignas(length * sizeof(real)) Vector {
    real value[length];
  };
  real sum = 0;
#pragma unroll 8
  for (int j = first * length; j < n; j += step * length) {
    const Vector a = *reinterpret_cast<const Vector*>(row + j);
    const Vector v = *reinterpret_cast<const Vector*>(x + j);
#pragma unroll
    for (int e = 0; e < length; ++e) sum += a.value[e] * v.value[e];
  }
  return sum;
}

template <int length>
__global__ void __launch_bounds__(threads, 1) sweeps_kernel(System s) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int n = s.n, t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int row0 = blockIdx.x * s.rows, rows = min(s.rows, n - row0);
  real* const x = reinterpret_cast<real*>(memory);
  real* const kept = x + (n + 3) / 4 * 4;
  const real* const A = s.A + std::size_t(row0) * n;
  for (int j = t; j < n; j += threads) x[j] = s.x[j];
  const int in_shared = min(rows, s.kept);
  for (std::size_t at = t; at < std::size_t(in_shared) * n; at += threads) kept[at] = A[at];
  real* const sums = kept + std::size_t(s.kept) * n;  // of each part of each row
  const auto row = [&](int r) { return (r < in_shared ? kept : A) + std::size_t(r) * n; };
  const int items = rows * s.parts;
  for (int sweep = 1; sweep <= s.sweeps; ++sweep) {
    __syncthreads();  // x is there
    for (int turn = warp; turn < items; turn += warps) {
      // Forwards and backwards in turn: what was read last is still in the cache.
      const int item = sweep % 2 == 1 ? turn : items - 1 - turn;
      real sum = partial_product<length>(row(item / s.parts), x, n, item % s.parts * 32 + lane,
                                         s.parts * 32);
      for (int other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
      if (lane == 0) sums[item] = sum;
    }
    __syncthreads();
    for (int r = t; r < rows; r += threads) {
      real sum = 0;
      for (int part = 0; part < s.parts; ++part) sum += sums[r * s.parts + part];
      const int i = row0 + r;
      const real value = x[i] + (s.b[i] - sum) / row(r)[i];
      store(s.values[sweep % 2][i], value, sweep);
      if (sweep == s.sweeps) s.x[i] = value;
    }
    if (sweep == s.sweeps) return;
    __syncthreads();  // nobody needs x any more
    for (int j = t; j < n; j += threads) x[j] = load(s.values[sweep % 2][j], sweep);
  }
}

/// Into how many parts a row is divided: so many that all warps have nearly the same number.
int parts_of_a_row(int rows) {
  int result = 1;
  const auto busy = [&] { return double(rows) * result / (warps * parts(rows * result, warps)); };
  while (result < 32 && busy() < 0.9) result *= 2;
  return result;
}

/// Shared memory of a block and multiprocessors of the device; 0 where it has no cooperative
/// launch.
struct Room {
  int bytes = 0, blocks = 0;
};
Room room() {
  int device = 0, possible = 0;
  Room room;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, device));
  if (!possible) return room;
  CHECK(cudaDeviceGetAttribute(&room.bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  CHECK(cudaDeviceGetAttribute(&room.blocks, cudaDevAttrMultiProcessorCount, device));
  room.bytes -= 1024;  // for what is not dynamic
  return room;
}

template <int length>
void launch(System system, int blocks, std::size_t bytes) {
  CHECK(cudaFuncSetAttribute(sweeps_kernel<length>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)));
  void* arguments[] = {&system};
  CHECK(cudaLaunchCooperativeKernel(sweeps_kernel<length>, blocks, threads, arguments, bytes,
                                    nullptr));
}

}  // namespace tagged

void persistent(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  using namespace tagged;
  if (n == 0) return;
  const Room device = room();
  const int rows = parts(n, std::max(1, device.blocks)), parts_a_row = parts_of_a_row(rows);
  // x, and the sums.
  const std::size_t needed = ((std::size_t(n) + 3) / 4 * 4 + rows * parts_a_row) * sizeof(real);
  if (device.blocks == 0 || needed > static_cast<std::size_t>(device.bytes))
    return jacobi_reduce(n, iterations, A, b, x, block_size);
  const int kept =
      static_cast<int>(std::min<std::size_t>(rows, (device.bytes - needed) / (n * sizeof(real))));
  DeviceSystem on_device = to_device(n, A, b);
  System system{n, iterations, on_device.A, on_device.b, on_device.x, {}, rows, kept, parts_a_row};
  Tagged* values = nullptr;
  CHECK(cudaMalloc(&values, 2 * n * sizeof(Tagged)));
  CHECK(cudaMemset(values, 0, 2 * n * sizeof(Tagged)));  // no value is of sweep 0
  system.values[0] = values;
  system.values[1] = values + n;
  const int blocks = parts(n, rows);
  const std::size_t bytes = needed + std::size_t(kept) * n * sizeof(real);
  constexpr int length = 16 / sizeof(real);
  if (n % length == 0)
    launch<length>(system, blocks, bytes);
  else
    launch<1>(system, blocks, bytes);
  to_host(n, on_device, x);
  CHECK(cudaFree(values));
}
