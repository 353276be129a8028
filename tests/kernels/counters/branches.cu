// Lanes of a warp that go different ways.
#include "arrays.cuh"

constexpr int blocks = 3, threads = 128, count = blocks * threads;

__global__ void loops_of_different_length(const int* length, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = length[i];
  float x = 1;
#pragma unroll 1
  for (int step = 0; step < n; ++step) x = x * 0.5f + 1;
  out[i] = x;
}

// Loops, because of two plain ways nvcc makes one with selected values.
__global__ void two_ways(const int* length, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 1;
  if (length[i] % 3 == 0) {
#pragma unroll 1
    for (int step = 0; step < 8; ++step) x = x * 0.5f + 1;
  } else {
#pragma unroll 1
    for (int step = 0; step < 4; ++step) x = x * 0.25f + 3;
  }
  out[i] = x;
}

__global__ void whole_warps(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = 1;
#pragma unroll 1
  for (int step = 0; step < static_cast<int>(threadIdx.x / 32); ++step) x = x * 0.5f + 1;
  out[i] = x;
}

float after(int steps, float factor, float more) {
  float x = 1;
  for (int step = 0; step < steps; ++step) x = x * factor + more;
  return x;
}

int main() {
  std::vector<int> lengths(count);
  for (int i = 0; i < count; ++i) lengths[i] = i * 5 % 32;
  const DeviceArray<int> length(lengths);
  const DeviceArray<float> a(count), b(count), c(count);
  loops_of_different_length<<<blocks, threads>>>(length, a);
  two_ways<<<blocks, threads>>>(length, b);
  whole_warps<<<blocks, threads>>>(c);
  const std::vector<float> got_a = a.values(), got_b = b.values(), got_c = c.values();
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    wrong += !(got_a[i] == after(lengths[i], 0.5f, 1));
    wrong += !(got_b[i] == (lengths[i] % 3 == 0 ? after(8, 0.5f, 1) : after(4, 0.25f, 3)));
    wrong += !(got_c[i] == after(i % threads / 32, 0.5f, 1));
  }
  return verdict(wrong);
}
