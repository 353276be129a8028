// Each claim about the sandbox, tried from inside by tests/scripts/sandbox/inmate.cpp. Where it
// matters the same misdeed is done outside first: a test that cannot fail shows nothing.
#include "sandbox/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "base/fault.h"
#include "sandbox/bubblewrap.h"
#include "sandbox/descriptor.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using How = Ended::How;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

namespace fs = std::filesystem;

/// A folder that goes when the test program ends, with the inmate in it.
class Prison {
 public:
  Prison() {
    char name[] = "/tmp/sandbox_test.XXXXXX";
    if (mkdtemp(name) == nullptr) system_fault("mkdtemp");
    folder_ = name;
    fs::permissions(folder_, fs::perms(0755));  // an ordinary user's tests use it, too
    const std::string compile =
        "g++ -std=c++20 -O1 -pthread -o " + inmate().string() + " tests/scripts/sandbox/inmate.cpp";
    if (std::system(compile.c_str()) != 0) throw GraderError("cannot compile the inmate");
  }
  ~Prison() { fs::remove_all(folder_); }
  fs::path inmate() const { return folder_ / "inmate"; }
  fs::path folder() const { return folder_; }

 private:
  fs::path folder_;
};

const Prison& prison() {
  static const Prison only;
  return only;
}

const Sandbox& sandbox(bool isolate = true) {
  static const Sandbox isolating(fs::current_path(), true);
  static const Sandbox limiting(fs::current_path(), false);
  return isolate ? isolating : limiting;
}

/// False, and says so, where this machine cannot isolate.
bool can_isolate() {
  if (sandbox().isolates()) return true;
  WARN("skipped: " << sandbox().why_not());
  return false;
}

/// The inmate's command line; inside it lies in /program.
Command inmate(std::vector<std::string> deed, bool isolate = true) {
  Command command;
  command.argv = {isolate ? "/program/inmate" : prison().inmate().string()};
  command.argv.insert(command.argv.end(), deed.begin(), deed.end());
  command.mounts = {{prison().folder(), "/program", false}};
  command.limits.cpu_seconds = 20;
  command.limits.wall_seconds = 20;
  return command;
}

