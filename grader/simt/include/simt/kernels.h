// Kernels by address: cudaLaunchKernel and related calls, and kernel nodes of graphs, which do not
// know argument types. The rewriter wraps each kernel whose address the program takes into
// simt::kernel(), which records how to call it.
#pragma once

#include <type_traits>
#include <utility>

#include "cuda_runtime_api.h"
#include "simt/launch.h"

namespace simt {

// Facts from the kernel's declaration.
struct KernelFacts {
  const char* name;
  unsigned max_threads = 1024;
  dim3 cluster{0, 0, 0};
};

namespace detail {

using RunKernel = bool (*)(const void* kernel, const Site& site, const Config& config, void** args);
void note_kernel(const void* kernel, RunKernel run, const KernelFacts& facts);

// For a reference, the argument is an address, as in nvcc's own calls.
template <class P>
std::remove_reference_t<P>& argument(void* at) {
  if constexpr (std::is_reference<P>::value)
    return **static_cast<std::remove_reference_t<P>**>(at);
  else
    return *static_cast<P*>(at);
}

template <class... P, size_t... I>
bool submit_kernel(void (*kernel)(P...), const Site& site, const Config& config,
                   [[maybe_unused]] void** args, std::index_sequence<I...>) {
  return Launcher<P...>{kernel, site, config}.submit(argument<P>(args[I])...);
}
template <class... P>
bool run_kernel(const void* kernel, const Site& site, const Config& config, void** args) {
  return submit_kernel(reinterpret_cast<void (*)(P...)>(const_cast<void*>(kernel)), site, config,
                       args, std::index_sequence_for<P...>{});
}

// For a recorded kernel; otherwise returns cudaErrorInvalidDeviceFunction.
cudaError_t launch_by_address(const void* kernel, const Config& config, void** args,
                              const char* call, const char* file, int line);
// The site of a launch, with the kernel's name.
Site find_site(const void* kernel, const char* call, const char* file, int line);

cudaError_t read_config(const cudaLaunchConfig_t* launch, Config* config);

template <class... P>
inline const void* noted(void (*kernel)(P...)) {
  const void* const address = reinterpret_cast<const void*>(kernel);
  note_kernel(address, &run_kernel<P...>, {nullptr});
  return address;
}

}  // namespace detail

template <class... P>
constexpr auto kernel(void (*address)(P...), const KernelFacts& facts) -> void (*)(P...) {
  if (!__builtin_is_constant_evaluated())
    detail::note_kernel(reinterpret_cast<const void*>(address), &detail::run_kernel<P...>, facts);
  return address;
}
// The name refers to something else.
template <class T>
constexpr T&& kernel(T&& other, const KernelFacts&) {
  return static_cast<T&&>(other);
}

}  // namespace simt

inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** args,
                                    size_t shared = 0, cudaStream_t stream = nullptr, SIMT_AT) {
  return simt::detail::launch_by_address(kernel, {grid, block, shared, stream}, args,
                                         "cudaLaunchKernel", simt_file, simt_line);
}
template <class... P>
inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** args,
                                    size_t shared = 0, cudaStream_t stream = nullptr, SIMT_AT) {
  return cudaLaunchKernel(simt::detail::noted(kernel), grid, block, args, shared, stream, simt_file,
                          simt_line);
}

inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** args, size_t shared = 0,
                                               cudaStream_t stream = nullptr, SIMT_AT) {
  simt::Config config(grid, block, shared, stream);
  config.cooperative = true;
  return simt::detail::launch_by_address(kernel, config, args, "cudaLaunchCooperativeKernel",
                                         simt_file, simt_line);
}
template <class... P>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                               void** args, size_t shared = 0,
                                               cudaStream_t stream = nullptr, SIMT_AT) {
  return cudaLaunchCooperativeKernel(simt::detail::noted(kernel), grid, block, args, shared, stream,
                                     simt_file, simt_line);
}

inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* launch, const void* kernel,
                                       void** args, SIMT_AT) {
  simt::Config config(1, 1);
  if (const cudaError_t e = simt::detail::read_config(launch, &config)) return e;
  return simt::detail::launch_by_address(kernel, config, args, "cudaLaunchKernelExC", simt_file,
                                         simt_line);
}

namespace simt::detail {
// No default argument can follow a pack.
template <class... P>
struct KernelExLaunch {
  void (*kernel)(P...);
  const cudaLaunchConfig_t* launch;
  template <class... A>
  cudaError_t operator()(A&&... args) const {
    Config config(1, 1);
    if (const cudaError_t e = read_config(launch, &config)) return e;
    const void* const address = noted(kernel);
    const Launcher<P...> launcher{kernel, find_site(address, "cudaLaunchKernelEx", nullptr, 0),
                                  config};
    return launcher.submit(static_cast<P>(args)...) ? cudaSuccess : cudaPeekAtLastError();
  }
};
}  // namespace simt::detail

template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* launch, void (*kernel)(P...),
                                      A&&... args) {
  return simt::detail::KernelExLaunch<P...>{kernel, launch}(static_cast<A&&>(args)...);
}

// Programmatic dependent launch: kernels of a stream never overlap here.
void cudaGridDependencySynchronize();
inline void cudaTriggerProgrammaticLaunchCompletion() {}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* launch, SIMT_AT);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* kernel,
                                                 const cudaLaunchConfig_t* launch, SIMT_AT);
template <class... P>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, void (*kernel)(P...),
                                                  const cudaLaunchConfig_t* launch, SIMT_AT) {
  return cudaOccupancyMaxActiveClusters(clusters, simt::detail::noted(kernel), launch, simt_file,
                                        simt_line);
}
template <class... P>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, void (*kernel)(P...),
                                                        const cudaLaunchConfig_t* launch, SIMT_AT) {
  return cudaOccupancyMaxPotentialClusterSize(size, simt::detail::noted(kernel), launch, simt_file,
                                              simt_line);
}
