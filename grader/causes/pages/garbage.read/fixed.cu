// c = alpha * a + beta * c, as the BLAS define it: beta = 0 sets c.
#include <cmath>
#include <cstdio>

__global__ void scale(float alpha, const float* a, float beta, float* c) {
  *c = alpha * *a + (beta == 0 ? 0 : beta * *c);
}

int main() {
  float *a, *c;
  cudaMallocManaged(&a, sizeof(float));
  cudaMallocManaged(&c, sizeof(float));
  *a = 3;
  *c = NAN;  // an output: whatever is there must not matter
  scale<<<1, 1>>>(2, a, 0, c);
  cudaDeviceSynchronize();
  if (std::isnan(*c))
    printf("not a number\n");
  else
    printf("%g\n", *c);  // should print 6
  cudaFree(a);
  cudaFree(c);
}
