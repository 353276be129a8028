// Cooperative groups: lanes of a warp, a block, a cluster, a grid. Multi-device groups, which CUDA
// 13 removed, are not provided.
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
  struct arrival_token {
    bool last = false;
  };
  // Threads of the engine wait where they arrive, so work between arrive and wait runs after the
  // barrier.
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&, SIMT_AT_) { __syncthreads(file, line); }
};

inline thread_block this_thread_block() { return {}; }
// Memory for tiles larger than a warp, which CUDA requires before compute capability 8.0.
template <unsigned Threads = 1024>
struct block_tile_memory {
  char unused[1];
};
template <unsigned Threads>
inline thread_block this_thread_block(block_tile_memory<Threads>&) {
  return {};
}

class grid_group {
 public:
  struct arrival_token {
    unsigned long long phase;
  };
  static bool is_valid() { return simt::detail::is_cooperative(); }
  static void sync(SIMT_AT_) { simt::detail::wait_for_grid(file, line); }
  static arrival_token barrier_arrive(SIMT_AT_) {
    return {simt::detail::arrive_at_grid(file, line)};
  }
  static void barrier_wait(arrival_token&& token, SIMT_AT_) {
    simt::detail::wait_for_grid(token.phase, file, line);
  }
  static unsigned long long size() { return num_blocks() * details::block_size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::thread_rank_in_block();
  }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static dim3 block_index() { return blockIdx; }
  static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
           blockIdx.x;
  }
  static dim3 dim_clusters() {
    const uint3 c = simt::detail::cluster_shape().dimensions;
    return dim3(gridDim.x / c.x, gridDim.y / c.y, gridDim.z / c.z);
  }
  static unsigned long long num_clusters() {
    return num_blocks() / simt::detail::cluster_shape().size;
  }
  static dim3 cluster_index() {
    const uint3 c = simt::detail::cluster_shape().dimensions;
    return dim3(blockIdx.x / c.x, blockIdx.y / c.y, blockIdx.z / c.z);
  }
  static unsigned long long cluster_rank() {
    const dim3 i = cluster_index(), n = dim_clusters();
    return (static_cast<unsigned long long>(i.z) * n.y + i.y) * n.x + i.x;
  }
};

inline grid_group this_grid() { return {}; }

class cluster_group {
 public:
  struct arrival_token {
    unsigned long long phase;
  };
  static void sync(SIMT_AT_) { simt::detail::wait_for_cluster(file, line); }
  static arrival_token barrier_arrive(SIMT_AT_) {
    return {simt::detail::arrive_at_cluster(file, line)};
  }
  static void barrier_wait(arrival_token&& token, SIMT_AT_) {
    simt::detail::wait_for_cluster(token.phase, file, line);
  }
  static unsigned int query_shared_rank(const void* address) {
    return simt::detail::rank_of_shared(address);
  }
  template <class T>
  static T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(simt::detail::at_rank(address, static_cast<unsigned>(rank)));
  }
  static dim3 block_index() { return simt::detail::cluster_shape().index; }
  static unsigned int block_rank() { return simt::detail::cluster_shape().rank; }
  static dim3 dim_blocks() { return simt::detail::cluster_shape().dimensions; }
  static unsigned int num_blocks() { return simt::detail::cluster_shape().size; }
  static dim3 dim_threads() {
    const uint3 c = simt::detail::cluster_shape().dimensions;
    return dim3(blockDim.x * c.x, blockDim.y * c.y, blockDim.z * c.z);
  }
  static dim3 group_dim() { return dim_blocks(); }
  static dim3 thread_index() {
    const uint3 i = simt::detail::cluster_shape().index;
    return dim3(i.x * blockDim.x + threadIdx.x, i.y * blockDim.y + threadIdx.y,
                i.z * blockDim.z + threadIdx.z);
  }
  static unsigned int thread_rank() {
    return block_rank() * details::block_size() + details::thread_rank_in_block();
  }
  static unsigned int num_threads() { return num_blocks() * details::block_size(); }
  static unsigned int size() { return num_threads(); }
};

