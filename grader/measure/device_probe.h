// What only CUDA itself tells of a device, and what the device reaches.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// What grader/measure/device_probe.cu prints. Peaks are those of the data sheet, a multiply-add
/// counted twice; bytes of a copy within the device are counted read and written.
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
  std::vector<double> kernel_seconds;  // of the same kernels, again and again
};

/// visit("name", p.name), and so on for all fields.
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
  bool access = false;  // directly; else by way of the host
  double bytes_per_second = 0;
};

/// The program, built once for each compute capability that it is asked for.
class DeviceProber {
 public:
  /// `work`: an empty folder that outlives the object. What is called below throws GraderError.
  DeviceProber(std::filesystem::path root, std::filesystem::path work, const Sandbox& sandbox,
               const CudaToolkit& toolkit);

  /// Compiles it now, not at the first question.
  void build(int capability);
  /// The devices that CUDA sees, in its order. `capability`: of one of them, as for peers().
  std::vector<ListedDevice> list(int capability);
  /// The device with that number of CUDA's: some seconds.
  DeviceProbe device(int number, int capability);
  /// Each device with each other.
  std::vector<PeerCopy> peers(int capability);

 private:
  std::string run(int capability, const std::vector<std::string>& arguments);

  std::filesystem::path root_, work_;
  const Sandbox& sandbox_;
  const CudaToolkit& toolkit_;
  std::map<int, std::filesystem::path> programs_;
};

/// From the program's output. Throws GraderError.
DeviceProbe parse_device_probe(const std::string& json);
std::vector<PeerCopy> parse_peers(const std::string& json);

}  // namespace warpgrade