/// The exit status of the same deed outside.
int outside(const std::string& deed) {
  const int status = std::system((prison().inmate().string() + " " + deed + " >/dev/null").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string name(How how) {
  constexpr const char* names[] = {"exited",       "signalled",    "cpu_limit",     "wall_limit",
                                   "memory_limit", "output_limit", "process_limit", "killed",
                                   "from_outside", "stalled",      "does_not_stop"};
  return names[static_cast<int>(how)];
}

/// "exited 3" and the like: one line of a failing test tells all.
std::string summary(const Ended& ended) {
  const bool by_itself = ended.how == How::exited || ended.how == How::signalled;
  return by_itself ? name(ended.how) + ' ' + std::to_string(ended.code) : name(ended.how);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What is thrown in place of starting the command.
std::string fault(const Sandbox& box, const Command& command) {
  try {
    box.start(command);
  } catch (const GraderError& error) {
    return error.what();
  }
  return "";
}

double seconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

/// A number in a file that programs inside and outside share.
class SharedCounter {
 public:
  SharedCounter() : folder_(prison().folder() / ("shared" + std::to_string(next_++))) {
    fs::create_directory(folder_);
    fs::permissions(folder_, fs::perms(0777));
    const Descriptor fd(open((folder_ / "count").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    REQUIRE(ftruncate(fd.get(), 4096) == 0);
    REQUIRE(fchmod(fd.get(), 0666) == 0);
    place_ = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    REQUIRE(place_ != MAP_FAILED);
  }
  ~SharedCounter() { munmap(place_, 4096); }
  Mount mount() const { return {folder_, "/shared", true}; }
  std::string path(bool isolate = true) const {
    return isolate ? "/shared/count" : (folder_ / "count").string();
  }
  long value() const { return *static_cast<std::atomic<long>*>(place_); }

  bool moves_within(milliseconds time) const {
    const long before = value();
    for (const auto begin = steady_clock::now(); steady_clock::now() - begin < time;) {
      if (value() != before) return true;
      std::this_thread::sleep_for(milliseconds(1));
    }
    return false;
  }

 private:
  static inline int next_ = 0;
  fs::path folder_;
  void* place_ = nullptr;
};

/// A connected pair: ours, and the command's descriptor 3.
struct Line {
  Line() {
    int pair[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
    ours = Descriptor(pair[0]);
    theirs = Descriptor(pair[1]);
  }
  Descriptor ours, theirs;
};

}  // namespace

TEST_CASE("the end of a command is reported correctly", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  CAPTURE(isolate);
  const auto run_and_summarize = [&](std::vector<std::string> deed) {
    return summary(sandbox(isolate).run(inmate(deed, isolate)));
  };
  CHECK(run_and_summarize({"exit", "0"}) == "exited 0");
  CHECK(run_and_summarize({"exit", "1"}) == "exited 1");
  CHECK(run_and_summarize({"segfault"}) == "signalled 11");
  CHECK(run_and_summarize({"exit", "139"}) == "exited 139");
  CHECK(run_and_summarize({"abort"}) == "signalled 6");
  CHECK(run_and_summarize({"exit", "134"}) == "exited 134");
  CHECK(run_and_summarize({"raise", "9"}) == "signalled 9");
  CHECK(run_and_summarize({"raise", "8"}) == "signalled 8");
}

TEST_CASE("output is kept in order and does not affect the result", "[sandbox]") {
  if (!can_isolate()) return;
  Command command;
  command.argv = {"/bin/sh", "-c", "echo out; echo err >&2; echo PASSED; exit 3"};
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "exited 3");
  CHECK(ended.output == "out\nerr\nPASSED\n");
  CHECK(ended.wall_seconds < 5);
}

TEST_CASE("a command that cannot be executed is a GraderError", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command;
  command.argv = {"/no/such/program"};
  CHECK(contains(fault(sandbox(isolate), command), "/no/such/program"));
  command.argv = {"/bin/true"};
  command.directory = "/no/such/folder";
  CHECK(contains(fault(sandbox(isolate), command), "/no/such/folder"));
}

TEST_CASE("a mount with a missing source is a GraderError", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"exit", "0"});
  command.mounts.push_back({"/no/such/source", "/data", false});
  CHECK(contains(fault(sandbox(), command), "/no/such/source"));
}

TEST_CASE("the network is unreachable", "[sandbox]") {
  if (!can_isolate()) return;
  const Descriptor server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  REQUIRE(bind(server.get(), reinterpret_cast<sockaddr*>(&address), length) == 0);
  REQUIRE(listen(server.get(), 4) == 0);
  REQUIRE(getsockname(server.get(), reinterpret_cast<sockaddr*>(&address), &length) == 0);
  const std::string port = std::to_string(ntohs(address.sin_port));
  REQUIRE(outside("connect " + port) == 0);
  CHECK(summary(sandbox().run(inmate({"connect", port}))) == "exited 10");
  // The filter is the second wall. The first: no interface in there but a loopback of its own.
  Command look;
  look.argv = {"/bin/cat", "/proc/net/dev"};
  const std::string interfaces = sandbox().run(look).output;
  CHECK(std::count(interfaces.begin(), interfaces.end(), ':') == 1);
}

TEST_CASE("the project, homes and accounts are invisible", "[sandbox]") {
  if (!can_isolate()) return;
  const std::string root = fs::current_path();
  const std::vector<std::string> paths = {root,
                                          root + "/Makefile",
                                          root + "/grader",
                                          prison().folder(),
                                          "/home",
                                          "/root",
                                          "/etc/passwd",
                                          "/etc/hostname",
                                          "/var",
                                          "/sys"};
  std::string all;
  for (const auto& path : paths) all += ' ' + path;
  REQUIRE(outside("see" + all) >= 6);
  std::vector<std::string> deed = {"see"};
  deed.insert(deed.end(), paths.begin(), paths.end());
  const Ended ended = sandbox().run(inmate(deed));
  CHECK(ended.output == "");
  CHECK(summary(ended) == "exited 0");
  CHECK(summary(sandbox().run(inmate({"see", "/program/inmate"}))) == "exited 1");
}

TEST_CASE("a project in a system folder is hidden, except for mounts", "[sandbox]") {
  if (geteuid() != 0 || !can_isolate()) return;
  const fs::path root = "/usr/local/sandbox_test_project";
  fs::create_directories(root / "solutions");
  fs::create_directories(root / "build");
  std::ofstream(root / "solutions/secret.cu") << "x";
  fs::copy_file(prison().inmate(), root / "build/inmate", fs::copy_options::overwrite_existing);
  Command command = inmate({"see", root / "solutions", root / "build/inmate"});
  command.argv[0] = root / "build/inmate";
  command.mounts = {{root / "build", root / "build", false}};
  // The project's helper, where this program has none beside it (`make sanitize`).
  fs::copy_file(fs::current_path() / "build/sandbox_init", root / "build/sandbox_init",
                fs::copy_options::overwrite_existing);
  // Where bubblewrap is the project's own, it lies in this project, too.
  const fs::path deps = fs::current_path() / ".deps";
  if (fs::exists(deps)) fs::create_directory_symlink(deps, root / ".deps");
  const Sandbox masking(root, true);
  const Ended masked = masking.isolates() ? masking.run(command) : Ended();
  const Ended visible = sandbox().run(command);
  fs::remove_all(root);
  CHECK(masking.why_not() == "");
  CHECK(masked.output == (root / "build/inmate").string() + "\n");
  CHECK(summary(visible) == "exited 2");  // without the mask both are seen
}

TEST_CASE("only /tmp, /dev/shm and writable mounts can be written", "[sandbox]") {
  if (!can_isolate()) return;
  const SharedCounter shared;
  Command command = inmate({"write", "/x", "/usr/x", "/etc/x", "/dev/x", "/program/x",
                            "/proc/sys/kernel/hostname", "/etc/ld.so.cache", "/.sandbox_init"});
  for (const bool gpu : {false, true}) {
    command.gpu = gpu;
    CHECK(sandbox().run(command).output == "");
  }
  command = inmate({"write", "/tmp/x", "/dev/shm/x", "/shared/x"});
  command.mounts.push_back(shared.mount());
  CHECK(summary(sandbox().run(command)) == "exited 3");
  CHECK(fs::exists(shared.mount().source / "x"));
  CHECK_FALSE(fs::exists("/tmp/x"));
}

TEST_CASE("the size of /tmp and /dev/shm is limited", "[sandbox]") {
  if (!can_isolate()) return;
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    Command command = inmate({"fill-disk", folder});
    command.limits.file_bytes = 16 << 20;
    CHECK(summary(sandbox().run(command)) == "exited 10");
  }
}

TEST_CASE("a submission can start threads, but no process", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  CHECK(summary(sandbox(isolate).run(inmate({"start-processes"}, isolate))) == "exited 10");
  CHECK(summary(sandbox(isolate).run(inmate({"fork-bomb"}, isolate))) == "exited 10");
}

TEST_CASE("system calls that leave the sandbox are refused", "[sandbox]") {
  if (!can_isolate()) return;
  const Ended ended = sandbox().run(inmate({"call-kernel"}));
  CHECK(ended.output == "");
  CHECK(summary(ended) == "exited 10");
}

TEST_CASE("a submission has no system calls that affect others", "[sandbox]") {
  if (!can_isolate()) return;
  REQUIRE(outside("reach-others") > 40);
  REQUIRE(outside("reach-others gpu") > 15);
  Command command = inmate({"reach-others"});
  command.files_only = true;
  CHECK(sandbox().run(command).output == "");
  command = inmate({"reach-others", "gpu"});
  command.gpu = true;
  CHECK(sandbox().run(command).output == "");
}

TEST_CASE("the helper cannot be signalled or read from within", "[sandbox]") {
  if (!can_isolate()) return;
  CHECK(summary(sandbox().run(inmate({"attack-helper"}))) == "exited 10");
}

TEST_CASE("a fork bomb ends at the limit, and the next command works", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"fork-bomb"});
  command.may_fork = true;
  const auto begin = steady_clock::now();
  CHECK(summary(sandbox().run(command)) == "process_limit");
  CHECK(seconds_since(begin) < 10);
  CHECK(summary(sandbox().run(inmate({"exit", "0"}))) == "exited 0");
}

