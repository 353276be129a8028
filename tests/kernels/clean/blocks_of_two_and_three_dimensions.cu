// Blocks and grids of three dimensions with sides that divide nothing.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void number(int nx, int ny, int nz, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  __shared__ int s[4][3][5];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = x + 100 * y + 10000 * z;
  __syncthreads();
  if (x < nx && y < ny && z < nz)
    out[(z * ny + y) * nx + x] = s[threadIdx.z][threadIdx.y][threadIdx.x] +
                                 0 * s[3 - threadIdx.z][2 - threadIdx.y][4 - threadIdx.x];
}

int main() {
  const int nx = 11, ny = 7, nz = 6;
  static int h[nx * ny * nz];
  int *out, wrong = 0;
  cudaMalloc(&out, sizeof(h));
  number<<<dim3(3, 3, 2), dim3(5, 3, 4)>>>(nx, ny, nz, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        if (h[(z * ny + y) * nx + x] != x + 100 * y + 10000 * z) ++wrong;
  return wrong != 0;
}
