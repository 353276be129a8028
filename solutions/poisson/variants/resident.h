// A grid that stays on the chip of the whole device for all sweeps. Each multiprocessor has one
// block, with a box of points: its values of u in shared memory, with a rim of one point that
// belongs to its neighbors, and δ²f in registers. After a sweep the blocks write the faces of
// their boxes to global memory, which the second-level cache holds, meet at a barrier across the
// grid, and read their rims. So a sweep moves surfaces through that cache, and volumes only through
// shared memory.
//
// A box is overwritten while it is swept: a thread owns one column along i, walks along it, and
// stores a plane's new value when all threads have gone on from that plane to the next one.
//
// What limits it: the room, N = 128 in double and 154 in float on an H100; and beside the sweep of
// its box each block waits for faces, for the barrier and for the norm. One H100, N = 128, double,
// with the norm: 1.59 times the limit of single sweeps. Comes after ../poisson.cu, whose CHECK,
// parts() and block_sum() it uses.
#pragma once

#include <cooperative_groups.h>

#include <algorithm>
#include <cstddef>

namespace resident {

constexpr int points = 1024;      // of a plane of a box, at most
constexpr int rows_a_thread = 2;  // what one of them needs of the other is in a register
constexpr int threads = points / rows_a_thread;
constexpr int most_planes = sizeof(real) == 8 ? 16 : 32;  // of δ²f in a thread's registers
constexpr int norm_parts = 8;  // blocks that add to one number wait for each other

/// How the inner points are divided into boxes. All rows along k are whole.
struct Boxes {
  int N;
  int rows, planes;  // of a box, without its rim
  int along_j, along_i;
};

/// How a box lies in shared memory: each plane with its rim, rows of `width` with their walls.
template <int width>
struct Layout {
  static constexpr int rows = points / width, line = width, plane = (rows + 2) * line;
  static std::size_t bytes(int planes) { return sizeof(real) * (planes + 2) * plane; }
};

/// At most `most` sweeps of u; *done is how many it were. Walls stand in u and u_old. norms: zeros.
template <int width, bool Norm>
__global__ void __launch_bounds__(threads, 1)
    sweeps_kernel(Boxes boxes, int most, double tolerance, real delta2, const real* f, real* u,
                  real* u_old, double (*norms)[norm_parts], int* done) {
  extern __shared__ __align__(16) unsigned char memory[];
  real* const box = reinterpret_cast<real*>(memory);
  const auto grid = cooperative_groups::this_grid();
  constexpr int line = Layout<width>::line, plane = Layout<width>::plane;
  constexpr int across = Layout<width>::rows / rows_a_thread;  // threads along j
  const int N = boxes.N, k = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int first = y * rows_a_thread;  // of its rows
  const int before_i = static_cast<int>(blockIdx.x) / boxes.along_j * boxes.planes;
  const int before_j = static_cast<int>(blockIdx.x) % boxes.along_j * boxes.rows;
  const int planes = min(boxes.planes, N - 2 - before_i);
  const int rows = min(boxes.rows, N - 2 - before_j);
  const bool inner = k >= 1 && k < N - 1;
  const auto mine = [&](int r) { return inner && first + r < rows; };
  // Plane p and row r of the box with its rim, in the box and in the grid.
  const auto inside = [&](int p, int r) { return p * plane + r * line + k; };
  const auto in_grid = [&](int p, int r) {
    return (static_cast<long long>(before_i + p) * N + before_j + r) * N + k;
  };

  if (k < N)
    for (int p = 0; p < planes + 2; ++p)
      for (int r = y; r < rows + 2; r += across) box[inside(p, r)] = u[in_grid(p, r)];
  real source[most_planes][rows_a_thread];
#pragma unroll
  for (int p = 1; p <= most_planes; ++p)
#pragma unroll
    for (int r = 0; r < rows_a_thread; ++r)
      source[p - 1][r] = mine(r) && p <= planes ? delta2 * f[in_grid(p, first + r + 1)] : 0;
  __syncthreads();

  real* const column = box + inside(0, first + 1);
  int sweep = 0;
  while (sweep < most) {
    real* const faces = sweep % 2 == 0 ? u_old : u;
    double change = 0;
    real behind[rows_a_thread] = {}, centre[rows_a_thread] = {}, swept[rows_a_thread] = {};
    if (mine(0)) {
#pragma unroll
      for (int r = 0; r < rows_a_thread; ++r) {
        behind[r] = column[r * line];
        centre[r] = column[plane + r * line];
      }
    }
#pragma unroll
    for (int p = 1; p <= most_planes; ++p) {
      if (p > planes) break;
      if (mine(0)) {
        real* const at = column + p * plane;
        real ahead[rows_a_thread], value[rows_a_thread];
#pragma unroll
        for (int r = 0; r < rows_a_thread; ++r) {
          ahead[r] = at[plane + r * line];
          value[r] = 0;
          if (!mine(r)) continue;  // of the rim: the row beside it needs what it holds
          const real up = r > 0 ? centre[r > 0 ? r - 1 : 0] : at[-line];
          const real down = r + 1 < rows_a_thread ? centre[r + 1 < rows_a_thread ? r + 1 : r]
                                                  : at[rows_a_thread * line];
          value[r] = ((behind[r] + ahead[r]) + (at[r * line - 1] + at[r * line + 1]) +
                      ((up + down) + source[p - 1][r])) *
                     (real(1) / 6);
        }
#pragma unroll
        for (int r = 0; r < rows_a_thread; ++r) {
          if (mine(r)) {
            const real difference = value[r] - centre[r];
            if (Norm) change += static_cast<double>(difference) * difference;
            if (p > 1) at[r * line - plane] = swept[r];
          }
          behind[r] = centre[r];
          centre[r] = ahead[r];
          swept[r] = value[r];
        }
      }
      __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < rows_a_thread; ++r) {
      if (!mine(r)) continue;
      real* const own = column + r * line;  // its values, which it need not wait for
      const int row = first + r;
      own[planes * plane] = swept[r];
      faces[in_grid(1, row + 1)] = own[plane];
      if (planes > 1) faces[in_grid(planes, row + 1)] = swept[r];
      if (row == 0 || row == rows - 1) {
#pragma unroll 1
        for (int p = 2; p < planes; ++p) faces[in_grid(p, row + 1)] = own[p * plane];
      }
    }
    double* const norm = norms[sweep % 3];
    if (Norm) {
      change = block_sum(change);
      if (k == 0 && y == 0) atomicAdd(&norm[blockIdx.x % norm_parts], change);
    }
    grid.sync();
    ++sweep;
    if (Norm) {
      double sum = 0;
      for (int part = 0; part < norm_parts; ++part) sum += norm[part];
      if (sum <= tolerance) break;
      // The sum of the sweep before was read by all before they came to the barrier.
      if (blockIdx.x == 0 && y == 0 && k < norm_parts) norms[(sweep + 1) % 3][k] = 0;
    }
    if (k < N) {
      for (int r = y; r < 2 * planes; r += across) {
        const int p = 1 + r / 2, side = r % 2 == 0 ? 0 : rows + 1;
        box[inside(p, side)] = faces[in_grid(p, side)];
      }
#pragma unroll
      for (int r = 0; r < rows_a_thread; ++r) {
        if (first + r >= rows) continue;
        box[inside(0, first + r + 1)] = faces[in_grid(0, first + r + 1)];
        box[inside(planes + 1, first + r + 1)] = faces[in_grid(planes + 1, first + r + 1)];
      }
    }
    __syncthreads();
  }
  grid.sync();  // nobody reads faces in u any more
#pragma unroll
  for (int r = 0; r < rows_a_thread; ++r) {
    if (!mine(r)) continue;
    for (int p = 1; p <= planes; ++p) u[in_grid(p, first + r + 1)] = column[p * plane + r * line];
  }
  if (blockIdx.x == 0 && k == 0 && y == 0) *done = sweep;
}

/// Boxes for a grid that this device can hold; none (planes = 0) where it does not fit.
template <int width>
Boxes boxes_for(int N) {
  int device = 0, multiprocessors = 0, cooperative = 0, room = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
  CHECK(cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  Boxes boxes{N, 0, 0, 0, 0};
  boxes.rows = parts(N - 2, parts(N - 2, Layout<width>::rows));
  boxes.along_j = parts(N - 2, boxes.rows);
  if (!cooperative || boxes.along_j > multiprocessors) return boxes;
  const int planes = parts(N - 2, std::min(multiprocessors / boxes.along_j, N - 2));
  boxes.along_i = parts(N - 2, planes);
  const std::size_t of_block_sum = 1024;
  if (planes <= most_planes && Layout<width>::bytes(planes) + of_block_sum <= std::size_t(room))
    boxes.planes = planes;
  return boxes;
}

template <int width, bool Norm>
int launch(Boxes boxes, int most, double tolerance, real delta2, const real* f, real* u,
           real* u_old) {
  struct Told {
    double norms[3][norm_parts];
    int done;
  };
  Told* told = nullptr;
  CHECK(cudaMalloc(&told, sizeof(Told)));
  CHECK(cudaMemset(told, 0, sizeof(Told)));
  double(*norms)[norm_parts] = told->norms;
  int* done = &told->done;
  const auto kernel = sweeps_kernel<width, Norm>;
  const auto bytes = static_cast<int>(Layout<width>::bytes(boxes.planes));
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  void* arguments[] = {&boxes, &most, &tolerance, &delta2, &f, &u, &u_old, &norms, &done};
  CHECK(cudaLaunchCooperativeKernel(
      reinterpret_cast<const void*>(kernel), boxes.along_i * boxes.along_j,
      dim3(width, Layout<width>::rows / rows_a_thread), arguments, bytes, nullptr));
  int sweeps = 0;
  CHECK(cudaMemcpy(&sweeps, done, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(told));
  return sweeps;
}

/// As poisson_best, where the grid fits; else returns −1 and has done nothing.
template <int width>
int iterate(int N, int most, double tolerance, real delta2, const real* f, real* u, real* u_old) {
  if (N > width) return -1;
  const Boxes boxes = boxes_for<width>(N);
  if (boxes.planes == 0) return -1;
  return tolerance >= 0 ? launch<width, true>(boxes, most, tolerance, delta2, f, u, u_old)
                        : launch<width, false>(boxes, most, tolerance, delta2, f, u, u_old);
}

}  // namespace resident