TEST_CASE("a thread bomb ends at the limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  CHECK(summary(sandbox(isolate).run(inmate({"thread-bomb"}, isolate))) == "process_limit");
}

TEST_CASE("a memory bomb ends at the limit, for every kind of memory", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  for (const char* kind : {"", "shared"}) {
    CAPTURE(kind);
    Command command = inmate({"memory-bomb"}, isolate);
    if (*kind != 0) command.argv.push_back(kind);
    command.may_fork = *kind != 0;  // others get no shared memory
    command.limits.memory_bytes = 512 << 20;
    const Ended ended = sandbox(isolate).run(command);
    CHECK(summary(ended) == "memory_limit");
    CHECK(ended.peak_memory_bytes > (512u << 20));
    CHECK(ended.peak_memory_bytes < (1536u << 20));
  }
}

TEST_CASE("a submission cannot get uncounted memory", "[sandbox]") {
  if (!can_isolate()) return;
  CHECK(summary(sandbox().run(inmate({"hide-memory"}))) == "exited 10");
  Command compiler = inmate({"hide-memory"});
  compiler.may_fork = true;
  CHECK(summary(sandbox().run(compiler)) == "exited 1");
}

TEST_CASE("a control group counts unmapped memory", "[sandbox]") {
  if (!can_isolate()) return;
  if (!sandbox().why_no_memory_groups().empty()) {
    WARN("skipped: " << sandbox().why_no_memory_groups());
    return;
  }
  Command command = inmate({"drop-memory"});
  command.may_fork = true;  // whose filter lets shared memory through
  command.limits.memory_bytes = 512 << 20;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "memory_limit");
  CHECK(ended.peak_memory_bytes < (1536u << 20));
}

