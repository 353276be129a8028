// Boxes of tensors brought into shared memory and stored from there, by inline PTX.
#pragma once

#include "tensor_maps.cuh"

namespace tensors {

constexpr unsigned untouched = 0xdddddddd;

// Brings a box into shared memory, `offset` bytes behind the start of it, and hands on the first
// `words` that stand there then; behind them, whether the phase completed with `bytes`.
__global__ void fetch(const __grid_constant__ CUtensorMap map, int rank, At at, unsigned bytes,
                      unsigned offset, unsigned* out, unsigned words) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(1024) unsigned char tile[];
  __shared__ unsigned long long bar;
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    reinterpret_cast<unsigned*>(tile)[i] = untouched;
  if (threadIdx.x == 0) init(&bar, 1);
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
    expect(&bar, bytes);
    load(rank, tile + offset, &map, at, &bar);
    out[words] = completes(&bar, 0);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    out[i] = reinterpret_cast<unsigned*>(tile)[i];
#endif
}

// Stores words as a box from shared memory, `offset` bytes behind the start of it.
__global__ void put_words(const __grid_constant__ CUtensorMap map, int rank, At at,
                          const unsigned* in, unsigned words, unsigned offset) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(1024) unsigned char tile[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x)
    reinterpret_cast<unsigned*>(tile + offset)[i] = in[i];
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(rank, &map, at, tile + offset);
    commit_and_wait();
  }
#endif
}

inline At place(const std::vector<int>& at) {
  At p{};
  for (std::size_t d = 0; d < at.size(); ++d) p.c[d] = at[d];
  return p;
}

/// What a tile of `room` bytes holds when a box of `bytes` has come.
inline std::vector<unsigned> fetched(const CUtensorMap& map, const std::vector<int>& at,
                                     unsigned bytes, unsigned room, unsigned offset = 0) {
  expect::Device<unsigned> out(room / 4 + 1);
  fetch<<<1, 32, room>>>(map, static_cast<int>(at.size()), place(at), bytes, offset, out.data,
                         room / 4);
  std::vector<unsigned> tile = out.get();
  const bool has_completed = tile.back() == 1;
  EXPECT(has_completed);
  tile.pop_back();
  return tile;
}

inline std::vector<unsigned> fetched(const Tensor& t, void* data, const std::vector<int>& at,
                                     unsigned offset = 0) {
  const unsigned bytes = t.box_bytes();
  return fetched(t.map(data), at, bytes, (offset + bytes + 3) / 4 * 4, offset);
}

inline void put(const CUtensorMap& map, const std::vector<int>& at,
                const std::vector<unsigned>& words, unsigned offset = 0) {
  const expect::Device<unsigned> in(words);
  const auto count = static_cast<unsigned>(words.size());
  put_words<<<1, 32, offset + 4 * count>>>(map, static_cast<int>(at.size()), place(at), in.data,
                                           count, offset);
}

}  // namespace tensors
