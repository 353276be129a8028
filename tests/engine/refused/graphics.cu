// A picture shared with OpenGL.
#include <cuda_runtime.h>

int main() {
  cudaGraphicsResource* picture;  // REFUSED OpenGL
  size_t size;
  float4* pixels;
  cudaGraphicsGLRegisterBuffer(&picture, 1, 0);                           // REFUSED OpenGL
  cudaGraphicsMapResources(1, &picture);                                  // REFUSED OpenGL
  cudaGraphicsResourceGetMappedPointer((void**)&pixels, &size, picture);  // REFUSED OpenGL
  return 0;
}