TEST_CASE("a process without its first thread is counted and ended", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"leaderless-memory-bomb"}, isolate);
  command.limits.memory_bytes = 512 << 20;
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "memory_limit");
  CHECK(ended.peak_memory_bytes < (1536u << 20));
  command = inmate({"leaderless-spin"}, isolate);
  command.limits.cpu_seconds = 0.3;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");
  const auto process = sandbox(isolate).start(inmate({"leaderless-threads", "4"}, isolate));
  std::this_thread::sleep_for(milliseconds(300));
  CHECK(process->threads() == 4);
}

TEST_CASE("memory that two processes share counts once", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"share-memory", "200"});
  command.may_fork = true;
  command.limits.memory_bytes = 300 << 20;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "exited 10");
  CHECK(ended.peak_memory_bytes > (200u << 20));
  CHECK(ended.peak_memory_bytes < (220u << 20));
}

TEST_CASE("endless output ends at the limit; its beginning is kept", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"print"}, isolate);
  command.limits.output_bytes = 100000;
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "output_limit");
  CHECK(ended.output == std::string(100000, 'x'));
  CHECK(ended.wall_seconds < 5);
}

TEST_CASE("output may reach the limit, but not exceed it by one byte", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"print", "20"});
  command.limits.output_bytes = 20000;
  CHECK(summary(sandbox().run(command)) == "exited 10");
  command.limits.output_bytes = 19999;
  CHECK(summary(sandbox().run(command)) == "output_limit");
}

TEST_CASE("a file larger than the limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const SharedCounter shared;
  Command command =
      inmate({"big-file", isolate ? "/shared/big" : shared.mount().source / "big", "20"}, isolate);
  command.mounts.push_back(shared.mount());
  command.limits.file_bytes = 32 << 20;
  CHECK(summary(sandbox(isolate).run(command)) == "exited 0");
  command.limits.file_bytes = 8 << 20;
  CHECK(summary(sandbox(isolate).run(command)) == "signalled " + std::to_string(SIGXFSZ));
}

TEST_CASE("an endless loop hits the CPU limit, an endless sleep the wall limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"spin"}, isolate);
  command.limits.cpu_seconds = 0.3;
  Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "cpu_limit");
  CHECK(ended.cpu_seconds > 0.3);
  CHECK(ended.cpu_seconds < 0.5);

  command = inmate({"spin-in-child"}, isolate);
  command.may_fork = true;
  command.limits.cpu_seconds = 0.3;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");

  command = inmate({"sleep"}, isolate);
  command.limits.wall_seconds = 0.3;
  ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "wall_limit");
  CHECK(ended.wall_seconds > 0.3);
  CHECK(ended.wall_seconds < 2);
  CHECK(ended.cpu_seconds < 0.1);
}

TEST_CASE("idle commands are ended as stalled, computing ones are not", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"sleep"}, isolate);
  command.may_fork = GENERATE(true, false);
  command.limits.stall_seconds = 0.3;
  Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "stalled");
  CHECK(ended.wall_seconds < 5);

  command.argv.back() = "spin";
  command.limits.cpu_seconds = 0.9;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");
}

