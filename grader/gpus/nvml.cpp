#include "gpus/nvml.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <type_traits>

namespace warpgrade {
namespace {

// The part of NVML's interface that is used, from its API reference: the header is only part of the
// toolkit, but the library comes with the driver. Enumerations are ints; 0 is success.
using Handle = struct nvmlDevice_st*;

constexpr int clock_sm = 1, clock_memory = 2;
constexpr int sensor_gpu = 0, threshold_slowdown = 1;
constexpr int uncorrected = 1, since_load = 0, ever = 1;
constexpr int insufficient_size = 7;

struct Memory {
  unsigned long long total, free, used;
};

struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};

struct Process {
  unsigned pid;
  unsigned long long used_memory;
  unsigned gpu_instance, compute_instance;
};

struct Utilization {
  unsigned gpu, memory;
};

const char* compute_mode_name(int mode) {
  switch (mode) {
    case 0:
      return "default";
    case 1:
      return "exclusive thread";
    case 2:
      return "prohibited";
    case 3:
      return "exclusive process";
    default:
      return nullptr;
  }
}

/// CUDA writes 0000:1b:00.0, NVML 00000000:1B:00.0: returns the part after the domain in lower
/// case, and the domain without leading zeros.
std::string plain_bus_id(const std::string& bus_id) {
  std::string plain = bus_id.substr(std::min(bus_id.find_first_not_of('0'), bus_id.size()));
  for (char& c : plain) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

struct Reason {
  unsigned long long bit;
  const char* words;
  bool spoils_times;
};

constexpr Reason reasons[] = {
    {0x001, "idle", false},
    {0x002, "clocks set by the administrator", false},
    {0x004, "power limit", false},
    {0x008, "hardware slowdown", true},
    {0x010, "in step with other GPUs", false},
    {0x020, "heat (slowed by the driver)", true},
    {0x040, "heat (slowed by the hardware)", true},
    {0x080, "power brake", true},
    {0x100, "clocks set for a display", false},
    {0x200, "limit of the board", false},
    {0x400, "limit for reliability", false},
};

}  // namespace

struct Nvml::Library {
  Symbols symbols;
  std::shared_ptr<void> loaded;  // dlopen's handle; none when the functions came from elsewhere
  std::vector<Handle> handles;

  ~Library() {
    if (const auto shutdown = reinterpret_cast<int (*)()>(symbols("nvmlShutdown"))) shutdown();
  }

  /// True if the function exists and succeeded.
  template <class... Parameters>
  bool call(const char* name, std::type_identity_t<Parameters>... arguments) const {
    const auto function = reinterpret_cast<int (*)(Parameters...)>(symbols(name));
    return function != nullptr && function(arguments...) == 0;
  }

  template <class Number>
  std::optional<Number> ask(Handle device, const char* name) const {
    Number value = {};
    if (!call<Handle, Number*>(name, device, &value)) return std::nullopt;
    return value;
  }

  std::optional<int> number(Handle device, const char* name) const {
    const auto value = ask<unsigned>(device, name);
    if (!value) return std::nullopt;
    return static_cast<int>(*value);
  }

  /// A number selected by an index: a clock, a threshold.
  std::optional<int> number(Handle device, const char* name, int which) const {
    unsigned value = 0;
    if (!call<Handle, int, unsigned*>(name, device, which, &value)) return std::nullopt;
    return static_cast<int>(value);
  }

  std::optional<double> watts(Handle device, const char* name) const {
    const auto milliwatts = ask<unsigned>(device, name);
    if (!milliwatts) return std::nullopt;
    return *milliwatts / 1000.0;
  }

  std::optional<std::string> text(Handle device, const char* name) const {
    char value[96] = {};
    if (!call<Handle, char*, unsigned>(name, device, value, sizeof value - 1)) return std::nullopt;
    return value;
  }

  std::optional<unsigned long long> errors(Handle device, int counter) const {
    unsigned long long count = 0;
    if (!call<Handle, int, int, unsigned long long*>("nvmlDeviceGetTotalEccErrors", device,
                                                     uncorrected, counter, &count))
      return std::nullopt;
    return count;
  }

