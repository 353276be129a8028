// Texture and surface objects, as CUDA 12 has them.
#include <cuda_runtime.h>

__global__ void filter(cudaTextureObject_t t, float* v) {  // REFUSED textures
  v[0] = tex1D<float>(t, 0.5f);                            // REFUSED textures
  v[0] += tex1Dfetch<float>(t, 3);                         // REFUSED textures
  v[0] += tex2D<float>(t, threadIdx.x, 0.5f);              // REFUSED textures
  v[0] += tex2DLayered<float>(t, 0.5f, 1, 2);              // REFUSED textures
  v[0] += tex3D<float>(t, 0.5f, 0.5f, 0.5f);               // REFUSED textures
  v[0] += texCubemap<float>(t, 1.0f, 0.0f, 0.0f);          // REFUSED textures
}

__global__ void store(cudaSurfaceObject_t s, float v) {  // REFUSED textures
  surf1Dwrite(v, s, 4);                                  // REFUSED textures
  surf2Dwrite(v, s, 4 * threadIdx.x, 1);                 // REFUSED textures
  surf3Dwrite(v, s, 4, 1, 1);                            // REFUSED textures
  surfCubemapwrite(v, s, 4, 1, 1);                       // REFUSED textures
}

int main() {
  cudaResourceDesc resource = {};
  cudaTextureDesc texture_description = {};                                   // REFUSED textures
  cudaTextureObject_t image;                                                  // REFUSED textures
  cudaCreateTextureObject(&image, &resource, &texture_description, nullptr);  // REFUSED textures
  filter<<<1, 32>>>(image, nullptr);
  cudaSurfaceObject_t surface;  // REFUSED textures
  store<<<1, 32>>>(surface, 1);
  return 0;
}
