#include "gpus/nvml.h"

#include <cstdint>
#include <cstring>
#include <map>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Device = struct nvmlDevice_st*;

struct MemoryInfo {
  unsigned long long total, free, used;
};
struct Pci {
  char legacy[16];
  unsigned numbers[5];
  char bus_id[32];
};
struct Process {
  unsigned pid;
  unsigned long long memory;
  unsigned instances[2];
};

int opened = 0;  // nvmlInit_v2 less nvmlShutdown
unsigned running = 2;
unsigned long long throttled_by = 0;

int copy(const char* text, char* to, unsigned size) {
  if (std::strlen(text) >= size) return 7;
  std::strcpy(to, text);
  return 0;
}

/// Two devices of a driver that tells everything.
std::map<std::string, void*> driver() {
  std::map<std::string, void*> functions;
  const auto add = [&functions](const char* name, auto function) {
    functions[name] = reinterpret_cast<void*>(+function);
  };
  add("nvmlInit_v2", [] { return ++opened, 0; });
  add("nvmlShutdown", [] { return --opened, 0; });
  add("nvmlErrorString", [](int) { return "Driver Not Loaded"; });
  add("nvmlDeviceGetCount_v2", [](unsigned* count) { return *count = 2, 0; });
  add("nvmlDeviceGetHandleByIndex_v2", [](unsigned i, Device* device) {
    *device = reinterpret_cast<Device>(static_cast<std::uintptr_t>(i + 1));
    return 0;
  });
  add("nvmlSystemGetDriverVersion",
      [](char* text, unsigned size) { return copy("580.95.05", text, size); });
  add("nvmlSystemGetCudaDriverVersion_v2", [](int* version) { return *version = 12080, 0; });
  add("nvmlDeviceGetName",
      [](Device, char* text, unsigned size) { return copy("NVIDIA H200", text, size); });
  add("nvmlDeviceGetUUID",
      [](Device, char* text, unsigned size) { return copy("GPU-1234", text, size); });
  add("nvmlDeviceGetPciInfo_v3", [](Device device, Pci* pci) {
    const bool first = device == reinterpret_cast<Device>(1);
    return copy(first ? "00000000:1B:00.0" : "00000000:CA:00.0", pci->bus_id, 32);
  });
  add("nvmlDeviceGetCudaComputeCapability",
      [](Device, int* major, int* minor) { return *major = 9, *minor = 0, 0; });
  add("nvmlDeviceGetMemoryInfo", [](Device, MemoryInfo* memory) {
    *memory = {141ull << 30, 140ull << 30, 1ull << 30};
    return 0;
  });
  add("nvmlDeviceGetEccMode", [](Device, int* now, int* later) { return *now = 1, *later = 0, 0; });
  add("nvmlDeviceGetTotalEccErrors", [](Device, int kind, int counter, unsigned long long* count) {
    if (kind != 1) return 2;
    return *count = counter == 0 ? 0 : 3, 0;
  });
  add("nvmlDeviceGetRemappedRows", [](Device, unsigned*, unsigned*, unsigned* pending,
                                      unsigned* failed) { return *pending = 1, *failed = 0, 0; });
  add("nvmlDeviceGetPersistenceMode", [](Device, int* mode) { return *mode = 1, 0; });
  add("nvmlDeviceGetComputeMode", [](Device, int* mode) { return *mode = 3, 0; });
  add("nvmlDeviceGetMigMode",
      [](Device, unsigned* now, unsigned* later) { return *now = 0, *later = 1, 0; });
  add("nvmlDeviceGetCurrPcieLinkGeneration", [](Device, unsigned* value) { return *value = 4, 0; });
  add("nvmlDeviceGetMaxPcieLinkGeneration", [](Device, unsigned* value) { return *value = 5, 0; });
  add("nvmlDeviceGetCurrPcieLinkWidth", [](Device, unsigned* value) { return *value = 8, 0; });
  add("nvmlDeviceGetMaxPcieLinkWidth", [](Device, unsigned* value) { return *value = 16, 0; });
  add("nvmlDeviceGetClockInfo",
      [](Device, int which, unsigned* mhz) { return *mhz = which == 1 ? 1500 : 3201, 0; });
  add("nvmlDeviceGetMaxClockInfo",
      [](Device, int which, unsigned* mhz) { return *mhz = which == 1 ? 1980 : 3202, 0; });
  add("nvmlDeviceGetTemperature",
      [](Device, int sensor, unsigned* value) { return *value = 45, sensor == 0 ? 0 : 2; });
  add("nvmlDeviceGetTemperatureThreshold",
      [](Device, int which, unsigned* value) { return *value = 87, which == 1 ? 0 : 2; });
  add("nvmlDeviceGetPowerUsage", [](Device, unsigned* value) { return *value = 120500, 0; });
  add("nvmlDeviceGetEnforcedPowerLimit",
      [](Device, unsigned* value) { return *value = 700000, 0; });
  add("nvmlDeviceGetCurrentClocksEventReasons",
      [](Device, unsigned long long* bits) { return *bits = throttled_by, 0; });
  add("nvmlDeviceGetComputeRunningProcesses_v3", [](Device, unsigned* count, Process* processes) {
    const unsigned room = *count;
    *count = running;
    if (room < running) return 7;
    for (unsigned i = 0; i < running; ++i) processes[i] = {100 + i, 1 << 20, {0, 0}};
    return 0;
  });
  add("nvmlDeviceGetUtilizationRates",
      [](Device, unsigned* shares) { return shares[0] = 37, shares[1] = 12, 0; });
  return functions;
}

