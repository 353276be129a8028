// Kernels that start while the one before them still runs: their launch then takes no time of its
// own. Comes after a lab's solution, whose CHECK it uses.
#pragma once

#include <cuda_runtime.h>

/// Lets the next kernel start where multiprocessors have room for it, once all blocks of this one
/// have called this.
__device__ inline void let_next_start() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Waits until the kernel before this one has ended and what it wrote can be read.
__device__ inline void wait_for_previous() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Launches `kernel`, which calls wait_for_previous(), in clusters of `cluster` blocks.
template <class... Parameters, class... Arguments>
void launch_early(void (*kernel)(Parameters...), int blocks, int threads, int shared_bytes,
                  int cluster, Arguments... arguments) {
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared_bytes;
  config.attrs = attributes;
  config.numAttrs = 2;
  CHECK(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...));
}
