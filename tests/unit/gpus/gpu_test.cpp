#include "gpus/gpu.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Device = struct nvmlDevice_st*;

struct Memory {
  unsigned long long total, free, used;
};

std::uintptr_t device_number(Device device) { return reinterpret_cast<std::uintptr_t>(device) - 1; }

bool divided = false;  // the last one

/// A small card for the display, and two alike.
Nvml desktop() {
  std::map<std::string, void*> functions;
  const auto add = [&functions](const char* name, auto function) {
    functions[name] = reinterpret_cast<void*>(+function);
  };
  add("nvmlInit_v2", [] { return 0; });
  add("nvmlDeviceGetCount_v2", [](unsigned* count) { return *count = 3, 0; });
  add("nvmlDeviceGetHandleByIndex_v2", [](unsigned i, Device* device) {
    *device = reinterpret_cast<Device>(static_cast<std::uintptr_t>(i + 1));
    return 0;
  });
  add("nvmlDeviceGetName", [](Device device, char* text, unsigned) {
    return std::strcpy(text, device_number(device) == 0 ? "T400" : "RTX A6000"), 0;
  });
  add("nvmlDeviceGetUUID", [](Device device, char* text, unsigned) {
    constexpr const char* uuids[] = {"GPU-aa", "GPU-bb", "GPU-cc"};
    return std::strcpy(text, uuids[device_number(device)]), 0;
  });
  add("nvmlDeviceGetCudaComputeCapability", [](Device device, int* major, int* minor) {
    return *major = 8, *minor = device_number(device) == 0 ? 0 : 6, 0;
  });
  add("nvmlDeviceGetMemoryInfo", [](Device device, Memory* memory) {
    return memory->total = device_number(device) == 0 ? 4ull << 30 : 48ull << 30, 0;
  });
  add("nvmlDeviceGetMigMode", [](Device device, unsigned* now, unsigned*) {
    return *now = divided && device_number(device) == 2, 0;
  });
  return *Nvml::open([functions](const char* name) -> void* {
    const auto found = functions.find(name);
    return found == functions.end() ? nullptr : found->second;
  });
}

std::string chosen(const char* visible) {
  return gpu_view(select_gpus(desktop(), visible).gpus).visible;
}

}  // namespace

TEST_CASE("graders use GPUs of one model, limited by CUDA_VISIBLE_DEVICES") {
  const GpuInventory all = select_gpus(desktop(), nullptr);
  REQUIRE(all.gpus.size() == 2);
  CHECK(all.gpus[0].name == "RTX A6000");
  CHECK(all.gpus[0].capability() == 86);
  CHECK(all.gpus[0].number == 1);
  CHECK(chosen(nullptr) == "GPU-bb,GPU-cc");
  CHECK(chosen("0") == "GPU-aa");
  CHECK(chosen("2,1") == "GPU-cc,GPU-bb");
  CHECK(chosen("2, 0, 1") == "GPU-cc,GPU-bb");
  CHECK(chosen("GPU-c") == "GPU-cc");
}

TEST_CASE("an invalid device ends the list, as in CUDA") {
  for (const char* none :
       {"", "3", "-1,1", "NoDevFiles", "GPU-", "GPU-dd", "1x", ",1", "1,1", "2,GPU-cc"}) {
    CAPTURE(none);
    const GpuInventory found = select_gpus(desktop(), none);
    CHECK(found.gpus.empty());
    CHECK(found.why_none == std::string("CUDA_VISIBLE_DEVICES=") + none + " leaves none");
  }
  CHECK(chosen("1,-1,2") == "GPU-bb");
}

TEST_CASE("a program only sees the GPUs of its sandbox", "[gpu]") {
  const Sandbox sandbox(std::filesystem::current_path(), true);
  const std::vector<Gpu> gpus = find_gpus().gpus;
  REQUIRE_FALSE(gpus.empty());
  if (!sandbox.isolates()) return;
  Command command;
  command.argv = {"/bin/sh", "-c", "echo $CUDA_VISIBLE_DEVICES; ls /dev | grep -x 'nvidia[0-9]*'"};
  command.may_fork = true;
  command.gpu = true;
  for (const Gpu& gpu : gpus) {
    REQUIRE(gpu.node);
    CHECK(sandbox.showing(gpu_view({gpu})).run(command).output ==
          gpu.id + "\nnvidia" + std::to_string(*gpu.node) + "\n");
  }
  CHECK(sandbox.showing({std::vector<int>{}, ""}).run(command).output == "\n");
}

TEST_CASE("the named instance of a divided GPU is used") {
  divided = true;
  CHECK(chosen("MIG-77") == "MIG-77");
  CHECK(chosen("1") == "GPU-bb");
  // Nothing tells its instances apart: CUDA takes the first.
  CHECK(chosen("2").empty());
  CHECK(select_gpus(desktop(), "2").gpus.size() == 1);
  divided = false;
  CHECK(chosen("MIG-77").empty());
}
