// One random generator per thread, its state in global memory. A state is aligned to 8 bytes.
#include <curand_kernel.h>

#include <cstdio>

template <class State>
__global__ void set_up(State* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

template <class State>
__global__ void draw(State* states, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State mine = states[i];
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += curand_uniform(&mine) + curand_normal(&mine);
  out[i] = sum + curand_uniform(&states[i]);
}

template <class State>
void run(float* out) {
  State* states;
  cudaMalloc(&states, 128 * sizeof(State));
  set_up<<<2, 64>>>(states, 1234ull);
  draw<<<2, 64>>>(states, out);
  printf("%d\n", (int)cudaDeviceSynchronize());
  cudaFree(states);
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * sizeof(float));
  run<curandState>(out);
  run<curandStatePhilox4_32_10_t>(out);
  run<curandStateMRG32k3a>(out);
  cudaFree(out);
  return 0;
}
