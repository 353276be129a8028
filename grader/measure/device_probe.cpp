#include "measure/device_probe.h"

#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "measure/gpu_program.h"

namespace warpgrade {
namespace {

/// Parses the text with `read`; GraderError if that fails.
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

void DeviceProber::build(int capability) {
  if (programs_.count(capability) > 0) return;
  const std::filesystem::path executable = work_ / ("device_probe-" + std::to_string(capability));
  // The probe also tests whether nvcc works.
  build_gpu_program(root_, "device_probe", executable, sandbox_, toolkit_, capability, true);
  programs_[capability] = executable;
}

std::string DeviceProber::run(int capability, const std::vector<std::string>& arguments) {
  build(capability);
  return run_gpu_program(programs_.at(capability), sandbox_, arguments);
}

std::vector<ListedDevice> DeviceProber::list(int capability) {
  return parsed(run(capability, {"list"}), [](const nlohmann::json& found) {
    std::vector<ListedDevice> devices;
    for (const auto& device : found.at("devices"))
      devices.push_back({device.at("bus_id"), device.at("capability")});
    return devices;
  });
}

DeviceProbe DeviceProber::device(int number, int capability) {
  return parse_device_probe(run(capability, {"device", std::to_string(number)}));
}

std::vector<PeerCopy> DeviceProber::peers(int capability) {
  return parse_peers(run(capability, {"peers"}));
}

}  // namespace warpgrade
