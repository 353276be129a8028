// What the NVIDIA driver says of its devices, through its library NVML: no CUDA context is made,
// and a machine without a driver has no device. What a driver does not tell is empty, never a
// made-up number.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// What stays as it is while programs run.
struct DeviceFacts {
  std::optional<std::string> name, uuid;
  std::optional<std::string> bus_id;               // "00000000:1B:00.0", in upper case
  std::optional<std::string> driver_version;       // "580.95.05"
  std::optional<std::string> cuda_driver_version;  // the newest CUDA that this driver runs: "13.0"
  std::optional<int> capability;                   // 90 for 9.0
  std::optional<int> node;                         // N of /dev/nvidiaN
  std::optional<unsigned long long> memory_bytes;
  std::optional<bool> ecc;                                    // error correction of its memory
  std::optional<unsigned long long> uncorrected_errors;       // since the driver was loaded
  std::optional<unsigned long long> uncorrected_errors_ever;  // in the device's life
  std::optional<bool> remapping_pending;                      // faulty rows: needs a reset
  std::optional<bool> remapping_failed;                       // no spare rows are left
  std::optional<bool> persistence;                            // the driver stays loaded
  std::optional<std::string>
      compute_mode;         // default, exclusive process, exclusive thread, prohibited
  std::optional<bool> mig;  // divided into instances
  std::optional<int> pcie_generation, pcie_generation_max;  // an idle device may show a low one
  std::optional<int> pcie_width, pcie_width_max;            // lanes
};

/// How it is at this moment.
struct DeviceState {
  std::optional<int> sm_mhz, max_sm_mhz, memory_mhz, max_memory_mhz;
  std::optional<int> temperature_c, slowdown_c;  // at slowdown_c the device slows itself down
  std::optional<double> power_watts, power_limit_watts;
  std::optional<unsigned long long> throttle_reasons;  // NVML's bits as they are
  std::optional<std::vector<unsigned>> processes;  // that compute on it: pids outside containers
  std::optional<int> utilization_percent;  // share of the last moments in which a kernel ran
  std::optional<unsigned long long> memory_used_bytes;
};

class Nvml {
 public:
  /// The address of a function of the library by its name, or null.
  using Symbols = std::function<void*(const char*)>;

  /// Loads libnvidia-ml.so.1, also from LD_LIBRARY_PATH. Nothing where there is none or it does not
  /// answer: then `why` is a sentence that says so.
  static std::optional<Nvml> open(std::string* why = nullptr);
  /// The same with functions from elsewhere (tests).
  static std::optional<Nvml> open(const Symbols& symbols, std::string* why = nullptr);

  /// All devices of the driver, in PCI order, whatever CUDA_VISIBLE_DEVICES says.
  int devices() const;
  /// The device with that bus id, in either of the forms that CUDA and NVML write.
  std::optional<int> find(const std::string& bus_id) const;
  /// 0 <= device < devices().
  DeviceFacts facts(int device) const;
  DeviceState state(int device) const;

 private:
  struct Library;
  explicit Nvml(std::shared_ptr<const Library> library);
  std::shared_ptr<const Library> library_;
};

/// Whether the device holds its clocks down for a reason under which a time says nothing of the
/// code: hardware slowdown, heat, power brake. Not for being idle, for clocks that were set, for
/// its power limit or for a display. False where the driver does not tell.
bool is_throttled(const DeviceState& state);

/// All reasons in words, with commas between: "power limit, heat"; "" when there is none.
std::string throttle_reasons(unsigned long long bits);

}  // namespace warpgrade
