// What else of CUDA's runtime the engine does not declare.
//
// g++ finds them: after a mistake of the author's nothing is refused (missing_names_test.cpp).
#include <cstdio>

__global__ void kernel() {
  printf("%u\n", __fns(~0u, 0, 3));  // REFUSED __fns
}

int main() {
  const char* name = nullptr;
  cudaFuncGetName(&name, reinterpret_cast<const void*>(kernel));  // REFUSED cudaFuncGetName
  int mostly_read = 0;
  void* memory = nullptr;
  cudaMallocManaged(&memory, 4);
  cudaMemRangeGetAttribute(&mostly_read, sizeof mostly_read,  // REFUSED cudaMemRangeGetAttribute
                           cudaMemRangeAttributeReadMostly,   // REFUSED cudaMemRangeAttribute
                           memory, 4);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("%d\n", properties.maxSurface1D);  // REFUSED maxSurface1D
}
