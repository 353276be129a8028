#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "doctor/report.h"

namespace warpgrade::doctor {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const std::string& text) { return valid_utf8(text); }
Json as_json(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }
Json as_json(bool value) { return value; }
Json as_json(int value) { return value; }
Json as_json(unsigned long long value) { return value; }
Json as_json(const std::vector<unsigned>& values) { return values; }
Json as_json(const std::vector<double>& values) { return values; }
Json as_json(const Noise& noise);
Json as_json(const DeviceFacts& f);
Json as_json(const DeviceState& s);
Json as_json(const LoadFigures& l);
Json as_json(const DeviceProbe& probe);

/// Unknown values are null.
template <class Value>
Json as_json(const std::optional<Value>& value) {
  return value ? as_json(*value) : Json(nullptr);
}

Json as_json(const Noise& noise) {
  return {{"seconds", as_json(noise.seconds)},
          {"spread", as_json(noise.spread)},
          {"ratio", as_json(noise.ratio)}};
}

Json as_json(const DeviceFacts& f) {
  return {{"uuid", as_json(f.uuid)},
          {"bus_id", as_json(f.bus_id)},
          {"driver_version", as_json(f.driver_version)},
          {"cuda_driver_version", as_json(f.cuda_driver_version)},
          {"capability", as_json(f.capability)},
          {"memory_bytes", as_json(f.memory_bytes)},
          {"ecc", as_json(f.ecc)},
          {"uncorrected_errors", as_json(f.uncorrected_errors)},
          {"uncorrected_errors_ever", as_json(f.uncorrected_errors_ever)},
          {"remapping_pending", as_json(f.remapping_pending)},
          {"remapping_failed", as_json(f.remapping_failed)},
          {"persistence", as_json(f.persistence)},
          {"compute_mode", as_json(f.compute_mode)},
          {"mig", as_json(f.mig)},
          {"pcie_generation", as_json(f.pcie_generation)},
          {"pcie_generation_max", as_json(f.pcie_generation_max)},
          {"pcie_width", as_json(f.pcie_width)},
          {"pcie_width_max", as_json(f.pcie_width_max)}};
}

Json as_json(const DeviceState& s) {
  return {{"sm_mhz", as_json(s.sm_mhz)},
          {"max_sm_mhz", as_json(s.max_sm_mhz)},
          {"memory_mhz", as_json(s.memory_mhz)},
          {"max_memory_mhz", as_json(s.max_memory_mhz)},
          {"temperature_c", as_json(s.temperature_c)},
          {"slowdown_c", as_json(s.slowdown_c)},
          {"power_watts", as_json(s.power_watts)},
          {"power_limit_watts", as_json(s.power_limit_watts)},
          {"throttle_reasons", as_json(s.throttle_reasons)},
          {"processes", as_json(s.processes)},
          {"utilization_percent", as_json(s.utilization_percent)},
          {"memory_used_bytes", as_json(s.memory_used_bytes)}};
}

Json as_json(const LoadFigures& l) {
  return {{"sm_mhz", as_json(l.sm_mhz)},
          {"temperature_c", as_json(l.temperature_c)},
          {"power_watts", as_json(l.power_watts)},
          {"throttle_reasons", as_json(l.throttle_reasons)},
          {"pcie_generation", as_json(l.pcie_generation)},
          {"pcie_width", as_json(l.pcie_width)}};
}

Json as_json(const DeviceProbe& probe) {
  Json json = Json::object();
  visit_fields(probe, [&](const char* key, const auto& value) { json[key] = as_json(value); });
  return json;
}

Json as_json(const DeviceReport& device) {
  return {{"number", as_json(device.number)}, {"name", as_json(device.model())},
          {"trouble", as_json(device.error)}, {"facts", as_json(device.facts)},
          {"state", as_json(device.state)},   {"load", as_json(device.load)},
          {"probe", as_json(device.probe)},   {"noise", as_json(device.noise)}};
}

Json tools_json(const Machine& machine) {
  Json others = Json::array();
  for (const Tool& tool : machine.tools)
    others.push_back({{"name", tool.name},
                      {"found", tool.version.empty() ? Json(nullptr) : as_json(tool.version)},
                      {"used_for", tool.used_for}});
  Json architectures = Json::array();
  if (machine.toolkit) architectures = machine.toolkit->architectures;
  const auto of_toolkit = [&](auto member) {
    return machine.toolkit ? as_json(std::string(member(*machine.toolkit))) : Json(nullptr);
  };
  return {{"compiler", as_json(machine.compiler)},
          {"cuda", of_toolkit([](const CudaToolkit& t) { return t.version; })},
          {"cuda_home", of_toolkit([](const CudaToolkit& t) { return t.home.string(); })},
          {"architectures", std::move(architectures)},
          {"nvcc_trouble", as_json(machine.nvcc_error)},
          {"others", std::move(others)}};
}

