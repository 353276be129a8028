// The kernels of the lab, from the one that leaves most to do to the fastest.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "../variants/g-only.cu"
#include "../variants/i-lbuf.cu"
#include "../variants/o-lbuf.cu"
#include "device.h"

struct Kernel {
  const char* name;
  void (*run)(int S, const real* in, real* out, int blocks, int threads);
  cudaFuncAttributes attributes = {};
  int shared_per_thread = 0;  // bytes that a launch asks for, for each thread of a block
  int shared_per_block = 0;   // and beside those
  int least_threads = 32;     // that a block needs
  int most_threads = 0;       // that a block can have, by registers and shared memory
  int fixed_threads = 0;      // > 0: the function launches blocks of so many, whatever it is given
  int shared(int threads) const {
    return static_cast<int>(attributes.sharedSizeBytes) + shared_per_block +
           shared_per_thread * threads;
  }
};

inline std::vector<Kernel> all_kernels() {
  std::vector<Kernel> kernels;
  const auto add = [&kernels](const char* name, auto run, auto kernel, int shared_per_thread = 0,
                              int shared_per_block = 0) -> Kernel& {
    Kernel k;
    k.name = name;
    k.run = run;
    CHECK(cudaFuncGetAttributes(&k.attributes, kernel));
    k.shared_per_thread = shared_per_thread;
    k.shared_per_block = shared_per_block;
    k.most_threads = k.attributes.maxThreadsPerBlock / 32 * 32;
    if (shared_per_thread > 0) {
      const int fit = (shared_memory - shared_per_block) / shared_per_thread / 32 * 32;
      k.most_threads = std::min(k.most_threads, fit);
    }
    kernels.push_back(k);
    return kernels.back();
  };
  constexpr int size = sizeof(real);
  add("mxv_g_only", g_only, g_only_kernel);
  add("mxv_i_lbuf", i_lbuf, i_lbuf_kernel);
  add("mxv_o_lbuf", o_lbuf, o_lbuf_kernel);
  add("mxv_o_per_thd", mxv_o_per_thd, o_per_thd_kernel).least_threads = M;
  add("mxv_sh", mxv_sh, sh_kernel, (pitch_in + pitch_out) * size);
  add("mxv_sh_ochunk", mxv_sh_ochunk, sh_ochunk_kernel, 2 * size, use_copy ? M * N * size : 0);
  add("mxv_best", mxv_best, best_kernel, 0, best_bytes).fixed_threads = best_threads;
  return kernels;
}

inline void print(const std::vector<Kernel>& kernels) {
  std::printf(
      "\nKernels: bytes of shared memory a block of the most threads, of constant memory,\n"
      "of local memory a thread; registers a thread\n");
  std::printf("  %-14s %8s %8s %8s %9s %12s\n", "", "shared", "constant", "local", "registers",
              "most threads");
  for (const Kernel& k : kernels) {
    const int threads = k.fixed_threads > 0 ? k.fixed_threads : k.most_threads;
    std::printf("  %-14s %8d", k.name, k.shared(threads));
    if (on_cpu_engine) {  // only a compiler for GPUs knows
      std::printf(" %8s %8s %9s", "-", "-", "-");
    } else {
      std::printf(" %8zu %8zu %9d", k.attributes.constSizeBytes, k.attributes.localSizeBytes,
                  k.attributes.numRegs);
    }
    std::printf(" %12d%s\n", threads, k.fixed_threads > 0 ? " (fixed)" : "");
  }
}
