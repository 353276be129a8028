// Device information from the NVIDIA driver through NVML, without a CUDA context. A machine without
// a driver has no devices. Values that a driver does not report are empty.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// Properties that do not change while programs run.
struct DeviceFacts {
  std::optional<std::string> name, uuid;
  std::optional<std::string> bus_id;               // "00000000:1B:00.0", in upper case
  std::optional<std::string> driver_version;       // "580.95.05"
  std::optional<std::string> cuda_driver_version;  // the newest CUDA that this driver runs: "13.0"
  std::optional<int> capability;                   // 90 for 9.0
  std::optional<int> node;                         // N of /dev/nvidiaN
  std::optional<unsigned long long> memory_bytes;
  std::optional<bool> ecc;                                    // ECC enabled
  std::optional<unsigned long long> uncorrected_errors;       // since the driver was loaded
  std::optional<unsigned long long> uncorrected_errors_ever;  // in the device's lifetime
  std::optional<bool> remapping_pending;                      // faulty rows; needs a reset
  std::optional<bool> remapping_failed;                       // no spare rows are left
  std::optional<bool> persistence;                            // the driver stays loaded
  std::optional<std::string>
      compute_mode;         // default, exclusive process, exclusive thread, prohibited
  std::optional<bool> mig;  // MIG enabled
  std::optional<int> pcie_generation, pcie_generation_max;  // an idle device may show a low one
  std::optional<int> pcie_width, pcie_width_max;            // lanes
};

/// The current state.
struct DeviceState {
  std::optional<int> sm_mhz, max_sm_mhz, memory_mhz, max_memory_mhz;
  std::optional<int> temperature_c, slowdown_c;  // throttles at slowdown_c
  std::optional<double> power_watts, power_limit_watts;
  std::optional<unsigned long long> throttle_reasons;  // NVML's bits
  std::optional<std::vector<unsigned>>
      processes;                           // compute processes, with pids outside containers
  std::optional<int> utilization_percent;  // share of recent time in which a kernel ran
  std::optional<unsigned long long> memory_used_bytes;
};

class Nvml {
 public:
  /// The address of a function of the library by its name, or null.
  using Symbols = std::function<void*(const char*)>;

  /// Loads libnvidia-ml.so.1, also from LD_LIBRARY_PATH. Nothing if it is missing or does not
  /// answer; then `why` is a sentence with the reason.
  static std::optional<Nvml> open(std::string* why = nullptr);
  /// The same with other functions, for tests.
  static std::optional<Nvml> open(const Symbols& symbols, std::string* why = nullptr);

  /// The number of devices, in PCI order, independent of CUDA_VISIBLE_DEVICES.
  int devices() const;
  /// The device with that bus id, in CUDA's or NVML's form.
  std::optional<int> find(const std::string& bus_id) const;
  /// 0 <= device < devices().
  DeviceFacts facts(int device) const;
  DeviceState state(int device) const;

 private:
  struct Library;
  explicit Nvml(std::shared_ptr<const Library> library);
  std::shared_ptr<const Library> library_;
};

/// True if clocks are reduced for a reason that makes times unreliable: hardware slowdown, heat,
/// power brake. Not for idleness, configured clocks, the power limit or a display. False if the
/// driver does not report it.
bool is_throttled(const DeviceState& state);

/// All reasons, separated by commas: "power limit, heat"; "" if there is none.
std::string throttle_reasons(unsigned long long bits);

}  // namespace warpgrade