Json sandbox_json(const Machine& machine) {
  Json trials = Json::array();
  for (const SandboxTrial& trial : machine.trials)
    trials.push_back(
        {{"what", trial.what}, {"works", trial.detail.empty()}, {"detail", as_json(trial.detail)}});
  return {{"isolates", machine.isolates},
          {"why_not", as_json(machine.why_not_isolated)},
          {"memory_groups", machine.why_no_memory_groups.empty()},
          {"why_no_memory_groups", as_json(machine.why_no_memory_groups)},
          {"trials", std::move(trials)}};
}

Json cpu_json(const CpuReport& cpu) {
  return {{"name", as_json(cpu.name)},
          {"cores", cpu.cores},
          {"quota", as_json(cpu.quota)},
          {"busy_cores", as_json(cpu.busy_cores)},
          {"blas", as_json(cpu.blas)},
          {"blas_threads", cpu.blas_threads},
          {"blas_one_flops", as_json(cpu.blas_one_flops)},
          {"blas_all_flops", as_json(cpu.blas_all_flops)},
          {"blas_cores_used", as_json(cpu.blas_cores_used)},
          {"memory_bytes", as_json(cpu.memory_bytes)},
          {"memory_free_bytes", as_json(cpu.memory_free_bytes)},
          {"disk_folder", as_json(cpu.disk_folder)},
          {"disk_free_bytes", as_json(cpu.disk_free_bytes)},
          {"noise", as_json(cpu.noise)}};
}

Json labs_json(const Machine& machine) {
  if (machine.labs_state != Machine::Labs::graded) return nullptr;
  Json labs = Json::array();
  for (const LabReport& lab : machine.labs)
    labs.push_back({{"lab", lab.lab},
                    {"backend", lab.backend},
                    {"full", lab.full},
                    {"score", lab.score},
                    {"pending", lab.pending},
                    {"max_score", lab.max_score},
                    {"trouble", as_json(lab.error)},
                    {"seconds", as_json(lab.seconds)}});
  return labs;
}

/// Each figure with its value, and its ratio to the others' if it differs by more than the noise.
Json room_json(const std::vector<RoomEntry>& entries) {
  const auto found = deviations(entries);
  Json room = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Json figures = Json::object();
    for (const auto& [figure, value] : entries[i].figures) {
      figures[figure] = {{"value", as_json(value)}, {"ratio", nullptr}};
      for (const Deviation& deviation : found)
        if (deviation.entry == i && deviation.figure == figure)
          figures[figure]["ratio"] = as_json(deviation.ratio);
    }
    room.push_back({{"machine", as_json(entries[i].name)},
                    {"date", as_json(entries[i].date)},
                    {"gpu", as_json(entries[i].gpu)},
                    {"driver", as_json(entries[i].driver)},
                    {"cuda", as_json(entries[i].toolkit)},
                    {"cpu", as_json(entries[i].cpu)},
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
                          {"text", as_json(remark.text)},
                          {"advice", as_json(remark.advice)}});
  }
  Json devices = Json::array(), peers = Json::array();
  for (const DeviceReport& device : machine.devices) devices.push_back(as_json(device));
  for (const PeerCopy& peer : machine.peers)
    peers.push_back({{"from", peer.from},
                     {"to", peer.to},
                     {"access", peer.access},
                     {"bytes_per_second", as_json(peer.bytes_per_second)}});
  Json todo = Json::array();
  for (const std::string& action : actions(sections)) todo.push_back(as_json(action));
  return {{"schema", 1},
          {"machine", as_json(machine.name)},
          {"date", machine.date},
          {"system", as_json(machine.system)},
          {"version", machine.version},
          {"verdict", verdict_name(verdict(sections))},
          {"can_grade", as_json(can_grade(machine))},
          {"can_grade_speed", can_grade_speed(machine)},
          {"actions", std::move(todo)},
          {"findings", std::move(findings)},
          {"tools", tools_json(machine)},
          {"gpus_on_bus", machine.gpus_on_bus},
          {"why_no_gpu", as_json(machine.why_no_gpu)},
          {"devices", std::move(devices)},
          {"peers", std::move(peers)},
          {"sandbox", sandbox_json(machine)},
          {"cpu", cpu_json(machine.cpu)},
          {"labs", labs_json(machine)},
          {"room", room_json(room)},
          {"troubles", machine.survey_errors},
          {"seconds", as_json(machine.seconds)}};
}

}  // namespace warpgrade::doctor
