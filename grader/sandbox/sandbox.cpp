// Theory of operation
//
// Four processes: the grader; bubblewrap, which builds the namespaces and then only waits;
// sandbox_init, the first process inside; the command.
//
//   grader ──spawn──> bwrap ──namespaces, exec──> sandbox_init ──limits, seccomp, exec──> command
//      │                                             │
//      ├──────── control socket (plan, reports) ─────┤ closed in the command
//      ├──────── output pipe ────────────────────────┴──────────────> 1, 2
//      └──────── Command::socket ───────────────────────────────────> 3
//
// What the command may see is bubblewrap's work (bubblewrap.cpp), what it may ask of the kernel the
// seccomp filter's (filter.cpp), which sandbox_init applies to the command alone. How it ended
// comes from sandbox_init's waitpid, so that exit(139) and a segmentation fault stay two things.
// What it uses the grader reads from outside (process_tree.cpp) while it waits for an answer or an
// end (supervisor.cpp); a limit that is passed ends the namespace. The grader watches only while it
// waits: a caller that does something else in between freezes the sandbox first.
//
// In a kept sandbox, sandbox_init starts the next command after the end of the one before: the plan
// and the new Command::socket come through the control socket. Such commands cannot fork, so none
// leaves a process behind.
//
// Whatever happens to the grader, its end of the control socket closes: sandbox_init sees that and
// ends, and the kernel ends all that is left inside. Whatever happens inside, only sandbox_init,
// which the command can neither trace nor signal, speaks on that socket.
//
// Two kinds of failure never mix. What the command does is an Ended. That the sandbox cannot do its
// work (no bubblewrap, no namespaces, a program or mount that is not there, ended by someone else)
// is thrown.
#include "sandbox/sandbox.h"
#include "sandbox/host_paths.h"

#include <array>
#include <map>

#include "sandbox/filter.h"
#include "sandbox/launch.h"
#include "sandbox/supervisor.h"

