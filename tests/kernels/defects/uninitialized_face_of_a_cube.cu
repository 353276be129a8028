// Only five of a cube map's six faces are copied.
#include <cuda_runtime.h>

__global__ void look_around(cudaTextureObject_t t, float* out) {
  const float angle = 6.2831853f * threadIdx.x / blockDim.x;
  out[threadIdx.x] = texCubemap<float>(t, 0, cosf(angle), sinf(angle));  // FINDING uninitialized
}

int main() {
  const int n = 4, faces = 6, threads = 64;
  float v[n * n * faces] = {};
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &channels, make_cudaExtent(n, n, faces), cudaArrayCubemap);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(v, n * sizeof(float), n, n);
  p.dstArray = array;
  p.extent = make_cudaExtent(n, n, faces - 1);
  p.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&p);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  cudaTextureDesc d = {};
  d.normalizedCoords = 1;
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, nullptr);
  float* out;
  cudaMalloc(&out, threads * sizeof(float));
  look_around<<<1, threads>>>(t, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t);
  cudaFreeArray(array);
  cudaFree(out);
  return 0;
}
