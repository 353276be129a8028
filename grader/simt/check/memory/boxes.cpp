#include "check/memory/boxes.h"

#include "check/memory/regions.h"
#include "check/memory/shared_memory.h"
#include "check/races/pending_stores.h"
#include "check/races/proxies.h"
#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/state.h"
#include "engine/block.h"
#include "engine/memory/address_space.h"
#include "engine/memory/async_copies.h"
#include "engine/memory/tensor_maps.h"

namespace simt::check {

namespace {

using detail::BoxOrder;
using detail::TensorMap;

class BoxTouch {
 public:
  BoxTouch(const BoxOrder& order, const TensorMap& map)
      : order_(order), map_(map), pc_(current_thread.pc), loads_(order.barrier != nullptr) {}

  void touch() {
    const unsigned blocks = order_.blocks && self.block->cluster ? order_.blocks : 0;
    detail::for_stretches(map_, order_.at, [&](unsigned offset, const char* global, unsigned size) {
      // Elements outside the tensor are filled on loads and skipped on stores.
      if (global) touch_tensor(reinterpret_cast<std::uintptr_t>(global), size);
      if (!global && !loads_) return;
      if (blocks == 0) return touch_shared(order_.shared, offset, size);
      for (unsigned r = 0; r < self.block->cluster->size; ++r)
        if (blocks >> r & 1) touch_shared(detail::at_rank(order_.shared, r), offset, size);
    });
  }

 private:
  void touch_one(std::uintptr_t address, unsigned size, What what) {
    if (current_thread.pending) resolve_pending();
    current_thread.pc = pc_;
    Touch t{address, size, what};
    t.bulk = true;
    simt::check::touch(t);
  }

  What what_for_tensor() const {
    if (loads_) return What::read;
    return order_.reduction == detail::Reduction::none ? What::write : What::atomic;
  }

  void touch_tensor(std::uintptr_t address, unsigned size) {
    const detail::Space space = detail::address_space(reinterpret_cast<void*>(address));
    const Where where =
        space == detail::Space::elsewhere ? Where::inside : locate(address, size, !loads_);
    if (where == Where::outside) {
      found(Level::error, at(pc_), "bounds.tensor-map", [&] {
        return Facts()
            .add_running_thread()
            .add("does", loads_ ? "reads" : "writes")
            .add("map", detail::describe_map(map_))
            .add_spot(address, size, !loads_);
      });
      stop_kernel(cudaErrorIllegalAddress);
    }
    touch_one(address, size, what_for_tensor());
  }

  void touch_shared(const void* shared, unsigned offset, unsigned size) {
    detail::AsyncCopy c{};
    c.to = const_cast<char*>(static_cast<const char*>(shared)) + offset;
    c.from = c.to;
    c.size = size;
    c.swizzle = map_.swizzle;
    detail::for_pieces(c, [&](const char*, const char* piece, unsigned bytes) {
      const auto address = reinterpret_cast<std::uintptr_t>(piece);
      current_thread.pc = pc_;
      if (!loads_) require_fence_for_copy(address, bytes);
      touch_one(address, bytes, loads_ ? What::write : What::read);
    });
    if (current_thread.pending) resolve_pending();
  }

  const BoxOrder& order_;
  const TensorMap map_;
  const std::uintptr_t pc_;
  const bool loads_;
};

/// A box must be aligned to 128 bytes. If the tile's declaration does not demand that, its
/// alignment is accidental.
void require_alignment(const BoxOrder& order) {
  const auto address = reinterpret_cast<std::uintptr_t>(order.shared);
  const bool aligned = detail::is_aligned_for_box(order.shared);
  const std::size_t declared = alignment_of_shared(address);
  if (aligned && (declared == 0 || declared >= 128)) return;
  found(aligned ? Level::advice : Level::error, at(current_thread.pc), "tensor.alignment", [&] {
    return Facts()
        .add_running_thread()
        .add_spot(address, 16, order.barrier != nullptr)
        .add("where",
             aligned ? "which asks for an alignment of " + plural(declared, "byte") +
                           ": that it lies at a multiple of 128 is chance, and elsewhere a GPU "
                           "stops the kernel"
                     : "at an address that is not a multiple of 128: a GPU stops the kernel there");
  });
  if (!aligned) stop_kernel(cudaErrorMisalignedAddress);
}

/// "(4, -1)"
std::string format_coordinates(const BoxOrder& order) {
  std::string text;
  for (unsigned d = 0; d < order.rank; ++d)
    text += (d == 0 ? "(" : ", ") + std::to_string(order.at[d]);
  return text + ")";
}

}  // namespace

void touch_by_box(const BoxOrder& order) {
  if (!current_thread.block) return;
  if (current_thread.pending) resolve_pending();
  const std::uintptr_t pc = current_thread.pc;
  touch({reinterpret_cast<std::uintptr_t>(order.map), sizeof(TensorMap), What::read});
  current_thread.pc = pc;
  if (const auto fault = detail::find_fault(order)) {
    found(Level::error, at(pc), fault->cause, [&] {
      return Facts()
          .add_running_thread()
          .add("why", fault->why)
          .add("corner", format_coordinates(order));
    });
    stop_kernel(fault->error);
  }
  require_alignment(order);
  BoxTouch(order, *detail::tensor_map_at(order.map)).touch();
}

}  // namespace simt::check