  std::optional<std::vector<unsigned>> processes(Handle device) const {
    using List = int (*)(Handle, unsigned*, Process*);
    for (const char* name :
         {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"}) {
      const auto list = reinterpret_cast<List>(symbols(name));
      if (list == nullptr) continue;
      for (std::size_t room = 16; room <= 1 << 16; room *= 4) {
        std::vector<Process> found(room);
        auto count = static_cast<unsigned>(room);
        const int result = list(device, &count, found.data());
        if (result == insufficient_size) continue;
        if (result != 0) break;
        std::vector<unsigned> pids;
        for (std::size_t i = 0; i < std::min<std::size_t>(count, room); ++i)
          pids.push_back(found[i].pid);
        return pids;
      }
    }
    return std::nullopt;
  }
};

Nvml::Nvml(std::shared_ptr<const Library> library) : library_(std::move(library)) {}

std::optional<Nvml> Nvml::open(std::string* why) {
  // Closed after nvmlShutdown: the deleter runs when the last Library that holds it is gone.
  std::shared_ptr<void> loaded(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL),
                               [](void* handle) {
                                 if (handle != nullptr) dlclose(handle);
                               });
  if (loaded == nullptr) {
    if (why != nullptr) *why = "no NVIDIA driver is installed (there is no libnvidia-ml.so.1)";
    return std::nullopt;
  }
  return open([loaded](const char* name) { return dlsym(loaded.get(), name); }, why);
}

std::optional<Nvml> Nvml::open(const Symbols& symbols, std::string* why) {
  const auto fail_with = [why](const std::string& sentence) {
    if (why != nullptr) *why = sentence;
    return std::nullopt;
  };
  const auto init = reinterpret_cast<int (*)()>(symbols("nvmlInit_v2"));
  const int result = init != nullptr ? init() : -1;
  if (result != 0) {
    const auto in_words = reinterpret_cast<const char* (*)(int)>(symbols("nvmlErrorString"));
    std::string sentence = "the NVIDIA driver does not answer";
    if (result > 0 && in_words != nullptr) sentence += std::string(": ") + in_words(result);
    return fail_with(sentence);
  }
  auto library = std::make_shared<Library>();
  library->symbols = symbols;
  unsigned count = 0;
  if (!library->call<unsigned*>("nvmlDeviceGetCount_v2", &count))
    return fail_with("the NVIDIA driver does not say how many GPUs there are");
  for (unsigned i = 0; i < count; ++i) {
    Handle handle = nullptr;
    if (library->call<unsigned, Handle*>("nvmlDeviceGetHandleByIndex_v2", i, &handle))
      library->handles.push_back(handle);
  }
  return Nvml(std::move(library));
}

int Nvml::devices() const { return static_cast<int>(library_->handles.size()); }

std::optional<int> Nvml::find(const std::string& bus_id) const {
  for (int i = 0; i < devices(); ++i) {
    const auto own = facts(i).bus_id;
    if (own && plain_bus_id(*own) == plain_bus_id(bus_id)) return i;
  }
  return std::nullopt;
}

DeviceFacts Nvml::facts(int device) const {
  const Library& of = *library_;
  const Handle handle = of.handles.at(static_cast<std::size_t>(device));
  DeviceFacts facts;
  facts.name = of.text(handle, "nvmlDeviceGetName");
  facts.uuid = of.text(handle, "nvmlDeviceGetUUID");
  if (PciInfo pci = {}; of.call<Handle, PciInfo*>("nvmlDeviceGetPciInfo_v3", handle, &pci)) {
    pci.bus_id[sizeof pci.bus_id - 1] = '\0';
    facts.bus_id = pci.bus_id;
  }
  char version[96] = {};
  if (of.call<char*, unsigned>("nvmlSystemGetDriverVersion", version, sizeof version - 1))
    facts.driver_version = version;
  if (int cuda = 0; of.call<int*>("nvmlSystemGetCudaDriverVersion_v2", &cuda))
    facts.cuda_driver_version =
        std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10);
  if (int major = 0, minor = 0;
      of.call<Handle, int*, int*>("nvmlDeviceGetCudaComputeCapability", handle, &major, &minor))
    facts.capability = 10 * major + minor;
  facts.node = of.number(handle, "nvmlDeviceGetMinorNumber");
  if (const auto memory = of.ask<Memory>(handle, "nvmlDeviceGetMemoryInfo"))
    facts.memory_bytes = memory->total;
  if (int now = 0, later = 0;
      of.call<Handle, int*, int*>("nvmlDeviceGetEccMode", handle, &now, &later))
    facts.ecc = now != 0;
  facts.uncorrected_errors = of.errors(handle, since_load);
  facts.uncorrected_errors_ever = of.errors(handle, ever);
  if (unsigned by_corrected = 0, by_uncorrected = 0, pending = 0, failed = 0;
      of.call<Handle, unsigned*, unsigned*, unsigned*, unsigned*>(
          "nvmlDeviceGetRemappedRows", handle, &by_corrected, &by_uncorrected, &pending, &failed)) {
    facts.remapping_pending = pending != 0;
    facts.remapping_failed = failed != 0;
  }
  if (const auto mode = of.ask<int>(handle, "nvmlDeviceGetPersistenceMode"))
    facts.persistence = *mode != 0;
  if (const auto mode = of.ask<int>(handle, "nvmlDeviceGetComputeMode"))
    if (const char* name = compute_mode_name(*mode)) facts.compute_mode = name;
  if (unsigned now = 0, later = 0;
      of.call<Handle, unsigned*, unsigned*>("nvmlDeviceGetMigMode", handle, &now, &later))
    facts.mig = now != 0;
  facts.pcie_generation = of.number(handle, "nvmlDeviceGetCurrPcieLinkGeneration");
  facts.pcie_generation_max = of.number(handle, "nvmlDeviceGetMaxPcieLinkGeneration");
  facts.pcie_width = of.number(handle, "nvmlDeviceGetCurrPcieLinkWidth");
  facts.pcie_width_max = of.number(handle, "nvmlDeviceGetMaxPcieLinkWidth");
  return facts;
}

