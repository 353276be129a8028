// Second results of the functions for long double, which CUDA lacks and a program may call all the
// same; and the text that nan() reads.
#include <cuda_runtime.h>

#include <cmath>

__global__ void results() {
  __shared__ int exponent, quotient;
  __shared__ long double whole, sine, cosine;
  const long double x = threadIdx.x * 0.5L;
  frexpl(x, &exponent);        // FINDING race
  modfl(x, &whole);            // FINDING race
  remquol(x, 3, &quotient);    // FINDING race
  sincosl(x, &sine, &cosine);  // FINDING race
}

__global__ void texts(const char* text, double* out) {
  __shared__ char own[4];
  if (threadIdx.x == 0) own[0] = 49, own[1] = 0;                    // MAYBE race, OTHER ?
  out[threadIdx.x] = nan(own) + nan("5") + nanf(text) + nan(text);  // FINDING race
}

int main() {
  results<<<1, 64>>>();
  char* text;
  double* out;
  cudaMalloc(&text, 8);
  cudaMalloc(&out, 64 * sizeof(double));
  cudaMemset(text, 0, 8);
  texts<<<1, 64>>>(text, out);
  cudaFree(text);
  return cudaFree(out);
}
