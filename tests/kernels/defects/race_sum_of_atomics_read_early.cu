// A sum or a count is read, or set back, as soon as this thread has added to it: nothing says that
// the others of the block have, too.
#include <cuda_runtime.h>

#include <cstdio>

// The last thread by its index, not by what the others did.
__global__ void last_thread_reads(const int* in, int* hits, int* out) {
  const int t = threadIdx.x;
  if (in[t] > 3) atomicAdd(hits, 1);        // FINDING race ?1, OTHER ?
  if (t == blockDim.x - 1) out[t] = *hits;  // FINDING race ?1, OTHER ?
}

// The last thread by a ticket, which orders nothing but itself.
__global__ void ticket_without_fence(const int* in, int* hits, int* tickets, int* out) {
  if (in[threadIdx.x] > 3) atomicAdd(hits, 1);  // FINDING race ?2, OTHER ?
  if (atomicAdd(tickets, 1) == static_cast<int>(blockDim.x) - 1)
    *out = *hits;  // FINDING race ?2, OTHER ?
}

// In shared memory.
__global__ void last_of_the_block(const int* in, int* out) {
  __shared__ int hits;
  const int t = threadIdx.x;
  if (t == 0) hits = 0;
  __syncthreads();
  if (in[t] > 3) atomicAdd(&hits, 1);  // FINDING race ?3, OTHER ?
  if (t == 127) *out = hits;           // FINDING race ?3, OTHER ?
}

// Each thread reads the count that it has just raised.
__global__ void places(const int* in, int* count, int* out) {
  const int t = threadIdx.x;
  if (in[t] <= 3) return;
  atomicAdd(count, 1);      // FINDING race ?4, OTHER ?
  out[*count - 1] = in[t];  // FINDING race ?4, OTHER ?
}

// A countdown that is looked at plainly.
__global__ void countdown(int* left, int* out) {
  atomicSub(left, 1);        // FINDING race ?5, OTHER ?
  if (*left == 0) *out = 1;  // FINDING race ?5, OTHER ?
}

// Set back by thread 0 while others still count.
__global__ void set_back_early(const int* in, int* count, int* out) {
  __shared__ int mine[2];
  const int t = threadIdx.x;
  if (t < 2) mine[t] = 0;
  __syncthreads();
  atomicAdd(&mine[0], in[t]);  // FINDING race ?6, OTHER ?
  if (t == 64) {
    *out = atomicAdd(&mine[0], 0);  // MAYBE race, OTHER ?
    mine[0] = 0;                    // FINDING race ?6, OTHER ?
  }
}

int main() {
  const int n = 128;
  int *a, *b, h[n];
  for (int i = 0; i < n; ++i) h[i] = i % 11;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, 3 * n * sizeof(int));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  const auto clear = [&] { cudaMemset(b, 0, 3 * n * sizeof(int)); };
  clear();
  last_thread_reads<<<1, n>>>(a, b, b + n);
  clear();
  ticket_without_fence<<<1, n>>>(a, b, b + 1, b + n);
  clear();
  last_of_the_block<<<1, n>>>(a, b);
  clear();
  places<<<1, n>>>(a, b, b + n);
  clear();
  countdown<<<1, n>>>(b, b + n);
  clear();
  set_back_early<<<1, n>>>(a, b, b + n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  return 0;
}
