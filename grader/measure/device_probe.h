// Device properties that only CUDA reports, and measured rates.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// The output of grader/measure/device_probe.cu. Peaks are from the data sheet, with a multiply-add
/// counted twice; a copy within the device counts bytes read and written.
struct DeviceProbe {
  std::string name;
  std::string bus_id;
  double capability = 0;  // 90 for 9.0
  double clock_hz = 0;
  double memory_bytes = 0, l2_bytes = 0;
  double peak_bytes_per_second = 0;
  double multiprocessors = 0, cores_f32 = 0, cores_f64 = 0;
  double peak_flops_f32 = 0, peak_flops_f64 = 0;
  double threads_per_block = 0, threads_per_multiprocessor = 0;
  double shared_bytes_per_block = 0, shared_bytes_on_request = 0;
  double shared_bytes_per_multiprocessor = 0;
  double constant_bytes = 0, registers_per_block = 0;
  double copy_bytes_per_second = 0, flops_f32 = 0, flops_f64 = 0;  // measured, like the next two
  double to_device_bytes_per_second = 0, from_device_bytes_per_second = 0;  // pinned memory
  std::vector<double> kernel_seconds;  // repeated times of the same kernels
};

/// Calls visit("name", p.name) and so on for all fields.
template <class Probe, class Visit>
void visit_fields(Probe& p, const Visit& visit) {
  visit("name", p.name);
  visit("bus_id", p.bus_id);
  visit("capability", p.capability);
  visit("clock_hz", p.clock_hz);
  visit("memory_bytes", p.memory_bytes);
  visit("l2_bytes", p.l2_bytes);
  visit("peak_bytes_per_second", p.peak_bytes_per_second);
  visit("multiprocessors", p.multiprocessors);
  visit("cores_f32", p.cores_f32);
  visit("cores_f64", p.cores_f64);
  visit("peak_flops_f32", p.peak_flops_f32);
  visit("peak_flops_f64", p.peak_flops_f64);
  visit("threads_per_block", p.threads_per_block);
  visit("threads_per_multiprocessor", p.threads_per_multiprocessor);
  visit("shared_bytes_per_block", p.shared_bytes_per_block);
  visit("shared_bytes_on_request", p.shared_bytes_on_request);
  visit("shared_bytes_per_multiprocessor", p.shared_bytes_per_multiprocessor);
  visit("constant_bytes", p.constant_bytes);
  visit("registers_per_block", p.registers_per_block);
  visit("copy_bytes_per_second", p.copy_bytes_per_second);
  visit("flops_f32", p.flops_f32);
  visit("flops_f64", p.flops_f64);
  visit("to_device_bytes_per_second", p.to_device_bytes_per_second);
  visit("from_device_bytes_per_second", p.from_device_bytes_per_second);
  visit("kernel_seconds", p.kernel_seconds);
}

struct ListedDevice {
  std::string bus_id;
  int capability = 0;
};

/// A copy from one device's memory to another's.
struct PeerCopy {
  int from = 0, to = 0;
  bool access = false;  // direct access; otherwise through the host
  double bytes_per_second = 0;
};

/// The probe program, built once per requested compute capability.
class DeviceProber {
 public:
  /// `work`: an empty folder that outlives the object. All calls below throw GraderError.
  DeviceProber(std::filesystem::path root, std::filesystem::path work, const Sandbox& sandbox,
               const CudaToolkit& toolkit);

  /// Compiles now instead of at the first request.
  void build(int capability);
  /// The devices that CUDA lists, in its order. `capability`: of any of them, as for peers().
  std::vector<ListedDevice> list(int capability);
  /// Probes the device with that CUDA number. Takes a few seconds.
  DeviceProbe device(int number, int capability);
  /// Copies between each pair of devices.
  std::vector<PeerCopy> peers(int capability);

 private:
  std::string run(int capability, const std::vector<std::string>& arguments);

  std::filesystem::path root_, work_;
  const Sandbox& sandbox_;
  const CudaToolkit& toolkit_;
  std::map<int, std::filesystem::path> programs_;
};

/// Parse the program's output. Throw GraderError.
DeviceProbe parse_device_probe(const std::string& json);
std::vector<PeerCopy> parse_peers(const std::string& json);

}  // namespace warpgrade
