#include "poisson.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#define GPU(call) gpu((call), __LINE__)
static void gpu(cudaError_t e, int line) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "poisson.cu:%d: %s\n", line, cudaGetErrorString(e));
  std::abort();
}

// Planes 1..planes are ours, 0 and planes + 1 are walls or belong to the neighbor.
__global__ void relax(int N, int planes, real d2, const real* f, const real* old, real* neu) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z + 1;
  if (k > N - 2 || j > N - 2 || i > planes) return;
  const long long W = N, P = W * N, at = i * P + j * W + k;
  neu[at] = (old[at - 1] + old[at + 1] + old[at - W] + old[at + W] + old[at - P] + old[at + P] +
             d2 * f[at]) / 6;
}

struct Part {
  int dev, first, planes;    // our plane 1 is plane `first` of the whole grid
  int face, halo;            // what the other one needs; where we put what we need
  real *f, *old, *neu;
  cudaStream_t stream;
  cudaEvent_t swept;         // our sweep is finished
};

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int devs = 0;
  GPU(cudaGetDeviceCount(&devs));
  const size_t plane = (size_t)N * N;

  Part part[2];
  const int lower = (N - 1) / 2, upper = N - 2 - lower;
  part[0].dev = 0;
  part[0].first = 1;
  part[0].planes = lower;
  part[0].face = lower;
  part[0].halo = lower + 1;
  part[1].dev = devs > 1 ? 1 : 0;
  part[1].first = 1 + lower;
  part[1].planes = upper;
  part[1].face = 1;
  part[1].halo = 0;
  const int parts = upper > 0 ? 2 : 1;

  for (int p = 0; p < parts; ++p) {
    Part& me = part[p];
    const size_t bytes = (me.planes + 2) * plane * sizeof(real);
    const size_t from = (me.first - 1) * plane;
    GPU(cudaSetDevice(me.dev));
    GPU(cudaMalloc(&me.f, bytes));
    GPU(cudaMalloc(&me.old, bytes));
    GPU(cudaMalloc(&me.neu, bytes));
    GPU(cudaMemcpy(me.f, f + from, bytes, cudaMemcpyHostToDevice));
    GPU(cudaMemcpy(me.old, u + from, bytes, cudaMemcpyHostToDevice));
    GPU(cudaMemcpy(me.neu, u + from, bytes, cudaMemcpyHostToDevice));
    GPU(cudaStreamCreate(&me.stream));
    GPU(cudaEventCreateWithFlags(&me.swept, cudaEventDisableTiming));
  }

  const dim3 threads(32, 8);
  for (int it = 0; it < iterations; ++it) {
    for (int p = 0; p < parts; ++p) {
      Part& me = part[p];
      GPU(cudaSetDevice(me.dev));
      const dim3 grid((N - 2 + 31) / 32, (N - 2 + 7) / 8, me.planes);
      GPU(cudaEventRecord(me.swept, me.stream));
      relax<<<grid, threads, 0, me.stream>>>(N, me.planes, delta2, me.f, me.old, me.neu);
      GPU(cudaGetLastError());
    }
    // each part fetches the face of the other one as soon as that has been swept
    for (int p = 0; p < parts && parts == 2; ++p) {
      Part &me = part[p], &other = part[1 - p];
      GPU(cudaSetDevice(me.dev));
      GPU(cudaStreamWaitEvent(me.stream, other.swept, 0));
      GPU(cudaMemcpyPeerAsync(me.neu + me.halo * plane, me.dev, other.neu + other.face * plane,
                              other.dev, plane * sizeof(real), me.stream));
    }
    for (int p = 0; p < parts; ++p) std::swap(part[p].old, part[p].neu);
  }

  // everything must be done on both sides before something is freed
  for (int p = 0; p < parts; ++p) {
    GPU(cudaSetDevice(part[p].dev));
    GPU(cudaStreamSynchronize(part[p].stream));
  }
  for (int p = 0; p < parts; ++p) {
    Part& me = part[p];
    GPU(cudaSetDevice(me.dev));
    GPU(cudaMemcpy(u + me.first * plane, me.old + plane, me.planes * plane * sizeof(real),
                   cudaMemcpyDeviceToHost));
    GPU(cudaFree(me.f));
    GPU(cudaFree(me.old));
    GPU(cudaFree(me.neu));
    GPU(cudaStreamDestroy(me.stream));
    GPU(cudaEventDestroy(me.swept));
  }
  GPU(cudaSetDevice(0));
}