TEST_CASE("a suspended machine does not count as stalling", "[sandbox]") {
  Command command;
  command.argv = {"/bin/sleep", "1"};
  command.limits.stall_seconds = 0.6;
  const pid_t supervisor = fork();
  REQUIRE(supervisor >= 0);
  if (supervisor == 0) _exit(summary(sandbox(false).run(command)) == "exited 0" ? 0 : 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(supervisor, SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(supervisor, SIGCONT);
  int status = -1;
  CHECK(waitpid(supervisor, &status, 0) == supervisor);
  CHECK(status == 0);
}

TEST_CASE("a files-only command finds no pipe, terminal or process", "[sandbox]") {
  if (!can_isolate()) return;
  Command command;
  command.argv = {"/bin/bash", "-c",
                  "echo /proc/* /dev/*; ls /dev/shm; for p in /proc/2/fd/1 /dev/fd/1 /dev/ptmx "
                  "/dev/tty /dev/zero; do [ -e $p ] && echo $p; done; echo x >/dev/null"};
  command.may_fork = command.files_only = true;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "exited 0");
  CHECK(ended.output == "/proc/* /dev/null /dev/shm\n");
}

TEST_CASE("a sleeping command uses no CPU time", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const bool with_socket = GENERATE(true, false);
  INFO((isolate ? "isolated" : "not isolated") << (with_socket ? ", with a socket" : ""));
  const Line line;
  Command command = inmate({"sleep"}, isolate);
  command.may_fork = true;  // then the time of all its processes is what counts
  command.limits.wall_seconds = 0.3;
  if (with_socket) command.socket = line.theirs.get();
  const auto used = [] {
    rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    return static_cast<double>(ended.ru_utime.tv_sec + ended.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(ended.ru_utime.tv_usec + ended.ru_stime.tv_usec);
  };
  const double before = used();
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "wall_limit");
  CHECK(ended.cpu_seconds < 0.1);
  CHECK(used() - before < 0.2);  // bubblewrap and the helper are our children
}

TEST_CASE("the environment contains only the given variables", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  setenv("SANDBOX_TEST_SECRET", "1", 1);
  Command command;
  command.argv = {"/usr/bin/env"};
  CHECK(sandbox(isolate).run(command).output == "");
  command.environment = {{"A", "b c"}, {"LD_LIBRARY_PATH", "/x"}};
  CHECK(sandbox(isolate).run(command).output == "A=b c\nLD_LIBRARY_PATH=/x\n");
}

TEST_CASE("no descriptor is inherited", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  // Not close-on-exec, as a careless library leaves them.
  const Descriptor low(dup(0));
  const Descriptor high(fcntl(0, F_DUPFD, 200));
  CHECK(sandbox(isolate).run(inmate({"descriptors"}, isolate)).output == "0 1 2 ");
  const Line line;
  Command command = inmate({"descriptors"}, isolate);
  command.socket = line.theirs.get();
  CHECK(sandbox(isolate).run(command).output == "0 1 2 3 ");
}

TEST_CASE("a process left behind ends with the command", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const SharedCounter shared;
  Command command = inmate({"orphan", shared.path(isolate)}, isolate);
  command.mounts.push_back(shared.mount());
  command.may_fork = true;
  CHECK(summary(sandbox(isolate).run(command)) == "exited 7");
  CHECK_FALSE(shared.moves_within(milliseconds(50)));

  command.argv.push_back("stay");
  const auto process = sandbox(isolate).start(command);
  CHECK(shared.moves_within(milliseconds(5000)));
  CHECK(summary(process->kill()) == "killed");
  CHECK_FALSE(shared.moves_within(milliseconds(50)));
  // Nothing is left to wait for: no zombie of ours.
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("freeze stops every thread of every process, thaw resumes them", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const auto kind =
      GENERATE(as<std::string>(), "count", "count-by-threads", "orphan", "leaderless-count");
  CAPTURE(isolate, kind);
  const SharedCounter shared;
  Command command = inmate({kind, shared.path(isolate)}, isolate);
  if (kind == "orphan") {
    command.may_fork = true;
    command.argv.push_back("stay");
  }
  command.mounts.push_back(shared.mount());
  const auto process = sandbox(isolate).start(command);
  REQUIRE(shared.moves_within(milliseconds(5000)));
  for (int i = 0; i < 20; ++i) {
    process->freeze();
    const long stands = shared.value();
    CHECK_FALSE(shared.moves_within(milliseconds(i == 0 ? 100 : 3)));
    CHECK(shared.value() == stands);
    process->thaw();
    CHECK(shared.moves_within(milliseconds(5000)));
  }
  process->freeze();
  CHECK(summary(process->kill()) == "killed");  // a frozen process ends as well
}

TEST_CASE("a thread in an endless system call counts against the limits", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"stay-in-call"}, isolate);
  command.may_fork = true;  // whose filter lets it
  command.limits.cpu_seconds = 1;
  const auto process = sandbox(isolate).start(command);
  for (int i = 0; i < 500 && process->take_output().empty(); ++i)
    std::this_thread::sleep_for(milliseconds(10));
  std::this_thread::sleep_for(milliseconds(50));
  const std::optional<Ended> ended = process->freeze();
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "cpu_limit");
  CHECK(summary(process->wait()) == "cpu_limit");
}

