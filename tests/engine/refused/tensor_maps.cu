// Tensor maps: im2col, interleaved tensors, rows gathered and scattered, maps changed by kernels.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void copy(unsigned to, const void* map, unsigned barrier, int x) {
  asm volatile(  // REFUSED (copies of a convolution's columns, im2col)
      "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %3, %3}], [%2], {%4};" ::"r"(to),
      "l"(map), "r"(barrier), "r"(x), "h"(static_cast<unsigned short>(1))
      : "memory");
  asm volatile(  // REFUSED (rows of a tensor gathered or scattered, of Blackwell GPUs)
      "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %3, %3, %3, %3}], [%2];" ::"r"(to),
      "l"(map), "r"(barrier), "r"(x)
      : "memory");
  asm volatile(  // REFUSED (rows of a tensor gathered or scattered, of Blackwell GPUs)
      "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%1, {%2, %2, %2, %2, "
      "%2}], [%0];" ::"r"(to),
      "l"(map), "r"(x)
      : "memory");
  asm volatile(  // REFUSED tensormap.replace
      "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 1;" ::"r"(to));
  asm volatile(  // REFUSED cp.async.bulk.shared::cluster.shared::cta
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%0], %1, "
      "[%2];" ::"r"(to),
      "r"(16), "r"(barrier));
}

int main() {
  const auto encode = &cuTensorMapEncodeIm2col;          // REFUSED im2col
  const int layouts[] = {CU_TENSOR_MAP_INTERLEAVE_16B,   // REFUSED interleaved tensors
                         CU_TENSOR_MAP_INTERLEAVE_32B};  // REFUSED interleaved tensors
  return layouts[0] + (encode == nullptr);
}
