// Several sweeps in one pass over memory, as in poisson_best, with what lets the memory work
// without a break: planes come into shared memory by asynchronous copies, some planes ahead, and
// take no registers; and each multiprocessor has one block, which takes an equal share of all
// planes of all columns of tiles, wherever it begins and ends.
//
// What limits a single sweep is memory, 24 bytes a point in double. One H100, against that limit:
// 1.86 at N = 512 and 1.69 with the norm, 1.78 and 1.56 at 256. At 128 it would be 0.82, since a
// share is 14 planes there, and filling and emptying the pipeline takes 8 more: grids so small stay
// on the chip (resident.h), which makes 1.59 with the norm.
#include <cuda_pipeline.h>

#include "../poisson.cu"
#include "resident.h"

namespace fused {

constexpr int width = 64, height = 32, thread_rows = 8;
constexpr int points = height / thread_rows;  // of a thread, along j
constexpr int threads = width * thread_rows;
constexpr int most = 4;   // sweeps in a pass
constexpr int ahead = 1;  // planes that are on their way while one is worked on

using Plane = real[height][width];

/// Planes that a block holds. Generation 0 is u as it came, generation t what t sweeps make of it.
template <int Fused>
struct Room {
  Plane u[2 + ahead];
  Plane f[Fused + ahead];
  Plane between[Fused > 1 ? Fused - 1 : 1][2];  // of each generation: last step's, and this one's
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

template <int Fused, bool Norm>
__global__ void __launch_bounds__(threads, 1)
    sweep(Sweeps s, const real* from, real* to, double* norms, const double* norms_before) {
  if (Norm && norms_before != nullptr)
    for (int i = 0; i < s.most; ++i)
      if (norms_before[i] <= s.tolerance) return;
  extern __shared__ __align__(16) unsigned char memory[];
  Room<Fused>& room = *reinterpret_cast<Room<Fused>*>(memory);

  constexpr int owned_width = width - 2 * Fused, owned_height = height - 2 * Fused;
  const int N = s.N;
  const int columns_k = (N - 2 + owned_width - 1) / owned_width;
  const int columns_j = (N - 2 + owned_height - 1) / owned_height;
  const long long all = static_cast<long long>(columns_k) * columns_j * s.count;
  const long long plane = static_cast<long long>(N) * N;

  const int column = static_cast<int>(threadIdx.x) % width;
  const int first_row = static_cast<int>(threadIdx.x) / width * points;
  // On the rim of the tile there are no neighbours, and any number will do.
  const int left = column > 0 ? column - 1 : 0;
  const int right = column < width - 1 ? column + 1 : column;
  const int above = first_row > 0 ? first_row - 1 : 0;
  const int below = first_row + points < height ? first_row + points : height - 1;

  real sums[Fused] = {};
  const long long last = all * (blockIdx.x + 1) / gridDim.x;
  for (long long at = all * blockIdx.x / gridDim.x; at < last;) {
    const int tile = static_cast<int>(at / s.count);
    const int begin = s.first + static_cast<int>(at % s.count);  // the planes that are its own
    const int end =
        static_cast<int>(min(static_cast<long long>(s.first + s.count), begin + last - at));
    at += end - begin;
    const int start = begin > Fused ? begin - Fused : 0;
    const int k = 1 - Fused + tile % columns_k * owned_width + column;
    const int first_j = 1 - Fused + tile / columns_k * owned_height + first_row;
    const long long offset = static_cast<long long>(first_j) * N + k;
    unsigned in_grid = 0, inner = 0, owned = 0;  // a bit for each of the thread's points
#pragma unroll
    for (int r = 0; r < points; ++r) {
      const int j = first_j + r, row = first_row + r;
      const bool here = k >= 0 && k < N && j >= 0 && j < N;
      const bool within = k >= 1 && k < N - 1 && j >= 1 && j < N - 1;
      in_grid |= unsigned(here) << r;
      inner |= unsigned(within) << r;
      owned |= unsigned(within && column >= Fused && column < width - Fused && row >= Fused &&
                        row < height - Fused)
               << r;
    }

    // Plane i of u, and plane i − 1 of f, which is needed one step later.
    const auto fetch = [&](int i) {
      if (i < end + Fused) {
#pragma unroll
        for (int r = 0; r < points; ++r) {
          const bool there = (in_grid >> r & 1) != 0 && i < N;
          __pipeline_memcpy_async(&room.u[i % (2 + ahead)][first_row + r][column],
                                  there ? &from[i * plane + offset + r * N] : from, sizeof(real),
                                  there ? 0 : sizeof(real));
        }
        if (i > start) {
#pragma unroll
          for (int r = 0; r < points; ++r) {
            const bool there = (in_grid >> r & 1) != 0 && i - 1 < N;
            __pipeline_memcpy_async(&room.f[(i - 1) % (Fused + ahead)][first_row + r][column],
                                    there ? &s.f[(i - 1) * plane + offset + r * N] : s.f,
                                    sizeof(real), there ? 0 : sizeof(real));
          }
        }
      }
      __pipeline_commit();
    };

    __syncthreads();  // the share before this one is done with the room
    for (int i = start; i < start + ahead; ++i) fetch(i);

    real behind[Fused][points] = {};  // of each generation, the plane before
    real centre[Fused][points] = {};  // and the one in the middle
    for (int step = start; step < end + Fused; ++step) {
      __pipeline_wait_prior(ahead - 1);
      __syncthreads();
      fetch(step + ahead);
      real value[points];  // of generation t, plane step − t
#pragma unroll
      for (int r = 0; r < points; ++r) value[r] = room.u[step % (2 + ahead)][first_row + r][column];
#pragma unroll
      for (int t = 1; t <= Fused; ++t) {
        const int i = step - t;
        real(&old)[points] = centre[t - 1];
        real result[points] = {};
        if (i >= start) {
          const Plane& middle =
              t == 1 ? room.u[i % (2 + ahead)] : room.between[t > 1 ? t - 2 : 0][(step - 1) & 1];
          const Plane& source = room.f[i % (Fused + ahead)];
          const bool inner_plane = i >= 1 && i < N - 1;
#pragma unroll
          for (int r = 0; r < points; ++r) {
            const int row = first_row + r;
            const real up = r > 0 ? old[r > 0 ? r - 1 : 0] : middle[above][column];
            const real down =
                r + 1 < points ? old[r + 1 < points ? r + 1 : r] : middle[below][column];
            const real sum =
                ((behind[t - 1][r] + value[r]) + (middle[row][left] + middle[row][right])) +
                ((up + down) + s.delta2 * source[row][column]);
            result[r] = inner_plane && (inner >> r & 1) != 0 ? sum * (real(1) / 6) : old[r];
            if (Norm && i >= begin && i < end && (owned >> r & 1) != 0) {
              const real change = result[r] - old[r];
              sums[t - 1] += change * change;
            }
            if (t < Fused) room.between[t < Fused ? t - 1 : 0][step & 1][row][column] = result[r];
          }
        }
#pragma unroll
        for (int r = 0; r < points; ++r) {
          behind[t - 1][r] = old[r];
          old[r] = value[r];
          value[r] = result[r];
        }
      }
      const int i = step - Fused;
      if (i >= begin && i < end) {
#pragma unroll
        for (int r = 0; r < points; ++r)
          if ((owned >> r & 1) != 0) to[i * plane + offset + r * N] = value[r];
        if (s.mirror != nullptr && i >= s.mirror_first && i < s.mirror_end) {
#pragma unroll
          for (int r = 0; r < points; ++r)
            if ((owned >> r & 1) != 0) s.mirror[i * plane + offset + r * N] = value[r];
        }
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

template <int Fused, bool Norm>
void launch(const Sweeps& sweeps, int blocks, const real* from, real* to, double* norms,
            const double* norms_before) {
  constexpr int bytes = sizeof(Room<Fused>);
  const auto kernel = sweep<Fused, Norm>;
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
  int most = fused::most_in<fused::most>(room);
  if (most == 0) return -1;
  // Four sweeps of doubles and their norms do not fit into a thread's registers.
  if (sizeof(real) == 8 && tolerance >= 0 && most > 3) most = 3;
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
