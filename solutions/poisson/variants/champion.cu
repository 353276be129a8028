// Several sweeps in one pass over memory, as in poisson_best, with what lets the memory work
// without a break: planes come into shared memory by asynchronous copies, one ahead, and take no
// registers; and each multiprocessor has one block, which takes an equal share of all planes of all
// columns of tiles, wherever it begins and ends.
//
// What limits a single sweep is memory, 24 bytes a point in double. One H200, against that limit:
// 1.91 at N = 512 and 1.78 with the norm, 1.75 and 1.60 at 256. What limits these passes is the
// number of instructions for a point, and how many points of a tile are its own (57 % at 256). At
// 128 a share is 14 planes, and filling and emptying the pipeline takes 8 more: grids so small stay
// on the chip (resident.h).
#include <cuda_pipeline.h>

#include <cstddef>
#include <cstdint>

#include "../poisson.cu"
#include "resident.h"

namespace fused {

// A lane has two neighbors along k of each of its warp's rows. What it needs of them along k comes
// from other lanes' registers, and along j, but for the rows above and below the warp's, from its
// own.
constexpr int width = 2 * 32, height = 32, warps = 16;
constexpr int rows = height / warps;  // of a warp
constexpr int threads = 32 * warps;
constexpr int most = 4;  // sweeps in a pass

struct alignas(2 * sizeof(real)) Pair {
  real at[2];
};
using Pairs = Pair[rows];  // a lane's
using Plane = Pair[height][width / 2];
/// Each warp's first row and its last one, which other warps need.
using Rims = Pair[2 * warps][width / 2];

/// Planes that a block holds. Generation 0 is u as it came, generation t what t sweeps make of it.
template <int Fused>
struct Room {
  Plane u[3];                                  // this step's, the last one's, and the next one's
  Plane f[Fused + 1];                          // this step's, and those of the steps before
  Rims between[2][Fused > 1 ? Fused - 1 : 1];  // this step's and the last one's, by generation
};

struct Sweeps {
  int N;
  int first, count;  // the planes that are computed; those on either side are read
  real* mirror;      // another device's array, which gets the planes from mirror_first to
  int mirror_first, mirror_end;  // mirror_end − 1 as well; or nullptr
  real delta2;
  const real* f;
  double tolerance;
  int most;  // sweeps in a full pass
};

/// ByPairs: whole pairs can be copied, since rows and arrays begin where they can lie.
template <int Fused, bool Norm, bool ByPairs>
__global__ void __launch_bounds__(threads, 1)
    sweep(Sweeps s, const real* from, real* to, double* norms, const double* norms_before) {
  if (Norm && norms_before != nullptr)
    for (int i = 0; i < s.most; ++i)
      if (norms_before[i] <= s.tolerance) return;
  extern __shared__ __align__(16) unsigned char memory[];
  Room<Fused>& room = *reinterpret_cast<Room<Fused>*>(memory);

  constexpr int owned_width = width - 2 * Fused, owned_height = height - 2 * Fused;
  // Of the first tile, along k. Even, so that pairs lie where pairs can be copied.
  constexpr int origin = -(Fused / 2 * 2);
  const int N = s.N;
  const int columns_k = (N - 1 - (origin + Fused) + owned_width - 1) / owned_width;
  const int columns_j = (N - 2 + owned_height - 1) / owned_height;
  const long long all = static_cast<long long>(columns_k) * columns_j * s.count;
  const long long plane = static_cast<long long>(N) * N;

  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  const int first_row = warp * rows;
  // Where the thread's pairs begin in a plane, and those above and below its warp's rows. On the
  // rim of the tile there are no neighbors, and any number will do.
  constexpr int row_bytes = sizeof(Plane) / height;
  const int own = first_row * row_bytes + lane * int(sizeof(Pair));
  const int rim = 2 * warp * row_bytes + lane * int(sizeof(Pair));
  const int above = warp > 0 ? -row_bytes : 0, below = warp < warps - 1 ? row_bytes : 0;
  const auto pair = [&](int of_plane, int there) -> Pair& {
    return *reinterpret_cast<Pair*>(memory + of_plane + there);
  };

  real sums[Fused] = {};
  const long long last = all * (blockIdx.x + 1) / gridDim.x;
  for (long long at = all * blockIdx.x / gridDim.x; at < last;) {
    const int tile = static_cast<int>(at / s.count);
    const int begin = s.first + static_cast<int>(at % s.count);  // the planes that are its own
    const int end =
        static_cast<int>(min(static_cast<long long>(s.first + s.count), begin + last - at));
    at += end - begin;
    const int start = begin > Fused ? begin - Fused : 0;
    const int k = origin + tile % columns_k * owned_width + 2 * lane;
    const int first_j = 1 - Fused + tile / columns_k * owned_height + first_row;
    unsigned in_grid = 0, inner = 0, owned = 0;  // a bit for each of the thread's points
#pragma unroll
    for (int p = 0; p < 2 * rows; ++p) {
      const int j = first_j + p / 2, own_k = k + p % 2;
      const int row = first_row + p / 2, column = 2 * lane + p % 2;
      const bool here = own_k >= 0 && own_k < N && j >= 0 && j < N;
      const bool within = own_k >= 1 && own_k < N - 1 && j >= 1 && j < N - 1;
      in_grid |= unsigned(here) << p;
      inner |= unsigned(within) << p;
      owned |= unsigned(within && column >= Fused && column < width - Fused && row >= Fused &&
                        row < height - Fused)
               << p;
    }

    // Of the room's planes, by where they begin: u of this step, of the last one, and of the next
    // one; f of `t` steps before.
    int now = 0, before = sizeof(Plane), next = 2 * sizeof(Plane), f_of[Fused + 1];
#pragma unroll
    for (int t = 0; t <= Fused; ++t) f_of[t] = offsetof(Room<Fused>, f) + t * sizeof(Plane);
    int fresh = offsetof(Room<Fused>, between), stale = fresh + sizeof(room.between[0]);

    // What lies outside of the grid is never copied; whatever is there is never used.
    __syncthreads();  // the share before this one is done with the room
#pragma unroll
    for (int p = 0; p < 2 * rows; ++p) {
      if (in_grid >> p & 1) continue;
      for (Plane& u : room.u) u[first_row + p / 2][lane].at[p % 2] = 0;
      for (Plane& f : room.f) f[first_row + p / 2][lane].at[p % 2] = 0;
    }
    const auto copy = [&](int of_plane, const real* source) {
#pragma unroll
      for (int p = 0; p < 2 * rows; p += ByPairs ? 2 : 1)
        if (in_grid >> p & 1)
          __pipeline_memcpy_async(&pair(of_plane, own + p / 2 * row_bytes).at[p % 2],
                                  source + p / 2 * N + p % 2, (ByPairs ? 2 : 1) * sizeof(real));
    };
    const auto store = [&](real* array, const Pairs& value) {
#pragma unroll
      for (int r = 0; r < rows; ++r) {
        real* const there = array + r * N;
        const unsigned both = owned >> 2 * r & 3;
        if (ByPairs && both == 3) {
          *reinterpret_cast<Pair*>(there) = value[r];
        } else {
          if (both & 1) there[0] = value[r].at[0];
          if (both & 2) there[1] = value[r].at[1];
        }
      }
    };
    const int stop = end + Fused;
    int step = start;
    long long here = step * plane + static_cast<long long>(first_j) * N + k;  // in its plane

    // The plane `step` of u has come. The planes before it, `behind` and `centre`, of u and of each
    // generation make one of the next generation; what was `behind` is this step's then.
    const auto advance = [&](Pairs(&behind)[Fused], const Pairs(&centre)[Fused]) {
      __pipeline_wait_prior(0);
      __syncthreads();
      if (step + 1 < stop) {
        if (step + 1 < N) copy(next, from + here + plane);
        if (step < N) copy(f_of[0], s.f + here);
      }
      __pipeline_commit();
      Pairs value;  // of generation t, plane step − t
#pragma unroll
      for (int r = 0; r < rows; ++r) value[r] = pair(now, own + r * row_bytes);
#pragma unroll
      for (int t = 1; t <= Fused; ++t) {
        const int i = step - t, of_generation = (t > 1 ? t - 2 : 0) * int(sizeof(Rims));
        const Pairs& old = centre[t - 1];
        Pairs result;
        if (i >= start && i >= 1 && i < N - 1) {
          Pair column[rows + 2];  // the rows, and those above and below
          column[0] = t == 1 ? pair(before, own + above) : pair(stale + of_generation, rim + above);
          column[rows + 1] = t == 1 ? pair(before, own + (rows - 1) * row_bytes + below)
                                    : pair(stale + of_generation, rim + row_bytes + below);
#pragma unroll
          for (int r = 0; r < rows; ++r) column[r + 1] = old[r];
          const unsigned counted = Norm && i >= begin && i < end ? owned : 0;
#pragma unroll
          for (int r = 0; r < rows; ++r) {
            const Pair f = pair(f_of[t], own + r * row_bytes);
            const real left = __shfl_up_sync(~0u, old[r].at[1], 1);
            const real right = __shfl_down_sync(~0u, old[r].at[0], 1);
#pragma unroll
            for (int c = 0; c < 2; ++c) {
              const real along_k = c == 0 ? left + old[r].at[1] : old[r].at[0] + right;
              const real along_j = column[r].at[c] + column[r + 2].at[c];
              const real sum = ((behind[t - 1][r].at[c] + value[r].at[c]) + along_k) +
                               (along_j + s.delta2 * f.at[c]);
              const int p = 2 * r + c;
              result[r].at[c] = (inner >> p & 1) != 0 ? sum * (real(1) / 6) : old[r].at[c];
              const real change = result[r].at[c] - old[r].at[c];
              if (Norm && (counted >> p & 1) != 0) sums[t - 1] += change * change;
            }
          }
        } else {
#pragma unroll
          for (int r = 0; r < rows; ++r) result[r] = old[r];
        }
        if (t < Fused) {
          const int next_generation = fresh + (t - 1) * int(sizeof(Rims));
          pair(next_generation, rim) = result[0];
          pair(next_generation, rim + row_bytes) = result[rows - 1];
        }
#pragma unroll
        for (int r = 0; r < rows; ++r) {
          behind[t - 1][r] = value[r];
          value[r] = result[r];
        }
      }
      const int i = step - Fused;
      if (i >= begin && i < end) {
        store(to + here - Fused * plane, value);
        if (s.mirror != nullptr && i >= s.mirror_first && i < s.mirror_end)
          store(s.mirror + here - Fused * plane, value);
      }
      const int free_u = before, free_f = f_of[Fused], free_between = stale;
      before = now;
      now = next;
      next = free_u;
#pragma unroll
      for (int t = Fused; t > 0; --t) f_of[t] = f_of[t - 1];
      f_of[0] = free_f;
      stale = fresh;
      fresh = free_between;
      here += plane;
      return ++step < stop;
    };

    copy(now, from + here);
    __pipeline_commit();
    Pairs one[Fused] = {}, other[Fused] = {};
    if constexpr (sizeof(real) == 4) {
      while (advance(one, other) && advance(other, one)) {
      }
    } else {
      // Two steps in a row would need more registers than there are.
      while (advance(one, other))
#pragma unroll
        for (int t = 0; t < Fused; ++t)
#pragma unroll
          for (int r = 0; r < rows; ++r) {
            const Pair kept = one[t][r];
            one[t][r] = other[t][r];
            other[t][r] = kept;
          }
    }
    __pipeline_wait_prior(0);
  }
  if (Norm) {
#pragma unroll
    for (int t = 0; t < Fused; ++t) {
      const double sum = block_sum(sums[t]);
      if (threadIdx.x == 0) atomicAdd_system(&norms[t], sum);  // another device may add as well
    }
  }
}

bool can_hold_pairs(const real* array) {
  return reinterpret_cast<std::uintptr_t>(array) % sizeof(Pair) == 0;
}

template <int Fused, bool Norm>
void launch(const Sweeps& sweeps, int blocks, const real* from, real* to, double* norms,
            const double* norms_before) {
  constexpr int bytes = sizeof(Room<Fused>);
  const bool pairs = sweeps.N % 2 == 0 && can_hold_pairs(from) && can_hold_pairs(to) &&
                     can_hold_pairs(sweeps.f) && can_hold_pairs(sweeps.mirror);
  const auto kernel = pairs ? sweep<Fused, Norm, true> : sweep<Fused, Norm, false>;
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<blocks, threads, bytes>>>(sweeps, from, to, norms, norms_before);
  CHECK(cudaGetLastError());
}

template <int Fused>
void pass(const Sweeps& sweeps, int blocks, int count, const real* from, real* to, double* norms,
          const double* norms_before) {
  if constexpr (Fused > 1) {
    if (count < Fused) return pass<Fused - 1>(sweeps, blocks, count, from, to, norms, norms_before);
  }
  if (norms != nullptr)
    launch<Fused, true>(sweeps, blocks, from, to, norms, norms_before);
  else
    launch<Fused, false>(sweeps, blocks, from, to, norms, norms_before);
}

/// As many sweeps in a pass as shared memory has room for, `Fused` at most; none if it is too small
/// for two.
template <int Fused>
int most_in(int room) {
  if constexpr (Fused < 2) {
    return 0;
  } else {
    return static_cast<int>(sizeof(Room<Fused>)) <= room ? Fused : most_in<Fused - 1>(room);
  }
}

int multiprocessors() {
  int device = 0, count = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace fused

/// As poisson_best, by fused sweeps; −1, and nothing done, where the device has no room for two.
/// pass(sweeps, count, from, to, norms, norms_before) does `count` of them.
template <class Pass>
int iterate_fused(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                  real* u_old, const Pass& pass) {
  int device = 0, room = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const int most = fused::most_in<fused::most>(room);
  if (most == 0) return -1;
  const fused::Sweeps sweeps{
      N, 1, N - 2, nullptr, 0, 0, delta2, f, static_cast<double>(tolerance), most};
  return iterate_by_passes(
      N, max_iterations, sweeps.tolerance, most, u, u_old,
      [&](int count, const real* from, real* to, double* norms, const double* norms_before) {
        pass(sweeps, count, from, to, norms, norms_before);
      });
}

int champion(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
             real* u_old) {
  if (N <= 2) return tolerance >= 0 && max_iterations > 1 ? 1 : max_iterations;
  int done = resident::iterate<64>(N, max_iterations, tolerance, delta2, f, u, u_old);
  if (done < 0) done = resident::iterate<128>(N, max_iterations, tolerance, delta2, f, u, u_old);
  if (done < 0) done = resident::iterate<160>(N, max_iterations, tolerance, delta2, f, u, u_old);
  if (done >= 0) return done;
  const int multiprocessors = fused::multiprocessors();
  done = iterate_fused(N, max_iterations, tolerance, delta2, f, u, u_old,
                       [&](const fused::Sweeps& sweeps, int count, const real* from, real* to,
                           double* norms, const double* before) {
                         fused::pass<fused::most>(sweeps, multiprocessors, count, from, to, norms,
                                                  before);
                       });
  if (done >= 0) return done;
  return poisson_best(N, max_iterations, tolerance, delta2, f, u, u_old);
}
