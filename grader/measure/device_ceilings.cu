// Prints three numbers: bytes per second of a copy within the device's memory (reads and writes
// counted), and floating-point operations per second in float and in double (a multiply-add counted
// twice). Medians.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                         \
  do {                                                                                      \
    const cudaError_t error = (call);                                                       \
    if (error != cudaSuccess) {                                                             \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (false)

constexpr int steps = 1 << 12;
constexpr int chains = 8;  // independent multiply-adds of a thread, to hide their latency

template <class T>
__global__ void multiply_add(T* out, T factor) {
  T sum[chains];
  for (int c = 0; c < chains; ++c) sum[c] = static_cast<T>(threadIdx.x + c);
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int c = 0; c < chains; ++c) sum[c] = sum[c] * factor + factor;
  }
  T total = 0;
  for (int c = 0; c < chains; ++c) total += sum[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

template <class Body>
double seconds(const Body& body) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<double> samples;
  for (int i = 0; i < 12; ++i) {
    CHECK(cudaEventRecord(start));
    body();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    if (i >= 2) samples.push_back(milliseconds / 1000);  // the first ones wake the clocks
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

template <class T>
double flops(int processors, void* memory) {
  const int blocks = processors * 8, threads = 256;
  const double work = 2.0 * chains * steps * blocks * threads;
  return work / seconds([&] {
           multiply_add<T><<<blocks, threads>>>(static_cast<T*>(memory), static_cast<T>(0.5));
         });
}

int main() {
  int processors = 0;
  CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  std::size_t available = 0, total = 0;
  CHECK(cudaMemGetInfo(&available, &total));
  const std::size_t bytes = std::min<std::size_t>(std::size_t{2} << 30, available / 4);
  char *from = nullptr, *to = nullptr;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMemset(from, 1, bytes));
  const double copy =
      seconds([&] { CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice)); });
  const double in_float = flops<float>(processors, to);
  const double in_double = flops<double>(processors, to);
  std::printf("%.6g %.6g %.6g\n", 2.0 * static_cast<double>(bytes) / copy, in_float, in_double);
}
