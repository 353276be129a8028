// Structures go by value into functions that a pointer names.
#include <cuda_runtime.h>

struct Particle {
  float mass, charge;
  int kind;
};

using Weight = float (*)(Particle);

__device__ __noinline__ float by_mass(Particle p) { return p.mass; }
__device__ __noinline__ float by_charge(Particle p) { return p.charge * p.kind; }

__global__ void weigh(int n, int which, const Particle* p, float* weight) {
  const Weight all[] = {by_mass, by_charge};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weight[i] = all[which](p[i]);
}

int main() {
  const int n = 128;
  Particle* p;
  float* weight;
  cudaMalloc(&p, n * sizeof(Particle));
  cudaMalloc(&weight, n * sizeof(float));
  cudaMemset(p, 0, n * sizeof(Particle));
  weigh<<<1, n>>>(n, 1, p, weight);
  cudaDeviceSynchronize();
  cudaFree(p);
  cudaFree(weight);
  return 0;
}
