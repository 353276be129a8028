#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "doctor/report.h"

namespace warpgrade::doctor {
namespace {

using Json = nlohmann::ordered_json;

Json value_of(const std::string& text) { return valid_utf8(text); }
Json value_of(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }
Json value_of(bool value) { return value; }
Json value_of(int value) { return value; }
Json value_of(unsigned long long value) { return value; }
Json value_of(const std::vector<unsigned>& values) { return values; }
Json value_of(const std::vector<double>& values) { return values; }
Json value_of(const Noise& noise);
Json value_of(const DeviceFacts& f);
Json value_of(const DeviceState& s);
Json value_of(const UnderLoad& l);
Json value_of(const DeviceProbe& probe);

/// What is not known is null.
template <class Value>
Json value_of(const std::optional<Value>& value) {
  return value ? value_of(*value) : Json(nullptr);
}

Json value_of(const Noise& noise) {
  return {{"seconds", value_of(noise.seconds)},
          {"spread", value_of(noise.spread)},
          {"ratio", value_of(noise.ratio)}};
}

Json value_of(const DeviceFacts& f) {
  return {{"uuid", value_of(f.uuid)},
          {"bus_id", value_of(f.bus_id)},
          {"driver_version", value_of(f.driver_version)},
          {"cuda_driver_version", value_of(f.cuda_driver_version)},
          {"capability", value_of(f.capability)},
          {"memory_bytes", value_of(f.memory_bytes)},
          {"ecc", value_of(f.ecc)},
          {"uncorrected_errors", value_of(f.uncorrected_errors)},
          {"uncorrected_errors_ever", value_of(f.uncorrected_errors_ever)},
          {"remapping_pending", value_of(f.remapping_pending)},
          {"remapping_failed", value_of(f.remapping_failed)},
          {"persistence", value_of(f.persistence)},
          {"compute_mode", value_of(f.compute_mode)},
          {"mig", value_of(f.mig)},
          {"pcie_generation", value_of(f.pcie_generation)},
          {"pcie_generation_max", value_of(f.pcie_generation_max)},
          {"pcie_width", value_of(f.pcie_width)},
          {"pcie_width_max", value_of(f.pcie_width_max)}};
}

Json value_of(const DeviceState& s) {
  return {{"sm_mhz", value_of(s.sm_mhz)},
          {"max_sm_mhz", value_of(s.max_sm_mhz)},
          {"memory_mhz", value_of(s.memory_mhz)},
          {"max_memory_mhz", value_of(s.max_memory_mhz)},
          {"temperature_c", value_of(s.temperature_c)},
          {"slowdown_c", value_of(s.slowdown_c)},
          {"power_watts", value_of(s.power_watts)},
          {"power_limit_watts", value_of(s.power_limit_watts)},
          {"throttle_reasons", value_of(s.throttle_reasons)},
          {"processes", value_of(s.processes)},
          {"utilization_percent", value_of(s.utilization_percent)},
          {"memory_used_bytes", value_of(s.memory_used_bytes)}};
}

Json value_of(const UnderLoad& l) {
  return {{"sm_mhz", value_of(l.sm_mhz)},
          {"temperature_c", value_of(l.temperature_c)},
          {"power_watts", value_of(l.power_watts)},
          {"throttle_reasons", value_of(l.throttle_reasons)},
          {"pcie_generation", value_of(l.pcie_generation)},
          {"pcie_width", value_of(l.pcie_width)}};
}

Json value_of(const DeviceProbe& probe) {
  Json json = Json::object();
  visit_fields(probe, [&](const char* key, const auto& value) { json[key] = value_of(value); });
  return json;
}

Json value_of(const DeviceReport& device) {
  return {{"number", value_of(device.number)},   {"name", value_of(device.model())},
          {"trouble", value_of(device.trouble)}, {"facts", value_of(device.facts)},
          {"state", value_of(device.state)},     {"load", value_of(device.load)},
          {"probe", value_of(device.probe)},     {"noise", value_of(device.noise)}};
}

Json tools_of(const Machine& machine) {
  Json others = Json::array();
  for (const Tool& tool : machine.tools)
    others.push_back({{"name", tool.name},
                      {"found", tool.version.empty() ? Json(nullptr) : value_of(tool.version)},
                      {"used_for", tool.used_for}});
  Json architectures = Json::array();
  if (machine.toolkit) architectures = machine.toolkit->architectures;
  const auto of_toolkit = [&](auto member) {
    return machine.toolkit ? value_of(std::string(member(*machine.toolkit))) : Json(nullptr);
  };
  return {{"compiler", value_of(machine.compiler)},
          {"cuda", of_toolkit([](const CudaToolkit& t) { return t.version; })},
          {"cuda_home", of_toolkit([](const CudaToolkit& t) { return t.home.string(); })},
          {"architectures", std::move(architectures)},
          {"nvcc_trouble", value_of(machine.nvcc_trouble)},
          {"others", std::move(others)}};
}

Json sandbox_of(const Machine& machine) {
  Json trials = Json::array();
  for (const SandboxTrial& trial : machine.trials)
    trials.push_back({{"what", trial.what},
                      {"works", trial.detail.empty()},
                      {"detail", value_of(trial.detail)}});
  return {{"isolates", machine.isolates},
          {"why_not", value_of(machine.why_not_isolated)},
          {"memory_groups", machine.why_no_memory_groups.empty()},
          {"why_no_memory_groups", value_of(machine.why_no_memory_groups)},
          {"trials", std::move(trials)}};
}

Json cpu_of(const CpuReport& cpu) {
  return {{"name", value_of(cpu.name)},
          {"cores", cpu.cores},
          {"quota", value_of(cpu.quota)},
          {"busy_cores", value_of(cpu.busy_cores)},
          {"blas", value_of(cpu.blas)},
          {"blas_threads", cpu.blas_threads},
          {"blas_one_flops", value_of(cpu.blas_one_flops)},
          {"blas_all_flops", value_of(cpu.blas_all_flops)},
          {"blas_cores_used", value_of(cpu.blas_cores_used)},
          {"memory_bytes", value_of(cpu.memory_bytes)},
          {"memory_free_bytes", value_of(cpu.memory_free_bytes)},
          {"disk_folder", value_of(cpu.disk_folder)},
          {"disk_free_bytes", value_of(cpu.disk_free_bytes)},
          {"noise", value_of(cpu.noise)}};
}

Json labs_of(const Machine& machine) {
  if (machine.labs_state != Machine::Labs::graded) return nullptr;
  Json labs = Json::array();
  for (const LabReport& lab : machine.labs)
    labs.push_back({{"lab", lab.lab},
                    {"backend", lab.backend},
                    {"full", lab.full},
                    {"score", lab.score},
                    {"pending", lab.pending},
                    {"max_score", lab.max_score},
                    {"trouble", value_of(lab.trouble)},
                    {"seconds", value_of(lab.seconds)}});
  return labs;
}

/// A figure: its value, and how it stands to the others' where it differs by more than noise.
Json room_of(const std::vector<RoomEntry>& entries) {
  const auto found = deviations(entries);
  Json room = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Json figures = Json::object();
    for (const auto& [figure, value] : entries[i].figures) {
      figures[figure] = {{"value", value_of(value)}, {"ratio", nullptr}};
      for (const Deviation& deviation : found)
        if (deviation.entry == i && deviation.figure == figure)
          figures[figure]["ratio"] = value_of(deviation.ratio);
    }
    room.push_back({{"machine", value_of(entries[i].name)},
                    {"date", value_of(entries[i].date)},
                    {"gpu", value_of(entries[i].gpu)},
                    {"driver", value_of(entries[i].driver)},
                    {"cuda", value_of(entries[i].toolkit)},
                    {"cpu", value_of(entries[i].cpu)},
                    {"figures", std::move(figures)}});
  }
  return room;
}

const char* verdict_name(Level level) {
  switch (level) {
    case Level::fit:
      return "fit";
    case Level::remark:
      return "fit, with remarks";
    case Level::unfit:
      return "not fit";
  }
  return "";
}

}  // namespace

