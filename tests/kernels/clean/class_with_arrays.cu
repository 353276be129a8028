// A class with arrays as members and operator(), built in the kernel and handed on by reference.
#include <cuda_runtime.h>

#include <cstdio>

template <int Taps>
class Filter {
 public:
  __host__ __device__ explicit Filter(float first) : at_(0) {
    for (int k = 0; k < Taps; ++k) {
      weight_[k] = first / (1 << k);
      past_[k] = 0;
    }
  }
  __host__ __device__ float operator()(float x) {
    past_[at_] = x;
    float sum = 0;
    for (int k = 0; k < Taps; ++k) sum += weight_[k] * past_[(at_ - k + Taps) % Taps];
    at_ = (at_ + 1) % Taps;
    return sum;
  }

 private:
  float weight_[Taps], past_[Taps];
  int at_;
};

template <class F>
__device__ void run(F& filter, int n, const float* in, float* out) {
  for (int i = 0; i < n; ++i) out[i] = filter(in[i]);
}

__global__ void filter_rows(int rows, int n, const float* in, float* out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  Filter<5> filter(1 << row % 3);
  run(filter, n, in + row * n, out + row * n);
}

int main() {
  const int rows = 20, n = 12;
  static float h[rows * n], r[rows * n];
  float *in, *out;
  int wrong = 0;
  for (int i = 0; i < rows * n; ++i) h[i] = 16 * (i % 7);
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  filter_rows<<<1, 32>>>(rows, n, in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int row = 0; row < rows; ++row) {
    Filter<5> filter(1 << row % 3);
    for (int i = 0; i < n; ++i)
      if (r[row * n + i] != filter(h[row * n + i])) ++wrong;
  }
  return wrong != 0;
}
