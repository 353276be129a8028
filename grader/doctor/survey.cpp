#include "doctor/survey.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include "base/fault.h"
#include "model/environment.h"
#include "sandbox/inherited_limits.h"

namespace warpgrade::doctor {
namespace {

/// "Debian GNU/Linux 12 (bookworm)", from os-release(5).
std::string distribution() {
  std::ifstream in("/etc/os-release");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("PRETTY_NAME=", 0) != 0) continue;
    line.erase(0, line.find('=') + 1);
    std::erase(line, '"');
    return line;
  }
  return "unknown system";
}

/// Runs one part of the survey. If it fails, the others still run.
template <class Part>
void attempt(Machine& machine, const Part& part) {
  try {
    part();
  } catch (const GraderError& error) {
    machine.survey_errors.push_back(error.what() +
                                    (error.advice().empty() ? "" : ". " + error.advice()));
  } catch (const std::exception& error) {
    machine.survey_errors.emplace_back(error.what());
  }
}

}  // namespace

Machine survey(const SurveyRequest& request, const OnProgress& progress) {
  const auto began = std::chrono::steady_clock::now();
  Machine machine;
  utsname system{};
  uname(&system);
  machine.name = system.nodename;
  machine.system = distribution() + ", " + system.sysname + " " + system.release;
  machine.date = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(std::time(nullptr)));

  try {
    require_inherited_limits();
  } catch (const GraderError& error) {
    machine.limits_error = error.what();
    machine.limits_advice = error.advice();
  }
  progress("looking for tools", 0, 0);
  attempt(machine, [&] { survey_tools(machine, request.root); });
  progress("trying the sandbox", 0, 0);
  const Sandbox sandbox(request.root, true);
  attempt(machine, [&] { survey_sandbox(machine, sandbox, request.root); });
  // The programs from here on are the project's own: without isolation, they run without it.
  const Sandbox plain(request.root, false);
  const Sandbox& runner = sandbox.isolates() ? sandbox : plain;
  machine.version = describe_environment(sandbox, machine.toolkit, GpuInventory{}).at("version");
  progress("measuring the CPU", 0, 0);
  attempt(machine, [&] { survey_cpu(machine, request.root); });
  attempt(machine, [&] { survey_gpus(machine, runner, request.root, progress); });
  if (request.labs) attempt(machine, [&] { survey_labs(machine, runner, request.root, progress); });
  machine.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return machine;
}

}  // namespace warpgrade::doctor