Json doctor_json(const Machine& machine, const std::vector<Section>& sections,
                 const std::vector<RoomEntry>& room) {
  Json findings = Json::array();
  for (const Section& section : sections) {
    for (const Remark& remark : section.remarks)
      findings.push_back({{"section", section.key},
                          {"level", name(remark.level)},
                          {"text", value_of(remark.text)},
                          {"advice", value_of(remark.advice)}});
  }
  Json devices = Json::array(), peers = Json::array();
  for (const DeviceReport& device : machine.devices) devices.push_back(value_of(device));
  for (const PeerCopy& peer : machine.peers)
    peers.push_back({{"from", peer.from},
                     {"to", peer.to},
                     {"access", peer.access},
                     {"bytes_per_second", value_of(peer.bytes_per_second)}});
  Json todo = Json::array();
  for (const std::string& action : actions(sections)) todo.push_back(value_of(action));
  return {{"schema", 1},
          {"machine", value_of(machine.name)},
          {"date", machine.date},
          {"system", value_of(machine.system)},
          {"version", machine.version},
          {"verdict", verdict_name(verdict(sections))},
          {"can_grade", value_of(can_grade(machine))},
          {"can_grade_speed", can_grade_speed(machine)},
          {"actions", std::move(todo)},
          {"findings", std::move(findings)},
          {"tools", tools_of(machine)},
          {"gpus_on_bus", machine.gpus_on_bus},
          {"why_no_gpu", value_of(machine.why_no_gpu)},
          {"devices", std::move(devices)},
          {"peers", std::move(peers)},
          {"sandbox", sandbox_of(machine)},
          {"cpu", cpu_of(machine.cpu)},
          {"labs", labs_of(machine)},
          {"room", room_of(room)},
          {"troubles", machine.troubles},
          {"seconds", value_of(machine.seconds)}};
}

}  // namespace warpgrade::doctor
