// Texture references, which older courses teach.
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> image;  // REFUSED textures
static texture<float> line;                        // REFUSED textures

__global__ void filter(float* out) {
  out[threadIdx.x] = tex2D(image, threadIdx.x, 1);  // REFUSED textures
}

int main() {
  float* data;
  cudaArray* array = nullptr;
  cudaMalloc(&data, 1024);
  cudaBindTexture(nullptr, line, data, 1024);                            // REFUSED textures
  cudaBindTexture2D(nullptr, image, data, image.channelDesc, 8, 8, 32);  // REFUSED textures
  cudaBindTextureToArray(image, array);                                  // REFUSED textures
  filter<<<1, 8>>>(data);
  return 0;
}
