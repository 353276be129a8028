// What the sandbox's tests run inside it: one misdeed for each name on the command line.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "refused_calls.h"

/// Adds to a counter in a shared file, for ever.
[[noreturn]] void count(const std::string& file) {
  const int fd = open(file.c_str(), O_RDWR);
  void* place = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (place == MAP_FAILED) _exit(99);
  auto* counter = static_cast<std::atomic<long>*>(place);
  for (;;) counter->fetch_add(1);
}

/// 0 when a local server answers.
int connect_to(const Arguments& a) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno == EPERM ? 10 : 11;
  sockaddr_in to = {};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(a[0])));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 ? 0 : 12;
}

/// How many of these paths can be seen.
int see(const Arguments& a) {
  int seen = 0;
  for (const auto& path : a) {
    if (access(path.c_str(), F_OK) == 0) {
      std::printf("%s\n", path.c_str());
      ++seen;
    }
  }
  return seen;
}

/// How many of these files can be made.
int write_to(const Arguments& a) {
  int written = 0;
  for (const auto& path : a) {
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    if (fd >= 0 && write(fd, "x", 1) == 1) {
      std::printf("%s\n", path.c_str());
      ++written;
    }
  }
  return written;
}

int fork_bomb(const Arguments&) {
  for (;;) {
    if (fork() < 0 && errno == EPERM) return 10;
  }
}

/// Goes into a call that only a deadly signal ends: reading faults of GiB of zero pages.
int stay_in_call(const Arguments&) {
  constexpr std::size_t bytes = 400ull << 30;
  void* place = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return 1;
  madvise(place, bytes, MADV_NOHUGEPAGE);
  std::puts("up");
  std::fflush(stdout);
  madvise(place, bytes, 22);  // MADV_POPULATE_READ
  return 2;
}

/// Attacks the helper, PID 1. 10 when it shrugs.
int attack_helper(const Arguments&) {
  if (getppid() != 1) return 1;
  for (const int number : {SIGKILL, SIGTERM, SIGSTOP, SIGSEGV}) kill(1, number);
  usleep(50000);
  char link[64];
  if (readlink("/proc/self/fd/1", link, sizeof link) < 0) return 2;
  if (readlink("/proc/1/fd/1", link, sizeof link) >= 0) return 3;
  if (open("/proc/self/mem", O_RDONLY) < 0) return 4;
  if (open("/proc/1/mem", O_RDONLY) >= 0) return 5;
  return 10;
}

[[noreturn]] void idle() {
  for (;;) pause();
}

/// Stays where the kernel refuses another thread: after some 32,000, which is how far it comes
/// while a busy machine keeps the supervisor from looking for seconds.
int thread_bomb(const Arguments&) {
  try {
    for (;;) std::thread(idle).detach();
  } catch (const std::system_error&) {
    idle();
  }
}

int threads(const Arguments& a) {
  for (int i = 1; i < std::stoi(a[0]); ++i) std::thread(idle).detach();
  std::puts("up");
  std::fflush(stdout);
  idle();
}

void fill(std::size_t bytes, int flags) {
  const auto kind = flags | MAP_ANONYMOUS;
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
  if (place == MAP_FAILED) _exit(98);
  for (std::size_t i = 0; i < bytes; i += 4096) static_cast<volatile char*>(place)[i] = 1;
}

int memory_bomb(const Arguments& a) {
  for (;;) fill(16 << 20, a.empty() ? MAP_PRIVATE : MAP_SHARED);
}

