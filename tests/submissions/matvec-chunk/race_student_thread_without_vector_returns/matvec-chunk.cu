#include "matvec-chunk.h"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define IN_PITCH (N | 1)
#define OUT_PITCH (M | 1)

__global__ void __launch_bounds__(1024) sh(int S, const real* in, real* out) {
  extern __shared__ real mem[];
  real* vin = mem;
  real* vout = mem + blockDim.x * IN_PITCH;
  long long first = (long long)blockIdx.x * blockDim.x;
  while (true) {
    long long h = first + threadIdx.x;
    if (h >= S) break;
    // coalesced load
    for (int e = threadIdx.x; e < N * blockDim.x; e += blockDim.x)
      vin[(e / N) * IN_PITCH + e % N] = in[first * N + e];
    __syncthreads();
    for (int i = 0; i < M; i++) {
      real sum = 0;
      for (int j = 0; j < N; j++)
        sum += matrix[i][j] * vin[threadIdx.x * IN_PITCH + j];
      vout[threadIdx.x * OUT_PITCH + i] = sum;
    }
    __syncthreads();
    // coalesced store
    for (int e = threadIdx.x; e < M * blockDim.x; e += blockDim.x)
      out[first * M + e] = vout[(e / M) * OUT_PITCH + e % M];
    first += (long long)gridDim.x * blockDim.x;
  }
}

void mxv_sh(int S, const real* in, real* out, int blocks, int threads) {
  if (S == 0) return;
  size_t one = (IN_PITCH + OUT_PITCH) * sizeof(real);
  int most = 49152 / one;
  threads = MIN(threads, most / 32 * 32);
  sh<<<blocks, threads, threads * one>>>(S, in, out);
}
