#include "gpus/gpu.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/text.h"

namespace warpgrade {
namespace {

std::vector<Gpu> list_gpus(const Nvml& nvml, std::string& driver) {
  std::vector<Gpu> all;
  for (int device = 0; device < nvml.devices(); ++device) {
    const DeviceFacts facts = nvml.facts(device);
    if (facts.driver_version) driver = *facts.driver_version;
    Gpu gpu;
    gpu.number = device;
    if (facts.name && facts.capability) {
      gpu.name = *facts.name;
      gpu.major = *facts.capability / 10;
      gpu.minor = *facts.capability % 10;
    }
    // Programs see an instance of a divided device, with its own name.
    if (facts.uuid && !facts.mig.value_or(false)) {
      gpu.id = *facts.uuid;
      std::error_code ignored;
      // A container may number the device files differently.
      if (facts.node &&
          std::filesystem::exists("/dev/nvidia" + std::to_string(*facts.node), ignored))
        gpu.node = facts.node;
    }
    gpu.memory_bytes = facts.memory_bytes.value_or(0);
    all.push_back(std::move(gpu));
  }
  return all;
}

/// The device named by an entry of CUDA_VISIBLE_DEVICES: a number, or the beginning of a name.
const Gpu* meant_by(const std::string& entry, const std::vector<Gpu>& all) {
  if (entry.empty()) return nullptr;
  if (is_digits(entry)) {
    const auto number = std::strtoul(entry.c_str(), nullptr, 10);
    return number < all.size() ? &all[number] : nullptr;
  }
  const Gpu* meant = nullptr;
  for (const Gpu& gpu : all) {
    if (gpu.id.rfind(entry, 0) != 0) continue;
    if (meant != nullptr) return nullptr;
    meant = &gpu;
  }
  return meant;
}

/// Parsed like CUDA does: an invalid device ends the list, and a duplicate empties it.
std::vector<Gpu> select_visible(const std::vector<Gpu>& all, const std::string& visible) {
  std::vector<Gpu> chosen;
  std::istringstream list(visible);
  for (std::string entry; std::getline(list, entry, ',');) {
    const auto from = entry.find_first_not_of(' ');
    entry = from == entry.npos ? "" : entry.substr(from, entry.find_last_not_of(' ') + 1 - from);
    if (entry.rfind("MIG-", 0) == 0) {
      // For an instance of a divided device: the driver only lists the whole device.
      const auto whole =
          std::find_if(all.begin(), all.end(), [](const Gpu& g) { return g.id.empty(); });
      if (whole == all.end()) break;
      chosen.push_back(*whole);
      chosen.back().id = entry;
      continue;
    }
    const Gpu* gpu = meant_by(entry, all);
    if (gpu == nullptr) break;
    for (const Gpu& other : chosen)
      if (other.number == gpu->number) return {};
    chosen.push_back(*gpu);
  }
  return chosen;
}

}  // namespace

GpuInventory select_gpus(const Nvml& nvml, const char* visible) {
  GpuInventory found;
  std::vector<Gpu> gpus = list_gpus(nvml, found.driver);
  if (visible != nullptr) gpus = select_visible(gpus, visible);
  std::erase_if(gpus, [](const Gpu& gpu) { return gpu.name.empty(); });
  if (gpus.empty()) {
    found.why_none = visible != nullptr && nvml.devices() > 0
                         ? std::string("CUDA_VISIBLE_DEVICES=") + visible + " leaves none"
                         : "the NVIDIA driver sees no GPU";
    return found;
  }
  // A desktop may have a small GPU for its display.
  const auto larger = std::max_element(gpus.begin(), gpus.end(), [](const Gpu& a, const Gpu& b) {
    return a.memory_bytes < b.memory_bytes;
  });
  const std::string kind = visible != nullptr ? gpus.front().name : larger->name;
  std::erase_if(gpus, [&](const Gpu& gpu) { return gpu.name != kind; });
  found.gpus = std::move(gpus);
  return found;
}

GpuInventory find_gpus() {
  GpuInventory none;
  const auto nvml = Nvml::open(&none.why_none);
  return nvml ? select_gpus(*nvml, std::getenv("CUDA_VISIBLE_DEVICES")) : none;
}

GpuView gpu_view(const std::vector<Gpu>& gpus) {
  GpuView view;
  view.nodes.emplace();
  for (const Gpu& gpu : gpus) {
    if (gpu.node && view.nodes)
      view.nodes->push_back(*gpu.node);
    else
      view.nodes.reset();
  }
  const bool named =
      std::all_of(gpus.begin(), gpus.end(), [](const Gpu& g) { return !g.id.empty(); });
  for (const Gpu& gpu : gpus)
    if (named) view.visible += (view.visible.empty() ? "" : ",") + gpu.id;
  return view;
}

}  // namespace warpgrade
