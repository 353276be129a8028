#include "process/worker_settings.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "base/thread_share.h"

namespace warpgrade {
namespace {

Limits make_limits(double cpu_seconds, std::size_t memory_bytes) {
  Limits limits;
  limits.cpu_seconds = cpu_seconds;
  // Waiting takes no CPU time, so loaded machines and shared GPUs need a wider limit.
  limits.wall_seconds = std::max(3 * cpu_seconds, 5.0);
  limits.memory_bytes = memory_bytes;
  limits.processes = 256;
  return limits;
}

/// The same for every call on the CPU, so that it does not reveal which calls are checked.
std::map<std::string, std::string> environment_of_all() {
  std::map<std::string, std::string> environment = {{"LC_ALL", "C.UTF-8"}};
  // Lets a baseline on the CPU use the same BLAS kernels as the grader.
  if (const char* kernels = std::getenv("OPENBLAS_CORETYPE"))
    environment["OPENBLAS_CORETYPE"] = kernels;
  return environment;
}

}  // namespace

Worker::Settings settings_for_run(const GradeRequest& request, const Lab& lab, Backend backend) {
  Worker::Settings settings;
  settings.gpu = backend == Backend::cuda;
  settings.limits = make_limits(request.call_seconds.value_or(lab.call_seconds),
                                lab.memory_bytes + (settings.gpu ? 4ull << 30 : 0));
  settings.environment = environment_of_all();
  settings.engine_threads = request.engine_threads != 0 ? request.engine_threads : thread_share();
  if (settings.gpu) {
    // What kernels print arrives as text, which may be many times the size of the GPU's buffer.
    settings.limits.dropped_bytes = 31 << 20;
    // The location of the driver's libraries depends on the machine.
    if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
      settings.environment["LD_LIBRARY_PATH"] = libraries;
    settings.environment["CUDA_CACHE_DISABLE"] = "1";
    // Makes CUDA number devices like the driver's NVML.
    settings.environment["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID";
  }
  return settings;
}

Worker::Settings settings_for_check(const GradeRequest& request, const Lab& lab, bool hung,
                                    std::size_t engine_threads) {
  // Checked cases take a few seconds at most; a call that hung before need not hang as long again.
  const double enough = hung ? 5 : 20;
  Worker::Settings settings;
  // The check's data on each word takes several times the word.
  settings.limits = make_limits(std::min(request.call_seconds.value_or(lab.call_seconds), enough),
                                8 * lab.memory_bytes);
  settings.environment = environment_of_all();
  settings.engine_threads = static_cast<std::uint32_t>(engine_threads);
  return settings;
}

}  // namespace warpgrade
