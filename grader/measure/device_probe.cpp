#include "measure/device_probe.h"

#include <nlohmann/json.hpp>

#include "lab/fault.h"

namespace warpgrade {
namespace {

/// What `read` makes of the text; a GraderError where it cannot.
template <class Read>
auto parsed(const std::string& text, const Read& read) {
  try {
    return read(nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    throw GraderError(std::string("device_probe printed what it should not: ") + error.what() +
                      "\n" + text.substr(0, 200));
  }
}

}  // namespace

DeviceProbe parse_device_probe(const std::string& json) {
  return parsed(json, [](const nlohmann::json& found) {
    DeviceProbe probe;
    visit_fields(probe, [&](const char* key, auto& value) { found.at(key).get_to(value); });
    return probe;
  });
}

std::vector<PeerCopy> parse_peers(const std::string& json) {
  return parsed(json, [](const nlohmann::json& found) {
    std::vector<PeerCopy> peers;
    for (const auto& peer : found.at("peers"))
      peers.push_back(
          {peer.at("from"), peer.at("to"), peer.at("access"), peer.at("bytes_per_second")});
    return peers;
  });
}

DeviceProber::DeviceProber(std::filesystem::path root, std::filesystem::path work,
                           const Sandbox& sandbox, const CudaToolkit& toolkit)
    : root_(std::move(root)), work_(std::move(work)), sandbox_(sandbox), toolkit_(toolkit) {}

const GpuProgram& DeviceProber::program(int capability) {
  const auto found = programs_.find(capability);
  if (found != programs_.end()) return found->second;
  return programs_
      .emplace(capability, GpuProgram(root_, work_, sandbox_, toolkit_, capability, "device_probe"))
      .first->second;
}

void DeviceProber::build(int capability) { program(capability); }

std::vector<ListedDevice> DeviceProber::list(int capability) {
  return parsed(program(capability).run({"list"}), [](const nlohmann::json& found) {
    std::vector<ListedDevice> devices;
    for (const auto& device : found.at("devices"))
      devices.push_back({device.at("bus_id"), device.at("capability")});
    return devices;
  });
}

DeviceProbe DeviceProber::device(int number, int capability) {
  return parse_device_probe(program(capability).run({"device", std::to_string(number)}));
}

std::vector<PeerCopy> DeviceProber::peers(int capability) {
  return parse_peers(program(capability).run({"peers"}));
}

}  // namespace warpgrade
