// A stencil that stores into the array that its texture reads.
#include <cuda_runtime.h>

__global__ void smooth(cudaTextureObject_t from, cudaSurfaceObject_t to, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int d = -1; d <= 1; d += 2)
    sum += tex2D<float>(from, x + 0.5f + d, y + 0.5f);  // FINDING race ?, OTHER ?
  surf2Dwrite(0.5f * sum, to, x * 4, y);                // FINDING race ?, OTHER ?
}

int main() {
  const int w = 20, h = 12;
  static float v[w * h];
  for (int i = 0; i < w * h; ++i) v[i] = i % 9;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array[2];
  cudaTextureObject_t texture[2];
  cudaSurfaceObject_t surface[2];
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&array[i], &channels, w, h, cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array[i];
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&texture[i], &r, &d, nullptr);
    cudaCreateSurfaceObject(&surface[i], &r);
  }
  cudaMemcpy2DToArray(array[0], 0, 0, v, w * 4, w * 4, h, cudaMemcpyHostToDevice);
  for (int k = 0; k < 1; ++k)
    smooth<<<dim3(2, 2), dim3(16, 8)>>>(texture[k % 2], surface[k % 2], w, h);
  cudaMemcpy2DFromArray(v, w * 4, array[0], 0, 0, w * 4, h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2; ++i) {
    cudaDestroyTextureObject(texture[i]);
    cudaDestroySurfaceObject(surface[i]);
    cudaFreeArray(array[i]);
  }
  return 0;
}
