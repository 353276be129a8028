// A layer of an array is written as a surface while others are read as textures, and light is
// looked up in a cube map.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void next_layer(cudaTextureObject_t from, cudaSurfaceObject_t to, int layer) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float v = tex2DLayered<float>(from, x + 0.5f, y + 0.5f, layer);
  surf2DLayeredwrite(v + 1, to, x * 4, y, layer + 1);
}
__global__ void look_around(cudaTextureObject_t t, float* out) {
  const float angle = 6.2831853f * threadIdx.x / blockDim.x;
  out[threadIdx.x] = texCubemap<float>(t, cosf(angle), 0.1f, sinf(angle));
}

static void copy(cudaArray_t to, const float* from, int n, int depth) {
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr((void*)from, n * sizeof(float), n, n);
  p.dstArray = to;
  p.extent = make_cudaExtent(n, n, depth);
  p.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&p);
}

int main() {
  const int n = 8, layers = 4, threads = 64;
  static float v[n * n * 6];
  for (int i = 0; i < n * n * 6; ++i) v[i] = i / (n * n);
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t pictures, cube;
  cudaMalloc3DArray(&pictures, &channels, make_cudaExtent(n, n, layers),
                    cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaMalloc3DArray(&cube, &channels, make_cudaExtent(n, n, 6), cudaArrayCubemap);
  copy(pictures, v, n, 1);
  copy(cube, v, n, 6);
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = pictures;
  cudaTextureDesc d = {};
  cudaTextureObject_t layered, around;
  cudaSurfaceObject_t surface;
  cudaCreateTextureObject(&layered, &r, &d, nullptr);
  cudaCreateSurfaceObject(&surface, &r);
  r.res.array.array = cube;
  d.normalizedCoords = 1;
  d.filterMode = cudaFilterModeLinear;
  cudaCreateTextureObject(&around, &r, &d, nullptr);
  float *out, h[threads], top[n * n];
  cudaMalloc(&out, sizeof(h));
  for (int layer = 0; layer + 1 < layers; ++layer)
    next_layer<<<1, dim3(n, n)>>>(layered, surface, layer);
  look_around<<<1, threads>>>(around, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  cudaMemcpy3DParms p = {};
  p.srcArray = pictures;
  p.srcPos = make_cudaPos(0, 0, layers - 1);
  p.dstPtr = make_cudaPitchedPtr(top, n * sizeof(float), n, n);
  p.extent = make_cudaExtent(n, n, 1);
  p.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&p);
  int wrong = 0;
  for (int i = 0; i < n * n; ++i) wrong += top[i] != layers - 1;
  wrong += h[0] != 0 || h[threads / 4] != 4 || h[threads / 2] != 1 || h[3 * threads / 4] != 5;
  printf("%d wrong\n", wrong);
  cudaDestroyTextureObject(layered);
  cudaDestroyTextureObject(around);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(pictures);
  cudaFreeArray(cube);
  cudaFree(out);
  return wrong != 0;
}
