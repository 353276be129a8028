// Two halves in two streams; the status word is cleared before them.
#include <cstdio>

__global__ void scale(int n, int* a) {
  int i = threadIdx.x;
  if (i < n) a[i] *= 2;
}

int main() {
  const int n = 64;
  int *a, h[n];
  cudaStream_t s[2];
  for (int i = 0; i < n; ++i) h[i] = i;
  for (auto& stream : s)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, (n + 1) * sizeof(int));
  cudaMemset(a + n, 0, sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  scale<<<1, 32, 0, s[0]>>>(n / 2, a);
  scale<<<1, 32, 0, s[1]>>>(n / 2, a + n / 2);
  cudaDeviceSynchronize();
  cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);  // should print 126
  for (auto& stream : s) cudaStreamDestroy(stream);
  cudaFree(a);
}
