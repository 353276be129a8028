// Arrays in device memory, as the programs of this folder use them.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// float3 without its three loads being three members to copy.
struct Point {
  float x, y, z;
};

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& from) : count_(from.size()) {
    cudaMalloc(&data_, count_ * sizeof(T));
    cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  explicit DeviceArray(std::size_t count) : DeviceArray(std::vector<T>(count)) {}
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  operator T*() const { return data_; }
  std::vector<T> values() const {
    std::vector<T> to(count_);
    cudaMemcpy(to.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return to;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

// Small whole numbers: sums of them are exact in any order.
template <class T>
std::vector<T> numbers(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 7 % 61);
  return values;
}

// For main to return: 0 if all is as expected.
inline int verdict(int wrong) {
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  if (wrong) std::printf("%d wrong values\n", wrong);
  return wrong != 0;
}
