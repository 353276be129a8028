#include "doctor/machine.h"

namespace warpgrade::doctor {

std::string DeviceReport::name() const {
  if (number) return "GPU " + std::to_string(*number);
  return "GPU at " + (facts && facts->bus_id ? *facts->bus_id : std::string("an unknown place"));
}

std::string DeviceReport::model() const {
  if (probe) return probe->name;
  return facts ? facts->name.value_or("") : "";
}

std::optional<int> DeviceReport::capability() const {
  if (facts && facts->capability) return facts->capability;
  if (probe) return static_cast<int>(probe->capability);
  return std::nullopt;
}

}  // namespace warpgrade::doctor
