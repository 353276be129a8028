// Commands in the sandbox: the program tests/scripts/sandbox/inmate.cpp, which does what its
// arguments ask for.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/fault.h"
#include "sandbox/descriptor.h"
#include "sandbox/sandbox.h"
#include "tests/unit/catch.h"

namespace warpgrade::samples {

/// A folder that goes when the test program ends, with the inmate in it.
class Prison {
 public:
  Prison() {
    char name[] = "/tmp/sandbox_test.XXXXXX";
    if (mkdtemp(name) == nullptr) system_fault("mkdtemp");
    folder_ = name;
    std::filesystem::permissions(
        folder_, std::filesystem::perms(0755));  // an ordinary user's tests use it, too
    const std::string compile =
        "g++ -std=c++20 -O1 -pthread -o " + inmate().string() + " tests/scripts/sandbox/inmate.cpp";
    if (std::system(compile.c_str()) != 0) throw GraderError("cannot compile the inmate");
  }
  ~Prison() { std::filesystem::remove_all(folder_); }
  std::filesystem::path inmate() const { return folder_ / "inmate"; }
  std::filesystem::path folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

inline const Prison& prison() {
  static const Prison only;
  return only;
}

inline const Sandbox& sandbox(bool isolate = true) {
  static const Sandbox isolating(std::filesystem::current_path(), true);
  static const Sandbox limiting(std::filesystem::current_path(), false);
  return isolate ? isolating : limiting;
}

/// False, and says so, where this machine cannot isolate.
inline bool can_isolate() {
  if (sandbox().isolates()) return true;
  WARN("skipped: " << sandbox().why_not());
  return false;
}

/// The inmate's command line; inside it is in /program.
inline Command inmate(std::vector<std::string> deed, bool isolate = true) {
  Command command;
  command.argv = {isolate ? "/program/inmate" : prison().inmate().string()};
  command.argv.insert(command.argv.end(), deed.begin(), deed.end());
  command.mounts = {{prison().folder(), "/program", false}};
  command.limits.cpu_seconds = 20;
  command.limits.wall_seconds = 20;
  return command;
}

inline std::string name(Ended::How how) {
  constexpr const char* names[] = {"exited",       "signalled",    "cpu_limit",     "wall_limit",
                                   "memory_limit", "output_limit", "process_limit", "killed",
                                   "from_outside", "stalled",      "does_not_stop"};
  return names[static_cast<int>(how)];
}

/// "exited 3", "wall_limit".
inline std::string summary(const Ended& ended) {
  const bool by_itself = ended.how == Ended::How::exited || ended.how == Ended::How::signalled;
  return by_itself ? name(ended.how) + ' ' + std::to_string(ended.code) : name(ended.how);
}

/// A number in a file that programs inside and outside share.
class SharedCounter {
 public:
  SharedCounter() : folder_(prison().folder() / ("shared" + std::to_string(next_++))) {
    std::filesystem::create_directory(folder_);
    std::filesystem::permissions(folder_, std::filesystem::perms(0777));
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

  bool moves_within(std::chrono::milliseconds time) const {
    const long before = value();
    for (const auto begin = std::chrono::steady_clock::now();
         std::chrono::steady_clock::now() - begin < time;) {
      if (value() != before) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

 private:
  static inline int next_ = 0;
  std::filesystem::path folder_;
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

}  // namespace warpgrade::samples
