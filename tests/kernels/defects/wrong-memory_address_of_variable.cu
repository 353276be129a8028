// Host code takes the address of a device variable by its name: that is an address of the host.
#include <cuda_runtime.h>

__constant__ float matrix[4][4] = {{1}};
__device__ float sums[4];
__device__ int count;

struct Row {
  int n;
  const float* start;
};

__global__ void read(int i, const float* a, float* out) { out[i] = a[i]; }
__global__ void read_row(Row r, float* out) { out[0] = r.start[r.n - 1]; }
template <class T>
__global__ void fill(T* a, T value) {
  a[threadIdx.x] = value;
}

int main() {
  float *out, h[4] = {};
  cudaMalloc(&out, 4 * sizeof(float));
  const float* first = &matrix[0][0];
  read<<<1, 1>>>(2, first, out);                             // FINDING wrong-memory
  read_row<<<1, 1>>>(Row{4, matrix[1]}, out);                // FINDING wrong-memory
  fill<<<1, 4>>>(sums, 1.0f);                                // FINDING wrong-memory
  fill<float><<<1, 4>>>(sums, 1.0f);                         // FINDING wrong-memory
  cudaMemcpy(sums, h, sizeof(h), cudaMemcpyHostToDevice);    // FINDING wrong-memory
  cudaMemcpy(h, matrix, sizeof(h), cudaMemcpyDeviceToHost);  // FINDING wrong-memory
  cudaMemset(&count, 0, sizeof(count));                      // FINDING wrong-memory
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
