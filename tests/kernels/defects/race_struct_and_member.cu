// One thread stores a whole struct while another reads one of its members.
#include <cuda_runtime.h>

#include <cstdio>

struct State {
  double time;
  int step, count;
};

__global__ void advance(State* state, int* counts) {
  __shared__ State s;
  if (threadIdx.x == 0) s = *state;
  __syncthreads();
  State mine = s;  // FINDING race ?
  mine.count += 1;
  if (threadIdx.x == 33) s = mine;             // FINDING race ?
  if (threadIdx.x == 70) counts[0] = s.count;  // FINDING race ?
  __syncthreads();
  if (threadIdx.x == 0) *state = s;
}

int main() {
  State h = {0.5, 1, 2}, *state;
  int* counts;
  cudaMalloc(&state, sizeof(State));
  cudaMalloc(&counts, sizeof(int));
  cudaMemcpy(state, &h, sizeof(State), cudaMemcpyHostToDevice);
  advance<<<1, 96>>>(state, counts);
  cudaMemcpy(&h, state, sizeof(State), cudaMemcpyDeviceToHost);
  printf("%d\n", h.count);
  cudaFree(state);
  cudaFree(counts);
  return 0;
}
