// Sandbox, CPU and labs.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "doctor/examination.h"
#include "doctor/units.h"

namespace warpgrade::doctor {

bool lacks_disk(const CpuReport& cpu) {
  constexpr double least = 256 << 20;
  return cpu.disk_free_bytes && *cpu.disk_free_bytes < least;
}

Section examine_sandbox(const Machine& machine) {
  Section section{"sandbox", "Sandbox", {}, {}, {}};
  if (!machine.isolates) {
    section.add(Level::unfit, "Submissions cannot be isolated: " + machine.why_not_isolated,
                "Make the sandbox work; docs/administrators.md lists the usual causes.");
    return section;
  }
  std::string works;
  for (const SandboxTrial& trial : machine.trials) {
    if (trial.detail.empty())
      works += (works.empty() ? "It " : ", ") + trial.what;
    else
      section.add(Level::unfit,
                  fmt::format("Expected: it {}. Instead, {}.", trial.what, trial.detail),
                  "Do not grade here. Send the maintainers the output of warpgrade doctor "
                  "--json.");
  }
  if (!works.empty()) section.add(Level::fit, works);
  if (std::any_of(machine.devices.begin(), machine.devices.end(),
                  [](const DeviceReport& device) { return device.probe.has_value(); }))
    section.add(Level::fit, "Programs in it can use the GPU");
  section.add(Level::fit, machine.why_no_memory_groups.empty()
                              ? "Memory is counted by a control group (cgroup v2) of each command"
                              : "Memory is counted in /proc: " + machine.why_no_memory_groups);
  return section;
}

namespace {

constexpr const char* when_idle = "Run the doctor again when the machine is idle.";

bool is_busy(const CpuReport& cpu) {
  return cpu.busy_cores && *cpu.busy_cores > std::max(0.5, 0.1 * cpu.cores);
}

void examine_cores(Section& section, const CpuReport& cpu) {
  section.add(Level::fit, fmt::format("{}, {}", cpu.name, many(cpu.cores, "core")));
  if (cpu.quota && *cpu.quota < 0.95 * cpu.cores)
    section.add(
        Level::remark,
        fmt::format(
            "Programs see {} cores but get the CPU time of {:.3g}, so they start more threads "
            "than can run.",
            cpu.cores, *cpu.quota),
        "Give the container whole cores (--cpuset-cpus) instead of a share of time (--cpus).");
  if (is_busy(cpu))
    section.add(Level::remark,
                fmt::format("Other programs use {:.1f} cores: the times above are unreliable.",
                            *cpu.busy_cores),
                when_idle);
}

void examine_blas(Section& section, const CpuReport& cpu) {
  std::string text =
      fmt::format("OpenBLAS ({}): {} with one thread", cpu.blas, units::flops(cpu.blas_one_flops));
  if (cpu.blas_threads > 1)
    text += fmt::format(", {} with {} threads, which used {:.1f} cores",
                        units::flops(cpu.blas_all_flops), cpu.blas_threads, cpu.blas_cores_used);
  section.add(Level::fit, std::move(text));
  if (cpu.blas_threads > 1 && cpu.blas_cores_used < 0.7 * cpu.blas_threads)
    section.add(
        Level::remark,
        fmt::format("OpenBLAS's {} threads used {:.1f} cores: other programs use the others.",
                    cpu.blas_threads, cpu.blas_cores_used),
        is_busy(cpu) ? when_idle : "Run nothing else while it grades, or give it more cores.");
}

void examine_memory_and_disk(Section& section, const CpuReport& cpu) {
  constexpr double gib = 1 << 30;
  if (cpu.memory_free_bytes) {
    const std::string text = fmt::format("{} of memory free", units::gib(*cpu.memory_free_bytes));
    if (*cpu.memory_free_bytes < gib)
      section.add(Level::unfit, "Only " + text + ".", "Free memory, or give the machine more.");
    else if (*cpu.memory_free_bytes < cpu.memory_needed_bytes)
      section.add(Level::remark,
                  fmt::format("Only {}; a submission may use {}.", text,
                              units::gib(cpu.memory_needed_bytes)),
                  "Free memory, or give the machine more.");
    else
      section.add(Level::fit,
                  text + (cpu.memory_bytes ? " of " + units::gib(*cpu.memory_bytes) : ""));
  }
  if (!cpu.disk_free_bytes) return;
  const std::string text =
      fmt::format("{} free in {}", units::gib(*cpu.disk_free_bytes), cpu.disk_folder);
  const std::string advice = "Free some space, or set TMPDIR to a folder on another disk.";
  if (lacks_disk(cpu))
    section.add(Level::unfit, "Only " + text + "; grading needs 256 MiB.", advice);
  else if (*cpu.disk_free_bytes < 2 * gib)
    section.add(Level::remark, "Only " + text + ".", advice);
  else
    section.add(Level::fit, text);
}

}  // namespace

Section examine_cpu(const Machine& machine) {
  Section section{"cpu", "CPU", {}, {}, {}};
  const CpuReport& cpu = machine.cpu;
  examine_cores(section, cpu);
  examine_blas(section, cpu);
  examine_memory_and_disk(section, cpu);
  if (cpu.noise) {
    const std::string text =
        fmt::format("two equal workloads appear to differ by up to {} (single times spread by {})",
                    units::share(cpu.noise->ratio), units::share(cpu.noise->spread));
    if (cpu.noise->ratio > 0.05)
      section.add(Level::remark, "Times on the CPU are noisy: " + text + ".",
                  is_busy(cpu) ? when_idle
                               : "Run nothing else while speed is graded; on a virtual machine, "
                                 "use dedicated cores.");
    else
      section.add(Level::fit, "Times are steady: " + text);
  }
  return section;
}

Section examine_labs(const Machine& machine) {
  Section section{"labs", "Labs: the solutions, graded", {}, {}, {}};
  switch (machine.labs_state) {
    case Machine::Labs::left_out:
      section.add(Level::fit, "Skipped (--quick)");
      return section;
    case Machine::Labs::no_solutions:
      section.add(Level::fit, "This is a student's kit, which contains no solutions to grade");
      return section;
    case Machine::Labs::graded:
      break;
  }
  for (const LabReport& lab : machine.labs) {
    const std::string of =
        lab.max_score.empty()
            ? std::string("not graded")
            : fmt::format("{} of {}{}", lab.score, lab.max_score,
                          lab.pending == "0" ? "" : ", " + lab.pending + " pending");
    if (lab.full)
      section.add(Level::fit,
                  fmt::format("{}: {} ({}, {:.0f} s)", lab.lab, of,
                              lab.backend == "cuda" ? "GPU" : "CPU engine", lab.seconds));
    else
      section.add(
          Level::unfit, fmt::format("{}: {}: {}", lab.lab, of, lab.error),
          fmt::format("Find out why the solution of {} fails here: build/warpgrade grade {} "
                      "--submission solutions/{}",
                      lab.lab, lab.lab, lab.lab));
  }
  return section;
}

}  // namespace warpgrade::doctor