/// Tries to get memory that /proc shows nobody. 10 when no way leads there.
int hide_memory(const Arguments&) {
  constexpr int rights = PROT_READ | PROT_WRITE;
  if (mmap(nullptr, 4096, rights, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 1;
  const int zero = open("/dev/zero", O_RDWR);
  if (zero >= 0 && mmap(nullptr, 4096, rights, MAP_SHARED, zero, 0) != MAP_FAILED) return 2;
  if (syscall(SYS_memfd_create, "x", 0) >= 0) return 3;
  return 10;
}

/// Fills shared memory of no file and lets go of each part: it stays, and no process maps it.
int drop_memory(const Arguments&) {
  constexpr std::size_t all = 2ull << 30, part = 64 << 20;
  void* place = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return 1;
  for (std::size_t at = 0; at < all; at += part) {
    std::memset(static_cast<char*>(place) + at, 1, part);
    madvise(static_cast<char*>(place) + at, part, MADV_DONTNEED);
  }
  for (;;) pause();
}

/// Does the rest in another thread, after the first one has ended.
[[noreturn]] void without_leader(void (*rest)(const std::string&), const std::string& argument) {
  static std::string kept;
  kept = argument;
  static void (*deed)(const std::string&);
  deed = rest;
  std::thread([] {
    usleep(20000);
    deed(kept);
    idle();
  }).detach();
  syscall(SYS_exit, 0);
  _exit(96);
}

/// Fills so many MiB, shares them with a second process and stays a while.
int share_memory(const Arguments& a) {
  fill(static_cast<std::size_t>(std::stoi(a[0])) << 20, MAP_SHARED);
  const pid_t child = fork();
  if (child < 0) return 1;
  usleep(300000);
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return 10;
}

int print(const Arguments& a) {
  const std::string line(1000, 'x');
  for (long i = 0; a.empty() || i < std::stol(a[0]); ++i) {
    if (write(i % 2 == 0 ? 1 : 2, line.data(), line.size()) < 0) return 1;
  }
  return 10;
}

int big_file(const Arguments& a) {
  const int fd = open(a[0].c_str(), O_WRONLY | O_CREAT, 0600);
  const std::vector<char> block(1 << 20);
  for (int i = 0; i < std::stoi(a[1]); ++i) {
    if (write(fd, block.data(), block.size()) < 0) return errno;
  }
  return 0;
}

int fill_disk(const Arguments& a) {
  for (int i = 0; i < 1000; ++i) {
    const int error = big_file({a[0] + "/" + std::to_string(i), "1"});
    if (error == ENOSPC) return 10;
    if (error != 0) return error;
  }
  return 0;
}

/// Leaves a process behind that no longer belongs to it.
int orphan(const Arguments& a) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) count(a[0]);
    _exit(0);
  }
  wait(nullptr);
  if (a.size() > 1) idle();
  return 7;
}

int descriptors(const Arguments&) {
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != dirfd(folder)) {
      std::printf("%s ", entry->d_name);
    }
  }
  return 0;
}

/// Answers each byte from descriptor 3 with the next.
int echo(const Arguments&) {
  char byte;
  while (read(3, &byte, 1) == 1) {
    ++byte;
    if (write(3, &byte, 1) != 1) return 1;
  }
  return 5;
}

int spin(const Arguments&) {
  for (std::atomic<long> i = 0;; ++i) {
  }
}

int main(int argc, char** argv) {
  const Arguments rest(argv + (argc > 1 ? 2 : 1), argv + argc);
  const std::map<std::string, std::function<int(const Arguments&)>> deeds = {
      {"connect", connect_to},
      {"see", see},
      {"write", write_to},
      {"fork-bomb", fork_bomb},
      {"start-processes", start_processes},
      {"call-kernel", call_kernel},
      {"reach-others", reach_others},
      {"stay-in-call", stay_in_call},
      {"attack-helper", attack_helper},
      {"thread-bomb", thread_bomb},
      {"threads", threads},
      {"memory-bomb", memory_bomb},
      {"share-memory", share_memory},
      {"hide-memory", hide_memory},
      {"drop-memory", drop_memory},
      {"leaderless-memory-bomb",
       [](const Arguments&) -> int {
         without_leader([](const std::string&) { memory_bomb({}); }, "");
       }},
      {"leaderless-spin",
       [](const Arguments&) -> int { without_leader([](const std::string&) { spin({}); }, ""); }},
      {"leaderless-count",
       [](const Arguments& a) -> int {
         without_leader([](const std::string& file) { count(file); }, a[0]);
       }},
      {"leaderless-threads",
       [](const Arguments& a) -> int {
         without_leader([](const std::string& n) { threads({n}); }, a[0]);
       }},
      {"print", print},
      {"big-file", big_file},
      {"fill-disk", fill_disk},
      {"orphan", orphan},
      {"descriptors", descriptors},
      {"echo", echo},
      {"spin", spin},
      {"spin-in-child", [](const Arguments& a) { return fork() == 0 ? spin(a) : (idle(), 0); }},
      {"count", [](const Arguments& a) -> int { count(a[0]); }},
      {"count-by-threads",
       [](const Arguments& a) -> int {
         for (int i = 0; i < 8; ++i) std::thread([&a] { count(a[0]); }).detach();
         idle();
       }},
      {"sleep", [](const Arguments&) -> int { idle(); }},
      {"exit", [](const Arguments& a) { return std::stoi(a[0]); }},
      {"raise", [](const Arguments& a) { return raise(std::stoi(a[0])), 0; }},
      {"abort", [](const Arguments&) -> int { std::abort(); }},
      {"segfault", [](const Arguments&) { return *static_cast<volatile int*>(nullptr); }},
      {"user", [](const Arguments&) { return static_cast<int>(getuid()) % 256; }},
      {"hang-up",
       [](const Arguments&) -> int {
         close(3);
         idle();
       }},
  };
  const auto deed = argc > 1 ? deeds.find(argv[1]) : deeds.end();
  if (deed == deeds.end()) return 97;
  return deed->second(rest);
}
