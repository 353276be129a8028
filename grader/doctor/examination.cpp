#include "doctor/examination.h"

#include <algorithm>

namespace warpgrade::doctor {

const char* name(Level level) {
  switch (level) {
    case Level::fit:
      return "fit";
    case Level::remark:
      return "remark";
    case Level::unfit:
      return "not fit";
  }
  return "";
}

std::vector<Section> examine(const Machine& machine) {
  std::vector<Section> sections = {examine_tools(machine), examine_devices(machine)};
  if (!machine.devices.empty()) sections.push_back(examine_speed(machine));
  sections.push_back(examine_sandbox(machine));
  sections.push_back(examine_cpu(machine));
  sections.push_back(examine_labs(machine));
  return sections;
}

Level verdict(const std::vector<Section>& sections) {
  Level worst = Level::fit;
  for (const Section& section : sections)
    for (const Remark& remark : section.remarks) worst = std::max(worst, remark.level);
  return worst;
}

std::vector<std::string> actions(const std::vector<Section>& sections) {
  std::vector<std::string> all;
  for (const Level level : {Level::unfit, Level::remark}) {
    for (const Section& section : sections) {
      for (const Remark& remark : section.remarks) {
        if (remark.level != level || remark.advice.empty()) continue;
        if (std::find(all.begin(), all.end(), remark.advice) == all.end())
          all.push_back(remark.advice);
      }
    }
  }
  return all;
}

bool can_grade_speed(const Machine& machine) {
  return machine.toolkit && machine.nvcc_error.empty() &&
         std::any_of(machine.devices.begin(), machine.devices.end(),
                     [](const DeviceReport& device) { return device.probe.has_value(); });
}

std::string can_grade(const Machine& machine) {
  if (!machine.isolates)
    return "It can grade only your own code (--no-sandbox): submissions cannot be isolated.";
  if (!machine.compiler) return "It cannot grade: there is no compiler.";
  if (!machine.limits_error.empty()) return "It cannot grade with these limits (ulimit).";
  if (!machine.survey_errors.empty() || lacks_disk(machine.cpu) ||
      std::any_of(machine.labs.begin(), machine.labs.end(),
                  [](const LabReport& lab) { return !lab.full; }))
    return "Solve its problems before grading on it.";
  if (!can_grade_speed(machine)) {
    return "It can grade correctness and the check completely on the CPU engine. It cannot grade "
           "speed, or files that use features the engine does not support (inline PTX, tensor "
           "cores): "
           "those points stay pending until the file is graded on a machine with a GPU.";
  }
  const auto working = std::count_if(machine.devices.begin(), machine.devices.end(),
                                     [](const DeviceReport& d) { return d.probe.has_value(); });
  return working > 1
             ? "It can grade correctness, the check and everything that needs a GPU, including "
               "tasks for "
               "two GPUs."
             : "It can grade correctness, the check and everything that needs a GPU. Tasks for two "
               "GPUs are graded on the CPU engine, which has two.";
}

}  // namespace warpgrade::doctor
