#include <fmt/format.h>

#include "base/fault.h"
#include "doctor/survey.h"

namespace warpgrade::doctor {
namespace {

const char* words(Ended::How how) {
  switch (how) {
    case Ended::How::exited:
      return "it ended by itself";
    case Ended::How::signalled:
      return "it died of a signal";
    case Ended::How::cpu_limit:
      return "it was stopped at its limit of CPU time";
    case Ended::How::wall_limit:
      return "it was stopped at its time limit";
    case Ended::How::stalled:
      return "it was stopped because it was idle";
    case Ended::How::does_not_stop:
      return "it could not be stopped";
    case Ended::How::memory_limit:
      return "it was stopped at its memory limit";
    case Ended::How::output_limit:
      return "it was stopped at its output limit";
    case Ended::How::process_limit:
      return "it was stopped at its limit of processes";
    case Ended::How::from_outside:
      return "it was stopped from outside";
    case Ended::How::killed:
      return "it was killed";
  }
  return "";
}

/// A shell command with its expected end in the sandbox, and what it must or must not print.
struct Attempt {
  const char* what;
  std::string script;
  Ended::How wanted;
  std::string prints;        // the output must contain this
  std::string never_prints;  // the output must not contain this
  bool may_fork = false;
  Limits limits = {};
};

Limits small() {
  Limits limits;
  limits.cpu_seconds = 5;
  limits.wall_seconds = 10;
  limits.memory_bytes = 256 << 20;
  limits.processes = 32;
  return limits;
}

SandboxTrial run_trial(const Attempt& attempt, const Sandbox& sandbox,
                       const std::filesystem::path& root) {
  Command command;
  command.argv = {"/bin/sh", "-c", attempt.script};
  command.environment = {{"PATH", "/usr/bin:/bin"}, {"ROOT", root.string()}};
  command.may_fork = attempt.may_fork;
  command.limits = attempt.limits;
  SandboxTrial trial{attempt.what, ""};
  try {
    Ended ended = sandbox.run(command);
    while (!ended.output.empty() && ended.output.back() == '\n') ended.output.pop_back();
    const auto holds = [&](const std::string& text) {
      return ended.output.find(text) != std::string::npos;
    };
    if (ended.how != attempt.wanted)
      trial.detail = words(ended.how);
    else if (!holds(attempt.prints) ||
             (!attempt.never_prints.empty() && holds(attempt.never_prints)))
      trial.detail = "it printed \"" + ended.output.substr(0, 200) + "\"";
  } catch (const GraderError& error) {
    trial.detail = error.what();
  }
  return trial;
}

}  // namespace

void survey_sandbox(Machine& machine, const Sandbox& sandbox, const std::filesystem::path& root) {
  machine.isolates = sandbox.isolates();
  machine.why_not_isolated = sandbox.why_not();
  machine.why_no_memory_groups = sandbox.why_no_memory_groups();
  if (!machine.isolates) return;
  using How = Ended::How;
  std::vector<Attempt> attempts;
  const auto add = [&](const char* what, const char* script, How wanted, const char* prints = "",
                       const char* never = "", bool may_fork = false) -> Limits& {
    attempts.push_back({what, script, wanted, prints, never, may_fork, small()});
    return attempts.back().limits;
  };
  add("shows nothing of the project", "test -e \"$ROOT/labs\" && echo shown || echo hidden",
      How::exited, "hidden");
  add("has no network",
      "while read -r name rest; do case $name in lo:) ;; *:) echo "
      "\"sees $name\";; esac; done </proc/net/dev; echo end",
      How::exited, "end", "sees");
  // The same command twice: it must succeed only where processes are allowed.
  add("lets a compiler start processes", "(echo one); echo two", How::exited, "one", "", true);
  add("lets a submission start none", "(echo one); echo two", How::exited, "", "one");
  add("ends a program that takes too much memory", "x=0123456789abcdef; while :; do x=$x$x; done",
      How::memory_limit);
  add("ends a program that starts too many processes",
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 9 & done; wait", How::process_limit, "", "",
      true)
      .processes = 6;
  add("ends a program that computes too long", "while :; do :; done", How::cpu_limit).cpu_seconds =
      0.3;
  add("ends a program that waits too long", "exec sleep 9", How::wall_limit).wall_seconds = 0.3;
  for (const Attempt& attempt : attempts)
    machine.trials.push_back(run_trial(attempt, sandbox, root));
}

}  // namespace warpgrade::doctor