TEST_CASE("threads are counted without the sandbox's own", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  for (const int threads : {1, 7}) {
    const auto process =
        sandbox(isolate).start(inmate({"threads", std::to_string(threads)}, isolate));
    std::string output;
    for (int i = 0; i < 500 && output.empty(); ++i) {
      std::this_thread::sleep_for(milliseconds(10));
      output = process->take_output();
    }
    CHECK(output == "up\n");
    CHECK(process->threads() == threads);
    CHECK(process->kill().output.empty());  // was taken
    CHECK(process->threads() == 0);
  }
}

TEST_CASE("supervise returns for each answer and at the end", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Line line;
  Command command = inmate({"echo"}, isolate);
  command.socket = line.theirs.get();
  const auto process = sandbox(isolate).start(command);
  line.theirs.reset();
  for (char c = 'a'; c < 'f'; ++c) {
    REQUIRE(write(line.ours.get(), &c, 1) == 1);
    REQUIRE_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
    char answer = 0;
    REQUIRE(read(line.ours.get(), &answer, 1) == 1);
    CHECK(answer == c + 1);
  }
  // The last answer comes before the end, though by now both are there.
  REQUIRE(write(line.ours.get(), "z", 1) == 1);
  shutdown(line.ours.get(), SHUT_WR);
  std::this_thread::sleep_for(milliseconds(200));
  CHECK_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
  char answer = 0;
  REQUIRE(read(line.ours.get(), &answer, 1) == 1);
  const auto ended = process->supervise(line.ours.get(), command.limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "exited 5");
  CHECK(summary(process->wait()) == "exited 5");
  CHECK(summary(process->kill()) == "exited 5");
}

TEST_CASE("the time limits count from each call of supervise", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"echo"});
  command.socket = line.theirs.get();
  const auto process = sandbox().start(command);
  Limits limits = command.limits;
  limits.wall_seconds = 0.3;
  std::this_thread::sleep_for(milliseconds(400));
  REQUIRE(write(line.ours.get(), "a", 1) == 1);
  CHECK_FALSE(process->supervise(line.ours.get(), limits).has_value());
  char answer;
  REQUIRE(read(line.ours.get(), &answer, 1) == 1);
  const auto ended = process->supervise(line.ours.get(), limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "wall_limit");
}

TEST_CASE("a command that closes its socket and keeps running is ended", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"hang-up"});
  command.socket = line.theirs.get();
  const auto process = sandbox().start(command);
  line.theirs.reset();
  const auto ended = process->supervise(line.ours.get(), command.limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "killed");
  CHECK(ended->wall_seconds < 5);
}

TEST_CASE("the sandbox ends if the grader is killed", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  sandbox(isolate);
  const SharedCounter shared;
  Line line;
  Command command = inmate({"orphan", shared.path(isolate), "stay"}, isolate);
  command.mounts.push_back(shared.mount());
  command.may_fork = true;
  command.socket = line.theirs.get();
  const pid_t grader = fork();
  if (grader == 0) {
    line.ours.reset();
    const auto process = sandbox(isolate).start(command);
    pause();
    _exit(0);
  }
  line.theirs.reset();
  REQUIRE(shared.moves_within(milliseconds(5000)));
  REQUIRE(kill(grader, SIGKILL) == 0);
  REQUIRE(waitpid(grader, nullptr, 0) == grader);
  // Descriptor 3 closes when the last that holds it has ended.
  pollfd end = {line.ours.get(), POLLIN, 0};
  CHECK(poll(&end, 1, 5000) == 1);
  CHECK((end.revents & POLLHUP) != 0);
  CHECK_FALSE(shared.moves_within(milliseconds(50)));
}

