// PTX between C++, among it matrix instructions of the tensor cores.
#include <cuda_runtime.h>

__device__ unsigned lane() {
  unsigned r;
  asm("mov.u32 %0, %%laneid;" : "=r"(r));  // the engine knows this one
  return r;
}

__global__ void multiply(const unsigned* a, const unsigned* b, float* c) {
  const unsigned *p = a + lane(), *q = b + lane();
  asm volatile(  // REFUSED mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32
      "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%11}, {%0,%1,%2,%3,%4,%5,%6,%7};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]),
        "+f"(c[7])
      : "r"(p[0]), "r"(p[1]), "r"(q[0]), "r"(q[1]));
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");  // REFUSED tensor cores
}

struct Counter {
  __device__ static unsigned sums(unsigned a, unsigned b) {
    unsigned s;
    __asm("vadd2.u32.u32.u32 %0, %1, %2, %2;" : "=r"(s) : "r"(a), "r"(b));  // REFUSED vadd2
    return s;
  }
  __device__ static int jump(int x) {
    asm("bra done; done: neg.s32 %0, %0;" : "+r"(x));  // REFUSED does not know bra
    return x;
  }
};

int main() {
  asm volatile("nop");  // host code may
  multiply<<<1, 32>>>(nullptr, nullptr, nullptr);
  return 0;
}
