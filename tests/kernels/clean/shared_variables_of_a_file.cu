// Shared variables that are declared outside functions, used as what they are: arrays, structures
// and numbers, also where a name of the function hides them.
#include <cuda_runtime.h>

extern __shared__ __align__(16) unsigned char pool[];
__shared__ struct Both {
  int first;
  float second;
} both;
__shared__ float row[32];
__shared__ alignas(16) float four[64];
__shared__ int counter;
namespace deep {
__shared__ int turns[32];
}
using deep::turns;
template <class T>
__device__ T sum_of(const T* a, int n) {
  T s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
template <class T, int N>
__device__ int length(T (&)[N]) {
  return N;
}
__device__ float& at(int i) { return row[i]; }
__device__ float shadow(float row) { return row + 1; }
struct Reader {
  int i;
  __device__ float operator()() const { return row[i]; }
};
template <class T>
__global__ void k(float* out) {
  T* a = reinterpret_cast<T*>(pool);
  unsigned char* bytes = pool + 4;
  const int t = threadIdx.x;
  a[t] = T(t);
  turns[t] = t;
  if (t == 0) {
    both.first = 3;
    both.second = 0.5f;
    counter = 0;
  }
  at(t) = 2;
  reinterpret_cast<float4*>(four)[t % 16] = float4{1, 2, 3, 4};
  __syncthreads();
  atomicAdd(&counter, 1);
  __syncthreads();
  auto add = [=](int i) { return row[i] + both.second; };
  struct Local {
    __device__ static float get() { return row[1]; }
  };
  int best = max(counter, 7);
  {
    float row = 3;
    best += int(row);
  }
  if (t == 0) {
    out[0] = sum_of(a, 32);
    out[1] = both.first + both.second;
    out[2] = add(1);
    out[3] = Local::get();
    out[4] = best;
    out[5] = length(row);
    out[6] = sizeof row;
    out[7] = shadow(4);
    out[8] = Reader{2}();
    out[9] = sum_of(row, 32);
    out[10] = four[5];
    out[11] = bytes == &pool[4];
    for (float& x : row) x = 9;
    out[12] = row[31];
    out[13] = turns[13];
  }
}
int main() {
  float* d;
  cudaMalloc(&d, 64);
  k<float><<<1, 32, 32 * sizeof(float)>>>(d);
  const float right[] = {496, 3.5f, 2.5f, 2, 35, 32, 128, 5, 2, 64, 2, 1, 9, 13};
  float h[14];
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  cudaFree(d);
  for (int i = 0; i < 14; ++i)
    if (h[i] != right[i]) return 2 + i;
  return 0;
}