DeviceState Nvml::state(int device) const {
  const Library& of = *library_;
  const Handle handle = of.handles.at(static_cast<std::size_t>(device));
  DeviceState state;
  state.sm_mhz = of.number(handle, "nvmlDeviceGetClockInfo", clock_sm);
  state.max_sm_mhz = of.number(handle, "nvmlDeviceGetMaxClockInfo", clock_sm);
  state.memory_mhz = of.number(handle, "nvmlDeviceGetClockInfo", clock_memory);
  state.max_memory_mhz = of.number(handle, "nvmlDeviceGetMaxClockInfo", clock_memory);
  state.temperature_c = of.number(handle, "nvmlDeviceGetTemperature", sensor_gpu);
  state.slowdown_c = of.number(handle, "nvmlDeviceGetTemperatureThreshold", threshold_slowdown);
  state.power_watts = of.watts(handle, "nvmlDeviceGetPowerUsage");
  state.power_limit_watts = of.watts(handle, "nvmlDeviceGetEnforcedPowerLimit");
  // The newer name first: CUDA 14 removes the other.
  for (const char* name :
       {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}) {
    if (!state.throttle_reasons) state.throttle_reasons = of.ask<unsigned long long>(handle, name);
  }
  state.processes = of.processes(handle);
  if (const auto busy = of.ask<Utilization>(handle, "nvmlDeviceGetUtilizationRates"))
    state.utilization_percent = static_cast<int>(busy->gpu);
  if (const auto memory = of.ask<Memory>(handle, "nvmlDeviceGetMemoryInfo"))
    state.memory_used_bytes = memory->used;
  return state;
}

bool is_throttled(const DeviceState& state) {
  const unsigned long long bits = state.throttle_reasons.value_or(0);
  return std::any_of(std::begin(reasons), std::end(reasons),
                     [bits](const Reason& r) { return r.spoils_times && (bits & r.bit) != 0; });
}

std::string throttle_reasons(unsigned long long bits) {
  std::string words;
  for (const Reason& reason : reasons) {
    if ((bits & reason.bit) == 0) continue;
    words += (words.empty() ? "" : ", ") + std::string(reason.words);
    bits &= ~reason.bit;
  }
  if (bits != 0) words += (words.empty() ? "" : ", ") + std::string("a reason that is not known");
  return words;
}

}  // namespace warpgrade
