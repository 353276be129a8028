// What volatile is enough for: flags that somebody waits for or looks at again and again, while
// fences order the values that they stand for; and values that a barrier or an atomic orders
// anyway.
#include <cuda_runtime.h>

#include <cstdio>

// The flag is taken back by who has seen it.
__global__ void ping_pong(int rounds, volatile int* value, volatile int* full, int* out) {
  if (threadIdx.x != 0) return;
  for (int r = 0; r < rounds; ++r) {
    if (blockIdx.x == 0) {
      while (*full) {
      }
      __threadfence();
      *value = 10 + r;
      __threadfence();
      *full = 1;
    } else {
      while (!*full) {
      }
      __threadfence();
      out[r] = *value;
      __threadfence();
      *full = 0;
    }
  }
}

// Blocks in a row, each with a flag of its own.
__global__ void chain(volatile int* sums, volatile int* done) {
  const int b = blockIdx.x;
  int before = 0;
  if (b > 0) {
    while (done[b - 1] == 0) {
    }
    __threadfence();
    before = sums[b - 1];
  }
  sums[b] = before + b;
  __threadfence();
  done[b] = 1;
}

// Lane 0 waits for the whole warp.
__global__ void waited_by_one_lane(int* values, volatile int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    values[t] = 5 * t;
    __threadfence();
    __syncwarp();
    if (t == 0) {
      __threadfence();
      *flag = 1;
    }
  } else {
    if (t == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncwarp();
    out[t] = values[31 - t];
  }
}

// A word that goes through several states; whoever comes late sees only the last.
__global__ void states(volatile int* state, volatile int* value, int* out) {
  if (blockIdx.x == 0) {
    *state = 1;
    *value = 7;
    __threadfence();
    *state = 2;
    *value = 8;
    __threadfence();
    *state = 3;
  } else {
    int s;
    do s = *state;
    while (s < 3);
    __threadfence();
    out[blockIdx.x] = *value;
  }
}

// The last block adds up what all have stored.
__global__ void last_block(volatile int* partial, unsigned* count, volatile int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicAdd(count, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
  *total = sum;
  *count = 0;
}

// volatile values that a barrier orders.
__global__ void tree(const int* in, volatile int* out) {
  __shared__ volatile int s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) s[t] = s[t] + s[t + d];
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}

// Warps pass a token round a block.
__global__ void token(int* out) {
  __shared__ volatile int turn;
  __shared__ int sum;
  const int t = threadIdx.x, w = t / 32;
  if (t == 0) {
    turn = 0;
    sum = 0;
  }
  __syncthreads();
  if (t % 32 == 0) {
    while (turn != w) {
    }
    __threadfence_block();
    sum += w + 1;
    __threadfence_block();
    turn = w + 1;
  }
  __syncthreads();
  if (t == 0) *out = sum;
}

int main() {
  const int n = 128;
  int *a, h[n], wrong = 0;
  unsigned* count;
  cudaMalloc(&a, 4 * n * sizeof(int));
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemset(count, 0, sizeof(unsigned));
  const auto clear = [&] { cudaMemset(a, 0, 4 * n * sizeof(int)); };
  const auto fetch = [&] { cudaMemcpy(h, a + 2 * n, sizeof(h), cudaMemcpyDeviceToHost); };
  clear();
  ping_pong<<<2, 32>>>(4, a, a + n, a + 2 * n);
  fetch();
  for (int r = 0; r < 4; ++r) wrong += h[r] != 10 + r;
  clear();
  chain<<<8, 1>>>(a + 2 * n, a);
  fetch();
  for (int b = 0, sum = 0; b < 8; ++b) wrong += h[b] != (sum += b);
  clear();
  waited_by_one_lane<<<2, 32>>>(a, a + n, a + 2 * n);
  fetch();
  for (int t = 0; t < 32; ++t) wrong += h[t] != 5 * (31 - t);
  clear();
  states<<<3, 1>>>(a, a + n, a + 2 * n);
  fetch();
  wrong += h[1] != 8 || h[2] != 8;
  last_block<<<6, 32>>>(a, count, a + 2 * n);
  fetch();
  wrong += h[0] != 21;
  for (int i = 0; i < n; ++i) h[i] = i % 5;
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  tree<<<1, n>>>(a, a + 2 * n);
  fetch();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += i % 5;
  wrong += h[0] != sum;
  token<<<1, 96>>>(a + 2 * n);
  fetch();
  wrong += h[0] != 6;
  cudaFree(a);
  cudaFree(count);
  return wrong != 0;
}