inline cluster_group this_cluster() { return {}; }

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
    return details::shuffle_any(mask_, value, find_lane(rank % size()), file, line);
  }
  template <class T>
  T shfl_up(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, find_lane(me >= delta ? me - delta : me), file, line);
  }
  template <class T>
  T shfl_down(T value, unsigned delta, SIMT_AT_) const {
    const unsigned me = thread_rank();
    return details::shuffle_any(mask_, value, find_lane(me + delta < size() ? me + delta : me),
                                file, line);
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
  unsigned find_lane(unsigned rank) const {
    unsigned lanes = mask_;
    for (; rank > 0; --rank) lanes &= lanes - 1;
    return static_cast<unsigned>(__ffs(static_cast<int>(lanes)) - 1);
  }
  // Converts a mask of lanes to a mask of ranks.
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
  explicit coalesced_group(unsigned mask, unsigned groups = 1, unsigned rank = 0)
      : lane_group(mask), groups_(groups), rank_(rank) {}
  unsigned int meta_group_size() const { return groups_; }
  unsigned int meta_group_rank() const { return rank_; }

 private:
  unsigned groups_, rank_;
};

inline coalesced_group coalesced_threads(SIMT_AT_) {
  return coalesced_group(__activemask(file, line));
}

template <unsigned Size, class Parent = void>
class thread_block_tile;

namespace details {
// The unit in which tiles of a parent are numbered.
template <class Parent>
struct Within {
  static unsigned rank() { return thread_rank_in_block(); }
  static unsigned size() { return block_size(); }
};
template <unsigned Size, class Parent>
struct Within<thread_block_tile<Size, Parent>> {
  static unsigned rank() { return thread_rank_in_block() % Size; }
  static unsigned size() { return Size; }
};
}  // namespace details

namespace details {
// A tile of several warps: it has its own barrier, numbered after PTX's sixteen, and memory to
// exchange values.
template <unsigned Size, class Parent>
class tile_of_warps {
 public:
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return thread_rank_in_block() % Size; }
  static unsigned int meta_group_rank() { return Within<Parent>::rank() / Size; }
  static unsigned int meta_group_size() { return (Within<Parent>::size() + Size - 1) / Size; }
  void sync() const { simt::detail::wait_at_named_barrier(barrier(), Size); }
  template <class T>
  T shfl(T value, int rank) const {
    return exchanged(value, [&](auto lane_value) { return lane_value(rank % Size); });
  }
  int any(int predicate) const {
    return exchanged(predicate, [](auto lane_value) {
      int found = 0;
      for (unsigned i = 0; i < Size; ++i) found |= lane_value(i) != 0;
      return found;
    });
  }
  int all(int predicate) const { return !any(!predicate); }

  // Calls `f` with a function that returns each thread's value.
  template <class T, class F>
  auto exchanged(const T& value, F f) const {
    simt::detail::put_in_tile(barrier(), thread_rank(), &value, sizeof(T));
    sync();
    const auto result = f([](unsigned rank) {
      T other;
      simt::detail::read_from_tile(barrier(), rank, &other, sizeof(T));
      return other;
    });
    sync();
    return result;
  }

 private:
  // Barriers of 16 tiles of 64 threads, then of 8 of 128, and so on.
  static unsigned barrier() { return 48 - 2048 / Size + thread_rank_in_block() / Size; }
};
}  // namespace details

namespace details {
template <unsigned Size, class Parent>
constexpr bool is_tile_of_warps(const tile_of_warps<Size, Parent>*) {
  return true;
}
constexpr bool is_tile_of_warps(const void*) { return false; }
}  // namespace details

template <class Parent>
class thread_block_tile<64, Parent> : public details::tile_of_warps<64, Parent> {};
template <class Parent>
class thread_block_tile<128, Parent> : public details::tile_of_warps<128, Parent> {};
template <class Parent>
class thread_block_tile<256, Parent> : public details::tile_of_warps<256, Parent> {};
template <class Parent>
class thread_block_tile<512, Parent> : public details::tile_of_warps<512, Parent> {};
template <class Parent>
class thread_block_tile<1024, Parent> : public details::tile_of_warps<1024, Parent> {};

