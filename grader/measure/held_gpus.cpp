#include "measure/held_gpus.h"

#include <algorithm>
#include <string>

namespace warpgrade {
namespace {

std::vector<std::string> lock_names(const std::vector<Gpu>& alike, int count) {
  std::vector<std::string> names;
  bool distinguishable = true;
  for (const Gpu& gpu : alike) {
    names.push_back(gpu.id.empty() ? std::to_string(gpu.number) : gpu.id);
    distinguishable = distinguishable && !gpu.id.empty();
  }
  // If devices cannot be told apart, a program sees the driver's first ones, so lock those.
  if (!distinguishable) names.resize(std::min(names.size(), static_cast<std::size_t>(count)));
  return names;
}

}  // namespace

HeldGpus::HeldGpus(const std::vector<Gpu>& alike, int count, const OnWait& on_wait)
    : held_(lock_names(alike, count), static_cast<std::size_t>(count), on_wait) {
  for (const std::size_t place : held_.which()) gpus_.push_back(alike[place]);
}

Sandbox HeldGpus::sandbox_with(const Sandbox& sandbox, int count) const {
  const auto shown = std::min(gpus_.size(), static_cast<std::size_t>(count));
  return sandbox.showing(gpu_view({gpus_.begin(), gpus_.begin() + static_cast<long>(shown)}));
}

}  // namespace warpgrade
