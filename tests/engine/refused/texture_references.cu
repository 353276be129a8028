// Texture references, as CUDA had them until 12.
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> image;  // REFUSED references
static texture<float> line;                        // REFUSED references

int main() {
  float* data;
  cudaMalloc(&data, 1024);
  cudaBindTexture(nullptr, line, data, 1024);  // REFUSED texture references
  const auto& of = line.channelDesc;
  cudaBindTexture2D(nullptr, image, data, of, 16, 16, 64);  // REFUSED texture references
  cudaBindTextureToArray(image, nullptr);                   // REFUSED texture references
  return 0;
}
