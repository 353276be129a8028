// The memory in which the engine keeps kernels' arguments: a kernel may only read its own there,
// and the host nothing. A reset lets the next kernel run.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

struct Many {
  int of[100];
};

__global__ void fills(Many, int* where) {
  where[threadIdx.x] = threadIdx.x;  // FINDING pointer.of-host
}

__global__ void adds(Many, int* where) {
  atomicAdd(where, 1);  // FINDING atomic.own-copy
}

__global__ void looks(int n, const int* where, int* out) {
  *out = where[n];  // FINDING pointer.of-host
}

__global__ void finds_its_own(const __grid_constant__ Many many, int* out) {
  *out = many.of[threadIdx.x + 70] + *(&many.of[3] + threadIdx.x);
}

struct Counted {
  int* count;
  int kept = 0;
  explicit Counted(int* c) : count(c) { ++*count; }
  __host__ __device__ Counted(const Counted& other) : count(other.count), kept(other.kept + 1) {}
  __host__ __device__ ~Counted() { kept = 0; }
};
template <class T>
__global__ void takes(T t, int* out) {
  *out += t.kept != 0;
}

template <class T>
void launch(T value, int* out) {
  takes<<<1, 1>>>(value, out);
}

void reset() {
  cudaDeviceSynchronize();
  cudaDeviceReset();
}

int main() {
  int* const where = reinterpret_cast<int*>(std::uintptr_t{0x16} << 40);
  const Many many{};
  int *out, count = 0, h = 0;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  finds_its_own<<<1, 1>>>(many, out);
  launch(Counted(&count), out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  fills<<<1, 32>>>(many, where);
  reset();
  adds<<<1, 32>>>(many, where + 16);
  reset();
  cudaMalloc(&out, sizeof(int));
  looks<<<1, 1>>>(20000, where, out);
  reset();
  h = where[32];  // FINDING pointer.of-device
  where[40] = h;  // FINDING pointer.of-device
  const cudaError_t e = cudaMemcpy(&h, where, sizeof h, cudaMemcpyDefault);  // FINDING api-error
  if (e != cudaErrorInvalidValue) printf("copied\n");
  return 0;
}
