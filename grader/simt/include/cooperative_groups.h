// Cooperative groups within a block: thread_block, tiled_partition, coalesced_threads. Groups that
// span a grid or a cluster are not offered.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

#define SIMT_AT_ const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace details {

inline unsigned thread_rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }

// Shuffles a value of any size, eight bytes at a time.
template <class T>
inline T shuffle_any(unsigned mask, const T& value, unsigned source, const char* file, int line) {
  constexpr size_t words = (sizeof(T) + 7) / 8;
  unsigned long long bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof value);
  for (unsigned long long& word : bits)
    word =
        simt::detail::collective(simt::detail::Collective::shuffle, mask, word, source, file, line);
  T result;
  __builtin_memcpy(static_cast<void*>(&result), bits, sizeof result);
  return result;
}

}  // namespace details

class thread_block {
 public:
  static void sync(SIMT_AT_) { __syncthreads(file, line); }
  static unsigned int thread_rank() { return details::thread_rank_in_block(); }
  static unsigned int size() { return details::block_size(); }
  static unsigned int num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};

inline thread_block this_thread_block() { return {}; }

// Lanes of one warp, in the order of their ranks.
class lane_group {
 public:
  explicit lane_group(unsigned mask) : mask_(mask) {}
  void sync(SIMT_AT_) const { __syncwarp(mask_, file, line); }
  unsigned int size() const { return static_cast<unsigned>(__popc(mask_)); }
  unsigned int num_threads() const { return size(); }
  unsigned int thread_rank() const {
    return static_cast<unsigned>(__popc(mask_ & ((1u << simt::detail::lane_id()) - 1)));
  }
  template <class T>
  T shfl(T value, unsigned rank, SIMT_AT_) const {
    return details::shuffle_any(mask_, value, lane_of(rank % size()), file, line);
  }
  template <class T>
  T shfl_up(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, lane_of(me >= delta ? me - delta : me), file, line);
  }
  template <class T>
  T shfl_down(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, lane_of(me + delta < size() ? me + delta : me), file,
                                line);
  }
  int any(int predicate, SIMT_AT_) const { return __any_sync(mask_, predicate, file, line); }
  int all(int predicate, SIMT_AT_) const { return __all_sync(mask_, predicate, file, line); }
  unsigned int ballot(int predicate, SIMT_AT_) const {
    return ranks(__ballot_sync(mask_, predicate, file, line));
  }
  template <class T>
  unsigned int match_any(T value, SIMT_AT_) const {
    return ranks(__match_any_sync(mask_, value, file, line));
  }
  template <class T>
  unsigned int match_all(T value, int& predicate, SIMT_AT_) const {
    return ranks(__match_all_sync(mask_, value, &predicate, file, line));
  }

 protected:
  unsigned lane_of(unsigned rank) const {
    unsigned lanes = mask_;
    for (; rank > 0; --rank) lanes &= lanes - 1;
    return static_cast<unsigned>(__ffs(static_cast<int>(lanes)) - 1);
  }
  // A mask of lanes as a mask of ranks.
  unsigned ranks(unsigned lanes) const {
    unsigned result = 0;
    unsigned rank = 0;
    for (unsigned rest = mask_; rest; rest &= rest - 1, ++rank)
      if (lanes & rest & -rest) result |= 1u << rank;
    return result;
  }
  unsigned mask_;
};

class coalesced_group : public lane_group {
 public:
  explicit coalesced_group(unsigned mask) : lane_group(mask) {}
  unsigned long long meta_group_size() const { return 1; }
  unsigned long long meta_group_rank() const { return 0; }
};

inline coalesced_group coalesced_threads(SIMT_AT_) {
  return coalesced_group(__activemask(file, line));
}

template <unsigned Size, class Parent = void>
class thread_block_tile : public lane_group {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  thread_block_tile() : lane_group(tile_mask()) {}
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return details::thread_rank_in_block() % Size; }
  static unsigned int meta_group_rank() { return details::thread_rank_in_block() / Size; }
  static unsigned int meta_group_size() { return (details::block_size() + Size - 1) / Size; }
  template <class T>
  T shfl(T value, int rank, SIMT_AT_) const {
    return details::shuffle_any(mask_, value, first() + static_cast<unsigned>(rank) % Size, file,
                                line);
  }
  template <class T>
  T shfl_up(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, first() + (me >= delta ? me - delta : me), file,
                                line);
  }
  template <class T>
  T shfl_down(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, first() + (me + delta < Size ? me + delta : me), file,
                                line);
  }
  template <class T>
  T shfl_xor(T value, unsigned lanes, SIMT_AT_) const {
    return details::shuffle_any(mask_, value, first() + (thread_rank() ^ lanes) % Size, file, line);
  }

 private:
  static unsigned first() { return simt::detail::lane_id() & ~(Size - 1); }
  static unsigned tile_mask() { return (Size == 32 ? ~0u : (1u << (Size & 31)) - 1) << first(); }
};

template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// The group whose kind is only known at run time.
class thread_group {
 public:
  thread_group(const thread_block&) : mask_(0) {}
  thread_group(const lane_group& g) : mask_(mask_of(g)) {}
  unsigned int size() const {
    return mask_ ? static_cast<unsigned>(__popc(mask_)) : details::block_size();
  }
  unsigned int num_threads() const { return size(); }
  unsigned int thread_rank() const {
    return mask_ ? lane_group(mask_).thread_rank() : details::thread_rank_in_block();
  }
  void sync(SIMT_AT_) const {
    if (mask_)
      __syncwarp(mask_, file, line);
    else
      __syncthreads(file, line);
  }

 private:
  struct Reader : lane_group {
    explicit Reader(const lane_group& g) : lane_group(g) {}
    unsigned mask() const { return mask_; }
  };
  static unsigned mask_of(const lane_group& g) { return Reader(g).mask(); }
  unsigned mask_;  // 0: the block
};

// tiled_partition with a size that is only known at run time.
inline thread_group tiled_partition(const thread_group&, unsigned size) {
  const unsigned first = simt::detail::lane_id() & ~(size - 1);
  return thread_group(lane_group((size >= 32 ? ~0u : (1u << size) - 1) << first));
}

template <class Group>
inline void sync(const Group& group, SIMT_AT_) {
  group.sync(file, line);
}

#undef SIMT_AT_

}  // namespace cooperative_groups
