#include "simt/rewriter/headers.h"

#include <array>

namespace simt::rewrite {

namespace {

struct Family {
  std::string_view pattern;  // a folder with a slash, a name, or a prefix before `*`
  const char* what;
};

constexpr const char* algorithms = "CUB and Thrust: write the algorithm as a kernel";
constexpr const char* tensor_cores =
    "tensor cores (wmma): use ordinary multiplications and additions";
constexpr const char* library =
    "NVIDIA's library behind this header: write the operation as a kernel";
constexpr const char* async_copies =
    "asynchronous barriers and copies: use plain loads and __syncthreads()";
constexpr const char* libcuxx =
    "libcu++: use CUDA's built-in functions, or the standard library on the host";
constexpr const char* groups =
    "this part of cooperative groups: use __syncthreads(), __syncwarp() and the __shfl functions";
constexpr const char* driver = "the CUDA driver API: use the runtime API of <cuda_runtime.h>";
constexpr const char* numbers = "this header's number types: use float or double";
constexpr const char* textures =
    "textures and surfaces: read a plain array through a pointer instead";
constexpr const char* marks = "this part of NVTX: leave it out";
constexpr const char* intrinsics =
    "CUDA's own header files beyond <cuda_runtime.h>: leave this one out";

// The first match counts.
constexpr std::array<Family, 40> families{{
    {"cub/", algorithms},
    {"thrust/", algorithms},
    {"crt/mma.h", tensor_cores},
    {"cuda/barrier", async_copies},
    {"cuda/pipeline", async_copies},
    {"cuda/ptx", async_copies},
    {"cuda_pipeline*", async_copies},
    {"cuda_awbarrier*", async_copies},
    {"cuda/", libcuxx},
    {"nv/", libcuxx},
    {"cooperative_groups.h", groups},
    {"cooperative_groups/", groups},
    {"cublas*", library},
    {"cusolver*", library},
    {"cusparse*", library},
    {"cufft*", library},
    {"curand.h", library},
    {"curand_*", library},
    {"cudnn*", library},
    {"nvrtc*", library},
    {"nccl.h", library},
    {"cutlass/", library},
    {"cute/", library},
    {"npp.h", library},
    {"nppi*", library},
    {"npps*", library},
    {"cuda.h", driver},
    {"cudaProfiler.h", driver},
    {"cuda_fp*", numbers},
    {"cuda_bf16*", numbers},
    {"cuda_texture_types.h", textures},
    {"texture_*", textures},
    {"surface_*", textures},
    {"cuda_surface_types.h", textures},
    {"nvToolsExt*", marks},
    {"nvtx3/", marks},
    {"sm_*", intrinsics},
    {"crt/", intrinsics},
    {"device_functions.h", intrinsics},
    {"cuda_occupancy.h", intrinsics},
}};

bool fits(std::string_view name, std::string_view pattern) {
  if (pattern.back() == '*')
    pattern.remove_suffix(1);
  else if (pattern.back() != '/')
    return name == pattern;
  return name.substr(0, pattern.size()) == pattern;
}

}  // namespace

std::optional<std::string> unsupported_header(std::string_view name) {
  constexpr std::string_view folder = "/include/";
  const std::size_t at = name.rfind(folder);
  if (at != std::string_view::npos) name.remove_prefix(at + folder.size());
  for (const Family& family : families)
    if (fits(name, family.pattern))
      return std::string("<").append(name).append(">, ").append(family.what);
  return std::nullopt;
}

}  // namespace simt::rewrite
