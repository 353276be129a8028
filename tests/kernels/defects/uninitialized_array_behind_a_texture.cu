// Half of the array that a texture reads was never set.
#include <cuda_runtime.h>

__global__ void read(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] =
      tex2D<float>(t, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);  // FINDING uninitialized
}

int main() {
  float v[32] = {};
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &channels, 8, 8);
  cudaMemcpy2DToArray(array, 0, 0, v, 32, 32, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  float* out;
  cudaMalloc(&out, 64 * sizeof(float));
  read<<<1, 64>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
  cudaFree(out);
  return 0;
}
