// The alignment that a GPU asks for is the type's, not the size's: each kernel reads or writes
// through a pointer that was cast from floats. The last one touches a single member, which is
// aligned.
#include <cuda_runtime.h>

#include <cstdio>

struct Plane {
  double x, y, z;
};
struct Vec3 {
  float x, y, z;
};
struct alignas(16) Weighted {
  float4 v;
  float w;
};

__device__ float4 get(const float4* p, int i) { return p[i]; }  // FINDING misaligned
__device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }

__global__ void float4_by_a_function(float* p, float* out) {
  *out = sum(get(reinterpret_cast<float4*>(p + 2), threadIdx.x));
}

__global__ void float4_as_an_argument(float* p, float* out) {
  *out = sum(*reinterpret_cast<float4*>(p + 1));  // FINDING misaligned
}

__global__ void four_doubles(float* p, float* out) {
  const double4 d = reinterpret_cast<double4*>(p + 2)[threadIdx.x];  // FINDING misaligned
  *out = d.x + d.w;
}

__global__ void three_doubles(float* p, float* out) {
  const Plane d = reinterpret_cast<Plane*>(p + 1)[threadIdx.x];  // FINDING misaligned
  *out = d.x + d.z;
}

__global__ void three_floats(float* p, float* out) {
  const Vec3 v = *reinterpret_cast<Vec3*>(reinterpret_cast<char*>(p) + 2);  // FINDING misaligned
  *out = v.x + v.z;
}

__global__ void vector_in_a_structure(float* p, float* out) {
  const Weighted* q = reinterpret_cast<Weighted*>(p + 2);
  const float4 v = q->v;  // FINDING misaligned
  *out = sum(v);
}

__global__ void read_only_load(float* p, float* out) {
  const int4 v = __ldg(reinterpret_cast<int4*>(p + 2));  // FINDING misaligned
  *out = v.x + v.w;
}

__global__ void two_integers(float* p, float*) {
  *reinterpret_cast<ulonglong2*>(p + 2) = make_ulonglong2(1, 2);  // FINDING misaligned
}

__global__ void long_integer(float* p, float* out) {
  *out = *reinterpret_cast<long long*>(p + 1);  // FINDING misaligned
}

__global__ void double_of_floats_just_read(float* p, float* out) {
  out[1] = p[1] + p[2];
  *out = *reinterpret_cast<double*>(p + 1);  // FINDING misaligned
}

__global__ void reference_into_shared_memory(float*, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  const float4& v = *reinterpret_cast<float4*>(s + 2);
  const float4 copy = v;  // FINDING misaligned
  out[threadIdx.x] = sum(copy);
}

__global__ void goal_of_a_copy(float* p, float*) {
  *reinterpret_cast<float4*>(p + 6) = *reinterpret_cast<float4*>(p + 12);  // FINDING misaligned
}

__global__ void one_member(float* p, float* out) {
  const int4* v = reinterpret_cast<int4*>(p + 2);
  *out = v->y;
}

void run(void (*kernel)(float*, float*)) {
  float *p, *out;
  cudaMalloc(&p, 4096);
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(p, 0, 4096);
  kernel<<<1, 32>>>(p, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaGetLastError();
  cudaFree(p);
  cudaFree(out);
  cudaDeviceReset();
}

int main() {
  for (const auto kernel :
       {float4_by_a_function, float4_as_an_argument, four_doubles, three_doubles, three_floats,
        vector_in_a_structure, read_only_load, two_integers, long_integer,
        double_of_floats_just_read, reference_into_shared_memory, goal_of_a_copy, one_member})
    run(kernel);
  return 0;
}