namespace warpgrade {

namespace fs = std::filesystem;

struct KeptSandboxes::Impl {
  std::map<std::vector<fs::path>, std::shared_ptr<Launched>> by_program;
};

KeptSandboxes::KeptSandboxes() : impl_(std::make_unique<Impl>()) {}

KeptSandboxes::~KeptSandboxes() {
  try {
    for (auto& [program, launched] : impl_->by_program)
      if (launched) end_sandbox(*launched);
  } catch (const GraderError&) {
    // It ends when the kernel lets it.
  }
}

struct Sandbox::State {
  std::stop_token stop;
  Launcher launcher;
  std::string why_not;
  std::array<std::vector<sock_filter>, 4> filters;  // 2 * may_fork + gpu
};

namespace {

/// The path of sandbox_init, next to the grader.
fs::path find_helper(const fs::path& root) {
  std::error_code ignored;
  const fs::path beside =
      fs::read_symlink("/proc/self/exe", ignored).parent_path() / "sandbox_init";
  return fs::exists(beside, ignored) ? beside : root / "build/sandbox_init";
}

/// Equal for commands that can use the same sandbox.
std::vector<fs::path> program_key(const Command& command) {
  std::vector<fs::path> key(command.argv.begin(), command.argv.end());
  for (const Mount& mount : command.mounts) key.insert(key.end(), {mount.source, mount.target});
  return key;
}

bool has_gpu() {
  std::error_code ignored;
  return fs::exists("/dev/nvidiactl", ignored) || fs::exists("/dev/dxg", ignored);
}

/// Runs one command with all sandbox features. Empty on success, else the reason.
std::string trial(const Launcher& launcher, std::span<const sock_filter> filter) {
  Command command;
  command.argv = {fs::exists("/usr/bin/true") ? "/usr/bin/true" : "/bin/true"};
  command.gpu = has_gpu();
  try {
    const Ended ended = Supervisor(launch(launcher, command, filter), command).wait();
    if (ended.how == Ended::How::exited && ended.code == 0) return "";
    return "the sandbox's trial command did not end well: " + ended.output;
  } catch (const GraderError& error) {
    return error.what() + (error.advice().empty() ? "" : "; " + error.advice());
  }
}

}  // namespace

Sandbox::Sandbox(const fs::path& root, bool isolate) {
  const auto made = std::make_shared<State>();
  state_ = made;
  State& state = *made;
  Launcher& launcher = state.launcher;
  launcher.root = fs::weakly_canonical(root);
  launcher.helper = find_helper(launcher.root);
  launcher.isolate = isolate;
  for (unsigned i = 0; i < state.filters.size(); ++i) {
    state.filters[i] = seccomp_filter((i & 2) != 0, (i & 1) != 0);
  }
  launcher.memory = find_memory_groups();
  if (!isolate) return;
  launcher.bubblewrap = find_bubblewrap(launcher.root);
  if (launcher.bubblewrap.program.empty()) {
    state.why_not =
        "bubblewrap is not installed: run 'make deps', or 'apt-get install bubblewrap' as root";
    return;
  }
  if (std::error_code ignored; !fs::exists(launcher.helper, ignored)) {
    state.why_not = launcher.helper.string() + " is missing: run 'make build'";
    return;
  }
  const auto& filter = state.filters[has_gpu() ? 1 : 0];
  state.why_not = trial(launcher, filter);
  if (!state.why_not.empty() && geteuid() == 0) {
    // Root can do without user namespaces where the machine has none.
    launcher.bubblewrap.user_namespace = false;
    if (trial(launcher, filter).empty()) state.why_not.clear();
  }
}

Sandbox Sandbox::showing(const GpuView& gpus) const {
  auto other = std::make_shared<State>(*state_);
  other->launcher.gpus = gpus;
  return Sandbox(std::move(other));
}

Sandbox Sandbox::until(std::stop_token stop) const {
  auto other = std::make_shared<State>(*state_);
  other->stop = std::move(stop);
  return Sandbox(std::move(other));
}

bool Sandbox::isolates() const { return state_->launcher.isolate && state_->why_not.empty(); }

const std::string& Sandbox::why_not() const { return state_->why_not; }

const std::string& Sandbox::why_no_memory_groups() const { return state_->launcher.memory.why_not; }

/// The command as it is launched. Throws if none can be.
Command Sandbox::prepared(const Command& command) const {
  const State& state = *state_;
  if (!state.why_not.empty()) {
    throw GraderError("this machine cannot isolate what it runs", state.why_not);
  }
  if (std::error_code ignored; !fs::exists(state.launcher.helper, ignored)) {
    throw GraderError(state.launcher.helper.string() + " is missing", "run 'make build'");
  }
  if (state.stop.stop_requested()) throw Stopped();
  Command actual = state.launcher.isolate ? command : with_host_paths(command);
  if (const std::string& visible = state.launcher.gpus.visible; command.gpu && !visible.empty())
    actual.environment["CUDA_VISIBLE_DEVICES"] = visible;
  return actual;
}

std::span<const sock_filter> Sandbox::filter(const Command& command) const {
  if (command.unfiltered && !state_->launcher.isolate) return {};
  return state_->filters[(command.may_fork ? 2u : 0u) + (command.gpu ? 1u : 0u)];
}

std::unique_ptr<Process> Sandbox::start(const Command& command) const {
  const Command actual = prepared(command);
  const Launcher& launcher = state_->launcher;
  return std::make_unique<Supervisor>(launch(launcher, actual, filter(command)), actual,
                                      state_->stop);
}

std::unique_ptr<Process> Sandbox::start(const Command& command, KeptSandboxes& kept) const {
  const Command actual = prepared(command);
  const Launcher& launcher = state_->launcher;
  std::shared_ptr<Launched>& launched = kept.impl_->by_program[program_key(actual)];
  if (launched && launched->control)
    launch_next(*launched, launcher, actual, filter(command));
  else
    launched = std::make_shared<Launched>(launch(launcher, actual, filter(command), true));
  return std::make_unique<Supervisor>(launched, actual, state_->stop);
}

Ended Sandbox::run(const Command& command) const {
  Ended ended = start(command)->wait();
  if (!state_->launcher.isolate) ended.output = with_inner_paths(std::move(ended.output), command);
  return ended;
}

}  // namespace warpgrade
