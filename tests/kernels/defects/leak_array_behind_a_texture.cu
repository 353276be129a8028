// The texture object is destroyed, the array behind it is not freed.
#include <cuda_runtime.h>

__global__ void read(cudaTextureObject_t t, float* out) {
  out[threadIdx.x] = tex1D<float>(t, threadIdx.x + 0.5f);
}

int main() {
  float v[32] = {};
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &channels, 32);  // FINDING leak
  cudaMemcpy2DToArray(array, 0, 0, v, 128, 128, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaTextureDesc d = {};
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  float* out;
  cudaMalloc(&out, 32 * sizeof(float));
  read<<<1, 32>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
  cudaFree(out);
  return 0;
}
