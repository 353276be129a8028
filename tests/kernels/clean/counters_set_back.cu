// Counters and sums that are used plainly once that is right: by the last block, which has the last
// ticket, behind a barrier, or behind a fence and a ticket.
#include <cuda_runtime.h>

#include <cstdio>

// The last block sets the counter back.
__global__ void last_block(const int* in, int* sum, unsigned* tickets, int* out) {
  atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (atomicAdd(tickets, 1u) != gridDim.x - 1) return;
  __threadfence();
  *out = *sum;
  *sum = 0;
  *tickets = 0;
}

// Another thread of the last block does, behind a barrier.
__global__ void other_thread(unsigned* tickets, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) last = atomicAdd(tickets, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last || threadIdx.x != 33) return;
  *tickets = 0;
  *out = 1;
}

// Every thread draws a ticket behind a fence; whoever has the last one reads what all have added.
__global__ void last_thread(const int* in, int* hits, int* tickets, int* out) {
  if (in[threadIdx.x] > 3) atomicAdd(hits, 1);
  __threadfence();
  if (atomicAdd(tickets, 1) != static_cast<int>(blockDim.x) - 1) return;
  __threadfence();
  *out = *hits;
  *tickets = 0;
}

// A count in shared memory is read, and set back, between barriers.
__global__ void rounds(const int* in, int* out) {
  __shared__ int hits;
  const int t = threadIdx.x;
  if (t == 0) hits = 0;
  for (int r = 0; r < 3; ++r) {
    __syncthreads();
    if (in[t] > r) atomicAdd(&hits, 1);
    __syncthreads();
    if (t == 64) {
      out[r] = hits;
      hits = 0;
    }
  }
}

// One thread adds and reads alone.
__global__ void alone(int* count, int* out) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  atomicAdd(count, 1);
  atomicAdd(count, 2);
  *out = *count;
}

// atomicInc sets itself back.
__global__ void wraps(unsigned* tickets, int* out) {
  if (threadIdx.x == 0 && atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1) *out = 1;
}

int main() {
  const int n = 128;
  int *a, *b, h[n], wrong = 0;
  unsigned* tickets;
  for (int i = 0; i < n; ++i) h[i] = i % 11;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&tickets, sizeof(unsigned));
  cudaMemset(tickets, 0, sizeof(unsigned));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  int sum = 0, above[3] = {};
  for (int i = 0; i < n; ++i) {
    sum += h[i];
    for (int r = 0; r < 3; ++r) above[r] += h[i] > r;
  }
  int over3 = 0;
  for (int i = 0; i < n; ++i) over3 += h[i] > 3;
  const auto get = [&](int at) {
    int v;
    cudaMemcpy(&v, b + at, sizeof(v), cudaMemcpyDeviceToHost);
    return v;
  };
  cudaMemset(b, 0, n * sizeof(int));
  last_block<<<4, 32>>>(a, b, tickets, b + 1);
  wrong += get(1) != sum;
  other_thread<<<4, 64>>>(tickets, b + 2);
  wrong += get(2) != 1;
  last_thread<<<1, n>>>(a, b + 3, b + 4, b + 5);
  wrong += get(5) != over3;
  rounds<<<1, n>>>(a, b + 6);
  for (int r = 0; r < 3; ++r) wrong += get(6 + r) != above[r];
  alone<<<2, 32>>>(b + 10, b + 11);
  wrong += get(11) != 3;
  wraps<<<4, 32>>>(tickets, b + 12);
  wrong += get(12) != 1;
  cudaFree(a);
  cudaFree(b);
  cudaFree(tickets);
  return wrong != 0;
}