std::optional<Nvml> open(const std::map<std::string, void*>& functions,
                         std::string* why = nullptr) {
  return Nvml::open(
      [functions](const char* name) {
        const auto found = functions.find(name);
        return found == functions.end() ? nullptr : found->second;
      },
      why);
}

}  // namespace

TEST_CASE("the driver's values are reported unchanged") {
  {
    const auto nvml = open(driver());
    REQUIRE(nvml);
    CHECK(opened == 1);
    REQUIRE(nvml->devices() == 2);
    const DeviceFacts facts = nvml->facts(0);
    CHECK(facts.name == "NVIDIA H200");
    CHECK(facts.uuid == "GPU-1234");
    CHECK(facts.bus_id == "00000000:1B:00.0");
    CHECK(nvml->facts(1).bus_id == "00000000:CA:00.0");
    CHECK(facts.driver_version == "580.95.05");
    CHECK(facts.cuda_driver_version == "12.8");
    CHECK(facts.capability == 90);
    CHECK(facts.memory_bytes == 141ull << 30);
    CHECK(facts.ecc == true);
    CHECK(facts.uncorrected_errors == 0u);
    CHECK(facts.uncorrected_errors_ever == 3u);
    CHECK(facts.remapping_pending == true);
    CHECK(facts.remapping_failed == false);
    CHECK(facts.persistence == true);
    CHECK(facts.compute_mode == "exclusive process");
    CHECK(facts.mig == false);
    CHECK(facts.pcie_generation == 4);
    CHECK(facts.pcie_generation_max == 5);
    CHECK(facts.pcie_width == 8);
    CHECK(facts.pcie_width_max == 16);

    const DeviceState state = nvml->state(0);
    CHECK(state.sm_mhz == 1500);
    CHECK(state.max_sm_mhz == 1980);
    CHECK(state.memory_mhz == 3201);
    CHECK(state.max_memory_mhz == 3202);
    CHECK(state.temperature_c == 45);
    CHECK(state.slowdown_c == 87);
    CHECK(state.power_watts == 120.5);
    CHECK(state.power_limit_watts == 700.0);
    CHECK(state.throttle_reasons == 0u);
    CHECK(state.processes == std::vector<unsigned>{100, 101});
    CHECK(state.utilization_percent == 37);
    CHECK(state.memory_used_bytes == 1ull << 30);
  }
  CHECK(opened == 0);
}

