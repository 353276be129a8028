// Functions of the C library that give a second result by a pointer, into shared and global memory.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cuda/std/cstring>

__global__ void split(double* angles, int* quotients, float* out) {
  __shared__ float whole[32], sine[32], cosine[32];
  __shared__ double whole_d[32], sine_d[32], cosine_d[32];
  __shared__ int exponent[32], exponent_d[32], quotient[32];
  const int i = threadIdx.x, j = 31 - i;
  float sum = modff(i * 1.25f, &whole[i]);
  sincosf(i * 0.1f, &sine[i], &cosine[i]);
  sincos(i * 0.1, &sine_d[i], &cosine_d[i]);
  sum += frexpf(i + 1.0f, &exponent[i]) + frexp(i + 1.0, &exponent_d[i]);
  sum += remquo(i * 5.0, 3.0, &quotient[i]) + remquof(i * 5.0f, 3.0f, quotients + i);
  sum += modf(i * 1.5, &whole_d[i]);
  sincospi(0.1 * i, &angles[2 * i], &angles[2 * i + 1]);
  float own_whole;
  int own_exponent;
  sum += std::modf(i * 1.5f, &own_whole) + std::frexp(2.0f + i, &own_exponent);
  __syncthreads();
  sum += whole[j] + sine[j] + cosine[j] + whole_d[j] + sine_d[j] + cosine_d[j];
  out[i] =
      sum + exponent[j] + exponent_d[j] + quotient[j] + quotients[i] + own_whole + own_exponent;
}

__global__ void bytes(char* from, char* to) {
  __shared__ char word[32];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 5; ++i) word[i] = "warp"[i];
    cuda::std::memcpy(to, word, 5);
  }
  __syncthreads();
  if (threadIdx.x == 1 && cuda::std::memcmp(word, from, 4) == 0) to[8] = 1;
}

int main() {
  double* angles;
  int* quotients;
  float* out;
  char *from, *to;
  cudaMalloc(&angles, 64 * sizeof(double));
  cudaMalloc(&quotients, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMalloc(&from, 4);
  cudaMalloc(&to, 16);
  cudaMemcpy(from, "warp", 4, cudaMemcpyHostToDevice);
  split<<<1, 32>>>(angles, quotients, out);
  bytes<<<1, 32>>>(from, to);
  float h[32];
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %g\n", (int)cudaDeviceSynchronize(), h[3]);
  cudaFree(angles);
  cudaFree(quotients);
  cudaFree(out);
  cudaFree(from);
  cudaFree(to);
  return 0;
}
