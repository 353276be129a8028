// CUB in a kernel and on the host, Thrust on the host (without their headers).
#include <cuda_runtime.h>

__global__ void block_sums(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, 128>;             // REFUSED CUB
  __shared__ cub::BlockReduce<int, 128>::TempStorage s;  // REFUSED CUB
  const int sum = Reduce(s).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  int *in, *out;
  size_t bytes = 0;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 4);
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, 128);  // REFUSED CUB
  thrust::device_ptr<int> begin(in);                     // REFUSED Thrust
  const int sum = ::thrust::reduce(begin, begin + 128);  // REFUSED Thrust
  return sum;
}