TEST_CASE("values that the driver does not report are empty") {
  auto functions = driver();
  for (auto& [name, function] : functions) {
    if (name.rfind("nvmlDeviceGet", 0) == 0 && name != "nvmlDeviceGetCount_v2" &&
        name != "nvmlDeviceGetHandleByIndex_v2")
      function = reinterpret_cast<void*>(+[] { return 3; });  // not supported
  }
  functions.erase("nvmlDeviceGetUUID");
  functions.erase("nvmlSystemGetDriverVersion");
  functions.erase("nvmlSystemGetCudaDriverVersion_v2");
  const auto nvml = open(functions);
  REQUIRE(nvml);
  const DeviceFacts facts = nvml->facts(1);
  CHECK_FALSE(facts.name);
  CHECK_FALSE(facts.uuid);
  CHECK_FALSE(facts.bus_id);
  CHECK_FALSE(facts.driver_version);
  CHECK_FALSE(facts.cuda_driver_version);
  CHECK_FALSE(facts.capability);
  CHECK_FALSE(facts.memory_bytes);
  CHECK_FALSE(facts.ecc);
  CHECK_FALSE(facts.uncorrected_errors);
  CHECK_FALSE(facts.remapping_pending);
  CHECK_FALSE(facts.persistence);
  CHECK_FALSE(facts.compute_mode);
  CHECK_FALSE(facts.mig);
  CHECK_FALSE(facts.pcie_width);
  const DeviceState state = nvml->state(1);
  CHECK_FALSE(state.sm_mhz);
  CHECK_FALSE(state.temperature_c);
  CHECK_FALSE(state.power_watts);
  CHECK_FALSE(state.throttle_reasons);
  CHECK_FALSE(state.processes);
  CHECK_FALSE(state.utilization_percent);
  CHECK_FALSE(state.memory_used_bytes);
  CHECK_FALSE(is_throttled(state));
  CHECK_FALSE(nvml->find("0000:1b:00.0"));
}

TEST_CASE("functions of older drivers are supported") {
  auto functions = driver();
  functions["nvmlDeviceGetCurrentClocksThrottleReasons"] =
      functions.at("nvmlDeviceGetCurrentClocksEventReasons");
  functions.erase("nvmlDeviceGetCurrentClocksEventReasons");
  functions["nvmlDeviceGetComputeRunningProcesses_v2"] =
      functions.at("nvmlDeviceGetComputeRunningProcesses_v3");
  functions.erase("nvmlDeviceGetComputeRunningProcesses_v3");
  throttled_by = 0x44;
  const DeviceState state = open(functions)->state(0);
  throttled_by = 0;
  CHECK(state.throttle_reasons == 0x44u);
  CHECK(state.processes == std::vector<unsigned>{100, 101});
}

TEST_CASE("all processes are listed") {
  running = 1000;
  const auto processes = open(driver())->state(0).processes;
  running = 0;
  REQUIRE(processes);
  CHECK(processes->size() == 1000);
  CHECK(processes->back() == 1099);
  CHECK(open(driver())->state(0).processes == std::vector<unsigned>{});
  running = 2;
}

TEST_CASE("a device is found by its bus id in CUDA's and NVML's form") {
  const auto nvml = open(driver());
  CHECK(nvml->find("0000:ca:00.0") == 1);
  CHECK(nvml->find("00000000:1B:00.0") == 0);
  CHECK_FALSE(nvml->find("0001:1b:00.0"));
  CHECK_FALSE(nvml->find(""));
}

TEST_CASE("a driver that does not answer is reported") {
  std::string why;
  CHECK_FALSE(open({}, &why));
  CHECK(why == "the NVIDIA driver does not answer");
  auto functions = driver();
  functions["nvmlInit_v2"] = reinterpret_cast<void*>(+[] { return 9; });
  CHECK_FALSE(open(functions, &why));
  CHECK(why == "the NVIDIA driver does not answer: Driver Not Loaded");
  CHECK(opened == 0);
  functions = driver();
  functions.erase("nvmlDeviceGetCount_v2");
  CHECK_FALSE(open(functions, &why));
  CHECK(why == "the NVIDIA driver does not say how many GPUs there are");
  CHECK(opened == 0);
}

TEST_CASE("heat and power brakes count as throttling, idleness and power limits do not") {
  const auto throttled = [](unsigned long long bits) {
    DeviceState state;
    state.throttle_reasons = bits;
    return is_throttled(state);
  };
  for (const unsigned long long bits : {0x08, 0x20, 0x40, 0x80, 0x48}) CHECK(throttled(bits));
  for (const unsigned long long bits : {0x00, 0x01, 0x02, 0x04, 0x10, 0x100})
    CHECK_FALSE(throttled(bits));
  CHECK(throttle_reasons(0).empty());
  CHECK(throttle_reasons(0x84) == "power limit, power brake");
  CHECK(throttle_reasons(0x10000) == "a reason that is not known");
}

TEST_CASE("this machine has a driver or reports why not") {
  std::string why;
  const auto nvml = Nvml::open(&why);
  CHECK(nvml.has_value() == why.empty());
  if (nvml) CHECK(nvml->devices() >= 0);
}
