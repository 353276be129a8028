// One launch for all sweeps: between two of them all blocks wait at a barrier across the grid, as
// long as a sweep's launch takes or less, and nothing of the host is in between. A barrier that all
// blocks must reach needs all blocks on the device at once, or the last one never comes: a
// cooperative launch has no more of them than fit, and each warp takes several rows in turn.
//
// What limits it: for large systems memory, as one launch a sweep is limited; for small ones the
// barrier and the way to memory and back. One H100, float: 2.7 µs a sweep at n = 256 and 5.4 at
// 1024, setting up included, where a loop of library calls takes 13.
#include <cooperative_groups.h>

#include <algorithm>

#include "../jacobi.cu"

namespace one_launch {

namespace cg = cooperative_groups;

constexpr int threads = 256;
constexpr int rows_at_once = threads / 32;  // of a block: a row for each warp

/// All sweeps. x is the start and y has room for as much; after an odd number of sweeps the result
/// is in y. x and y change while the kernel runs, so neither is __restrict__ or read by __ldg.
__global__ void __launch_bounds__(threads)
    sweeps_kernel(int n, int sweeps, const real* A, const real* b, real* x, real* y) {
  const cg::grid_group grid = cg::this_grid();
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int warps = static_cast<int>(gridDim.x) * rows_at_once;
  const int first = static_cast<int>(blockIdx.x) * rows_at_once + warp.meta_group_rank();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (int i = first; i < n; i += warps) {
      const real* row = A + static_cast<long long>(i) * n;
      real sum = 0;
      for (int j = warp.thread_rank(); j < n; j += 32) {
        if (j != i) sum += row[j] * x[j];
      }
      for (int offset = 16; offset > 0; offset /= 2) sum += warp.shfl_down(sum, offset);
      if (warp.thread_rank() == 0) y[i] = (b[i] - sum) / row[i];
    }
    grid.sync();  // all of y is there, and nobody reads x any more
    real* const swept = y;
    y = x;
    x = swept;
  }
}

/// How many blocks of the kernel the device holds at once; 0 where it has no cooperative launch.
int most_blocks() {
  int device = 0, possible = 0, multiprocessors = 0, on_each = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, device));
  if (!possible) return 0;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_each, sweeps_kernel, threads, 0));
  return multiprocessors * on_each;
}

}  // namespace one_launch

void grid_barrier(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  const int most = one_launch::most_blocks();
  if (most == 0) return jacobi_reduce(n, iterations, A, b, x, block_size);
  DeviceSystem device = to_device(n, A, b);
  void* arguments[] = {&n, &iterations, &device.A, &device.b, &device.x, &device.y};
  CHECK(cudaLaunchCooperativeKernel(one_launch::sweeps_kernel,
                                    std::min(most, parts(n, one_launch::rows_at_once)),
                                    one_launch::threads, arguments, 0, nullptr));
  if (iterations % 2 == 1) std::swap(device.x, device.y);
  to_host(n, device, x);
}
