// The same shared memory as bytes and as words, one after the other with a barrier between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void checksum(const unsigned char* in, unsigned* out) {
  __shared__ __align__(16) unsigned char bytes[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) bytes[k * 64 + t] = in[k * 64 + t];
  __syncthreads();
  unsigned* words = reinterpret_cast<unsigned*>(bytes);
  const unsigned w = words[t];
  __syncthreads();
  words[63 - t] = w ^ 0x01010101u;
  __syncthreads();
  out[t] = bytes[4 * t] + 256u * bytes[4 * t + 3];
}

int main() {
  unsigned char h[256], *in;
  unsigned r[64], *out;
  int wrong = 0;
  for (int i = 0; i < 256; ++i) h[i] = 255 - i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(r));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  checksum<<<1, 64>>>(in, out);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 64; ++i) {
    const int from = 4 * (63 - i);
    if (r[i] != (h[from] ^ 1) + 256u * (h[from + 3] ^ 1)) ++wrong;
  }
  return wrong != 0;
}