TEST_CASE("a sandbox outlives the thread that started it", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"echo"});
  command.socket = line.theirs.get();
  std::unique_ptr<Process> process;
  std::thread([&] { process = sandbox().start(command); }).join();
  std::this_thread::sleep_for(milliseconds(100));
  REQUIRE(write(line.ours.get(), "a", 1) == 1);
  CHECK_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
}

TEST_CASE("several sandboxes run concurrently in several threads", "[sandbox]") {
  if (!can_isolate()) return;
  const Command template_command = inmate({"exit", "0"});
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 8; ++k) {
        Command command = template_command;
        command.argv[2] = std::to_string(i * 8 + k);
        if (summary(sandbox().run(command)) == "exited " + command.argv[2]) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == 32);
}

TEST_CASE("a command with GPU access runs on a machine without a GPU", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"exit", "4"});
  command.gpu = true;
  CHECK(summary(sandbox().run(command)) == "exited 4");
}

TEST_CASE("a compiler works inside", "[sandbox]") {
  if (!can_isolate()) return;
  Command command;
  command.argv = {"/bin/sh", "-c",
                  "echo 'int main() { return 42; }' > a.cpp && g++ a.cpp -o a && ./a"};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.may_fork = true;
  CHECK(summary(sandbox().run(command)) == "exited 42");
}

TEST_CASE("missing isolation is reported with a remedy", "[sandbox]") {
  const auto advice = [](const char* said, std::string (*setting)(const std::string&)) {
    return bubblewrap_advice(said, setting);
  };
  const auto no_setting = [](const std::string&) { return std::string(); };
  CHECK(contains(
      advice("bwrap: Can't mount proc on /newroot/proc: Operation not permitted", no_setting),
      "systempaths"));
  CHECK(contains(advice("bwrap: No permissions to create new namespace", no_setting),
                 "--privileged"));
  CHECK(contains(advice("",
                        [](const std::string& name) {
                          return std::string(name == "user/max_user_namespaces" ? "0" : "");
                        }),
                 "user.max_user_namespaces"));
}

// Run by the test below, as another user.
TEST_CASE("an ordinary user's sandbox", "[.ordinary-user]") {
  REQUIRE(geteuid() != 0);
  if (!can_isolate()) return;
  CHECK(summary(sandbox().run(inmate({"segfault"}))) == "signalled 11");
  CHECK(summary(sandbox().run(inmate({"start-processes"}))) == "exited 10");
  CHECK(summary(sandbox().run(inmate({"attack-helper"}))) == "exited 10");
  CHECK(summary(sandbox().run(inmate({"call-kernel"}))) == "exited 10");
  CHECK(sandbox().run(inmate({"see", fs::current_path(), "/home", "/root"})).output.empty());
  Command command = inmate({"fork-bomb"});
  command.may_fork = true;
  CHECK(summary(sandbox().run(command)) == "process_limit");
  CHECK(summary(sandbox().run(inmate({"thread-bomb"}))) == "process_limit");
  const SharedCounter shared;
  command = inmate({"count", shared.path()});
  command.mounts.push_back(shared.mount());
  const auto process = sandbox().start(command);
  REQUIRE(shared.moves_within(milliseconds(5000)));
  process->freeze();
  CHECK_FALSE(shared.moves_within(milliseconds(50)));
  CHECK(summary(process->kill()) == "killed");
}

TEST_CASE("the sandbox works for an ordinary user", "[sandbox]") {
  if (geteuid() != 0) {
    WARN("skipped: only root can become another user");
    return;
  }
  const std::string self = fs::read_symlink("/proc/self/exe");
  const fs::path log = prison().folder() / "user.log";
  const std::string command = "setpriv --reuid=65534 --regid=65534 --clear-groups " + self +
                              " '[.ordinary-user]' >" + log.string() + " 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream said(log);
  INFO(std::string(std::istreambuf_iterator<char>(said), {}));
  CHECK(status == 0);
}
