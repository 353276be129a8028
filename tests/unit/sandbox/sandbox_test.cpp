// Each claim about the sandbox, tried from inside. Where it matters the same misdeed is done
// outside first: a test that cannot fail shows nothing.
#include "sandbox/sandbox.h"

#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "sandbox/bubblewrap.h"
#include "tests/unit/samples/inmate.h"

using namespace warpgrade;
using namespace warpgrade::samples;
namespace fs = std::filesystem;
using How = Ended::How;
using std::chrono::milliseconds;

namespace {

/// The exit status of the same deed outside.
int outside(const std::string& deed) {
  const int status = std::system((prison().inmate().string() + " " + deed + " >/dev/null").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
