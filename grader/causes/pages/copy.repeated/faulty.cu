// Counts up by the numbers of an array that does not change.
#include <cstdio>

__global__ void add(const int* step, int* sum) {
  sum[threadIdx.x] += step[threadIdx.x];
}

int main() {
  int steps[32], sums[32] = {}, *step, *sum;
  for (int i = 0; i < 32; ++i) steps[i] = i;
  cudaMalloc(&step, 128);
  cudaMalloc(&sum, 128);
  cudaMemcpy(sum, sums, 128, cudaMemcpyHostToDevice);
  for (int round = 0; round < 5; ++round) {
    cudaMemcpy(step, steps, 128, cudaMemcpyDefault);  // <- copy.repeated
    add<<<1, 32>>>(step, sum);
  }
  cudaMemcpy(sums, sum, 128, cudaMemcpyDeviceToHost);
  printf("%d\n", sums[7]);  // should print 35
  cudaFree(step);
  cudaFree(sum);
}
