// A product of 16 by 16 with 16 by 8: tiles by ldmatrix, the product by mma.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

__device__ unsigned at(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void multiply(int k, const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half ta[16][24], tb[16][8];
  unsigned t = threadIdx.x;
  float s[4] = {};
  for (int k0 = 0; k0 < k; k0 += 16) {
    for (unsigned i = t; i < 256; i += 32) ta[i / 16][i % 16] = a[i / 16 * k + k0 + i % 16];
    for (unsigned i = t; i < 128; i += 32) tb[i / 8][i % 8] = b[k0 * 8 + i];
    __syncwarp();
    unsigned fa[4], fb[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
                 : "r"(at(&ta[t % 16][t / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(fb[0]), "=r"(fb[1])
                 : "r"(at(&tb[t % 16][0])));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
        : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    __syncwarp();
  }
  float2* row = reinterpret_cast<float2*>(c + t / 4 * 8);
  row[t % 4] = make_float2(s[0], s[1]);
  row[32 + t % 4] = make_float2(s[2], s[3]);
}

int main() {
  const int k = 48;
  std::vector<__half> a(16 * k), b(k * 8);
  for (int i = 0; i < 16 * k; ++i) a[i] = __int2half_rn(i % 5 - 2);
  for (int i = 0; i < k * 8; ++i) b[i] = __int2half_rn(i % 7 - 3);
  __half *da, *db;
  float *dc, c[128];
  cudaMalloc(&da, a.size() * sizeof(__half));
  cudaMalloc(&db, b.size() * sizeof(__half));
  cudaMalloc(&dc, sizeof c);
  cudaMemcpy(da, a.data(), a.size() * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * sizeof(__half), cudaMemcpyHostToDevice);
  multiply<<<1, 32>>>(k, da, db, dc);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < 16; ++r) {
    for (int q = 0; q < 8; ++q) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += __half2float(a[r * k + i]) * __half2float(b[i * 8 + q]);
      wrong += c[r * 8 + q] != sum;
    }
  }
  printf("%d wrong\n", wrong);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  return wrong != 0;
}
