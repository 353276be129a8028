// Blocks that communicate through global memory: tickets, locks, chains, a barrier by atomics.
#include "expect.h"

using expect::Device;

// The programming guide's threadFenceReduction: the last block to finish adds up.
__global__ void last_block(int n, const float* in, float* partial, unsigned* ticket, float* out) {
  __shared__ float s[128];
  __shared__ bool last;
  float v = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += static_cast<volatile float*>(partial)[i];
    *out = sum;
    *ticket = 0;
  }
}

TEST(LastBlockAddsUp) {
  std::vector<float> in(50000, 1.0f);
  Device<float> d(in), partial(60), out(1);
  Device<unsigned> ticket(std::vector<unsigned>(1, 0u));
  for (int i = 0; i < 3; ++i) {
    last_block<<<60, 128>>>(50000, d.data, partial.data, ticket.data, out.data);
    EXPECT_EQ(out.get()[0], 50000.0f);
  }
}

// Nothing in these loops but the look at a volatile variable.
__global__ void wait_within_a_block(int* seen) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    *seen = flag;
  }
  if (threadIdx.x == 64) flag = 7;
}

__global__ void wait_for_a_block(volatile int* flag, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) *flag = 9;
  if (blockIdx.x == 0) {
    int found;
    do {
      found = *flag;
    } while (found == 0);
    *seen = found;
  }
}

TEST(WhoLooksAtAVolatileVariableAgainAndAgainLetsOthersRun) {
  Device<int> flag(std::vector<int>(1, 0)), seen(1);
  wait_within_a_block<<<1, 128>>>(seen.data);
  EXPECT_EQ(seen.get()[0], 7);
  wait_for_a_block<<<2, 32>>>(flag.data, seen.data);
  EXPECT_EQ(seen.get()[0], 9);
}

// Each block waits for the one after it, all of its warps by votes.
__global__ void wait_by_votes(int* flag, int* seen) {
  const int lane = threadIdx.x % 32, block = blockIdx.x;
  if (block + 1 < int(gridDim.x)) {
    int found = 0;
    while (!__any_sync(~0u, found != 0)) {
      if (lane == 0) {
        found = *const_cast<volatile int*>(&flag[block + 1]);
        __threadfence();
      }
      if (__ballot_sync(~0u, found != 0) == 0) __syncwarp();
    }
    found = __shfl_sync(~0u, found, 0);
    if (lane == 0) seen[block] = found;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *const_cast<volatile int*>(&flag[block]) = gridDim.x - block;
  }
}

TEST(WhoVotesOnWhatItLooksAtLetsOthersRun) {
  constexpr int blocks = 24;
  Device<int> flag(std::vector<int>(blocks, 0)), seen(blocks);
  wait_by_votes<<<blocks, 64>>>(flag.data, seen.data);
  for (int b = 0; b + 1 < blocks; ++b) EXPECT_EQ(seen.get()[b], blocks - 1 - b);
}

// The looks stand in loops that do something else as well.
__global__ void wait_and_count(volatile int* flag, int* turns) {
  if (threadIdx.x % 32 != 0) return;
  int count = 0, skipped = 0;
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      *flag = 3;
      return;
    }
    while (true) {
      const int now = *flag;
      if (now == 0) continue;
      ++skipped;
      if (now == 3) break;
    }
  } else {
    while (*flag == 0) {
      ++count;
      if (count < 0) return;
    }
  }
  turns[blockIdx.x] = 1 + (count > 0) + skipped;
}

TEST(WhoLooksInALoopThatDoesMoreLetsOthersRun) {
  Device<int> flag(std::vector<int>(1, 0)), turns(std::vector<int>(2, 0));
  wait_and_count<<<2, 64>>>(flag.data, turns.data);
  EXPECT(turns.get()[0] == 1 || turns.get()[0] == 2);
  EXPECT_EQ(turns.get()[1], 2);
}

__global__ void locked(int* lock, int* counter, int* trace) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    const int c = *static_cast<volatile int*>(counter);
    trace[c] = blockIdx.x;
    *static_cast<volatile int*>(counter) = c + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
  __syncthreads();
}

TEST(ALockAroundACounter) {
  Device<int> lock(std::vector<int>(2, 0)), trace(300);
  locked<<<300, 64>>>(lock.data, lock.data + 1, trace.data);
  EXPECT_EQ(lock.get()[1], 300);
  std::vector<int> seen(300, 0);
  for (int b : trace.get()) ++seen[b];
  for (int s : seen) EXPECT_EQ(s, 1);
}

// Blocks of a grid that fits on the device wait for each other, round after round.
__global__ void grid_barrier(int rounds, unsigned* arrived, int* data) {
  const int n = gridDim.x;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0) {
      data[(i % 2) * n + blockIdx.x] = i * 1000 + blockIdx.x;
      __threadfence();
      atomicAdd(arrived, 1u);
      while (atomicAdd(arrived, 0u) < static_cast<unsigned>((i + 1) * n)) {
      }
      __threadfence();
      const int next = static_cast<volatile int*>(data)[(i % 2) * n + (blockIdx.x + 1) % n];
      if (next != i * 1000 + static_cast<int>((blockIdx.x + 1) % n)) data[2 * n] = 1;
    }
    __syncthreads();
  }
}

TEST(ABarrierAcrossTheGrid) {
  const int blocks = 8, rounds = 50;
  Device<unsigned> arrived(std::vector<unsigned>(1, 0u));
  Device<int> data(std::vector<int>(2 * blocks + 1, 0));
  grid_barrier<<<blocks, 64>>>(rounds, arrived.data, data.data);
  EXPECT_EQ(data.get()[2 * blocks], 0);
  EXPECT_EQ(arrived.get()[0], static_cast<unsigned>(blocks * rounds));
}

// Decoupled look-back in its simplest form: each block waits for the one before it.
__global__ void chained_scan(const int* in, int* state, int* out) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int sum = 0;
    if (blockIdx.x > 0) {
      int seen;
      while ((seen = atomicAdd(&state[blockIdx.x - 1], 0)) < 0) {
      }
      sum = seen;
    }
    before = sum;
    atomicExch(&state[blockIdx.x], sum + in[blockIdx.x]);
  }
  __syncthreads();
  if (threadIdx.x == 31) out[blockIdx.x] = before;
}

TEST(BlocksWaitForTheirPredecessors) {
  const int blocks = 500;
  std::vector<int> in(blocks);
  for (int i = 0; i < blocks; ++i) in[i] = i % 17;
  Device<int> d(in), state(std::vector<int>(blocks, -1)), out(blocks);
  chained_scan<<<blocks, 32>>>(d.data, state.data, out.data);
  const std::vector<int> r = out.get();
  for (int i = 0, sum = 0; i < blocks; sum += in[i++]) EXPECT_EQ(r[i], sum);
}

// A lock that lanes of one warp contend for, in the form that independent thread scheduling allows.
__global__ void lane_lock(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

TEST(LanesContendForALock) {
  Device<int> lock(std::vector<int>(2, 0));
  lane_lock<<<4, 64>>>(lock.data, lock.data + 1);
  EXPECT_EQ(lock.get()[1], 256);
}
