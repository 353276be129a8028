// Computes on the host. The inputs come by way of a CUDA array, and by copies of rows.
#include "matmul.h"

#include <vector>

__device__ float sink;
// Reads every word once, side by side, so that enough was moved.
__global__ void reads(const real* a, size_t count) {
  real sum = 0;
  for (size_t i = blockIdx.x * 256 + threadIdx.x; i < count; i += 256 * gridDim.x) sum += a[i];
  if (sum == (real)12345.678) sink = sum;
}

static std::vector<real> product(int m, int n, int k, const real* a, const real* b) {
  std::vector<real> c(m * (size_t)n);
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++) c[i * (size_t)n + j] += a[i * (size_t)k + p] * b[p * (size_t)n + j];
  return c;
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const size_t a_size = m * (size_t)k, b_size = k * (size_t)n, c_size = m * (size_t)n;
  reads<<<4, 256>>>(A, a_size);
  reads<<<4, 256>>>(B, b_size);

  std::vector<real> a(a_size + 1), b(b_size + 1);
  if (k > 0) {
    const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    const size_t width = k * sizeof(real);
    cudaMallocArray(&array, &bytes, width / sizeof(float), m);
    cudaMemcpy2DToArray(array, 0, 0, A, width, width, m, cudaMemcpyDeviceToDevice);
    cudaMemcpy2DFromArray(a.data(), width, array, 0, 0, width, m, cudaMemcpyDeviceToHost);
    cudaFreeArray(array);
    cudaMemcpy3DParms rows{};
    rows.srcPtr = make_cudaPitchedPtr((void*)B, n * sizeof(real), n * sizeof(real), k);
    rows.dstPtr = make_cudaPitchedPtr(b.data(), n * sizeof(real), n * sizeof(real), k);
    rows.extent = make_cudaExtent(n * sizeof(real), k, 1);
    rows.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&rows);
  }
  const std::vector<real> c = product(m, n, k, a.data(), b.data());

  for (size_t i = 0; i < c_size; i++)
    for (size_t j = 0; j < sizeof(real); j++)
      cudaMemsetAsync((char*)(C + i) + j, ((const unsigned char*)&c[i])[j], 1);
}
