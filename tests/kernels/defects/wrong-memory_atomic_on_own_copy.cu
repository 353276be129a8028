// Atomics on memory of one thread: a parameter by value, a member of one, a local variable, a local
// array, what a function gets by reference or pointer, a capture of a lambda. Each kernel ends
// there.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

struct Counter {
  int count;
  int* shared;
  __device__ int next() { return atomicAdd(&count, 1); }  // FINDING wrong-memory
};

__global__ void parameter(int* out, unsigned count) {
  out[threadIdx.x] = atomicInc(&count, 100);  // FINDING wrong-memory
}
__global__ void member(int* out, Counter c) { out[threadIdx.x] = c.next(); }

__global__ void local(float* out) {
  float sum = 0;
  for (int i = 0; i < 4; ++i) atomicAdd(&sum, 1.0f);  // FINDING wrong-memory
  out[threadIdx.x] = sum;
}

__global__ void bins(int* out) {
  int counts[4] = {};
  atomicAdd_block(&counts[threadIdx.x % 4], 1);  // FINDING wrong-memory
  out[threadIdx.x] = counts[0];
}

__device__ void acquire(int& lock) {
  while (atomicCAS(&lock, 0, 1) != 0) {  // FINDING wrong-memory
  }
}
__global__ void reference(int lock) { acquire(lock); }

__device__ int swap(int* where) { return atomicExch(where, 7); }  // FINDING wrong-memory
__global__ void pointer(int* out) {
  int mine = 0;
  out[threadIdx.x] = swap(&mine);
}

__global__ void halves(__half2* out) {
  __half2 sum = __float2half2_rn(0);
  atomicAdd(&sum, sum);  // FINDING wrong-memory
  out[threadIdx.x] = sum;
}

__global__ void constant_parameter(const __grid_constant__ Counter c) {
  atomicAdd(const_cast<int*>(&c.count), 1);  // FINDING wrong-memory
}

template <class Launch>
void run(Launch launch) {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  launch(out);
  cudaDeviceSynchronize();
  cudaDeviceReset();
}

int main() {
  run([](int* out) { parameter<<<1, 32>>>(out, 0); });
  run([](int* out) { member<<<1, 32>>>(out, Counter{}); });
  run([](int* out) { local<<<1, 32>>>(reinterpret_cast<float*>(out)); });
  run([](int* out) { bins<<<1, 32>>>(out); });
  run([](int*) { reference<<<1, 32>>>(0); });
  run([](int* out) { pointer<<<1, 32>>>(out); });
  run([](int* out) { halves<<<1, 32>>>(reinterpret_cast<__half2*>(out)); });
  run([](int*) { constant_parameter<<<1, 32>>>(Counter{}); });
  return 0;
}
