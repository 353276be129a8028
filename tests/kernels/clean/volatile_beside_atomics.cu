// Volatile accesses and atomics of the same variable that are right: a flag that one side sets
// atomically and the other polls, a lock given back by a volatile store, a counter set back by the
// last block, what a compare and exchange has seen, and equal values from both sides.
__device__ int flag, flag2, lock_, lock2, count_;
__device__ volatile int sense;
__device__ int data, total, total2, box;
__global__ void polls(int* out) {
  if (blockIdx.x == 0) {
    data = 5;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (*(volatile int*)&flag == 0) {
    }
    __threadfence();
    out[0] = data;
  }
}
__global__ void resets(int* out) {
  if (blockIdx.x == 0) {
    atomicExch(&flag2, 1);
    while (*(volatile int*)&flag2 != 2) {
    }
    out[1] = 1;
  } else {
    while (*(volatile int*)&flag2 != 1) {
    }
    *(volatile int*)&flag2 = 2;
  }
}
__global__ void locks() {
  while (atomicCAS(&lock_, 0, 1) != 0) {
  }
  __threadfence();
  total += 1;
  __threadfence();
  *(volatile int*)&lock_ = 0;
  while (atomicExch(&lock2, 1) != 0) {
  }
  __threadfence();
  total2 += 1;
  __threadfence();
  *(volatile int*)&lock2 = 0;
}
__global__ void handoff(int* out) {
  if (blockIdx.x == 0) {
    *(volatile int*)&box = 1;
  } else {
    while (atomicCAS(&box, 1, 2) != 1) {
    }
    out[2] = 3;
  }
}
__global__ void barrier(int n) {
  for (int i = 0; i < 3; ++i) {
    int s = sense;
    __threadfence();
    if (atomicAdd(&count_, 1) == n - 1) {
      *(volatile int*)&count_ = 0;
      __threadfence();
      sense = !s;
    } else
      while (sense == s) {
      }
    __threadfence();
  }
}
__global__ void locks_first() {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock_, 0, 1) != 0) {
    }
  __syncthreads();
  if (threadIdx.x == 1) total += 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&lock_, 0);
  }
}
__global__ void claims(int* owner, int* items, int* ready) {
  int i = 0;
  while (atomicCAS(owner + i, 0, 1 + blockIdx.x) != 0) ++i;
  items[i] = blockIdx.x;
  if (i > 0) {
    while (atomicAdd(ready + i - 1, 0) == 0) {
    }
    __threadfence();
    items[i] += items[i - 1];
  }
  __threadfence();
  atomicExch(ready + i, 1);
}
__global__ void equal(volatile int* done) {
  if (blockIdx.x % 2 == 0)
    *done = 7;
  else
    atomicExch((int*)done, 7);
}
int main() {
  int* o;
  cudaMalloc(&o, 128);
  cudaMemset(o, 0, 128);
  polls<<<2, 1>>>(o);
  resets<<<2, 1>>>(o);
  locks<<<4, 1>>>();
  handoff<<<2, 1>>>(o);
  barrier<<<4, 1>>>(4);
  locks_first<<<3, 2>>>();
  claims<<<3, 1>>>(o + 8, o + 16, o + 24);
  equal<<<4, 1>>>(o + 3);
  cudaDeviceSynchronize();
  cudaFree(o);
}