template <unsigned Size, class Parent>
class thread_block_tile : public lane_group {
  static_assert(Size > 0 && Size <= 1024 && (Size & (Size - 1)) == 0,
                "the size of a tile is a power of two, 1024 at most");

 public:
  thread_block_tile() : lane_group(tile_mask()) {}
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>&) : thread_block_tile() {}

  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return details::thread_rank_in_block() % Size; }
  static unsigned int meta_group_rank() { return details::Within<Parent>::rank() / Size; }
  static unsigned int meta_group_size() {
    return (details::Within<Parent>::size() + Size - 1) / Size;
  }
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

// A group whose kind is known only at run time.
class thread_group {
 public:
  thread_group(const thread_block&) : mask_(0) {}
  thread_group(const lane_group& g) : mask_(read_mask(g)) {}
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
  // The lanes of the group; 0: a block.
  unsigned simt_mask() const { return mask_; }

 private:
  struct Reader : lane_group {
    explicit Reader(const lane_group& g) : lane_group(g) {}
    unsigned mask() const { return mask_; }
  };
  static unsigned read_mask(const lane_group& g) { return Reader(g).mask(); }
  unsigned mask_;
};

inline thread_group this_thread() { return lane_group(1u << simt::detail::lane_id()); }

// tiled_partition with a size known only at run time.
inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned within = parent.simt_mask() ? parent.simt_mask() : ~0u;
  // If the lanes are not contiguous, ranks are used instead.
  const unsigned rank =
      static_cast<unsigned>(__popc(within & ((1u << simt::detail::lane_id()) - 1)));
  unsigned mask = 0, at = 0;
  for (unsigned rest = within; rest; rest &= rest - 1, ++at)
    if (at / size == rank / size) mask |= rest & -rest;
  return thread_group(lane_group(mask));
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const unsigned rank = parent.thread_rank();
  const thread_group tile = tiled_partition(thread_group(parent), size);
  return coalesced_group(tile.simt_mask(), (parent.size() + size - 1) / size, rank / size);
}

// The lanes of the group with the same label.
template <class Group, class Label>
inline coalesced_group labeled_partition(const Group& group, Label label, SIMT_AT_) {
  const unsigned all = thread_group(group).simt_mask();
  const unsigned mine = __match_any_sync(all, label, file, line);
  // Groups are identified by their first lanes.
  const unsigned first = mine & -mine;
  const unsigned firsts = __ballot_sync(all, first == 1u << simt::detail::lane_id(), file, line);
  return coalesced_group(mine, static_cast<unsigned>(__popc(firsts)),
                         static_cast<unsigned>(__popc(firsts & (first - 1))));
}
template <class Group>
inline coalesced_group binary_partition(const Group& group, bool predicate, SIMT_AT_) {
  const unsigned all = thread_group(group).simt_mask();
  const unsigned yes = __ballot_sync(all, predicate, file, line), no = all & ~yes;
  const unsigned groups = (yes != 0) + (no != 0);
  return predicate ? coalesced_group(yes, groups, groups - 1) : coalesced_group(no, groups, 0);
}

template <class Group>
inline void sync(const Group& group, SIMT_AT_) {
  group.sync(file, line);
}
template <class Group>
inline auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
inline auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}

// Runs `f` on one thread of the group, which may be any.
template <class Group, class F, class... A>
inline void invoke_one(const Group& group, F&& f, A&&... args) {
  if (group.thread_rank() == 0) static_cast<F&&>(f)(static_cast<A&&>(args)...);
}
template <class Group, class F, class... A>
inline auto invoke_one_broadcast(const Group& group, F&& f, A&&... args)
    -> decltype(static_cast<F&&>(f)(static_cast<A&&>(args)...)) {
  decltype(static_cast<F&&>(f)(static_cast<A&&>(args)...)) result{};
  if (group.thread_rank() == 0) result = static_cast<F&&>(f)(static_cast<A&&>(args)...);
  return group.shfl(result, 0);
}

#undef SIMT_AT_

}  // namespace cooperative_groups
