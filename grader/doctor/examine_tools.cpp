#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "doctor/examination.h"
#include "doctor/units.h"

namespace warpgrade::doctor {
namespace {

/// "13.0" becomes {13, 0}.
std::pair<int, int> version_parts(const std::string& version) {
  std::pair<int, int> parts;
  std::sscanf(version.c_str(), "%d.%d", &parts.first, &parts.second);
  return parts;
}

void examine_compiler(Section& section, const Machine& machine) {
  if (!machine.compiler) {
    section.add(Level::unfit, "There is no /usr/bin/g++, which compiles submissions.",
                "Install g++ 11 or newer: apt-get install g++.");
  } else if (version_parts(*machine.compiler).first < 11) {
    section.add(Level::unfit, "g++ " + *machine.compiler + " is too old.",
                "Install g++ 11 or newer as /usr/bin/g++.");
  } else {
    section.add(Level::fit, "g++ " + *machine.compiler);
  }
}

void examine_architecture(Section& section, const CudaToolkit& toolkit, const std::string& model,
                          int capability) {
  const auto& known = toolkit.architectures;
  if (known.empty() || std::find(known.begin(), known.end(), capability) != known.end()) {
    section.add(Level::fit, fmt::format("nvcc {} compiles for {} (compute capability {})",
                                        toolkit.version, model, units::capability(capability)));
  } else if (capability < known.front()) {
    section.add(Level::unfit,
                fmt::format("nvcc {} no longer compiles for {} (compute capability {}).",
                            toolkit.version, model, units::capability(capability)),
                "Install an older CUDA toolkit that still supports the GPU, 11.8 or newer.");
  } else {
    section.add(
        Level::remark,
        fmt::format("nvcc {} does not know {} (compute capability {}), so programs reach the "
                    "driver as PTX, which is compiled at every start.",
                    toolkit.version, model, units::capability(capability)),
        "Install a newer CUDA toolkit.");
  }
}

void examine_driver(Section& section, const Machine& machine) {
  const auto& facts = machine.devices.front().facts;
  if (!facts || !facts->cuda_driver_version) return;
  const std::string driver =
      fmt::format("Driver {} runs programs of CUDA {}",
                  facts->driver_version.value_or("(unknown version)"), *facts->cuda_driver_version);
  const auto has = version_parts(*facts->cuda_driver_version),
             needs = version_parts(machine.toolkit->version);
  const bool works = can_grade_speed(machine);
  if (has >= needs) {
    section.add(Level::fit, driver + " and older");
  } else if (has.first == needs.first && works) {
    // CUDA's minor version compatibility: machine code runs, PTX of the newer version does not.
    section.add(Level::fit, driver + "; the toolkit's " + machine.toolkit->version +
                                " is newer, but has the same major version, and works");
  } else if (works) {
    section.add(Level::remark,
                driver + ", and the toolkit is " + machine.toolkit->version +
                    ": it works with a compatibility package.",
                "Update the NVIDIA driver at the next opportunity.");
  } else {
    section.add(Level::unfit, driver + ", but the toolkit is " + machine.toolkit->version + ".",
                "Update the NVIDIA driver, or install a CUDA toolkit of version " +
                    *facts->cuda_driver_version + " or older.");
  }
}

bool lacks_requirements(const Machine& machine) {
  return !machine.compiler || !machine.limits_error.empty() || lacks_disk(machine.cpu);
}

void examine_toolkit(Section& section, const Machine& machine) {
  if (!machine.toolkit) {
    if (machine.devices.empty())
      section.add(Level::fit, "No CUDA toolkit, and none is needed without a GPU");
    else
      section.add(Level::remark, "There is a GPU but no nvcc: everything is graded on the CPU.",
                  "Install a CUDA toolkit (11.8 or newer), or put its nvcc on PATH or set "
                  "CUDA_HOME.");
    return;
  }
  const CudaToolkit& toolkit = *machine.toolkit;
  if (version_parts(toolkit.version) < std::pair(11, 8)) {
    section.add(Level::unfit,
                fmt::format("The CUDA toolkit {} in {} is too old.", toolkit.version,
                            toolkit.home.string()),
                "Install CUDA 11.8 or newer, or remove the old one from PATH and CUDA_HOME.");
  } else if (!machine.nvcc_error.empty()) {
    // nvcc needs g++, disk space and sufficient limits: advise on these first.
    section.add(Level::unfit, "nvcc cannot compile a small program: " + machine.nvcc_error,
                lacks_requirements(machine)
                    ? ""
                    : "Read nvcc's message: often it does not support the version of g++. "
                      "Install a CUDA toolkit that supports this g++.");
  } else {
    section.add(Level::fit, fmt::format("nvcc {} in {}, and it compiles", toolkit.version,
                                        toolkit.home.string()));
  }
  std::vector<std::pair<std::string, int>> seen;
  for (const DeviceReport& device : machine.devices) {
    if (!device.capability()) continue;
    const std::pair one(device.model(), *device.capability());
    if (std::find(seen.begin(), seen.end(), one) != seen.end()) continue;
    seen.push_back(one);
    examine_architecture(section, toolkit, one.first, one.second);
  }
  if (!machine.devices.empty()) examine_driver(section, machine);
}

}  // namespace

Section examine_tools(const Machine& machine) {
  Section section{"tools", "Build tools", {}, {}, {}};
  for (const std::string& error : machine.survey_errors)
    section.add(Level::unfit, "A part of the examination failed: " + error,
                "Solve this, and run the doctor again.");
  if (!machine.limits_error.empty())
    section.add(Level::unfit, "Nothing is graded: " + machine.limits_error + ".",
                machine.limits_advice);
  examine_compiler(section, machine);
  examine_toolkit(section, machine);
  std::string there, missing;
  for (const Tool& tool : machine.tools) {
    if (!tool.version.empty()) {
      there += (there.empty() ? "" : ", ") + tool.name;
    } else if (tool.needed) {
      section.add(Level::unfit, fmt::format("{} is missing ({}).", tool.name, tool.used_for),
                  "Run: make deps");
    } else {
      missing += fmt::format("{}{} ({})", missing.empty() ? "" : ", ", tool.name, tool.used_for);
    }
  }
  section.add(
      Level::fit,
      "Libraries and programs: " + there +
          (missing.empty() ? "" : ". Not installed, but not needed for grading: " + missing));
  return section;
}

}  // namespace warpgrade::doctor
